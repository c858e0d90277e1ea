// A reporter: which tests were skipped, at the end of a run. The name of such a test says what it needs.

import type { Reporter, TestModule, Vitest } from 'vitest/node';

export class SkippedTests implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#vitest?.config.testNamePattern !== undefined) return; // all others are skipped, as was asked for
    for (const module of modules) {
      for (const test of module.children.allTests('skipped'))
        console.log(`skipped: ${module.relativeModuleId}: ${test.fullName}`);
    }
  }
}
