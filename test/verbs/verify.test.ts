import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contents, readHeader } from '../../src/formats/binary.js';
import { formats } from '../../src/formats/registry.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { DamageError, generate, ReadError, verify } from '../../src/index.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { binaryHeader, expected, records } from '../support/engines.js';
import { runMain } from '../support/main.js';

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
  // Parquet has its own tests; a list of numbers stays a valid list if a bit of a digit changes
  const checked = formats.filter(({ name }) => name !== 'parquet' && name !== 'numbers');
  const files = checked.flatMap((format) => [
    { format, name: `range${format.extension}`, deals: RANGE },
    { format, name: `list${format.extension}`, deals: LIST },
  ]);
  for (const { format, name, deals } of files) {
    const numbers = deals.split(',').flatMap((part) => {
      const [first, last = first] = part.split('..').map(Number) as [number, number?];
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    });
    const first = deals === RANGE ? numbers[0] : undefined;
    const layout = format.layout({ first, count: numbers.length, selection: '' });
    const header = layout.frame().head().length;
    let at = header;
    const starts = numbers.map((n) => {
      const start = at;
      at += layout.chunkBytes([{ first: n, last: n }]);
      return start;
    });
    const file = join(suiteFolder, name);
    await generate({ deals, output: file });
    samples.push({ name, file, bytes: readFileSync(file), header, starts, deals: numbers });
  }
});

