// Where a generated file goes: streamed into a file that the visitor chooses, where the browser has File System Access;
// elsewhere collected in memory and downloaded, up to a size.

/** Of a file that is collected before it is downloaded: what also a phone has room for. */
export const MOST_COLLECTED = 512 * 1024 * 1024;

export interface Destination {
  /** takes the next bytes; once it is done, it no longer needs them and more may come */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** the file is complete */
  close(): Promise<void>;
  /** leaves nothing behind */
  abort(): Promise<void>;
}

/** File System Access, which TypeScript's DOM library has only in part. */
declare global {
  interface Window {
    showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
  }
}

/** Whether files are streamed, so that their size is bounded by the disk alone. */
export function isStreamed(): boolean {
  return window.showSaveFilePicker !== undefined;
}

/** Asks the visitor where to save; rejects with an AbortError where they choose nothing. */
export async function openDestination(name: string): Promise<Destination> {
  if (window.showSaveFilePicker === undefined) return collect(name);
  const handle = await window.showSaveFilePicker({ suggestedName: name });
  // written beside the file, which it replaces when it is closed
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
      parts.push(new Blob([bytes])); // browsers may keep a Blob on the disk
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
