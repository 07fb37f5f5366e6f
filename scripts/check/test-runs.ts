import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StepResult } from './result.ts';
import { runTool } from './run-command.ts';

const reports = join(import.meta.dirname, '../../.cache/reports');

/** Runs Vitest with the given arguments and counts its tests. */
export async function vitest(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<StepResult> {
  const report = newReport(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code, output } = await runTool(
    'node_modules/vitest/vitest.mjs',
    ['run', ...args, ...reporters],
    env,
  );
  const ran = read<VitestReport>(report);
  const failures = ran?.testResults.flatMap(failuresOfFile) ?? [];
  return counted(
    code,
    failuresFirst(failures, output),
    ran?.numPassedTests,
    ran?.numFailedTests,
    ran?.numPendingTests,
  );
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: VitestFile[];
}

interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
}

function failuresOfFile(file: VitestFile): string[] {
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && file.status === 'failed') return [`${file.name}\n${file.message}`];
  return failed.map((test) =>
    [`${file.name} > ${test.fullName}`, ...(test.failureMessages ?? [])].join('\n'),
  );
}

/**
 * Runs Playwright and counts its tests; one that passed only when tried again counts as failed. A dot for each test
 * that passed, so that what failed stands at the head of the output.
 */
export async function playwright(args: string[], env: NodeJS.ProcessEnv): Promise<StepResult> {
  const report = newReport('e2e');
  const { code, output } = await runTool(
    'node_modules/@playwright/test/cli.js',
    ['test', '--reporter=dot,json', ...args],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  const counts = read<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(
    report,
  )?.stats;
  return counted(
    code,
    output,
    counts?.expected,
    (counts?.unexpected ?? 0) + (counts?.flaky ?? 0),
    counts?.skipped,
  );
}

/** Who reads the log of a failed run may be shown its head alone: what failed is told there. */
function failuresFirst(failures: string[], output: string): string {
  return failures.length === 0 ? output : `${failures.join('\n\n')}\n\nThe whole output:\n${output}`;
}

function counted(code: number, output: string, passed = 0, failed = 0, skipped = 0): StepResult {
  // A run that ends badly without a failed test (a file that does not load, a stray rejection) has failed too.
  const failures = code === 0 ? failed : Math.max(failed, 1);
  const nothingRan = passed + failures === 0;
  return { passed, failed: nothingRan ? 1 : failures, skipped, note: `${passed} tests`, output };
}

function newReport(name: string): string {
  const path = join(reports, `${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
