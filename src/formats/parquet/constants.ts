// The enumerations of Parquet: parquet.thrift of apache/parquet-format.

// Type
export const INT32 = 1;
export const INT64 = 2;
export const BYTE_ARRAY = 6;
// ConvertedType
export const UTF8 = 0;
// FieldRepetitionType
export const REQUIRED = 0;
export const OPTIONAL = 1;
// Encoding
export const PLAIN = 0;
export const RLE = 3;
export const DELTA_BINARY_PACKED = 5;
export const RLE_DICTIONARY = 8;
// CompressionCodec
export const UNCOMPRESSED = 0;
// PageType
export const DATA_PAGE = 0;
export const DICTIONARY_PAGE = 2;