describe('verify', () => {
  it('finds any single flipped bit, by deal number and offset: 20 in each kind of file with cards, 10 in each header', async () => {
    for (const { name, bytes, header, starts, deals } of samples) {
      const file = join(suiteFolder, `flipped-${name}`);
      const bitsOf = (bytes: number, numRuns: number) =>
        fc.sample(fc.integer({ min: 0, max: bytes * 8 - 1 }), { numRuns, seed: 617 });
      for (const bit of [...bitsOf(bytes.length, 20), ...(header > 0 ? bitsOf(header, 10) : [])]) {
        const at = bit >> 3;
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] as number) ^ (1 << (bit & 7));
        writeFileSync(file, damaged);
        if (at < header) {
          await expect(verify(file, { threads: 1 }), `${name}, header bit ${bit}`).rejects.toThrow(
            DamageError,
          );
          continue;
        }
        const i = starts.findLastIndex((start) => start <= at);
        const { bad, firstBad } = await verify(file, { threads: 1 });
        expect(bad, `${name}, bit ${bit}`).toBeGreaterThan(0);
        expect(firstBad?.offset, `${name}, bit ${bit}`).toBe(starts[i]);
        // a board of text tells no number: damaged after a jump of a list, only its place is known
        const isKnown = name !== 'list.txt' || deals[i - 1] === (deals[i] as number) - 1;
        if (isKnown) expect(firstBad?.deal, `${name}, bit ${bit}`).toBe(deals[i]);
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
      const { records, bad, firstBad, ranges } = await verify(output, { threads });
      expect({ records, bad }).toEqual({ records: 100_000, bad: 4 });
      expect(firstBad).toEqual({ deal: 6, offset: starts[0], problem: 'it is another line' });
      expect(ranges.at(0)).toEqual({ first: 1, last: 5 });
    }
  });

  it('reports two records of a range that are swapped', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    await generate({ deals: '1..100', output });
    const bytes = readFileSync(output);
    const seventh = Buffer.from(bytes.subarray(64 + 6 * 52, 64 + 7 * 52));
    bytes.copyWithin(64 + 6 * 52, 64 + 52, 64 + 2 * 52);
    seventh.copy(bytes, 64 + 52);
    writeFileSync(output, bytes);
    const firstBad = { deal: 2, problem: 'it is another board' };
    expect(await verify(output)).toMatchObject({ bad: 2, firstBad });
  });

  it.each([
    ['a.bin', 63, "it has 63 bytes, fewer than a header's 64"],
    ['a.bin', 0, 'it is empty'],
  ])('reports where %s, cut to %d bytes, is cut off', async (name, size, message) => {
    const folder = temporaryFolder();
    await generate({ deals: '1..100', output: join(folder, name) });
    truncateSync(join(folder, name), size);
    const { status, stderr } = await runMain(['verify', name], folder);
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
      'has a byte that is not a card',
      (b: Buffer) => b.fill(200, 70, 71),
      'first deal 1 at offset 64: byte 200 is not a valid card; expected 0..51',
    ],
  ])('reports that a file %s', async (_, damage, message) => {
    const folder = temporaryFolder();
    const file = join(folder, 'a.bin');
    await generate({ deals: '1..100', output: file });
    writeFileSync(file, damage(readFileSync(file)));
    const { status, stderr } = await runMain(['verify', 'a.bin'], folder);
    expect(stderr).toContain(message);
    expect(stderr.split('\n').length).toBe(2);
    expect(status).toBe(1);
  });

  it.each([
    ['bin', 'numbered'],
    ['ndjson', 'ndjson'],
    ['txt', 'text'],
  ] as const)(
    'says that a .%s file was cut off while it was read, also where a record ended there',
    async (extension, encoder) => {
      const { bytesOf } = records[encoder];
      for (const threads of [1, 2]) {
        const output = join(temporaryFolder(), `a.${extension}`);
        await generate({ deals: '100000,1..80000', output });
        const header = extension === 'bin' ? 64 : 0;
        const kept =
          header + bytesOf({ first: 100_000, last: 100_000 }) + bytesOf({ first: 1, last: 70_000 });
        let blocks = 0;
        const verified = verify(output, {
          threads,
          onProgress: () => {
            if (blocks++ === 0) truncateSync(output, kept);
          },
        });
        await expect(verified).rejects.toThrow(DamageError);
        await expect(verified).rejects.toThrow(
          threads === 1
            ? `it was cut off at offset ${kept} while it was read`
            : /^it was cut off at offset \d+ while|^its size changed from \d+ to \d+ bytes while/,
        );
        expect(blocks).toBeGreaterThan(0);
      }
    },
  );

  it('says that the size of a file changed while it was read, also after the last block', async () => {
    const output = join(temporaryFolder(), 'a.ndjson');
    await generate({ deals: '1..100', output });
    const { size } = statSync(output);
    const grow = () => appendFileSync(output, '\n');
    await expect(verify(output, { onProgress: grow })).rejects.toThrow(
      new DamageError(`its size changed from ${size} to ${size + 1} bytes while it was read`),
    );
  });

  it('ends between two blocks when its signal is aborted, with the reason of the signal', async () => {
    const output = join(temporaryFolder(), 'a.txt');
    await generate({ deals: '1..100000', output });
    for (const threads of [1, 2]) {
      const reason = Object.assign(new Error('enough'), { code: 'ENOUGH' });
      const stop = new AbortController();
      let blocks = 0;
      const onProgress = () => {
        if (++blocks === 2) stop.abort(reason);
      };
      await expect(verify(output, { threads, signal: stop.signal, onProgress })).rejects.toBe(reason);
      expect(blocks).toBe(2);
    }
    const small = join(temporaryFolder(), 'a.bin');
    await generate({ deals: '1..100', output: small });
    const late = new AbortController();
    const stop = () => late.abort('after the last block');
    await expect(verify(small, { signal: late.signal, onProgress: stop })).rejects.toBe(
      'after the last block',
    );
    let blocks = 0;
    const verified = verify(output, { signal: AbortSignal.abort('before'), onProgress: () => blocks++ });
    await expect(verified).rejects.toBe('before');
    expect(blocks).toBe(0);
  });

  it('rejects with the error that onProgress throws', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    await generate({ deals: '1..100', output });
    const error = Object.assign(new Error('mine'), { code: 'EIO' });
    const onProgress = () => {
      throw error;
    };
    await expect(verify(output, { onProgress })).rejects.toBe(error);
  });

  it('reports its progress up to all bytes', async () => {
    const output = join(temporaryFolder(), 'a.ndjson');
    await generate({ deals: '1..50000', output });
    const { size } = statSync(output);
    const progress: { records: number; bytes: number; totalBytes: number | undefined }[] = [];
    await verify(output, { onProgress: (now) => progress.push(now) });
    expect(progress.length).toBe(Math.ceil(size / 4194304));
    expect(progress.at(-1)).toEqual({ records: 50000, bytes: size, totalBytes: size });
    expect(progress.map(({ bytes }) => bytes)).toEqual(
      progress.map(({ bytes }) => bytes).toSorted((a, b) => a - b),
    );
  });

  it('rejects with a ReadError and its code if a file cannot be read', async () => {
    const folder = temporaryFolder();
    const missing = join(folder, 'none.bin');
    await expect(verify(missing)).rejects.toMatchObject({ name: 'ReadError', code: 'ENOENT' });
    await expect(verify(missing)).rejects.toThrow(ReadError);
    await expect(verify(folder, { format: 'bin' })).rejects.toMatchObject({
      name: 'ReadError',
      code: 'EISDIR',
    });
  });

  it('names a damaged first board of a block by the board before it', async () => {
    const output = join(temporaryFolder(), 'a.txt');
    await generate({ deals: '1001..9000', output });
    const bytes = readFileSync(output);
    const block = Math.floor(1048576 / 156) * 156; // bytes
    // also the one after it, by which it could be named otherwise
    bytes[block] = bytes[block + 156] = 0x58;
    writeFileSync(output, bytes);
    expect(await verify(output)).toMatchObject({
      records: 8000,
      bad: 2,
      firstBad: { deal: 1001 + block / 156, offset: block, problem: 'it is not a board in columns' },
    });
  });

  it('checks the next file after a damaged one, and prints what each contains', async () => {
    const folder = temporaryFolder();
    await runMain(['generate', '1..100', '-o', 'a.bin'], folder);
    await runMain(['generate', '1..3,7', '-o', 'b.ndjson'], folder);
    writeFileSync(join(folder, 'bad.txt'), 'mine');
    const { status, stdout, stderr } = await runMain(
      ['verify', 'a.bin', 'bad.txt', 'none.bin', 'b.ndjson'],
      folder,
    );
    expect(stdout.toString()).toBe(
      'a.bin: 100 deals, all right: 1..100\nb.ndjson: 4 deals, all right: 1..3,7\n',
    );
    expect(stderr).toBe(
      'freecell-deals: bad.txt: 1 of 1 deal is wrong, first a deal at offset 0: it is cut off\n' +
        'freecell-deals: cannot read none.bin: there is no such file; check the path\n',
    );
    expect(status).toBe(1);
  });
});

