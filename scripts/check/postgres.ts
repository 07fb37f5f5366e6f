import { join } from 'node:path';
import { startPostgres } from '../pg.ts';
import { isTest, getPart, type SourceFile, listSourceFiles } from '../source-files.ts';
import type { StepResult } from './result.ts';
import { coverStatements, loadRecordedFiles } from './statement-cover.ts';

/** A test database with its collation: byte order, or that of ordinary installations. */
export interface TestDatabase {
  url: string;
  collation: 'c' | 'only-c' | 'icu' | 'given';
}

/** Helpers that give a test a database, possibly PostgreSQL; tests without one needn't run twice. */
const usesDatabase = /\b(createTestApp|openTestDb|openFilledTestDb|TEST_DATABASE_URL)\b/;

/**
 * Matches tests of concurrent transactions by their titles: SQLite queues transactions, so only PostgreSQL
 * reveals a missing lock.
 */
const isConcurrent =
  /\b(?:it|describe)[^\n]*(?:\n\s*)?['"`][^\n]*\b(at once|parallel|concurrent(ly)?|races?|at the same time)\b/;

/** Folder with the SQL statements recorded during the unit tests (scripts/record-statements.ts). */
export const statementRecords = join(import.meta.dirname, '../../.cache/statements');

function listDatabaseTests(): SourceFile[] {
  return listSourceFiles().filter(
    ({ path, text }) =>
      getPart(path) === 'server' && !/\/faults\//.test(path) && isTest(path) && usesDatabase.test(text),
  );
}

/**
 * Returns the server tests that must run on PostgreSQL, as paths from the project's root: tests of the
 * database itself, of both engines together and of concurrent clients, plus as many others as are needed to
 * execute every recorded statement. Returns all server tests if nothing was recorded.
 */
export function selectPostgresTests(): string[] {
  const tests = new Map(listDatabaseTests().map((file) => [file.path, file.text]));
  const recorded = loadRecordedFiles(statementRecords).filter(({ path }) => tests.has(path));
  if (recorded.length === 0) return [...tests.keys()];
  const recordedPaths = new Set(recorded.map(({ path }) => path));
  const unrecorded = [...tests.keys()].filter((path) => !recordedPaths.has(path));
  const cover = coverStatements(
    recorded,
    (path) =>
      /^src\/platform\/server\/db\/|-engines\.test\.ts$/.test(path) ||
      isConcurrent.test(tests.get(path) ?? ''),
  );
  return [...cover, ...unrecorded];
}

/**
 * Returns the tests that compare, sort and search text in SQL. In C collation, PostgreSQL compares like
 * SQLite, on which all tests run.
 */
export const listCollationTests = (): string[] =>
  listDatabaseTests()
    .map(({ path }) => path)
    .filter((path) => path.startsWith('src/platform/server/db/'));

/**
 * Runs tests against TEST_DATABASE_URL or against a temporary PostgreSQL: on a database with ICU collation,
 * the usual one, and unless `isBrief` also on one with C collation. Skipped if PostgreSQL isn't available.
 */
export async function runOnPostgres(
  test: (database: TestDatabase) => Promise<StepResult>,
  { isBrief = false } = {},
): Promise<StepResult> {
  const configuredUrl = process.env['TEST_DATABASE_URL'];
  if (configuredUrl !== undefined) return test({ url: configuredUrl, collation: 'given' });

  const postgres = await startPostgres({ isDurable: false });
  if (postgres === null) {
    const note = 'no PostgreSQL on this machine and none could be installed: not run on PostgreSQL';
    return { passed: 0, failed: 0, skipped: 1, note, output: '' };
  }
  try {
    const icuUrl = await postgres.createIcuDatabase('ordinary');
    if (isBrief && icuUrl !== null) return await test({ url: icuUrl, collation: 'icu' });
    const cResult = await test({ url: postgres.url, collation: icuUrl === null ? 'only-c' : 'c' });
    if (icuUrl === null)
      return {
        ...cResult,
        skipped: cResult.skipped + 1,
        note: `${cResult.note}; this PostgreSQL has no ICU`,
      };
    return combineResults(cResult, await test({ url: icuUrl, collation: 'icu' }));
  } finally {
    await postgres.stop();
  }
}

function combineResults(cResult: StepResult, icuResult: StepResult): StepResult {
  return {
    passed: cResult.passed + icuResult.passed,
    failed: cResult.failed + icuResult.failed,
    skipped: cResult.skipped + icuResult.skipped,
    note: `${cResult.note} in C collation, ${icuResult.note} in ICU collation`,
    output: [cResult.output, icuResult.output].filter(Boolean).join('\n'),
  };
}
