// npm run build:tools && node build/bench/report.js: makes the chart, and bench/results/full.md with every table. The figures
// come from bench/results/full.json, those of other Node versions from nodes.json if it exists.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Group, type Measured, median, type Results, ROOT } from './results.js';

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

/** Time of a contestant divided by the time of the first one. */
function ratio(group: Group, contestant: Measured): string {
  return `${(median(contestant.times) / median((group.contestants[0] as Measured).times)).toFixed(2)} x`;
}

function rate({ unit, deals }: Group, time: number): string {
  if (unit === 's') return deals > 1 ? `${(deals / time / 1e6).toFixed(1)} M deals/s` : '';
  return `${(1000 / time).toFixed(1)} M deals/s`;
}

function table(group: Group, cpu: string): string {
  const isOfCalls = group.unit.endsWith('per call'); // then its contestants are quantiles of the same calls
  const rows = group.contestants.map((contestant) => {
    const time = median(contestant.times);
    const spread = `${short(Math.min(...contestant.times))} to ${short(Math.max(...contestant.times))}`;
    const figures = `| ${contestant.name} | ${short(time)} | ${spread} |`;
    return isOfCalls ? figures : `${figures} ${rate(group, time)} | ${ratio(group, contestant)} |`;
  });
  const head = `| ${cpu} | median, ${group.unit} | spread |`;
  return [
    `**${group.title}**`,
    '',
    isOfCalls ? head : `${head} rate | time relative to the first |`,
    isOfCalls ? '|---|---|---|' : '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

// full.md has every group; the chart has the groups with these titles
const CHARTED = /deals below 2\^31|1\.\.1000000 to a binary file/;

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

const WIDTH = 760;
const LABEL = 260;
const BAR = 18;
const GAP = 34;

/** Draws the groups as bars; a group's slowest contestant has the longest. */
function svg(groups: readonly Group[]): string {
  const parts: string[] = [];
  let y = 24;
  for (const group of groups) {
    parts.push(
      `<text x="0" y="${y}" class="title">${escapeXml(group.title)}: ${group.unit}, shorter is better</text>`,
    );
    y += 10;
    const slowest = Math.max(...group.contestants.map(({ times }) => median(times)));
    for (const [i, { name, times }] of group.contestants.entries()) {
      const time = median(times);
      const width = Math.max(1, (time / slowest) * (WIDTH - LABEL - 70));
      parts.push(
        `<text x="${LABEL - 8}" y="${y + 13}" text-anchor="end">${escapeXml(name)}</text>`,
        `<rect x="${LABEL}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 4}" class="${i === 0 ? 'ours' : 'other'}"/>`,
        `<text x="${(LABEL + width + 6).toFixed(1)}" y="${y + 12}">${short(time)}</text>`,
      );
      y += BAR;
    }
    y += GAP;
  }
  const style =
    'text{font:12px system-ui,sans-serif;fill:#444}.title{font-weight:600;fill:#111}.ours{fill:#1a7f37}.other{fill:#b0b7be}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 0 ${WIDTH + 16} ${y - GAP + 8}" width="${WIDTH + 16}"><style>${style}</style><rect x="-8" width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const charted = results.groups.filter(({ title }) => CHARTED.test(title));
writeFileSync(join(ROOT, 'bench/results/speed.svg'), svg(charted));
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
