import { formatCount } from '#platform/web/format/format.ts';
import type { FileProblem } from '#platform/web/spreadsheet/file-problem.ts';
import type { ImportTexts } from './import-labels.ts';

/** Returns why a file can't be read. */
export function describeFileProblem({ code, row }: FileProblem, t: Pick<ImportTexts, 'refusals'>): string {
  const message = t.refusals[code];
  return typeof message === 'string' ? message : message(formatCount(row ?? 1));
}
