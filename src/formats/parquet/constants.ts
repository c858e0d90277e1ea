// The enumerations of Parquet that this program uses: parquet.thrift of apache/parquet-format.

export const Type = { INT32: 1, INT64: 2, BYTE_ARRAY: 6 };
export const ConvertedType = { UTF8: 0 };
export const FieldRepetitionType = { REQUIRED: 0, OPTIONAL: 1 };
export const Encoding = { PLAIN: 0, RLE: 3, DELTA_BINARY_PACKED: 5, RLE_DICTIONARY: 8 };
export const CompressionCodec = { UNCOMPRESSED: 0 };
export const PageType = { DATA_PAGE: 0, DICTIONARY_PAGE: 2 };
