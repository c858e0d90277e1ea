// npm run build:tools && node build/bench/report.js: makes bench/results/speed.svg, and full.md with every table. The figures
// come from bench/results/full.json, those of other Node versions from nodes.json if it exists.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawBars } from './bars.js';
import { type Group, median, type Results, ROOT, timesAsFast } from './results.js';

const results = readResults('full') as Results;
const otherNodes = readResults('nodes');

function readResults(name: string): Results | undefined {
  const file = join(ROOT, 'bench/results', `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Rounds a figure to about three digits. */
function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value >= 1 ? 2 : 3);
}

function rate({ unit, deals }: Group, time: number): string {
  if (unit === 's') return deals > 1 ? `${(deals / time / 1e6).toFixed(1)} M deals/s` : '';
  return `${(1000 / time).toFixed(1)} M deals/s`;
}

function table(group: Group, cpu: string): string {
  const ratios = timesAsFast(group);
  const isOfCalls = group.unit.endsWith('per call'); // then its contestants are quantiles of the same calls
  const rows = group.contestants.map((contestant, i) => {
    const time = median(contestant.times);
    const [least, most] = [Math.min(...contestant.times), Math.max(...contestant.times)];
    return [
      contestant.name,
      ...[time, least, most].map(short),
      ...(isOfCalls ? [] : [rate(group, time)]),
      ...(ratios === undefined ? [] : [`${short(ratios[i] as number)} x`]),
    ];
  });
  const head = [
    cpu,
    `median, ${group.unit}`,
    'least',
    'most',
    ...(isOfCalls ? [] : ['rate']),
    ...(ratios === undefined ? [] : ['times as fast as TypeScript']),
  ];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [`**${group.title}**`, '', ...lines, ''].join('\n');
}

function markdown(
  { machine, node, compiler, commit, date, rounds }: Results,
  groups: readonly Group[],
): string {
  return [
    `Medians of ${rounds} rounds, in which the contestants took turns: ${date}, commit ${commit}, ${machine.cpu},`,
    `${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${node}, ${compiler}.`,
    '',
    ...groups.map((group) => table(group, machine.cpu)),
  ].join('\n');
}

/** The groups of the chart by their titles: what it calls them, and which contestants it leaves out. */
const CHARTED: [title: RegExp, heading: string, left: RegExp][] = [
  [/deals below 2\^31/, 'Nanoseconds per deal, one thread', /1 MiB|march=native/],
  [/1\.\.1000000 to a binary file/, 'Seconds per million deals in a file', /^cp |^head|--sync/],
];

/** Draws the chart: what is measured is below its heading, shorter bars are better. */
function chart({ machine, date, groups }: Results): string {
  const note = `Less is better: ${machine.cpu}, ${date}`;
  const drawn = CHARTED.map(([title, heading, left]) => {
    const { contestants } = groups.find((group) => title.test(group.title)) as Group;
    const bars = contestants
      .filter(({ name }) => !left.test(name))
      .map(({ name, times }) => {
        const value = median(times);
        return {
          label: name,
          value,
          shown: short(value),
          isOurs: /^WASM|^freecell-deals|^reference/.test(name),
        };
      });
    return { title: heading, note, bars };
  });
  return drawBars('How fast freecell-deals deals', drawn);
}

writeFileSync(join(ROOT, 'bench/results/speed.svg'), chart(results));
writeFileSync(
  join(ROOT, 'bench/results/full.md'),
  [
    '# Results of npm run bench',
    'Every time and every command is in full.json.',
    markdown(results, results.groups),
    ...(otherNodes === undefined
      ? []
      : [
          '# Results of npm run bench -- --nodes ...',
          'Every time and every command is in nodes.json.',
          markdown({ ...otherNodes, node: 'of each table' }, otherNodes.groups),
        ]),
  ].join('\n\n'),
);
