// The facts of an unfinished file that info shows, from FILE.run.

import { existsSync, fstatSync } from 'node:fs';
import { grouped, shellQuoted } from '../common/quote.js';
import { findOwnFile, type OwnFile } from '../io/own-file.js';
import { isAlive, textOrEmpty } from '../io/process-alive.js';
import { nameOf } from '../output/lock.js';
import { isResumable, realPath } from '../output/open.js';
import { partialPathOf, runPathOf } from '../output/run-file.js';
import { RunLog, resumedAt } from '../output/run-log.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/chunks.js';
import { dealsIn, formatDuration, type RunProgress } from './progress.js';

/** All that is known of a file or a deal: for people, a name and its value a line; for programs. */
export interface Info {
  lines: [name: string, value: string][];
  json: Record<string, unknown>;
}

/** Returns the facts of FILE or FILE.partial; undefined if FILE is complete, or if no run has left FILE.run. */
export function unfinishedInfo(argument: string): Info | undefined {
  const file = argument.replace(/\.(partial|run)$/, '');
  if (file === argument && existsSync(file)) return undefined;
  return readUnfinished(file, (log, synced, run) => infoOf(file, log, synced, run));
}

/** Says after how many deals a stopped run can be resumed; nothing if it cannot. */
export function describeSynced({ dealt }: RunProgress, output: string): string {
  if (dealt === 0) return ''; // before the first deals, FILE.run may be that of another run
  return textOrEmpty(() => {
    const synced = readUnfinished(output, (_, { consumed }) => consumed);
    return synced === undefined ? '' : ` after ${dealsIn(synced)}; resume it with --resume`;
  });
}

/** Reads FILE.run, and how much of FILE.partial is synced; returns undefined if no run has left them. */
function readUnfinished<T>(
  file: string,
  read: (log: RunLog, synced: Checkpoint, run: OwnFile) => T,
): T | undefined {
  if (!isResumable(file)) return undefined;
  using run = findOwnFile(runPathOf(realPath(file)));
  using partial = findOwnFile(partialPathOf(realPath(file)));
  const log = new RunLog();
  if (run !== undefined) log.read(run);
  return run && read(log, (partial && resumedAt(log, partial)) ?? NO_CHECKPOINT, run);
}

function infoOf(file: string, log: RunLog, synced: Checkpoint, run: OwnFile): Info {
  const { job, words } = log.begun ?? {};
  const { bytes, deals, consumed: dealt } = synced;
  const touched = fstatSync(run.fd).mtime;
  const writer = [...log.running.values()].find((one) => isAlive(one) !== false);
  // a damaged line may hide a writer
  const isWritten = writer === undefined && log.isTrusted ? false : writer && isAlive(writer);
  const again = words?.filter((word) => word !== '--resume').map(shellQuoted);
  const command = again && ['freecell-deals', ...again, '--resume'].join(' ');
  const advice =
    job === undefined ? 'start over with --force' : 'call generate with the same options and resume: true';
  const of = job?.bytes ? ` of ${grouped(job.bytes)}` : '';
  const done = `${grouped(deals)} deals, ${grouped(bytes)}${of} bytes; ${grouped(dealt)} of the selection are done`;
  const lines: Info['lines'] = [
    ['file', `${file}, not complete`],
    ['of', job?.selection ?? 'not known, because its line in FILE.run is damaged'],
    ['format', job === undefined ? 'not known' : `${job.format}, by freecell-deals ${job.version}`],
    ['synced', done],
    ['touched', `${formatDuration((Date.now() - touched.getTime()) / 1000)} ago`],
    ['writer', isWritten === false ? 'none' : `${nameOf(writer)} ${isWritten ? 'is' : 'may be'} writing it`],
    ['resume', command ?? advice],
  ];
  if (job?.isFixed === false)
    lines.push(['note', 'it starts over, because the deals of a list may have changed']);
  const json = { file, isComplete: false, ...job, synced: { bytes, deals, dealt }, touched };
  return { lines, json: { ...json, isAlive: isWritten ?? null, command: command ?? null } };
}
