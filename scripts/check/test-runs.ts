import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SuiteCounts } from './progress.ts';
import type { StepResult } from './result.ts';
import { runTool } from './run-command.ts';

const reports = join(import.meta.dirname, '../../.cache/reports');

/** Runs Vitest with the given arguments, shows its progress, and counts its tests. */
export function runVitest(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<StepResult> {
  const reporter = '--reporter=./scripts/check/vitest-reporter.ts';
  return runSuite(name, 'node_modules/vitest/vitest.mjs', ['run', ...args, reporter], env);
}

/** Runs Playwright with the given arguments, shows its progress, and counts its tests. */
export function runPlaywright(args: string[], env: NodeJS.ProcessEnv): Promise<StepResult> {
  const reporter = '--reporter=./scripts/check/playwright-reporter.ts';
  return runSuite('e2e', 'node_modules/@playwright/test/cli.js', ['test', ...args, reporter], env);
}

async function runSuite(
  name: string,
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<StepResult> {
  const path = join(reports, `${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  const { code, output } = await runTool(
    script,
    args,
    { ...env, SUITE_NAME: name, SUITE_COUNTS: path },
    (chunk) => process.stdout.write(chunk),
  );
  const { passed, failed, skipped, failures } = readCounts(path);
  // A run counts as failed if it exits with an error but no failed test, or without any passed test.
  const isUnexplained = failed === 0 && (code !== 0 || passed === 0);
  return {
    passed,
    failed: isUnexplained ? 1 : failed,
    skipped,
    note: `${passed} tests`,
    output: isUnexplained ? output : failures.join('\n'),
  };
}

function readCounts(path: string): SuiteCounts {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as SuiteCounts;
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [] };
  }
}
