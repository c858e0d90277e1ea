// A long run of a section of the page: its buttons, its progress, and that the race runs alone.

import { say } from './dom.js';
import { secondsOf } from './texts.js';

const BETWEEN_REPORTS = 100; // ms
const running = new Set<string>(); // names of sections

/** The elements of a section that a run uses. */
interface Controls {
  start: HTMLButtonElement;
  stop: HTMLButtonElement;
  progress?: HTMLProgressElement;
  figures?: HTMLElement;
}

export class Run {
  readonly #name: string;
  readonly #controls: Controls;
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort(new DOMException('stopped', 'AbortError'));
  #began = 0;
  #reported = 0;
  /** aborts when the visitor stops the run, and when it ends */
  readonly signal = this.#controller.signal;

  /**
   * Throws an Error if the race would not be alone.
   * @param name of the section
   * @param elapsed time of the run that this one continues, ms
   */
  constructor(name: string, controls: Controls, elapsed = 0) {
    const [other] = running;
    if (other !== undefined && [name, other].includes('Race'))
      throw new Error(`the race has to be alone; ${other} is at work: wait until it ends, or stop it`);
    running.add(name);
    this.#name = name;
    this.#controls = controls;
    controls.stop.addEventListener('click', this.#abort);
    swap(controls.start, controls.stop);
    if (controls.progress !== undefined) controls.progress.hidden = false;
    this.begin(elapsed);
  }

  /** Counts the time from now on: at the start, and again when the visitor has chosen a file. */
  begin(elapsed = 0): void {
    this.#reported = performance.now();
    this.#began = this.#reported - elapsed;
  }

  /** Time since the start, ms. */
  get elapsed(): number {
    return performance.now() - this.#began;
  }

  /** Shows how far the run has come, at most ten times a second; returns whether it did. */
  report(done: number, total: number, text: string): boolean {
    if (done === 0 || performance.now() - this.#reported < BETWEEN_REPORTS) return false;
    this.#reported = performance.now();
    const { progress, figures } = this.#controls;
    if (progress !== undefined) progress.value = done / total;
    if (figures !== undefined) say(figures, `${text}; ${secondsOf((total / done - 1) * this.elapsed)} left`);
    return true;
  }

  end(): void {
    this.#abort();
    running.delete(this.#name);
    this.#controls.stop.removeEventListener('click', this.#abort);
    swap(this.#controls.stop, this.#controls.start);
    if (this.#controls.progress !== undefined) this.#controls.progress.hidden = true;
  }
}

/** Disables a button and enables another one, which gets the focus if the first has it. */
function swap(disabled: HTMLButtonElement, enabled: HTMLButtonElement): void {
  enabled.disabled = false;
  if (document.activeElement === disabled) enabled.focus();
  disabled.disabled = true;
}
