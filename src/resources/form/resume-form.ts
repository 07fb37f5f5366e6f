import type { JsonRecord } from '#contract/tolerant.ts';
import { isSame } from './form-values.ts';

/** What a form holds, by field. */
type Values = Readonly<Record<string, unknown>>;

/** How a form goes on where it was left. */
interface Resumed {
  /** What was typed and still differs from what is saved. */
  mine: Record<string, unknown>;
  /** Fields of it that somebody else has changed meanwhile, to something else: the person chooses. */
  disputed: string[];
}

/**
 * Puts what was typed over the row as it is now. What the row has by now is no change, what only others changed is
 * theirs, and a field that the form does not have any more, or holds in another shape, is left out.
 *
 * @param typed the fields that were changed
 * @param before what the form held of the row when they were; null for a new row
 * @param now what the form holds of the row now
 * @returns null when nothing of it is left
 */
export function resume(typed: JsonRecord, before: Values | null, now: Values): Resumed | null {
  const fields = Object.keys(typed).filter(
    (field) => field in now && hasShapeOf(now[field], typed[field]) && !isSame(typed[field], now[field]),
  );
  if (fields.length === 0) return null;
  return {
    mine: Object.fromEntries(fields.map((field) => [field, typed[field]])),
    disputed: before ? fields.filter((field) => !isSame(before[field], now[field])) : [],
  };
}

/** A newer version of the dashboard may hold the field in another way: what an input cannot show is not given to it. */
function hasShapeOf(now: unknown, typed: unknown): boolean {
  if (now === null || typed === null || now === undefined) return true;
  return typeof now === typeof typed && Array.isArray(now) === Array.isArray(typed);
}
