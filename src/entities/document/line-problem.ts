import type { ApiError } from '#src/lib/api/api-error.ts';
import { fieldErrorMessages } from '#src/lib/api/localize-error.ts';

/**
 * What a refusal says of the lines of a document, in the current language: all sentences for each, by what names the
 * line in `items.<name>.<field>`, its id or its place in what was sent.
 */
export function lineProblems(error: ApiError | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, sentence] of Object.entries(error === null ? {} : fieldErrorMessages(error))) {
    const name = /^items\.([^.]+)/.exec(path)?.[1];
    if (name === undefined) continue;
    const before = found.get(name);
    if (before === undefined) found.set(name, sentence);
    else if (!before.includes(sentence)) found.set(name, `${before} ${sentence}`);
  }
  return found;
}

/** The same of one line; null where it says nothing of it. */
export const lineProblem = (error: ApiError | null, lineId: string): string | null =>
  lineProblems(error).get(lineId) ?? null;
