import { startPostgres } from '../pg.ts';
import { isTest, sourceFiles } from '../source-files.ts';
import type { StepResult } from './result.ts';

/** A database to test on, and how it compares texts: byte by byte, or as ordinary installations do. */
export interface TestDatabase {
  url: string;
  collation: 'c' | 'only-c' | 'icu' | 'given';
}

/** What gives a test a database that may be PostgreSQL; a test without it would only say the same once more. */
const asksForDatabase = /\b(createTestApp|openTestDb|TEST_DATABASE_URL)\b/;

/** The server's tests that work on a database, as paths from the root. */
export function databaseTests(): string[] {
  return sourceFiles()
    .filter(
      ({ path, text }) => /^server\/(?!faults\/)/.test(path) && isTest(path) && asksForDatabase.test(text),
    )
    .map(({ path }) => path);
}

/** Of the same folders, but by ids, statuses and figures alone: two at once, and how much goes into a column. */
const comparesNoTexts = /\/(?:in-between|limits|moves|picking-at-once)\.test\.ts$/;

/**
 * The tests of what reads, sorts, searches and bounds by texts. On C collation PostgreSQL compares as SQLite does, which
 * runs them all: what could only go wrong there is one of these.
 */
export function comparingTests(): string[] {
  return databaseTests().filter(
    (path) =>
      /^server\/(db|modules\/(master-data|items|orders|reviews))\//.test(path) && !comparesNoTexts.test(path),
  );
}

/**
 * Runs tests against TEST_DATABASE_URL, or against a PostgreSQL of its own for as long as they take: all of them on a
 * database of ICU collation, as most have it, then some on one of C collation. Where none can be had, the step says so
 * and the run goes on.
 */
export async function onPostgres(test: (database: TestDatabase) => Promise<StepResult>): Promise<StepResult> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return test({ url: given, collation: 'given' });

  const postgres = await startPostgres({ isDurable: false });
  if (postgres === null) {
    const note = 'no PostgreSQL on this machine and none could be installed: not run on PostgreSQL';
    return { passed: 0, failed: 0, skipped: 1, note, output: '' };
  }
  try {
    const icuUrl = await postgres.createIcuDatabase('ordinary');
    const plain = await test({ url: postgres.url, collation: icuUrl === null ? 'only-c' : 'c' });
    if (icuUrl === null)
      return { ...plain, skipped: plain.skipped + 1, note: `${plain.note}; this PostgreSQL has no ICU` };
    return together(plain, await test({ url: icuUrl, collation: 'icu' }));
  } finally {
    await postgres.stop();
  }
}

function together(plain: StepResult, icu: StepResult): StepResult {
  return {
    passed: plain.passed + icu.passed,
    failed: plain.failed + icu.failed,
    skipped: plain.skipped + icu.skipped,
    note: `${plain.note} in C collation, ${icu.note} in ICU collation`,
    output: [plain.output, icu.output].filter(Boolean).join('\n'),
  };
}
