// Prints the progress of a long run on standard error: each second on a terminal, otherwise each 30 s.

import { spawn } from 'node:child_process';

const isTerminal = process.stderr.isTTY === true;
const INTERVAL = isTerminal ? 1000 : 30_000; // ms

/** Formats a duration as 45 s, 12 min or 3 h 20 min. */
function formatDuration(seconds) {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export class Progress {
  #done = 0;
  #solved = 0; // in this run
  #total; // number of deals; undefined until it is known
  #counting; // the process that counts them
  #countTimer;
  #started = performance.now();
  #timer;

  #name;

  /**
   * @param name name of the program, at the beginning of each line
   * @param generate the command that deals; with --count, it prints the number of deals
   */
  constructor(name, generate) {
    this.#name = name;
    // Standard input can be read only once, and counting the deals that a filter keeps takes as long as dealing them.
    const canCount = !generate.includes('-') && !generate.some((word) => word.startsWith('--filter'));
    if (canCount) this.#countTimer = setTimeout(() => this.#count(generate), INTERVAL / 2);
    this.#timer = setInterval(() => this.#print(), INTERVAL);
  }

  /** Counts a deal that is done. `solved` is 0 if the deal had its record before, otherwise 1. */
  add({ solved }) {
    this.#done++;
    this.#solved += solved;
  }

  end() {
    clearTimeout(this.#countTimer);
    clearInterval(this.#timer);
    this.#counting?.kill();
    if (isTerminal) process.stderr.write('\r\x1b[K');
  }

  #count([program, ...args]) {
    this.#counting = spawn(program, [...args, '--count'], { stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    this.#counting.stdout.on('data', (bytes) => {
      printed += bytes;
    });
    this.#counting.on('close', (status) => {
      if (status === 0) this.#total = Number(printed);
    });
    this.#counting.on('error', () => {});
  }

  #print() {
    const rate = this.#solved / ((performance.now() - this.#started) / 1000);
    const shownRate = rate < 10 ? rate.toPrecision(2) : Math.round(rate).toLocaleString('en-US');
    const left = this.#total === undefined ? undefined : this.#total - this.#done;
    const line = [
      `${this.#name}: ${this.#done.toLocaleString('en-US')}`,
      left === undefined ? '' : ` of ${this.#total.toLocaleString('en-US')}`,
      ' deals',
      rate === 0 ? '' : `, ${shownRate} deals/s`,
      left === undefined || rate === 0 ? '' : `, ${formatDuration(left / rate)} left`,
    ].join('');
    process.stderr.write(isTerminal ? `\r${line}\x1b[K` : `${line}\n`);
  }
}
