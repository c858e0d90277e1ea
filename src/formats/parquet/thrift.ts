// Writes structs in Thrift's compact protocol, the encoding of Parquet's metadata.

/** Types of values: thrift-compact-protocol.md of apache/thrift. */
export const I32 = 5;
export const I64 = 6;
export const BINARY = 8;
export const LIST = 9;
export const STRUCT = 12;

/** The byte after the last field of a struct. */
export const STOP = 0;

/** The least size of a list whose header does not hold the size, which then follows. */
export const LONG_LIST = 15;

/** Encodes an integer 0..2^53-1 as an unsigned varint: seven bits per byte. */
export function varint(n: number): number[] {
  const bytes = [];
  let rest = n;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}

/** Encodes an integer 0..2^52-1 as a zigzag varint. */
export function zigzag(n: number): number[] {
  return varint(2 * n);
}

/** Writes the fields of a struct in the order of their ids, which are at most 15 apart. */
export class StructWriter {
  #out = new Uint8Array(8192);
  #size = 0; // bytes written
  #id = 0; // of the last field of the innermost struct

  i32(id: number, n: number): void {
    this.#field(id, I32);
    this.#varint(2 * n); // zigzag
  }

  i64(id: number, n: number): void {
    this.#field(id, I64);
    this.#varint(2 * n);
  }

  string(id: number, value: string): void {
    this.binary(id, new TextEncoder().encode(value));
  }

  binary(id: number, value: Uint8Array): void {
    this.#field(id, BINARY);
    this.#addBinary(value);
  }

  i32List(id: number, values: readonly number[]): void {
    this.#list(id, I32, values.length);
    for (const value of values) this.#varint(2 * value);
  }

  binaryList(id: number, values: readonly Uint8Array[]): void {
    this.#list(id, BINARY, values.length);
    for (const value of values) this.#addBinary(value);
  }

  /** Begins a list of structs; write each with element(). */
  structList(id: number, size: number): void {
    this.#list(id, STRUCT, size);
  }

  element(writeFields: () => void): void {
    const before = this.#id;
    this.#id = 0;
    writeFields();
    this.#byte(STOP);
    this.#id = before;
  }

  struct(id: number, writeFields: () => void): void {
    this.#field(id, STRUCT);
    this.element(writeFields);
  }

  /** Ends the outermost struct. */
  end(): void {
    this.#byte(STOP);
  }

  /** Returns the bytes written since the last call. */
  take(): Uint8Array {
    const bytes = this.#out.slice(0, this.#size);
    this.#size = 0;
    return bytes;
  }

  #field(id: number, type: number): void {
    this.#byte(((id - this.#id) << 4) | type);
    this.#id = id;
  }

  #list(id: number, type: number, size: number): void {
    this.#field(id, LIST);
    this.#byte((Math.min(size, LONG_LIST) << 4) | type);
    if (size >= LONG_LIST) this.#varint(size);
  }

  #varint(n: number): void {
    for (const byte of varint(n)) this.#byte(byte);
  }

  #addBinary(value: Uint8Array): void {
    this.#varint(value.length);
    for (const byte of value) this.#byte(byte);
  }

  #byte(byte: number): void {
    if (this.#size === this.#out.length) {
      const out = new Uint8Array(2 * this.#size);
      out.set(this.#out);
      this.#out = out;
    }
    this.#out[this.#size++] = byte;
  }
}

/** Returns the bytes of a whole struct. */
export function structBytes(writeFields: (writer: StructWriter) => void): Uint8Array {
  const writer = new StructWriter();
  writer.element(() => writeFields(writer));
  return writer.take();
}
