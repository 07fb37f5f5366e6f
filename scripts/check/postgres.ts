import { startPostgres } from '../pg.ts';
import type { StepResult } from './result.ts';

/**
 * Runs tests against TEST_DATABASE_URL, or against a PostgreSQL of its own for as long as they take. Where
 * none can be had, the step says so and the run goes on.
 */
export async function onPostgres(test: (url: string) => Promise<StepResult>): Promise<StepResult> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return test(given);

  const postgres = await startPostgres({ isDurable: false });
  if (postgres === null) {
    const note = 'no PostgreSQL on this machine and none could be installed: not run on PostgreSQL';
    return { passed: 0, failed: 0, skipped: 1, note, output: '' };
  }
  try {
    return await test(postgres.url);
  } finally {
    await postgres.stop();
  }
}
