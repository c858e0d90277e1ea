import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface FileServer {
  /** such as http://127.0.0.1:4321 */
  origin: string;
  close(): void;
}

interface ServerOptions {
  /** path below which the folder is served; default / */
  base?: string;
  headers?: Record<string, string>;
  /** returns the body of a response, from the bytes of the file */
  encode?: (bytes: Buffer, path: string) => Buffer;
  /** returns another response than the file */
  special?: (path: string) => { status: number; headers: Record<string, string>; body?: string } | undefined;
}

/** Serves the files of a folder to this machine. */
export async function serveFolder(
  folder: string,
  { base = '/', headers = {}, encode = (bytes) => bytes, special = () => undefined }: ServerOptions = {},
): Promise<FileServer> {
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const other = special(pathname);
    if (other !== undefined) {
      response.writeHead(other.status, other.headers).end(other.body);
      return;
    }
    const path = pathname.replace(/\/$/, '/index.html');
    try {
      const body = encode(readFileSync(join(folder, path.slice(base.length))), path);
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      response.writeHead(200, { ...headers, 'content-type': type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
