import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Statements that one test file executed on SQLite. */
export interface RecordedFile {
  /** Path from the project's root. */
  path: string;
  ms: number;
  /** Ids of the SQL statements it executed. */
  statements: string[];
}

/** Code that only forwards queries; a statement is identified by the caller of such code. */
const forwardingCode =
  /\/platform\/server\/db\/(?:node\/|sqlite|statements|many-rows|limit-concurrency|locking)|\/node_modules\//;
const productCode = /\/((?:server|src)\/[^:?]+\.ts)[^:]*:(\d+):\d+/;
const testCode = /\.test\.ts|\/testing\/|\/faults\/|\/scripts\//;

/**
 * Identifies a statement by the line of the product that executes it and by its tables. A generic list counts
 * as one statement per table, regardless of its filter.
 *
 * @param stack the stack including asynchronous callers
 * @returns null for a statement executed by a test
 */
export function getStatementId(text: string, stack: string): string | null {
  const frame = stack.split('\n').find((line) => productCode.test(line) && !forwardingCode.test(line));
  if (frame === undefined || testCode.test(frame)) return null;
  const [, path = '', line = ''] = productCode.exec(frame) ?? [];
  const tables = text.match(/(?<=\b(?:from|join|into|update)\s+")[A-Za-z]+(?=")/g) ?? [];
  return [`${path}:${line}`, ...new Set(tables.toSorted())].join(' ');
}

/**
 * Chooses the cheapest test files that together execute every recorded statement, by greedy set cover:
 * repeatedly adds the file with the most new statements per millisecond. Files whose statements are all
 * covered by others chosen later are dropped, the slowest first.
 *
 * @param isRequired files that are always included
 */
export function coverStatements(
  files: readonly RecordedFile[],
  isRequired: (path: string) => boolean,
): string[] {
  const chosen = files.filter(({ path }) => isRequired(path));
  const covered = new Set(chosen.flatMap(({ statements }) => statements));
  const remaining = new Map(
    files.filter(({ path }) => !isRequired(path)).map((file) => [file, file.statements]),
  );
  for (;;) {
    let best: RecordedFile | undefined;
    let bestGain = 0;
    for (const [file, statements] of remaining) {
      const added = statements.filter((statement) => !covered.has(statement));
      remaining.set(file, added);
      const gain = added.length / file.ms;
      if (gain > bestGain) [best, bestGain] = [file, gain];
    }
    if (best === undefined)
      return removeRedundant(chosen, isRequired)
        .map(({ path }) => path)
        .toSorted();
    chosen.push(best);
    for (const statement of best.statements) covered.add(statement);
    remaining.delete(best);
  }
}

function removeRedundant(chosen: RecordedFile[], isRequired: (path: string) => boolean): RecordedFile[] {
  /** Number of chosen files that execute each statement. */
  const fileCounts = new Map<string, number>();
  const changeCounts = (file: RecordedFile, change: number) => {
    for (const statement of file.statements)
      fileCounts.set(statement, (fileCounts.get(statement) ?? 0) + change);
  };
  for (const file of chosen) changeCounts(file, 1);
  return chosen
    .toSorted((a, b) => b.ms - a.ms)
    .filter((file) => {
      if (isRequired(file.path) || file.statements.some((statement) => fileCounts.get(statement) === 1))
        return true;
      changeCounts(file, -1);
      return false;
    });
}

/** Loads the last recording of the unit tests; empty if there is none. */
export function loadRecordedFiles(folder: string): RecordedFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RecordedFile,
  );
}
