// Recognizes text that another program has changed, by the bytes of a damaged record.

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** More bytes than any record has; a damaged record may be longer. */
const EXAMINED = 1024;

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte);
}

/** Says how a wrong record differs from this program's text; undefined if only its contents differ. */
export function foreignText(record: Uint8Array): string | undefined {
  const start = record.subarray(0, EXAMINED);
  if (hasByteOrderMark(start)) return 'it begins with a byte order mark; save the file as UTF-8 without one';
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'it is UTF-16; save the file as UTF-8 without a byte order mark';
  if (start.indexOf(CARRIAGE_RETURN) >= 0) return 'its lines end with CRLF; expected a line feed alone';
  const blank = start.findIndex((byte, i) => byte === LINE_FEED && (i === 0 || start[i - 1] === LINE_FEED));
  return blank < 0 ? undefined : 'it has a blank line';
}

/** Returns the first characters of a text, after a byte order mark and white space. */
export function textStart(head: Uint8Array): string {
  return String.fromCharCode(
    ...head.subarray(hasByteOrderMark(head) ? BYTE_ORDER_MARK.length : 0),
  ).trimStart();
}
