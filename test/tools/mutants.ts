// Bugs that a test must notice, by name. npm run mutate puts them in one at a time.

import { boardMutants } from './board-mutants.js';
import { kernelMutants } from './kernel-mutants.js';
import { type Mutant, mutantsOf } from './mutant.js';

export const mutants: readonly Mutant[] = [
  ...mutantsOf('formats/lines.ts', 'formats/formats', [
    [
      'one digit too few of powers of ten in a list',
      'power <= (numbers[i] as number)',
      'power < (numbers[i] as number)',
    ],
    [
      'one digit too few of a power of ten that ends a range',
      'low <= last; length++',
      'low < last; length++',
    ],
  ]),
  ...mutantsOf('formats/ndjson.ts', 'formats/formats', [
    ['a longest line that is too short', 'LINE_BYTES + MAX_DIGITS', 'LINE_BYTES + MAX_DIGITS - 1'],
  ]),
  ...mutantsOf('formats/binary.ts', 'formats/formats reader/deal-file verify', [
    ['a version that nobody checks', 'if (version !== VERSION) wrong', 'if (false) wrong'],
    ['reserved bytes that nobody checks', '.some((byte) => byte !== 0)', '.some(() => false)'],
    ['a count that goes beyond the last deal', 'count > most', 'count > most + 1n'],
    ['a file that goes on after its last record', 'if (size > expected)', 'if (false)'],
    ['a header of a list without its count', 'records += deals;', ''],
  ]),
  ...mutantsOf('formats/parquet.ts', 'formats/formats', [
    ['row groups that are told twice', 'this.#told = this.#groups.length;\n    return', 'return'],
  ]),
  ...mutantsOf('selection/sample.ts', 'selection/sample', [
    ['a sample that starts again after 65,536 numbers', 'indexOf(done + i)', 'indexOf(i)'],
    ['a seed whose upper half counts for nothing', 'Math.floor(seed / 2 ** 32) | 0', '0'],
    ['a sample of one deal too many', 'count > deals', 'count > deals + 1'],
  ]),
  ...mutantsOf('selection/list-file.ts', 'selection/list-file', [
    [
      'a list of short ranges that is handed on only when its memory is exactly full',
      'numbers.length - place.count < MIN_RANGE',
      'numbers.length === place.count',
    ],
    ['lines that are not counted', 'if (byte === LINE_FEED) line++;', 'if (byte === LINE_FEED) line += 0;'],
    ['a deal number beyond the last', 'n < FIRST_DEAL || n > LAST_DEAL ||', 'n < FIRST_DEAL ||'],
  ]),
  ...mutantsOf('selection/checksum.ts', 'selection/checksum selection/resume', [
    [
      'a checksum of the last run alone',
      'closed = crcOf(closed, open.first, open.last);\n    open = { first, last };',
      'closed = crcOf(0, open.first, open.last);\n    open = { first, last };',
    ],
    ['a checksum that depends on how a list is cut', 'first === open.last + 1', 'false'],
  ]),
  ...mutantsOf('selection/shard.ts', 'selection/shard', [
    ['shards that overlap', 'Math.min(index - 1, larger)', 'Math.min(index, larger)'],
    ['a shard of a list that goes on to its end', 'Math.min(end, start + to)', 'start + to'],
    ['a shard beyond the last', ' && index <= count', ''],
    ['a shard that cannot be told from the whole', 'const key = `', 'const key = source.key;\n  void `'],
  ]),
  ...mutantsOf('selection/selection.ts', 'selection/shard selection/list-file', [
    ['a shard of standard input', "if (dealsFrom === '-')", 'if (false)'],
    [
      'winnable deals of a list that are impossible',
      'filterNumbers(read(), false)',
      'filterNumbers(read(), true)',
    ],
    [
      'a list of numbers that ends with its last whole block',
      'if (count > 0) yield block.subarray(0, count);',
      '',
    ],
  ]),
  ...mutantsOf('selection/deal-source.ts', 'selection/shard plan/chunks selection/resume', [
    [
      'a part of a stream that begins one too late',
      'Math.max(0, from - before), Math.min(count, to - before)];\n    before += count;\n    if (first < end) yield',
      'Math.max(0, from - before + 1), Math.min(count, to - before)];\n    before += count;\n    if (first < end) yield',
    ],
  ]),
  ...mutantsOf('selection/impossible.ts', 'selection/impossible', [
    [
      'the last deal of a range is never impossible',
      'impossible.indexFrom(last + 1)',
      'impossible.indexFrom(last)',
    ],
    ['a range that ends with a single winnable deal', 'if (from <= last)', 'if (from < last)'],
  ]),
  ...mutantsOf('plan/portions.ts', 'plan/chunks selection/resume', [
    ['a checksum that does not cover what was written', 'room > length ? room - length : deals', 'deals'],
    ['a position that is the last portion’s', 'index: position.index + deals,', 'index: position.index,'],
  ]),
  ...mutantsOf('plan/chunks.ts', 'plan/chunks', [
    [
      'a resumed run that repeats what was written',
      ': { position: start, skip: taken }',
      ': { position: start, skip: 0 }',
    ],
    ['progress that is ahead', 'isWhole ? start.index + taken : end.index', 'end.index'],
    ['a chunk at the offset of the one before', 'nextOffset += bytes;', ''],
    [
      'a last chunk that is left out',
      'if (gatherer.deals > 0 && end !== undefined)',
      'if (false as boolean)',
    ],
  ]),
  ...mutantsOf('plan/number-gatherer.ts', 'plan/chunks threads/any-threads', [
    ['number buffers that are never used again', 'if (buffer !== undefined) this.#free.push(buffer);', ''],
    ['number buffers that are used while they are read', '= [[], 0, undefined];', '= [[], 0, buffer];'],
  ]),
  ...mutantsOf('threads/executor.ts', 'threads/in-flight threads/executor', [
    ['no bound on tasks in flight', 'inFlight.length < TASKS_PER_THREAD * this.#threads && ', ''],
    ['no bound on bytes in flight', ' && bytes < BYTES_PER_THREAD * this.#threads', ''],
    ['bytes in flight that never get fewer', 'bytes -= head.job.task.bytes;', ''],
    ['a source that is not closed', 'await source.return?.();', ''],
    ['tasks that go on after the run', 'await Promise.all(inFlight.map(({ settled }) => settled));', ''],
    [
      'a slow source that holds up results',
      'Promise.race([next, head.settled.then(() => nextTurn(undefined))])',
      'next',
    ],
    ['workers that start where they do not pay', 'alone > POOL_PAYS', 'alone >= 0'],
    ['workers that never start', 'alone > POOL_PAYS', 'alone < 0'],
    ['a kernel for a few deals', 'deals <= FEW_DEALS', 'deals < FEW_DEALS'],
    [
      'workers for no deals more than a thread',
      'hasForeignCode || workersOnly ? threads : threads - 1',
      'threads',
    ],
  ]),
  ...mutantsOf('threads/pool.ts', 'threads/executor', [
    ['workers that are given any number of tasks', 'running < TASKS_PER_WORKER * workers', 'true'],
    ['workers that are given any number of bytes', 'bytes < BYTES_PER_WORKER * workers', 'true'],
    ['a failed task that is never over', 'running--;', ''],
  ]),
  ...mutantsOf('threads/worker.ts', 'threads/any-threads', [
    ['workers that die at their first task', 'if (++tasks === DIE_AT) exit(1);', 'exit(1);'],
    [
      'workers with an answer to another task',
      'const result = await runTask(kernel, task);',
      'const result = await runTask(kernel, { ...task, bytes: 0 });',
    ],
  ]),
  ...mutantsOf('threads/filter-stage.ts', 'threads/any-threads selection/filter', [
    [
      'a filter’s portions that are never given back',
      'yield { ...portion, numbers: [keep(filter, portion.numbers, result as Uint8Array)] };\n    portion.release();',
      'yield { ...portion, numbers: [keep(filter, portion.numbers, result as Uint8Array)] };',
    ],
    ['a dead worker that is no fault of the filter', 'error instanceof WorkerError', 'false'],
  ]),
  ...mutantsOf('tasks/filter-portion.ts', 'selection/filter threads/any-threads', [
    [
      'a filter that keeps the last batch alone',
      'keepWanted(filter, module.name, batch, cards, kept, count)',
      'keepWanted(filter, module.name, batch, cards, kept, 0)',
    ],
    [
      'a filter that ends the process',
      'process.exit = (code) => {',
      'process.exitCode = 0; (process as { exitNot?: unknown }).exitNot = (code: unknown) => {',
    ],
    [
      'a filter that prints into the data',
      "Object.defineProperty(process, 'stdout', { get: () => stderr });",
      '',
    ],
  ]),
  ...mutantsOf('tasks/encode-chunk.ts', 'tasks/encode-chunk', [
    [
      'a chunk whose second batch is written over its first',
      'writeMissing(file, encoded, offset + at)',
      'writeMissing(file, encoded, offset)',
    ],
    [
      'what an interrupted run wrote is believed',
      'offset < alreadyWritten && hasBytes(fd, bytes, offset)',
      'offset < alreadyWritten',
    ],
    ['bytes that are overwritten while they are written', '      await before;\n', ''],
    ['a failure while another write goes on', '    await Promise.allSettled([writing]);\n', ''],
    ['a last write whose failure is lost', '  await writing;\n}', '}'],
    [
      'a second batch that is written over the first while it is written',
      'writeMissingAsync(task.file, encoded, task.offset + at)',
      'writeMissingAsync(task.file, encoded, task.offset)',
    ],
  ]),
  ...mutantsOf('common/errors.ts', 'threads/executor io/input common/errors', [
    ['a worker’s failure that loses its code', "...(typeof code === 'string' && { code }),", ''],
    [
      'a failure to write that loses its class',
      "if (name === 'WriteError') return new WriteError(failure);",
      '',
    ],
    [
      'a failure to read without its code',
      '?? message}`, { cause });\n    this.code = code;',
      '?? message}`, { cause });\n    this.code = undefined;',
    ],
  ]),
  ...mutantsOf('generate.ts', 'selection/list-file threads/any-threads selection/resume', [
    ['what is left behind of a wrong list', 'await output.abort();', ''],
    ['a frame that learns nothing', 'frame.add(chunk);', ''],
    [
      'a changed list that is accepted',
      'if (missing === 0 && running.value === checksum) return;',
      'return;',
    ],
    ['kept deals that are written twice', 'skip: resumed.skip,', 'skip: 0,'],
    ['chunks that are never given back', 'chunk.release();', ''],
    ['a head that is never final', 'if (finalHead !== undefined)', 'if (false as boolean)'],
  ]),
  ...mutantsOf('deals.ts', 'threads/any-threads library', [
    ['numbers of a batch that change later', 'numbers: Float64Array.from(numbers)', 'numbers'],
    ['batches that are never given back', 'chunk.release();', ''],
    [
      'an iteration that cannot be stopped',
      'offset = end;\n      signal?.throwIfAborted();\n    }\n    chunk.release();\n    signal?.throwIfAborted();',
      'offset = end;\n    }\n    chunk.release();',
    ],
  ]),
  ...mutantsOf('count.ts', 'threads/any-threads selection/filter', [
    ['a count of portions', 'deals += countAllNumbers(numbers);', 'deals += 1;'],
    ['a count that cannot be stopped', 'signal?.throwIfAborted();\n  }\n  return deals', '}\n  return deals'],
  ]),
  ...mutantsOf('game/deal-numbers.ts', 'game/deal-numbers selection/filter plan/chunks', [
    ['ranges that share one deal', 'b.first <= a.last', 'b.first < a.last'],
    ['numbers that are taken for a range', 'if (numbers[i] !== first + i) return undefined;', ''],
  ]),
  ...mutantsOf('game/deal-view.ts', 'game/deal-view selection/filter', [
    [
      'the cards of the deal before',
      'this.#cards[i] = cards[from + i] as number',
      'this.#cards[i] = cards[i] as number',
    ],
    ['a column that is too long', 'Math.ceil((CARDS - c) / COLUMNS)', 'Math.ceil(CARDS / COLUMNS)'],
  ]),
  ...mutantsOf('game/cards.ts', 'game/deal-view selection/filter', [
    ['card byte 52 out of a filter’s cards', '(card as number) < CARDS', '(card as number) <= CARDS'],
  ]),
  ...mutantsOf('engine/kernel.ts', 'formats/formats', [
    [
      'cards that were given, of the first batch alone',
      'cards.subarray(done * CARDS, (done + some) * CARDS)',
      'cards.subarray(0, some * CARDS)',
    ],
    ['memory without what encoders write beyond the end', '+ bytes + this.#slack -', '+ bytes -'],
  ]),
  ...mutantsOf('engine/reference.ts', 'formats/formats', [
    [
      'cards that were given, of the first deal alone',
      'cards?.subarray(deals * CARDS, (deals + 1) * CARDS)',
      'cards?.subarray(0, CARDS)',
    ],
  ]),
  ...mutantsOf('output/atomic-file.ts', 'output/atomic-file output/interrupted', [
    ['--sync without a sync of the data', 'if (this.#sync) await syncData(this.#fd);', ''],
    [
      'a checkpoint before its data is on disk',
      'await syncData(this.#fd);\n      this.#checkOwnership();\n      journal',
      'this.#checkOwnership();\n      journal',
    ],
    ['space that is needed twice', 'job.bytes - (found?.bytes ?? 0)', 'job.bytes'],
    [
      'a file that appeared and is replaced',
      "if (toFailure(error).code === 'EEXIST' || existsSync(this.name))",
      'if (false as boolean)',
    ],
    ['a run with a checkpoint that is thrown away', 'if (this.#hasCheckpoint) return this.suspend();', ''],
    [
      'a file that keeps what is behind its end',
      'if (fstatSync(this.#fd).size > bytes) ftruncateSync(this.#fd, bytes);',
      '',
    ],
  ]),
  ...mutantsOf('output/interrupted.ts', 'output/interrupted', [
    [
      'a checkpoint beyond the end of a shorter file',
      'checkpoint.bytes <= bytes ? checkpoint : NO_CHECKPOINT',
      'checkpoint',
    ],
  ]),
  ...mutantsOf('output/journal.ts', 'output/interrupted output/lock', [
    [
      'a new job with the checkpoint of the old one',
      '{ version, job, checkpoint: NO_CHECKPOINT, facts: [] }',
      '{ version, job }',
    ],
    ['no line feed after half a line', "before.isCut ? '\\n' : ''", "''"],
  ]),
  ...mutantsOf('output/spool.ts', 'output/stream', [
    ['a temporary file that stays', 'unlinkSync(path); // the', '// the'],
  ]),
  ...mutantsOf('io/positioned.ts', 'io/positioned', [
    [
      'a write that the system cut short',
      'done += writeSync(fd, bytes, done, Math.min(WRITE_BYTES, bytes.length - done), offset + done);',
      'const length = Math.min(WRITE_BYTES, bytes.length - done);\n    writeSync(fd, bytes, done, length, offset + done);\n    done += length;',
    ],
  ]),
  ...mutantsOf('verify.ts', 'verify', [
    ['a check that cannot be stopped', 'options.signal?.throwIfAborted();\n    }', '}'],
    ['a file that grows while it is checked', 'input.checkSize();', ''],
  ]),
  ...mutantsOf('tasks/check-records.ts', 'tasks/check-records', [
    [
      'a check that goes beyond the last deal',
      'Math.max(1, Math.min(count, left)) - 1, LAST_DEAL)',
      'Math.max(1, Math.min(count, left)) - 1, 2 ** 40)',
    ],
    [
      'boards that lead up to no deal',
      'Math.min(this.#skippedBoards, next - FIRST_DEAL)',
      'this.#skippedBoards',
    ],
    ['a bad record that counts once for all', 'this.#report.bad += count;', ''],
  ]),
  ...mutantsOf('reader/deal-file.ts', 'reader/deal-file', [
    ['a board that is no deck', 'if (!isDeck(cards)) this.#refuse(this.#record, n, position);', ''],
    [
      'a failed read that is remembered as good',
      'this.#position = -1;\n      this.#read(this.#record, position);',
      'this.#read(this.#record, position);',
    ],
  ]),
  ...mutantsOf('reader/complete-output.ts', 'reader/complete-output', [
    [
      'a complete file by its size and its ends alone',
      'return areRight ? { deals, bytes }',
      'return true ? { deals, bytes }',
    ],
    ['a complete file whose head nobody checks', ' || !frame.every((part) => hasPart(fd, part))', ''],
    ['a complete file whose last chunk nobody checks', '[first, last as Chunk]', '[first]'],
    ['a complete file of another size', 'size !== bytes || ', ''],
  ]),
  ...mutantsOf('merge.ts', 'merge', [
    ['shards that share one deal', 'range.first > before.range.last', 'range.first >= before.range.last'],
    ['a file that is given twice', 'if (same !== undefined)', 'if (false as boolean)'],
    ['a gap between shards', 'if (i < 0) return;', 'return;'],
    ['a resumed merge that leaves a part out', 'outputOffset <= written', 'outputOffset - length <= written'],
    ['ranges in the order they are given', 'areRanges ? filled.toSorted(byFirst) : filled', 'filled'],
    ['an output that is one of the files', 'existing !== undefined && seen.has(identity(existing))', 'false'],
  ]),
  ...mutantsOf('copy.ts', 'commands/cat', [
    ['deals before a damaged one that are left out', 'if (deals > 0) yield encode(); // those', '// those'],
    [
      'the first deals of a batch again and again',
      'numbers[deals + i] = batch.first + done + i',
      'numbers[deals + i] = batch.first + i',
    ],
    [
      'a list that is called a range',
      'first: ranges?.length === 1 ? ranges[0]?.first : undefined',
      'first: ranges?.[0]?.first',
    ],
    [
      'a last chunk that is left out',
      'if (deals > 0) yield encode();\n  yield* frame.tail();',
      'yield* frame.tail();',
    ],
  ]),
  ...mutantsOf('reader/list-index.ts', 'reader/deal-file', [
    [
      'an index whose even deals are odd',
      'halves[2 * position] = (n << POSITION_BITS) | position;',
      'halves[2 * position] = position;',
    ],
  ]),
  ...mutantsOf('commands/terminal.ts', 'commands/terminal', [
    [
      'a second Ctrl-C that does nothing',
      'if (milliseconds() - stopped > SAME_SIGNAL_WITHIN) endAtOnce();',
      '',
    ],
    ['a stopped run that takes 7 s', 'const STOP_TIMEOUT = 700', 'const STOP_TIMEOUT = 7000'],
  ]),
  ...mutantsOf('commands/generate.ts', 'cli', [['“after 0 deals”', 'grouped(reached?.dealt ?? 0)', "'0'"]]),
  ...mutantsOf('commands/progress.ts', 'commands/progress', [
    [
      'bytes of deals',
      '{ done: dealt, total: totalDeals } : { done: bytes, total: totalBytes }',
      '{ done: bytes, total: totalDeals } : { done: dealt, total: totalBytes }',
    ],
    ['ranges without “and more”', ' and more`', '`'],
  ]),
  ...mutantsOf('commands/show.ts', 'commands/show', [
    ['LC_ALL and LC_CTYPE that count for nothing', "LC_ALL || LC_CTYPE || LANG || ''", "LANG || ''"],
  ]),
  ...mutantsOf('board/parse.ts', 'board/parse', [
    ['JSON whose game number is a card', '/"(?:deal|game|number)"', '/"(?:deal)"'],
  ]),
  ...boardMutants,
  ...kernelMutants,
];
