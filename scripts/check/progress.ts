import { writeFileSync } from 'node:fs';

/** Interval of progress lines, in ms. */
const lineIntervalMs = 10_000;

/** Counts of a finished suite, passed from its reporter to the run as a JSON file. */
export interface SuiteCounts {
  passed: number;
  failed: number;
  skipped: number;
  /** Title and message of each failed test. */
  failures: string[];
}

/**
 * Prints the progress of one suite: finished and total files, and each failure as it happens. SUITE_NAME is
 * the suite's name, SUITE_COUNTS the file for its counts.
 */
export class Progress {
  private readonly name = process.env['SUITE_NAME'] ?? 'tests';
  private readonly started = performance.now();
  private lastLine = this.started;
  private total = 0;
  private done = 0;
  private readonly counts: SuiteCounts = { passed: 0, failed: 0, skipped: 0, failures: [] };

  start(files: number): void {
    this.total = files;
    this.printLine();
  }

  recordPass(): void {
    this.counts.passed += 1;
    if (performance.now() - this.lastLine >= lineIntervalMs) this.printLine();
  }

  recordSkip(): void {
    this.counts.skipped += 1;
  }

  recordFailure(title: string, message: string): void {
    this.counts.failed += 1;
    this.counts.failures.push(title);
    process.stdout.write(`FAILED   ${this.name}: ${title}\n${message}\n`);
  }

  finishFile(): void {
    this.done += 1;
  }

  end(): void {
    this.printLine();
    const path = process.env['SUITE_COUNTS'];
    if (path !== undefined) writeFileSync(path, JSON.stringify(this.counts));
  }

  private printLine(): void {
    this.lastLine = performance.now();
    const { passed, failed } = this.counts;
    const seconds = ((this.lastLine - this.started) / 1000).toFixed(0);
    process.stdout.write(
      `         ${this.name.padEnd(10)} ${seconds.padStart(6)} s  ${this.done} of ${this.total} files, ${passed} passed, ${failed} failed\n`,
    );
  }
}
