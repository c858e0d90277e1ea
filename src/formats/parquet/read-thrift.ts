// Reads structs in Thrift's compact protocol from bytes that may be hostile: their number bounds the time, and only values
// that the caller reads are kept in memory.

import { DamageError } from '../../common/errors.js';
import { BINARY, I32, I64, LIST, LONG_LIST, STOP, STRUCT } from './thrift.js';

// types of values that this program does not write
const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const I16 = 4;
const DOUBLE = 7;

/** Bytes of a varint of 64 bits. */
const MAX_VARINT_BYTES = 10;
/** Most levels of structs and lists; Parquet has fewer than ten. */
const MAX_DEPTH = 32;

/** Visits the fields of structs and the elements of lists in order, and skips those that the caller does not read. */
export class StructReader {
  readonly #bytes: Uint8Array;
  #offset = 0; // of the next value
  #type = STRUCT; // of that value
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads a struct; `readField` may read the value of the field with this id. */
  struct(readField?: (id: number) => void): void {
    this.#expect(STRUCT);
    this.#enter();
    let id = 0;
    for (let header = this.#byte(); header !== STOP; header = this.#byte()) {
      const step = header >> 4; // from the id of the field before; 0 if the id follows
      id = step > 0 ? id + step : this.#zigzag();
      this.#value(header & 15, id, readField);
    }
    this.#depth--;
  }

  /** Reads a list and returns its size; `readElement` may read an element. */
  list(readElement?: (i: number) => void): number {
    this.#expect(LIST);
    this.#enter();
    const header = this.#byte();
    const size = header >> 4 === LONG_LIST ? this.#varint() : header >> 4;
    const left = this.#bytes.length - this.#offset; // an element has at least one byte
    if (size > left) throw unreadable(`it has a list of ${size} elements in ${left} bytes`);
    // a boolean field has its value in its type, but an element is a byte
    const type = (header & 15) <= FALSE ? BYTE : header & 15;
    for (let i = 0; i < size; i++) this.#value(type, i, readElement);
    this.#depth--;
    return size;
  }

  /** Reads an integer, rounded beyond 2^53. */
  integer(): number {
    this.#expect(I32, I64);
    return this.#zigzag();
  }

  /** Reads the bytes of a string or a number. */
  binary(): Uint8Array {
    this.#expect(BINARY);
    const size = this.#varint();
    const start = this.#offset;
    this.#offset += size;
    if (this.#offset > this.#bytes.length) throw unreadable('it ends too soon');
    return this.#bytes.subarray(start, this.#offset);
  }

  /** Lets the caller read a value, and skips it if the caller does not. */
  #value(type: number, at: number, read?: (at: number) => void): void {
    const start = this.#offset;
    this.#type = type;
    read?.(at);
    if (this.#offset > start) return;
    if (type === STRUCT) this.struct();
    else if (type === LIST) this.list();
    else if (type === BINARY) this.binary();
    else if (type === I16 || type === I32 || type === I64) this.#varint();
    else if (type === BYTE) this.#offset++;
    else if (type === DOUBLE) this.#offset += 8;
    else if (type !== TRUE && type !== FALSE) throw unreadable(`it has a value of the unknown type ${type}`);
  }

  #expect(type: number, other = type): void {
    if (this.#type === type || this.#type === other) return;
    throw unreadable(`a value has type ${this.#type}; expected ${type}`);
  }

  #enter(): void {
    if (++this.#depth > MAX_DEPTH)
      throw unreadable(`it has more than ${MAX_DEPTH} structs within each other`);
  }

  #zigzag(): number {
    const n = this.#varint();
    return n % 2 === 0 ? n / 2 : -(n + 1) / 2;
  }

  #varint(): number {
    let n = 0;
    for (let i = 0, factor = 1; i < MAX_VARINT_BYTES; i++, factor *= 128) {
      const byte = this.#byte();
      n += (byte & 127) * factor;
      if (byte < 128) return n;
    }
    throw unreadable(`it has a number of more than ${MAX_VARINT_BYTES} bytes`);
  }

  #byte(): number {
    if (this.#offset >= this.#bytes.length) throw unreadable('it ends too soon');
    return this.#bytes[this.#offset++];
  }
}

function unreadable(what: string): DamageError {
  return new DamageError(`its footer cannot be read: ${what}`);
}
