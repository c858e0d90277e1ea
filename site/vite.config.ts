// Builds the page and its service worker into build/site/, which can be served from any folder of any host.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const SERVICE_WORKER = 'service-worker';
const PUBLIC = new URL('public/', import.meta.url);

/** Gives the service worker the page's files, and their version. */
function listFiles(): Plugin {
  return {
    name: 'list-files',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle[`${SERVICE_WORKER}.js`];
      if (worker?.type !== 'chunk') throw new Error('the service worker is not part of the build');
      const names = Object.keys(bundle).filter((name) => name !== worker.fileName);
      const version = createHash('sha256');
      for (const name of names.sort()) {
        const file = bundle[name];
        version.update(name).update(file?.type === 'chunk' ? file.code : (file?.source ?? ''));
      }
      const copied = readdirSync(PUBLIC); // Vite copies these
      for (const name of copied) version.update(name).update(readFileSync(new URL(name, PUBLIC)));
      const files = names.map((name) => (name === 'index.html' ? './' : name));
      worker.code = worker.code
        .replaceAll('__FILES__', JSON.stringify([...files, ...copied]))
        .replaceAll('__VERSION__', JSON.stringify(version.digest('hex').slice(0, 16)));
    },
  };
}

/** Adds README, the licence, and the licences of bundled code. */
function addTexts(): Plugin {
  return {
    name: 'add-texts',
    generateBundle() {
      const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
      const texts = ['LICENSE', 'data/NOTICE'].map((path) => read(path).trim());
      this.emitFile({ type: 'asset', fileName: 'LICENSE.txt', source: `${texts.join('\n\n')}\n` });
      // as text, because browsers do not show Markdown
      this.emitFile({ type: 'asset', fileName: 'README.txt', source: read('README.md') });
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  build: {
    outDir: '../build/site',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the Content-Security-Policy has no data: URLs
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        page: fileURLToPath(new URL('index.html', import.meta.url)),
        [SERVICE_WORKER]: fileURLToPath(new URL('workers/service-worker.ts', import.meta.url)),
      },
      output: {
        entryFileNames: ({ name }) => (name === SERVICE_WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  worker: { format: 'es' },
  plugins: [addTexts(), listFiles()],
});
