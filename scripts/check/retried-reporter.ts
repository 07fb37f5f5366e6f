import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** A reporter of Vitest: writes what passed only when it was tried again, with what the first try said, to RETRIED_REPORT. */
export default class RetriedReporter implements Reporter {
  private readonly told: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const said = (test.result().errors ?? []).map(({ message }) => message);
    this.told.push([`${test.module.relativeModuleId} > ${test.fullName}`, ...said].join('\n'));
  }

  onTestRunEnd(): void {
    const path = process.env['RETRIED_REPORT'];
    if (path) writeFileSync(path, JSON.stringify(this.told));
  }
}
