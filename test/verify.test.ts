import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DamageError, generate, verify } from '../dist/index.js';
import { readHeader } from '../src/formats/binary.js';
import { LAST_DEAL } from '../src/game/constants.js';
import { run, temporaryFolder } from './support/command.js';
import { binaryHeader, expected, records } from './support/engines.js';

// across the edge at 2^32, and a list with jumps
const RANGE = '4294967200..4294967399';
const LIST = '9990..10010,8589934591,617,2147483640..2147483660,1..57';

interface Sample {
  name: string;
  file: string;
  bytes: Buffer;
  header: number;
  starts: number[]; // offset of each record
  deals: number[];
}

const samples: Sample[] = [];
const suiteFolder = mkdtempSync(join(tmpdir(), 'freecell-deals-verify-'));
afterAll(() => rmSync(suiteFolder, { recursive: true }));

beforeAll(async () => {
  for (const [name, deals, record] of [
    ['range.bin', RANGE, records.cards],
    ['list.bin', LIST, records.numbered],
    ['range.ndjson', RANGE, records.ndjson],
    ['list.ndjson', LIST, records.ndjson],
    ['range.txt', RANGE, records.text],
    ['list.txt', LIST, records.text],
  ] as const) {
    const numbers = deals.split(',').flatMap((part) => {
      const [first, last = first] = part.split('..').map(Number) as [number, number?];
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    });
    const header = name.endsWith('.bin') ? 64 : 0;
    let at = header;
    const starts = numbers.map((n) => {
      const start = at;
      at += record.bytesOf({ first: n, last: n });
      return start;
    });
    const file = join(suiteFolder, name);
    await generate({ deals, output: file });
    samples.push({ name, file, bytes: readFileSync(file), header, starts, deals: numbers });
  }
});

describe('verify', () => {
  it('finds nothing wrong with what generate writes', async () => {
    for (const { file, deals, name } of samples) {
      const { records, bad, ranges } = await verify(file);
      expect({ records, bad }).toEqual({ records: deals.length, bad: 0 });
      expect(ranges.length, name).toBe(name.startsWith('range') ? 1 : 5);
    }
  });

  it('finds any single flipped bit, by deal number and offset: 200 in each kind of file', async () => {
    for (const { name, bytes, header, starts, deals } of samples) {
      const file = join(suiteFolder, `flipped-${name}`);
      const bits = fc.sample(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), { numRuns: 200, seed: 617 });
      for (const bit of bits) {
        const at = bit >> 3;
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] as number) ^ (1 << (bit & 7));
        writeFileSync(file, damaged);
        if (at < header) {
          await expect(verify(file), `${name}, header bit ${bit}`).rejects.toThrow(DamageError);
          continue;
        }
        const i = starts.findLastIndex((start) => start <= at);
        const { bad, worst } = await verify(file);
        expect(bad, `${name}, bit ${bit}`).toBeGreaterThan(0);
        expect(worst?.at, `${name}, bit ${bit}`).toBe(starts[i]);
        // a board of text tells no number: damaged after a jump of a list, only its place is known
        const isKnown = name !== 'list.txt' || deals[i - 1] === (deals[i] as number) - 1;
        if (isKnown) expect(worst?.deal, `${name}, bit ${bit}`).toBe(deals[i]);
      }
    }
  });

  it('counts the bad records of a file of many blocks', async () => {
    const output = join(temporaryFolder(), 'a.ndjson');
    await generate({ deals: '1..100000', output });
    const bytes = readFileSync(output);
    const starts = [5, 20_000, 50_000, 99_999].map((n) => records.ndjson.bytesOf({ first: 1, last: n }));
    for (const start of starts) bytes[start + 30] = 0x58;
    writeFileSync(output, bytes);
    for (const threads of [1, 3]) {
      const { records, bad, worst, ranges } = await verify(output, { threads });
      expect({ records, bad }).toEqual({ records: 100_000, bad: 4 });
      expect(worst).toEqual({ deal: 6, at: starts[0], what: 'it is another line' });
      expect(ranges.at(0)).toEqual({ first: 1, last: 5 });
    }
  });

  it('notices two records of a range that changed places', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    await generate({ deals: '1..100', output });
    const bytes = readFileSync(output);
    const seventh = Buffer.from(bytes.subarray(64 + 6 * 52, 64 + 7 * 52));
    bytes.copyWithin(64 + 6 * 52, 64 + 52, 64 + 2 * 52);
    seventh.copy(bytes, 64 + 52);
    writeFileSync(output, bytes);
    expect(await verify(output)).toMatchObject({ bad: 2, worst: { deal: 2, what: 'it is another board' } });
  });

  it.each([
    ['a.bin', 1000, 'it is cut off: 1000 bytes of the 5264 that 100 records take'],
    ['a.bin', 63, "it has 63 bytes, fewer than a header's 64"],
    ['a.bin', 0, 'it is empty'],
    ['a.ndjson', 1000, '1 of 4 deals is wrong, first deal 4 at offset 843: it is cut off'],
    ['a.txt', 1000, '1 of 7 deals is wrong, first deal 7 at offset 936: it is cut off'],
  ])('says how %s of %d bytes is cut off', async (name, size, message) => {
    const folder = temporaryFolder();
    await generate({ deals: '1..100', output: join(folder, name) });
    truncateSync(join(folder, name), size);
    const { status, stderr } = run(['verify', name], folder);
    expect({ status, stderr }).toEqual({ status: 1, stderr: `freecell-deals: ${name}: ${message}\n` });
  });

  it.each([
    [
      'goes on',
      (b: Buffer) => Buffer.concat([b, Buffer.from([10])]),
      'it goes on after its last record: 5265 bytes',
    ],
    ['has another magic', (b: Buffer) => b.fill(0, 0, 1), 'it is not a freecell-deals file'],
    ['has a wrong CRC', (b: Buffer) => b.fill(0, 60, 64), 'the CRC-32 does not fit'],
    [
      'has a byte that is no card',
      (b: Buffer) => b.fill(200, 70, 71),
      'first deal 1 at offset 64: byte 200 is not a valid card; expected 0..51',
    ],
  ])('says how a file %s', async (_, damage, message) => {
    const folder = temporaryFolder();
    const file = join(folder, 'a.bin');
    await generate({ deals: '1..100', output: file });
    writeFileSync(file, damage(readFileSync(file)));
    const { status, stderr } = run(['verify', 'a.bin'], folder);
    expect(stderr).toContain(message);
    expect(stderr.split('\n').length).toBe(2);
    expect(status).toBe(1);
  });

  it('goes on with the next file after a bad one, and tells what each holds', () => {
    const folder = temporaryFolder();
    run(['generate', '1..100', '-o', 'a.bin'], folder);
    run(['generate', '1..3,7', '-o', 'b.ndjson'], folder);
    writeFileSync(join(folder, 'bad.txt'), 'mine');
    const { status, stdout, stderr } = run(['verify', 'a.bin', 'bad.txt', 'none.bin', 'b.ndjson'], folder);
    expect(stdout.toString()).toBe(
      'a.bin: 100 deals, all right: 1..100\nb.ndjson: 4 deals, all right: 1..3,7\n',
    );
    expect(stderr).toBe(
      'freecell-deals: bad.txt: 1 of 1 deal is wrong, first a deal at offset 0: it is cut off\n' +
        'freecell-deals: cannot read none.bin: there is no such file; check the path\n',
    );
    expect(status).toBe(1);
    expect(run(['verify'], folder).status).toBe(2);
    expect(run(['verify', 'a.xyz'], folder).status).toBe(2);
    expect(run(['verify', '.', '-f', 'bin'], folder).status).toBe(1);
  });
});

