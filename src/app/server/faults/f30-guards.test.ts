import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SuiteCounts } from '#scripts/check/progress.ts';
import { startPostgres, type TemporaryPostgres } from '#scripts/pg.ts';
import { removeGuardCode } from '#scripts/vite-remove-guard.ts';
import { guardsByKind, type TestedGuard } from './guards.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'commissary-guards-'));
let postgres: TemporaryPostgres | null = null;

beforeAll(async () => {
  if (process.env['TEST_DATABASE_URL'] === undefined) postgres = await startPostgres({ isDurable: false });
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** At reduced counts, the first two guards of each kind are removed. */
const testedGuards = guardsByKind.flatMap((guards) => guards.slice(0, chooseRepetitions(2, guards.length)));

describe('F30: each guard', () => {
  it.each(guardsByKind.flat())('$name ($engine) is in its file exactly once', (guard) => {
    expect(() => removeGuardCode(guard, readFileSync(join(root, guard.file), 'utf8'))).not.toThrow();
  });

  it.each(testedGuards)('$name ($engine) makes a test fail when it is removed', async (guard) => {
    const url = process.env['TEST_DATABASE_URL'] ?? postgres?.url;
    // PostgreSQL locks can't be tested without PostgreSQL; the step "postgres" reports that it is missing.
    if (guard.engine === 'PostgreSQL' && url === undefined) return;
    const { counts, output } = await runWithout(guard, guard.engine === 'PostgreSQL' ? url : undefined);
    expect(counts.failures, output).not.toEqual([]);
    recordMeasurement('F30', guard.engine, {
      [`guard removed: ${guard.name}, failing test:`]: String(counts.failures[0]),
    });
  });
});

/** Runs the guard's tests without the guard, up to the first failure. */
async function runWithout(guard: TestedGuard, url: string | undefined) {
  const path = join(folder, 'counts.json');
  const args = ['run', '--bail=1', '--maxWorkers=1', ...guard.tests];
  if (guard.testNamePattern !== undefined) args.push('--testNamePattern', guard.testNamePattern);
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args, '--reporter=./scripts/check/vitest-reporter.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        VITEST: undefined,
        VITEST_POOL_ID: undefined,
        TEST_DATABASE_URL: url,
        TEST_DATABASE_COLLATION: url === undefined ? undefined : 'c',
        REMOVED_GUARD: JSON.stringify(guard),
        SUITE_NAME: guard.name,
        SUITE_COUNTS: path,
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  return { counts: JSON.parse(readFileSync(path, 'utf8')) as SuiteCounts, output };
}
