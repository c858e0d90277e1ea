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

const NODE_PROGRAM = `import { generate, verify } from 'freecell-deals';

export const report = generate({ output: 'deals.bin' }).then(() => verify('deals.bin'));
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
    lib: ['es2022', 'dom'],
    types: [],
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
  const { status, stdout } = spawnSync(process.execPath, [compilers[compiler]], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
