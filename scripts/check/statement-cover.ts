import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one test file executed on SQLite. */
export interface RecordedFile {
  /** From the project's root. */
  path: string;
  ms: number;
  /** Fingerprints of its SQL statements. */
  statements: string[];
}

/** A statement's text without what varies from call to call: white space and the lengths of its lists. */
export function fingerprint(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\?(?:, ?\?)+/g, '?')
    .replace(/(\([^()]*\))(?:, ?\1)+/g, '$1');
}

/**
 * The cheapest test files that together execute every recorded statement: again and again the file with the most new statements per
 * millisecond (greedy set cover).
 *
 * @param required taken in any case; the others only have to add to them
 */
export function coverStatements(
  files: readonly RecordedFile[],
  required: (path: string) => boolean,
): string[] {
  const chosen = files.filter(({ path }) => required(path));
  const covered = new Set(chosen.flatMap(({ statements }) => statements));
  const left = new Map(files.filter(({ path }) => !required(path)).map((file) => [file, file.statements]));
  for (;;) {
    let best: RecordedFile | undefined;
    let bestGain = 0;
    for (const [file, statements] of left) {
      const added = statements.filter((statement) => !covered.has(statement));
      left.set(file, added);
      const gain = added.length / file.ms;
      if (gain > bestGain) [best, bestGain] = [file, gain];
    }
    if (best === undefined) return chosen.map(({ path }) => path).toSorted();
    chosen.push(best);
    for (const statement of best.statements) covered.add(statement);
    left.delete(best);
  }
}

/** What the last run of the unit tests recorded; empty before the first. */
export function recordedFiles(folder: string): RecordedFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RecordedFile,
  );
}