describe('readHeader', () => {
  const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const extreme = fc.oneof(
    u64,
    fc.constantFrom(0n, 1n, 2n ** 32n, 2n ** 33n - 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n),
  );

  it('accepts exactly the valid ones of 10,000 hostile headers, in little memory', () => {
    const before = process.memoryUsage().arrayBuffers;
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.record({
          patches: fc.array(fc.tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 0, max: 255 })), {
            maxLength: 3,
          }),
          layout: fc.constantFrom(1, 2),
          first: fc.option(extreme, { freq: 1 }),
          count: fc.option(extreme, { freq: 1 }),
          mendCrc: fc.boolean(),
          length: fc.oneof(fc.constant(64), fc.integer({ min: 0, max: 64 })),
          size: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
        }),
        ({ patches, layout, first, count, mendCrc, length, size }) => {
          const bytes = binaryHeader(layout === 1 ? 1 : undefined, 9);
          for (const [at, value] of patches) bytes[at] = value;
          if (first !== null) bytes.writeBigUInt64LE(first, 16);
          if (count !== null) bytes.writeBigUInt64LE(count, 24);
          if (mendCrc) mend(bytes);
          const head = bytes.subarray(0, length);
          const fitting = 64n + bytes.readBigUInt64LE(24) * BigInt(bytes.readUInt16LE(12));
          const fileSize = size ?? Number(fitting);
          let contents: Contents | undefined;
          try {
            contents = readHeader(head, fileSize);
          } catch (error) {
            if (!(error instanceof Error && error.name === 'DamageError')) throw error;
            if (!/^(it|its) .{10,}/.test(error.message)) throw error;
          }
          // expect takes longer than all else here
          if ((contents !== undefined) !== isRight(head, fileSize))
            expect(head.toString('hex')).toBe('right');
          counts[contents === undefined ? 'refused' : 'accepted']++;
        },
      ),
      { numRuns: 10_000 },
    );
    expect(counts.accepted).toBeGreaterThan(200);
    expect(counts.refused).toBeGreaterThan(2000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
  });

  it.each([
    ['version', 8, 2, 'it has version 2; this program reads version 1'],
    ['version', 8, 0, 'it has version 0; this program reads version 1'],
    ['size of the header', 10, 65, 'its header has 65 at offset 10; expected 64'],
    ['size of a record', 12, 60, 'its header has 60 at offset 12; expected 52'],
    ['layout', 14, 3, 'it has record layout 3; expected 1 or 2'],
    ['layout', 14, 0, 'it has record layout 0; expected 1 or 2'],
    ['first deal', 16, 0, `its first deal number is 0; expected 1..${LAST_DEAL}`],
    ['first deal', 20, 2, `its first deal number is 8589934593; expected 1..${LAST_DEAL}`],
    ['number of records', 24, 0, `it claims 0 records; expected 1..${LAST_DEAL}`],
    ['number of records', 28, 2, `it claims 8589934601 records; expected 1..${LAST_DEAL}`],
    ['first reserved byte', 32, 1, 'its header has 1 at offset 32; expected 0'],
    ['last reserved byte', 59, 128, 'its header has 128 at offset 59; expected 0'],
  ])('refuses another %s even if the CRC fits: byte %d is %d', (_, at, value, message) => {
    const bytes = binaryHeader(1, 9);
    const size = 64 + 9 * 52;
    expect(readHeader(bytes, size)).toMatchObject({ first: 1, count: 9 });
    bytes[at] = value;
    expect(() => readHeader(bytes, size)).toThrow('its header is damaged: the CRC-32 does not fit');
    mend(bytes);
    expect(() => readHeader(bytes, size)).toThrow(new DamageError(message));
  });
});

