import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { Progress } from './progress.ts';

/** Reports Playwright's progress to `Progress`. */
export default class PlaywrightProgress implements Reporter {
  private readonly progress = new Progress();
  private readonly openTests = new Map<string, number>();

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const test of suite.allTests())
      this.openTests.set(test.location.file, (this.openTests.get(test.location.file) ?? 0) + 1);
    this.progress.start(this.openTests.size);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') this.progress.recordSkip();
    else if (test.ok()) this.progress.recordPass();
    else
      this.progress.recordFailure(test.titlePath().filter(Boolean).join(' > '), formatErrors(result.errors));
    const remaining = (this.openTests.get(test.location.file) ?? 1) - 1;
    this.openTests.set(test.location.file, remaining);
    if (remaining === 0) this.progress.finishFile();
  }

  onError(error: TestError): void {
    this.progress.recordFailure('an error outside of any test', formatErrors([error]));
  }

  onEnd(): void {
    this.progress.end();
  }
}

function formatErrors(errors: readonly TestError[]): string {
  return errors.map(({ message, stack }) => stripVTControlCharacters(stack ?? message ?? '')).join('\n');
}
