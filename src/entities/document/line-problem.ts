import type { ApiError } from '#src/lib/api/api-error.ts';
import { sayFields } from '#src/lib/api/own-words.ts';

/** What a refusal says of one line of a document, in the language of now; null where it says nothing of it. */
export function lineProblem(error: ApiError | null, lineId: string): string | null {
  if (error === null) return null;
  const entry = Object.entries(sayFields(error)).find(([path]) => path.startsWith(`items.${lineId}.`));
  return entry?.[1] ?? null;
}
