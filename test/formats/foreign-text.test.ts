// The first bytes of a file tell its format, and whether another program has changed the text. Every alternative is tested.

import { expect, it } from 'vitest';
import { foreignText } from '../../src/formats/lines.js';
import { formatOfHead } from '../../src/formats/registry.js';
import { cardName } from '../../src/game/cards.js';
import { CARDS } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import { binaryHeader, records } from '../support/engines.js';

const BOM = Buffer.from('\ufeff');

function formatOf(head: Uint8Array | string): string | undefined {
  return formatOfHead(Buffer.from(head as string))?.name;
}

it('formatOfHead returns the format of a file from its first bytes, for every first card or digit', () => {
  for (let card = 0; card < CARDS; card++) {
    for (const after of [' ', '\n', '\r\n', '\t']) expect(formatOf(`${cardName(card)}${after}`)).toBe('text');
    expect(formatOf(cardName(card) + cardName(card))).not.toBe('text');
  }
  for (const digit of '0123456789') expect(formatOf(`${digit}17\n`), digit).toBe('numbers');
  for (const name of ['XD ', 'D7 ', ' ', '', '-1', 'x', '[', 'PAR', 'par1', '\u0089FC'])
    expect(formatOf(name), name).toBeUndefined();
  expect(formatOf(records.ndjson.encode(617, dealCards(617)))).toBe('ndjson');
  expect(formatOf('{')).toBe('ndjson');
  expect(formatOf(binaryHeader(1, 5))).toBe('bin');
  expect(formatOf('PAR1')).toBe('parquet');
  for (let i = 0; i < 8; i++) {
    const other = binaryHeader(1, 5);
    other[i] ^= 1;
    expect(formatOf(other), `byte ${i}`).toBeUndefined();
  }
});

it.each([
  ['7D AD', 'text'],
  ['{"deal"', 'ndjson'],
  ['617', 'numbers'],
])('%s is recognized after a byte order mark and white space', (start, name) => {
  for (const before of ['\n', ' ', '\r\n', '\t'])
    for (const head of [`${before}${start}`, `\ufeff${start}`, `\ufeff${before}${start}`])
      expect(formatOf(head), JSON.stringify(head)).toBe(name);
});

const UTF16 = 'it is UTF-16; save the file as UTF-8 without a byte order mark';
const MARK = 'it begins with a byte order mark; save the file as UTF-8 without one';
const BLANK = 'it has a blank line';
const CRLF = 'its lines end with CRLF; expected a line feed alone';

it.each<[string, Uint8Array, string | undefined]>([
  ['UTF-16, little-endian', Buffer.from('\ufeff617\n', 'utf16le'), UTF16],
  ['UTF-16, big-endian', Buffer.from('\ufeff617\n', 'utf16le').swap16(), UTF16],
  ['0xff alone', Buffer.of(0xff, 0xff), undefined],
  ['0xfe alone', Buffer.of(0xfe, 0xfe), undefined],
  ['UTF-8 with a byte order mark', Buffer.concat([BOM, Buffer.from('617\n')]), MARK],
  ['the start of one', BOM.subarray(0, 2), undefined],
  ['CRLF', Buffer.from('617\r\n'), CRLF],
  ['CR', Buffer.from('617\r'), CRLF],
  ['a blank line first', Buffer.from('\n617\n'), BLANK],
  ['a blank line last', Buffer.from('617\n\n'), BLANK],
  ['lines', Buffer.from('617\n618\n'), undefined],
  ['a blank line after 1024 bytes', Buffer.from(`${'x'.repeat(1024)}\n\n`), undefined],
])('foreignText names what other programs do to text: %s', (_, bytes, fault) => {
  expect(foreignText(bytes)).toBe(fault);
});
