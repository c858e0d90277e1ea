// Prints the progress of runs at given times: progress.mjs FOLDER
import childProcess from 'node:child_process';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';

const { spawn } = childProcess;
let counting;
childProcess.spawn = (...words) => (counting = spawn(...words));
syncBuiltinESMExports();
let now = 0;
let print;
let count;
performance.now = () => now;
globalThis.setInterval = (call) => (print = call);
globalThis.setTimeout = (call) => (count = call);
const { Progress } = await import(`${process.argv[2]}/progress.mjs`);

/** Shows a run whose deals a line of shell counts, after some seconds in which deals came and some of them were solved. */
async function show(line, ...steps) {
  now = 0;
  const progress = new Progress('each', ['sh', '-c', line]);
  count();
  await once(counting, 'close');
  for (const [seconds, deals, solved] of steps) {
    now = seconds * 1000;
    for (let i = 0; i < deals; i++) progress.add({ solved: i < solved ? 1 : 0 });
    print();
  }
  progress.end();
}

await show(
  'echo 100000',
  [30, 0, 0],
  [60, 3000, 1200],
  [90, 0, 0],
  [100, 6000, 6000],
  [4000, 0, 0],
  [8000, 90995, 90000],
);
await show('echo 5; exit 1', [30, 0, 0], [60, 3, 3]);
