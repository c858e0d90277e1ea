// Data files that a program passes to the library, or names by URL.

import { InputError, ReadError } from './errors.js';
import { quote, textIn } from './quote.js';

/** The bytes of a data file of the package, or their URL. */
export type DataSource = string | URL | ArrayBuffer | Uint8Array;

/** The bytes that a program passes or names by URL; a ReadError names the URL. */
export async function readSource(source: DataSource): Promise<Uint8Array> {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (source instanceof Uint8Array) return source;
  const url = typeof source === 'string' ? source : textIn(source, 'href');
  if (url === undefined) throw new InputError(`source is ${quote(source)}; expected bytes, or their URL`);
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    // a host of single-page applications answers with its page if it lacks a file
    if (response.headers.get('content-type')?.startsWith('text/html'))
      throw new Error('the server sends a page');
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new ReadError(url, error);
  }
}
