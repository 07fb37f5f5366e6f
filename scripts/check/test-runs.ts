import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { StepResult } from './result.ts';
import { runTool } from './run-command.ts';

const reports = join(import.meta.dirname, '../../.cache/reports');

/**
 * Runs Vitest with the given arguments and counts its tests. A test of a screen that fails is tried once more, as one in the
 * browser is (`playwright` below); no other is.
 */
export async function vitest(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<StepResult> {
  const report = newReport(name);
  const retried = newReport(`${name}-retried`);
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/check/retried-reporter.ts',
    `--outputFile.json=${report}`,
  ];
  const { code, output } = await runTool('node_modules/vitest/vitest.mjs', ['run', ...args, ...reporters], {
    ...env,
    RETRIED_REPORT: retried,
    RETRY_SCREENS: '1',
  });
  const ran = read<VitestReport>(report);
  const flaky = read<string[]>(retried) ?? [];
  const tooMany = flaky.length > flakyAllowed ? flaky : [];
  const failures = [...(ran?.testResults.flatMap(failuresOfFile) ?? []), ...tooMany];
  const result = counted(
    code,
    failuresFirst(failures, output),
    (ran?.numPassedTests ?? 0) - tooMany.length,
    (ran?.numFailedTests ?? 0) + tooMany.length,
    ran?.numPendingTests,
  );
  return tellingRetried(result, flaky);
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
 * Runs Playwright and counts its tests. A test that fails is tried once more: browsers on a busy machine lose a race now
 * and then. Whichever passed only then is told by name with what failed, and more than two of them are a failure.
 */
export async function playwright(args: string[], env: NodeJS.ProcessEnv): Promise<StepResult> {
  const report = newReport('e2e');
  const { code, output } = await runTool(
    'node_modules/@playwright/test/cli.js',
    ['test', '--retries=1', '--reporter=dot,json', ...args],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  const ran = read<PlaywrightReport>(report);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = ran?.stats ?? {};
  const specs = ran?.suites.flatMap(specsOf) ?? [];
  const tooMany = flaky > flakyAllowed ? flaky : 0;
  const result = counted(
    code,
    failuresFirst(
      specs.filter((spec) => spec.status === 'unexpected' || tooMany > 0).map((spec) => spec.told),
      output,
    ),
    expected + flaky - tooMany,
    unexpected + tooMany,
    skipped,
  );
  return tellingRetried(
    result,
    specs.filter((spec) => spec.status === 'flaky').map((spec) => spec.told),
  );
}

/**
 * The result, with what passed only when it was tried again: in full where all passed, and in short beside a failure, which
 * must not stand below it where the head of a log is all that is read.
 */
function tellingRetried(result: StepResult, told: readonly string[]): StepResult {
  if (told.length === 0) return result;
  const shown = result.failed > 0 ? told.map((one) => one.split('\n').slice(0, 2).join('\n')) : told;
  return {
    ...result,
    note: `${result.note}, ${told.length} of them only when tried again:\n${shown.join('\n\n')}`,
  };
}

const flakyAllowed = 2;

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}

/** The specs of a suite that did not simply pass, each with what its first try said. */
function specsOf(suite: PlaywrightSuite): { status: string; told: string }[] {
  const own = suite.specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const said = results[0]?.errors.map((error) => stripVTControlCharacters(error.message ?? '')) ?? [];
        return { status, told: [`${file}:${line} > ${title}`, ...said].join('\n') };
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(specsOf)];
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
