// A stream whose first bytes are known last: all bytes go to a temporary file without a name, then to the stream.

import { openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeCause, OutputError, OutputProblem, toFailure } from '../common/errors.js';
import { TEMPORARY_FOLDER_VARIABLE } from '../io/platform.js';
import { readFully } from '../io/positioned.js';
import { StreamWriter } from './stream.js';
import type { OutputWriter } from './writer.js';

const READ_BYTES = 1024 * 1024;

/** Wraps an open stream; throws an OutputError if the temporary folder cannot be written. */
export async function openSpool(stream: OutputWriter): Promise<OutputWriter> {
  const path = join(tmpdir(), `freecell-deals-${process.pid}-${process.hrtime.bigint()}`);
  let fd: number;
  try {
    fd = openSync(path, 'wx+', 0o600);
  } catch (error) {
    await stream.abort();
    throw temporaryFolderError(stream.name, error);
  }
  unlinkSync(path); // the system frees the file when this process ends, even if it is killed
  return new SpoolWriter(stream, fd);
}

/** Returns an error that names the temporary folder, which is no part of the command line. */
function temporaryFolderError(name: string, cause: unknown): OutputError {
  const what = `the temporary folder ${tmpdir()} fails: ${describeCause(cause)}`;
  const advice = `set ${TEMPORARY_FOLDER_VARIABLE} to another folder, or write to a file`;
  return new OutputError(name, new OutputProblem(toFailure(cause).code, `${what}; ${advice}`));
}

/** Writes to the temporary file, of which `fd` is the descriptor, as to any file. */
class SpoolWriter extends StreamWriter {
  override readonly shared: { readonly fd: number; readonly alreadyWritten: number };
  readonly #stream: OutputWriter;

  constructor(stream: OutputWriter, fd: number) {
    super(stream.name, fd);
    this.shared = { fd, alreadyWritten: 0 };
    this.#stream = stream;
  }

  override async commit(bytes: number): Promise<void> {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (let offset = 0; offset < bytes; offset += buffer.length) {
      let read: number;
      try {
        read = readFully(this.shared.fd, buffer, offset);
      } catch (error) {
        throw this.failure(error);
      }
      await this.#stream.write(buffer.subarray(0, read), offset);
    }
    this.close();
    await this.#stream.commit(bytes);
  }

  override async suspend(): Promise<void> {
    this.close();
    await this.#stream.suspend();
  }

  override async abort(): Promise<void> {
    this.close();
    await this.#stream.abort();
  }

  /** The error of a write to the temporary file; the stream names its own failures. */
  override failure(cause: unknown): OutputError {
    return temporaryFolderError(this.name, cause);
  }
}
