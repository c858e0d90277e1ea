// Saves a generated file. If the browser has File System Access, the bytes are streamed into a file that the visitor chooses.
// Otherwise they are collected in memory and downloaded, up to a size.

import { followed, messageOf } from './texts.js';

/** Bytes of the largest file that is collected in a phone's memory. */
export const MAX_COLLECTED = 512 * 1024 * 1024;

export interface Destination {
  /** of the file that the visitor chose, or that is suggested for a download */
  name: string;
  /** writes the next bytes, which can be reused when the promise resolves */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** completes the file */
  close(): Promise<void>;
  /** removes what was written; returns a sentence that says what has become of the chosen file, or '' */
  abort(): Promise<string>;
}

/** Declares the part of File System Access that TypeScript's DOM library lacks. */
declare global {
  interface FileSystemFileHandle {
    remove?(): Promise<void>;
  }
  interface Window {
    showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
  }
}

/** Whether files are streamed, so that only the disk limits their size. */
export function isStreamed(): boolean {
  return window.showSaveFilePicker !== undefined;
}

/**
 * Says what has become of a chosen file after its stream is aborted or could not be opened, and removes an empty one.
 * Browsers empty a file before they hand it over, and do not tell whether it was there before.
 */
async function discard(handle: FileSystemFileHandle): Promise<string> {
  if ((await handle.getFile()).size > 0) return `${handle.name} is as it was.`;
  const emptied = 'if you chose a file that was there before, the browser had emptied it';
  const isRemoved = await handle.remove?.().then(
    () => true,
    () => false,
  );
  return `${handle.name} is ${isRemoved ? 'removed' : 'empty'} now; ${emptied}.`;
}

/** Asks the visitor where to save; rejects with an AbortError after Cancel. */
export async function openDestination(name: string): Promise<Destination> {
  if (window.showSaveFilePicker === undefined) return collect(name);
  const handle = await window.showSaveFilePicker({ suggestedName: name });
  // the browser writes to a temporary file, which replaces the file when the stream is closed
  const stream = await handle.createWritable().catch(async (error) => {
    throw new Error(followed(messageOf(error), await discard(handle))); // it is emptied already
  });
  return {
    name: handle.name,
    write: (bytes) => stream.write(bytes),
    close: () => stream.close(),
    async abort() {
      await stream.abort().catch(() => {}); // a stream that has failed is closed
      return discard(handle);
    },
  };
}

function collect(name: string): Destination {
  const parts: Blob[] = [];
  return {
    name,
    async write(bytes) {
      parts.push(new Blob([bytes])); // browsers may store a Blob on the disk
    },
    async close() {
      const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
      const link = document.createElement('a');
      Object.assign(link, { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000); // the download has begun by then
    },
    abort: async () => '',
  };
}
