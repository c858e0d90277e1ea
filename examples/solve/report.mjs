// Statistics of records, as Markdown: report.mjs RESULTS...

import { CELLS, readRecords, VERDICTS, VerdictTable, verdictOf } from './records.mjs';

const HARDEST = 10;
const QUANTILES = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999];

/** How often each value came: memory grows with the values that differ, not with the deals. */
class Histogram {
  #counts = new Map();
  #size = 0;
  #sum = 0;

  add(value) {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    this.#size++;
    this.#sum += value;
  }

  /** The least value, the quantiles, the greatest and the mean. */
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

/** The records of one solver with one set of options. */
class Search {
  verdicts = new VerdictTable();
  counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
  states = new Histogram();
  moves = new Histogram();
  hardest = []; // records of solved deals, most states first
  notSolved = new Map(); // records by deal

  add(record) {
    const before = this.verdicts.get(record.deal);
    if (before !== undefined) {
      // A deal that was given up can have a later record, with a longer time limit.
      if (before === record.verdict) return;
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
    if (this.hardest.length === HARDEST && record.states <= this.hardest.at(-1).states) return;
    this.hardest.push(record);
    this.hardest.sort((a, b) => b.states - a.states || a.deal - b.deal);
    this.hardest.length = Math.min(this.hardest.length, HARDEST);
  }
}

/** The records of cells. */
class CellsSearch {
  #verdicts = new VerdictTable();
  #counts = Object.fromEntries(CELLS.map((cells) => [cells, 0]));
  #states = Object.fromEntries(CELLS.map((cells) => [cells, new Histogram()]));
  #open = new Map(); // records by deal

  add(record) {
    const [before, now] = [this.#verdicts.get(record.deal), verdictOf(record)];
    if (before !== undefined && before !== 'open') {
      if (now === before || now === 'open') return;
      throw new Error(`deal ${record.deal} needs ${before} and ${now} cells`);
    }
    this.#open.delete(record.deal);
    if (now === 'open') this.#open.set(record.deal, record);
    if (before === now) return;
    if (before !== undefined) this.#counts[before]--;
    this.#verdicts.set(record.deal, now);
    this.#counts[now]++;
    this.#states[now].add(record.states.reduce((sum, count) => sum + count));
  }

  print(name) {
    const total = CELLS.reduce((sum, cells) => sum + this.#counts[cells], 0);
    console.log(`${name}: ${format(total)} deals, ${format(this.#open.size)} of them open\n`);
    const rows = CELLS.filter((cells) => cells !== 'open' && this.#counts[cells] > 0).map((cells) => {
      const share = `${((this.#counts[cells] / total) * 100).toFixed(2)} %`;
      const [least, , , median, , , , most] = this.#states[cells].summary();
      return [cells, this.#counts[cells], share, least, median, most];
    });
    printTable(['cells needed', 'deals', 'share', 'least states', '50 %', 'most'], rows);
    const open = [...this.#open.values()].sort((a, b) => a.deal - b.deal);
    if (open.length === 0) return;
    printTable(
      ['open', 'at least', 'at most'],
      open.map(({ deal, atLeast, atMost }) => [String(deal), atLeast, atMost ?? '']),
    );
  }
}

async function readSearches(paths) {
  const searches = new Map();
  for (const path of paths) {
    for await (const record of readRecords(path)) {
      const name = `${record.solver} ${record.options ?? ''}`.trim();
      if (!searches.has(name))
        searches.set(name, record.verdict === undefined ? new CellsSearch() : new Search());
      searches.get(name).add(record);
    }
  }
  return searches;
}

function format(value) {
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}

function printTable(head, rows) {
  const line = (cells) => console.log(`| ${cells.map(format).join(' | ')} |`);
  line(head);
  line(head.map((_, column) => (column === 0 ? '---' : '--:')));
  rows.forEach(line);
  console.log();
}

function printSearch(name, { counts, states, moves, hardest }) {
  const total = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  const parts = VERDICTS.map((verdict) => `${format(counts[verdict])} ${verdict}`).join(', ');
  console.log(`${name}: ${format(total)} deals, ${parts}\n`);
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

/** A row for each deal that no search has solved: the verdict of each search, with the states it looked at. */
function printUnsolved(searches) {
  const deals = new Set([...searches.values()].flatMap(({ notSolved }) => [...notSolved.keys()]));
  const isSolved = (deal) => [...searches.values()].some(({ verdicts }) => verdicts.get(deal) === 'solved');
  const rows = [...deals]
    .filter((deal) => !isSolved(deal))
    .sort((a, b) => a - b)
    .map((deal) => [
      String(deal),
      ...[...searches.values()].map(({ notSolved }) => {
        const record = notSolved.get(deal);
        if (record === undefined) return '';
        const effort =
          record.states === undefined ? `${record.seconds} s` : `${format(record.states)} states`;
        return `${record.verdict}, ${effort}`;
      }),
    ]);
  if (rows.length > 0) printTable(['not solved', ...searches.keys()], rows);
}

try {
  const searches = await readSearches(process.argv.slice(2));
  for (const [name, search] of searches) {
    if (search instanceof CellsSearch) search.print(name);
    else printSearch(name, search);
  }
  printUnsolved(new Map([...searches].filter(([, search]) => search instanceof Search)));
} catch (error) {
  console.error(`report: ${error.message}`);
  process.exitCode = 1;
}
