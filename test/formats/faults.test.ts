// The message for each fault of a record, a header and the end of a Parquet file.

import { describe, expect, it } from 'vitest';
import { crc32 } from '../../src/common/crc32.js';
import { DamageError } from '../../src/common/errors.js';
import { binary, cardsRecord, numberedRecord, readHeader } from '../../src/formats/binary.js';
import { rowRecord } from '../../src/formats/csv.js';
import type { RecordType } from '../../src/formats/format.js';
import { lineRecord } from '../../src/formats/ndjson.js';
import { numbers } from '../../src/formats/numbers.js';
import { footer } from '../../src/formats/parquet/footer.js';
import { footerOffset } from '../../src/formats/parquet/read-footer.js';
import { boardRecord } from '../../src/formats/text.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import { verify } from '../../src/verbs/verify.js';
import { binaryHeader, encoded } from '../support/engines.js';
import { checkFailure } from '../support/failure.js';
import { fileWith } from '../support/files.js';
import { pairsIn, rowsIn } from '../support/golden.js';

const CARDS = dealCards(617);

const NO_CARD = 'byte 52 is not a valid card; expected 0..51';
const TWICE = 'it has a card twice';
const NO_BOARD = 'it is not a board in columns';

/** Bytes with some of them changed, from an offset on. */
function changed(bytes: Uint8Array, at: number, ...values: (number | string)[]): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy.set(
    values.map((value) => (typeof value === 'string' ? value.charCodeAt(0) : value)),
    at < 0 ? copy.length + at : at,
  );
  return copy;
}

describe('a record', () => {
  const numbered = encoded(numberedRecord, LAST_DEAL, CARDS); // some bytes of its number are greater than cards
  const board = encoded(boardRecord, 617);
  const line = encoded(lineRecord, 617);
  const row = Buffer.from(encoded(rowRecord, 617)).toString();
  const [number] = numbers.records;
  const text = (written: string) => new TextEncoder().encode(written);

  it.each<[string, RecordType, Uint8Array, string]>([
    ['cards, whole', cardsRecord, CARDS, 'it is another board'],
    ['cards, cut', cardsRecord, CARDS.subarray(1), 'it is cut off'],
    ['cards, the first none', cardsRecord, changed(CARDS, 0, 52), NO_CARD],
    ['cards, the last none', cardsRecord, changed(CARDS, -1, 52), NO_CARD],
    ['cards, one twice', cardsRecord, changed(CARDS, 0, CARDS[1]), TWICE],
    ['a numbered one, whole', numberedRecord, numbered, 'it is another board'],
    ['a numbered one, cut', numberedRecord, numbered.subarray(1), 'it is cut off'],
    ['a numbered one, no card', numberedRecord, changed(numbered, 8, 52), NO_CARD],
    ['a numbered one, one twice', numberedRecord, changed(numbered, 8, numbered[9]), TWICE],
    ['a board, whole', boardRecord, board, 'it is another board'],
    ['a board, cut', boardRecord, board.subarray(0, -1), 'it is cut off'],
    ['a board, no rank', boardRecord, changed(board, 0, 'X'), NO_BOARD],
    ['a board, no suit', boardRecord, changed(board, 1, 'X'), NO_BOARD],
    ['a board, no blank', boardRecord, changed(board, 2, '\n'), NO_BOARD],
    ['a board, no end', boardRecord, changed(board, -1, ' '), NO_BOARD],
    ['a board, one twice', boardRecord, changed(board, 0, board[3], board[4]), TWICE],
    ['a line, whole', lineRecord, line, 'it is another line'],
    ['a line without a deal', lineRecord, text('{"cells":3}\n'), 'it is another line'],
    ['a line that is not JSON', lineRecord, text('{"deal":617,\n'), 'it is another line'],
    ['a line, foreign', lineRecord, text(`${'x'.repeat(300)}\r\n`), 'its lines end with CRLF'],
    ['a line, cut', lineRecord, line.subarray(0, -1), 'it is cut off'],
    ['a row, other cells', rowRecord, text(row.replace(',4,', ',3,')), 'or has other known cells'],
    ['a row, cut', rowRecord, text(row.slice(0, -1)), 'it is cut off'],
    ['a number, whole', number, text('617x\n'), 'it is not a deal number'],
    ['a number, cut', number, text('617'), 'it is cut off'],
    ['a number, foreign', number, text('617\r\n'), 'its lines end with CRLF'],
  ])('is wrong, and fault says why: %s', (_, record, bytes, fault) => {
    expect(record.fault(bytes)).toContain(fault);
  });

  it('returns its number and its cards if they are valid', () => {
    expect(numberedRecord.number(numbered, 0)).toBe(LAST_DEAL);
    expect(numberedRecord.number(numbered.subarray(0, 8), 0)).toBe(LAST_DEAL);
    expect(numberedRecord.number(numbered.subarray(0, 7), 0)).toBeUndefined();
    expect(cardsRecord.cards(Uint8Array.of(1, 2, ...CARDS, 3), 2)).toEqual(CARDS);
    expect(boardRecord.cards(changed(Uint8Array.of(9, ...board), 0, 'X'), 1)).toEqual(CARDS);
    expect(boardRecord.cards(board, 1)).toBeUndefined();
    expect(lineRecord.number(line, 0)).toBe(617);
    for (let at = 0; at < '{"deal":'.length; at++)
      expect(lineRecord.number(changed(line, at, 'x'), 0), `byte ${at}`).toBeUndefined();
  });
});