describe('readHeader', () => {
  const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const extreme = fc.oneof(
    u64,
    fc.constantFrom(0n, 1n, 2n ** 32n, 2n ** 33n - 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n),
  );

  it('takes nothing on trust: 100,000 headers made to do harm', () => {
    const before = process.memoryUsage().arrayBuffers;
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.record({
          patches: fc.array(fc.tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 0, max: 255 })), {
            maxLength: 3,
          }),
          first: fc.option(extreme),
          count: fc.option(extreme),
          mendCrc: fc.boolean(),
          length: fc.oneof(fc.constant(64), fc.integer({ min: 0, max: 64 })),
          size: fc.oneof(fc.constant(64 + 52 * 9), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
        }),
        ({ patches, first, count, mendCrc, length, size }) => {
          const bytes = Buffer.from(binaryHeader(1, 9));
          for (const [at, value] of patches) bytes[at] = value;
          if (first !== null) bytes.writeBigUInt64LE(first, 16);
          if (count !== null) bytes.writeBigUInt64LE(count, 24);
          if (mendCrc) bytes.writeUInt32LE(crcOf(bytes.subarray(0, 60)), 60);
          try {
            const contents = readHeader(bytes.subarray(0, length), size);
            accepted++;
            expect(contents.offset + contents.count * contents.record.maxBytes).toBe(size);
            expect((contents.first ?? 1) + contents.count - 1).toBeLessThanOrEqual(LAST_DEAL);
          } catch (error) {
            if (!(error instanceof Error && error.name === 'DamageError')) throw error;
            expect(error.message).toMatch(/^(it|its) .{10,}/);
          }
        },
      ),
      { numRuns: 100_000 },
    );
    expect(accepted).toBeGreaterThan(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
  });
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

it('reads back what generate wrote', () => {
  for (const { bytes, name, deals } of samples.filter(({ name }) => name.endsWith('.bin'))) {
    const { count, first, record } = readHeader(bytes.subarray(0, 64), bytes.length);
    expect(count).toBe(deals.length);
    expect(first).toBe(name.startsWith('range') ? deals[0] : undefined);
    const wanted = Buffer.concat(deals.map((n) => expected(record, n, 1)));
    expect(bytes.subarray(64).equals(wanted)).toBe(true);
  }
});
