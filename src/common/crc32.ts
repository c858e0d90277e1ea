// CRC-32 as zlib, PNG and Ethernet use it, for short data and for browsers. node:zlib has a faster one for long data. A
// table would take longer to make than all checksums of a run.

const POLYNOMIAL = 0xedb88320; // the reversed polynomial of IEEE 802.3

/** The CRC-32 of bytes, 0..2^32-1. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}