/** Writes the CRC-32 that fits a header. */
function mend(header: Buffer): void {
  header.writeUInt32LE(crc32(header.subarray(0, 60)), 60);
}

/** What docs/formats.md says of a header, field by field. */
function isRight(head: Buffer, size: number): boolean {
  if (head.length < 64 || head.toString('hex', 0, 8) !== '894643440d0a1a0a') return false;
  const [version, headerBytes, recordBytes, layout] = [8, 10, 12, 14].map((at) => head.readUInt16LE(at));
  const [first, count] = [head.readBigUInt64LE(16), head.readBigUInt64LE(24)];
  const isList = layout === 2;
  return (
    version === 1 &&
    headerBytes === 64 &&
    (isList ? recordBytes === 60 : layout === 1 && recordBytes === 52) &&
    (isList ? first === 0n : first >= 1n && first <= BigInt(LAST_DEAL)) &&
    (isList ? count <= BigInt(LAST_DEAL) : count >= 1n && first + count - 1n <= BigInt(LAST_DEAL)) &&
    head.subarray(32, 60).every((byte) => byte === 0) &&
    head.readUInt32LE(60) === crc32(head.subarray(0, 60)) &&
    BigInt(size) === 64n + count * BigInt(recordBytes as number)
  );
}

it('readHeader reads the headers that generate wrote', () => {
  for (const { bytes, name, deals } of samples.filter(({ name }) => name.endsWith('.bin'))) {
    const { count, first, record } = readHeader(bytes.subarray(0, 64), bytes.length);
    expect(count).toBe(deals.length);
    expect(first).toBe(name.startsWith('range') ? deals[0] : undefined);
    const wanted = Buffer.concat(deals.map((n) => expected(record, n, 1)));
    checkSame(bytes.subarray(64), wanted);
  }
});
