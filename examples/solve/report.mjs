// Prints statistics of results files as Markdown:
//   report.mjs RESULTS...

import { escapeControls } from './escape.mjs';
import { readRecords, VERDICTS, VerdictTable } from './records.mjs';

const HARDEST = 10;
const QUANTILES = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999];

/** Counts how often each value occurs. Its memory grows with the number of different values, not of deals. */
class Histogram {
  #counts = new Map();
  #size = 0;
  #sum = 0;

  add(value) {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    this.#size++;
    this.#sum += value;
  }

  /** Returns the least value, the quantiles, the greatest value and the mean. */
  summary() {
    const values = [...this.#counts].sort(([a], [b]) => a - b);
    const quantiles = QUANTILES.map((quantile) => {
      let below = 0;
      return values.find(([, count]) => {
        below += count;
        return below >= quantile * this.#size;
      })[0];
    });
    return [values[0][0], ...quantiles, values.at(-1)[0], Math.round(this.#sum / this.#size)];
  }
}

/** The verdicts of one solver with one set of options, as freecell-solver records them. */
class Search {
  verdicts = new VerdictTable();
  counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
  states = new Histogram();
  moves = new Histogram();
  hardest = []; // records of solved deals, most states first
  notSolved = new Map(); // records by deal

  constructor(name) {
    this.name = name;
  }

  add(record) {
    const before = this.verdicts.get(record.deal);
    if (before !== undefined) {
      // A deal that was given up can have another record, made with a greater limit.
      if (before === record.verdict || record.verdict === 'gave-up') return;
      if (before !== 'gave-up') throw new Error(`deal ${record.deal} is ${before} and ${record.verdict}`);
      this.counts[before]--;
      this.notSolved.delete(record.deal);
    }
    this.verdicts.set(record.deal, record.verdict);
    this.counts[record.verdict]++;
    if (record.verdict !== 'solved') {
      this.notSolved.set(record.deal, record);
      return;
    }
    this.states.add(record.states);
    this.moves.add(record.moves);
    if (this.hardest.length === HARDEST && record.states < this.hardest.at(-1).states) return;
    this.hardest.push(record);
    this.hardest.sort((a, b) => b.states - a.states || a.deal - b.deal);
    this.hardest.length = Math.min(this.hardest.length, HARDEST);
  }
}

async function readSearches(paths) {
  const searches = new Map();
  for (const path of paths) {
    await readRecords(path, (record) => {
      if (record.status !== undefined)
        throw new Error(`${path} has records of each; ask a database about them`);
      const name = `${record.solver} ${record.options ?? ''}`.trim();
      if (!searches.has(name)) searches.set(name, new Search(name));
      searches.get(name).add(record);
    });
  }
  return [...searches.values()];
}

function format(value) {
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}

function printLine(line) {
  console.log(escapeControls(line));
}

function printParagraph(line) {
  printLine(line);
  printLine('');
}

function printTable(head, rows) {
  const printRow = (cells) => printLine(`| ${cells.map(format).join(' | ')} |`);
  printRow(head);
  printRow(head.map((_, column) => (column === 0 ? '---' : '--:')));
  rows.forEach(printRow);
  printLine('');
}

function printVerdicts({ name, counts, states, moves, hardest }) {
  const total = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  const parts = VERDICTS.map((verdict) => `${format(counts[verdict])} ${verdict}`).join(', ');
  printParagraph(`${name}: ${format(total)} deals, ${parts}`);
  if (counts.solved === 0) return;
  const quantiles = QUANTILES.map((quantile) => `${quantile * 100} %`);
  printTable(
    ['of the solved deals', 'least', ...quantiles, 'most', 'mean'],
    [
      ['states', ...states.summary()],
      ['moves', ...moves.summary()],
    ],
  );
  printTable(
    ['hardest deals', 'states', 'moves'],
    hardest.map(({ deal, states, moves }) => [String(deal), states, moves]),
  );
}

/** Prints a row for each deal that no search solved: the verdict of each search, and the states it looked at. */
function printUnsolved(searches) {
  const deals = new Set(searches.flatMap(({ notSolved }) => [...notSolved.keys()]));
  const isSolved = (deal) => searches.some(({ verdicts }) => verdicts.get(deal) === 'solved');
  const rows = [...deals]
    .filter((deal) => !isSolved(deal))
    .sort((a, b) => a - b)
    .map((deal) => [
      String(deal),
      ...searches.map(({ notSolved }) => {
        const record = notSolved.get(deal);
        if (record === undefined) return '';
        const effort =
          record.states === undefined ? `${record.seconds} s` : `${format(record.states)} states`;
        return `${record.verdict}, ${effort}`;
      }),
    ]);
  if (rows.length > 0) printTable(['not solved', ...searches.map(({ name }) => name)], rows);
}

try {
  const searches = await readSearches(process.argv.slice(2));
  searches.forEach(printVerdicts);
  printUnsolved(searches);
} catch (error) {
  console.error(`report: ${escapeControls(error.message)}`);
  process.exitCode = 1;
}
