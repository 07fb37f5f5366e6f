import type { ApiError } from '#platform/web/api/api-error.ts';
import { getFieldErrorMessages } from '#platform/web/api/localize-error.ts';

/**
 * Returns an error's localized messages by document line. The key in `items.<name>.<field>` is the line's id
 * or its index in the request.
 */
export function getLineErrors(error: ApiError | null): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const [path, message] of Object.entries(error === null ? {} : getFieldErrorMessages(error))) {
    const lineKey = /^items\.([^.]+)/.exec(path)?.[1];
    if (lineKey === undefined) continue;
    const previous = problems.get(lineKey);
    if (previous === undefined) problems.set(lineKey, message);
    else if (!previous.includes(message)) problems.set(lineKey, `${previous} ${message}`);
  }
  return problems;
}

/** Returns the message of one line, or null. */
export const getLineError = (error: ApiError | null, lineId: string): string | null =>
  getLineErrors(error).get(lineId) ?? null;
