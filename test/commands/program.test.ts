// What a command takes is written in several places: in its flags, its help, README and docs. Each place is compared with
// the registry, so that a test names the place that was forgotten.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { styles } from '../../src/board/styles.js';
import { commandLine } from '../../src/commands/program.js';
import { CONDITION_COLUMNS, DEAL_COLUMNS } from '../../src/game/columns.js';
import { OPTIONS } from '../support/selection.js';

const readme = readFileSync('README.md', 'utf8');
const docs = readFileSync('docs/command.md', 'utf8');
const program = commandLine(() => {});

function command(name: string) {
  return program.commands.find((command) => command.name() === name) as (typeof program.commands)[number];
}

const flags = program.commands.flatMap((command) =>
  command.options.map(({ long }) => ({ name: command.name(), flag: long as string })),
);

it.each(flags)('README or docs/command.md names the flag $flag of $name', ({ flag }) => {
  expect(`${readme}\n${docs}`).toMatch(new RegExp(`${flag}\\b`));
});

it.each(flags.filter(({ name }) => name === 'generate'))(
  'README has a row for the flag $flag of generate in its tables',
  ({ flag }) => {
    expect(readme).toMatch(new RegExp(`^\\| \`[^|]*${flag}\\b`, 'm'));
  },
);

it.each(OPTIONS)('generate takes the option %s of a selection as an argument or a flag', (option) => {
  const { options, registeredArguments } = command('generate');
  const names = [
    ...options.map((option) => option.attributeName()),
    ...registeredArguments.map((argument) => argument.name()),
  ];
  expect(names).toContain(option);
});

// the first column of each kind: deal, card_0, pos_AC and cells
it.each(CONDITION_COLUMNS.filter(({ name }) => !/_(?!0$|AC$)/.test(name)))(
  'the help of generate names the column $name, as README and docs do',
  ({ name }) => {
    expect(command('generate').helpInformation()).toMatch(new RegExp(`\\b${name}\\b`));
    for (const text of [readme, docs]) expect(text).toContain(`\`${name}\``);
    const formats = readFileSync('docs/formats.md', 'utf8');
    expect(formats.includes(`\`${name}\``)).toBe(DEAL_COLUMNS.some((other) => other.name === name));
  },
);

it.each(Object.keys(styles))('the help of show names the style %s, as docs/command.md does', (style) => {
  expect(command('show').helpInformation()).toMatch(new RegExp(`\\b${style}\\b`));
  expect(docs).toContain(`\`${style}\``);
});
