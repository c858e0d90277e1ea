// A reporter that prints the skipped tests at the end of a run. The title of such a test says what it needs.

import type { Reporter, TestModule, Vitest } from 'vitest/node';

export class SkippedTests implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#vitest?.config.testNamePattern !== undefined) return; // -t skips all other tests on purpose
    for (const module of modules) {
      for (const test of module.children.allTests('skipped'))
        console.log(`skipped: ${module.relativeModuleId}: ${test.fullName}`);
    }
  }
}
