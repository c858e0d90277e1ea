// The declarations of the package in a program that checks them as strictly as TypeScript can.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from './page.js';
import { FOLDER, ROOT } from './setup.js';

const PROGRAM = `import { dealCards, dealFreeCell, findDeal, type Kernel, loadKernel } from 'freecell-deals/browser';
import { loadKernel as loadInline } from 'freecell-deals/inline';

export const rows: string[][] = dealFreeCell(617);
export const found: number | undefined = findDeal(dealCards(617));
export const kernels: Promise<Kernel>[] = [loadKernel(), loadInline({ simd: false })];
`;

const NODE_PROGRAM = `import {
  type DealBatch, type DealFilter, deals, generate, type GenerateResult, type Selection, verify,
} from 'freecell-deals';

const selection: Selection = { deals: [{ first: 1, last: 9 }, 11], winnable: true, sample: { count: 9, seed: 1 } };
export const batches: AsyncIterable<DealBatch> = deals({ ...selection, threads: 2 });
export const written: Promise<GenerateResult> = generate({ ...selection, output: 'a.bin', format: 'bin' });
export const report = written.then(() => verify('a.bin'));
export const filter: DealFilter = (deal) => deal.position('AC') < 8 && deal.column(0).length === 7;
// @ts-expect-error a filter must always return a boolean
export const noFilter: DealFilter = (deal) => { if (deal.above('AC') > 0) return true; };
// @ts-expect-error there is no such format
generate({ output: 'a', format: 'xml' });
`;

const compilers = {
  'TypeScript 5': join(FOLDER, 'node_modules/typescript-5/bin/tsc'),
  'TypeScript 7': join(ROOT, 'node_modules/typescript/bin/tsc'),
};

it.each([
  ['TypeScript 5', 'node10', 'es2022'],
  ['TypeScript 5', 'bundler', 'es2022'],
  ['TypeScript 5', 'nodenext', 'nodenext'],
  ['TypeScript 7', 'bundler', 'es2022'],
  ['TypeScript 7', 'nodenext', 'nodenext'],
  ['TypeScript 5', 'node16', 'node16'],
  ['TypeScript 7', 'node16', 'node16'],
] as const)('%s with moduleResolution %s finds no error', (compiler, moduleResolution, module) => {
  const isCommonJs = module === 'node16'; // nodenext is of ES modules
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    // a page's types, or those of Node
    ...(module === 'nodenext' ? { lib: ['es2022'], types: ['node'] } : { lib: ['es2022', 'dom'], types: [] }),
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const folder = project(`types-${compiler.replace(' ', '-')}-${moduleResolution}`, {
    'package.json': `{ "private": true, "type": "${isCommonJs ? 'commonjs' : 'module'}" }`,
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'program.ts': isCommonJs ? PROGRAM.replace('/inline', '/browser') : PROGRAM,
    ...(!isCommonJs && { 'node-program.ts': NODE_PROGRAM }),
  });
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync(process.execPath, [compilers[compiler]], options);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
