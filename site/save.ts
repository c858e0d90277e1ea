// Saves a generated file. If the browser has File System Access, the bytes are streamed into a file that the visitor chooses.
// Otherwise they are collected in memory and downloaded, up to a size.

/** Bytes of the largest file that is collected in a phone's memory. */
export const MAX_COLLECTED = 512 * 1024 * 1024;

export interface Destination {
  /** writes the next bytes, which can be reused when the promise resolves */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** completes the file */
  close(): Promise<void>;
  /** removes what was written */
  abort(): Promise<void>;
}

/** Declares the part of File System Access that TypeScript's DOM library lacks. */
declare global {
  interface Window {
    showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
  }
}

/** Whether files are streamed, so that only the disk limits their size. */
export function isStreamed(): boolean {
  return window.showSaveFilePicker !== undefined;
}

/** Asks the visitor where to save; rejects with an AbortError after Cancel. */
export async function openDestination(name: string): Promise<Destination> {
  if (window.showSaveFilePicker === undefined) return collect(name);
  const handle = await window.showSaveFilePicker({ suggestedName: name });
  // the browser writes to a temporary file, which replaces the file when the stream is closed
  const stream = await handle.createWritable();
  return {
    write: (bytes) => stream.write(bytes),
    close: () => stream.close(),
    abort: () => stream.abort(),
  };
}

function collect(name: string): Destination {
  let parts: Blob[] = [];
  return {
    async write(bytes) {
      parts.push(new Blob([bytes])); // browsers may store a Blob on the disk
    },
    async close() {
      const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
      const link = document.createElement('a');
      Object.assign(link, { href: url, download: name }).click();
      parts = [];
      setTimeout(() => URL.revokeObjectURL(url), 60_000); // the download has begun by then
    },
    async abort() {
      parts = [];
    },
  };
}
