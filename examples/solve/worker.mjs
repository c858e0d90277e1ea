// Lines of deals in, records out: one fc-solve for each. GNU parallel starts some of these side by side.

import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { FC_SOLVE: options, FC_SOLVE_VERSION: solver } = process.env;
// -sel tells a search cut short from one that came to its end; -m -sn writes the moves as words such as 2a.
const args = [...options.split(' ').filter(Boolean), '-sel', '-m', '-sn'];

const VERDICTS = {
  'This game is solveable.': 'solved',
  'I could not solve this game.': 'unsolved',
  'Iterations count exceeded.': 'gave-up',
};

for await (const line of createInterface({ input: process.stdin })) {
  const { deal, cards } = JSON.parse(line);
  const columns = Array.from({ length: 8 }, (_, column) =>
    cards.filter((_, i) => i % 8 === column).join(' '),
  );
  const { status, signal, stdout } = spawnSync('fc-solve', args, {
    input: `${columns.join('\n')}\n`,
    encoding: 'utf8',
  });
  const said = stdout?.split('\n') ?? [];
  const verdict = VERDICTS[said.find((line) => line in VERDICTS)];
  const [, states] = /^Total number of states checked is (\d+)\.$/m.exec(stdout) ?? [];
  if (status !== 0 || verdict === undefined || states === undefined) {
    const how = signal ?? `status ${status}`;
    writeSync(2, `solve: deal ${deal} has no record: fc-solve ended with ${how} and no verdict\n`);
    continue;
  }
  const moves =
    said
      .filter((line) => /^([1-8a-d][1-8a-dh] )+$/.test(line))
      .join('')
      .split(' ').length - 1;
  const record = {
    deal,
    verdict,
    ...(verdict === 'solved' && { moves }),
    states: Number(states),
    solver,
    options,
  };
  writeSync(1, `${JSON.stringify(record)}\n`);
}
