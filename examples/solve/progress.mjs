// What a long run says of itself on standard error: each second on a terminal, each 30 s elsewhere.

import { spawn } from 'node:child_process';

const isTerminal = process.stderr.isTTY === true;
const INTERVAL = isTerminal ? 1000 : 30_000; // ms

/** A duration such as 45 s, 12 min or 3 h 20 min. */
function formatDuration(seconds) {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export class Progress {
  #done = 0;
  #solved = 0; // in this run
  #total; // undefined until it is known
  #counting; // the process that tells the total
  #countTimer;
  #started = performance.now();
  #timer;

  #name;

  /**
   * @param name of the program, for its lines
   * @param generate the command that deals; with --count it tells how many deals there are
   */
  constructor(name, generate) {
    this.#name = name;
    // A list on standard input can be read only once, and counting what a filter keeps is as long as dealing it.
    const canCount = !generate.includes('-') && !generate.some((word) => word.startsWith('--filter'));
    if (canCount) this.#countTimer = setTimeout(() => this.#count(generate), INTERVAL / 2);
    this.#timer = setInterval(() => this.#print(), INTERVAL);
  }

  /** Counts a deal that is done; `solved` is 0 if it had its record before. */
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
    const left = this.#total === undefined ? undefined : this.#total - this.#done;
    const line = [
      `${this.#name}: ${this.#done.toLocaleString('en-US')}`,
      left === undefined ? '' : ` of ${this.#total.toLocaleString('en-US')}`,
      ` deals, ${Math.round(rate).toLocaleString('en-US')} deals/s`,
      left === undefined || rate === 0 ? '' : `, ${formatDuration(left / rate)} left`,
    ].join('');
    process.stderr.write(isTerminal ? `\r${line}\x1b[K` : `${line}\n`);
  }
}