describe('a binary header', () => {
  const range = binaryHeader(5, 3);
  const list = binaryHeader(undefined, 3);

  /** A header with some bytes changed, and the checksum that fits. */
  function forged(header: Uint8Array, at: number, ...values: number[]): Uint8Array {
    const bytes = changed(header, at, ...values);
    new DataView(bytes.buffer).setUint32(60, crc32(bytes.subarray(0, 60)), true);
    return bytes;
  }

  const forgeries =
    rowsIn<[message: string, kind: 'range' | 'list', at: number, ...values: number[]]>('wrong-headers.txt');

  it.each<[string, Uint8Array]>([
    ...forgeries.map(([message, kind, ...change]): [string, Uint8Array] => {
      return [message, forged({ range, list }[kind], ...change)];
    }),
    ["it has 63 bytes, fewer than a header's 64", range.subarray(0, 63)],
    ['its header is damaged: the CRC-32 does not fit', changed(range, 60, range[60] ^ 1)],
  ])('is refused: %s', (message, header) => {
    expect(() => readHeader(header, undefined)).toThrow(new DamageError(message));
  });

  it('is read back as the contents of the file if the size fits', () => {
    const [ofRange, ofList] = [readHeader(range, 64 + 156), readHeader(list, undefined)];
    expect(ofRange).toEqual({ record: cardsRecord, offset: 64, first: 5, count: 3 });
    expect(ofList).toEqual({ record: numberedRecord, offset: 64, first: undefined, count: 3 });
    expect(readHeader(binaryHeader(undefined, 0), 64).count).toBe(0);
    expect(readHeader(binaryHeader(5, 8589934587), undefined).count).toBe(8589934587);
    expect(readHeader(binaryHeader(LAST_DEAL, 1), 64 + 52).first).toBe(LAST_DEAL);
    expect(() => readHeader(range, 219)).toThrow('it is cut off: 219 bytes of the 220 that 3 records take');
    const tooLong = 'it goes on after its last record: 245 bytes where 244 were expected';
    expect(() => readHeader(list, 245)).toThrow(tooLong);
  });
});

it('a stream is refused if a byte comes after its last record, however late', async () => {
  const bytes = Buffer.concat([binaryHeader(1, 1), dealCards(1), Buffer.of(0)]);
  const input = {
    available: async (end: number) => Math.min(end, bytes.length),
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const blocks = binary.blocks(input as never);
  expect((await blocks.next()).value).toMatchObject({ offset: 64, bytes: CARDS.length });
  const wrong = 'it goes on after its last record: 117 bytes where 116 were expected';
  await checkFailure(blocks.next(), DamageError, wrong);
});

describe('the end of a Parquet file', () => {
  const cells = { known: 5, min: 1, max: 3 };
  const group = { deals: 77, min: 5, max: LAST_DEAL, isConsecutive: false, cells };
  const own = Buffer.concat([...footer([group], { version: '1.2.3', selection: 'x' })]);
  const trailer = own.subarray(-8);

  it('has the offset at which the footer begins', () => {
    expect(footerOffset(trailer, 4 + own.length)).toBe(4);
    expect(footerOffset(trailer, 100 + own.length)).toBe(100);
    expect(footerOffset(changed(trailer, 0, 0, 0, 0, 0), 12)).toBe(4); // an empty one
  });

  it.each<[string, Uint8Array, number]>([
    ['it has 11 bytes, fewer than an empty Parquet file', trailer, 11],
    ['it has 500 bytes, fewer than an empty', trailer.subarray(1), 500], // cut while it was read
    ['it does not end as a Parquet file does', changed(trailer, 4, 0), 500],
    ['it does not end as a Parquet file does', changed(trailer, 7, 0), 500],
    [
      `its footer claims ${own.length - 8} bytes; expected at most ${own.length - 9}`,
      trailer,
      3 + own.length,
    ],
    ['claims 4278190080 bytes; expected at most 536870912', changed(trailer, 0, 0, 0, 0, 0xff), 2 ** 33],
  ])('is refused: %s', async (message, bytes, size) => {
    await checkFailure(() => footerOffset(bytes, size), DamageError, message);
  });
});

it.each(pairsIn('wrong-csv-headers.txt'))('%j is not the header of a CSV of deals', async (text, why) => {
  await checkFailure(verify(fileWith(text, 'a.csv')), DamageError, `its header is wrong: ${why}`);
});
