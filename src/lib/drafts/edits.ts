import type { JsonRecord } from '#contract/tolerant.ts';

/** A row, a document or a form, flat: one value per field that people can change. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** What somebody typed over something that others change, too, and what they saw there when they did. */
export interface Edits {
  /** The fields that were changed. */
  values: JsonRecord;
  /** The same fields as they were seen; null for something new, which nobody else changes. */
  base: JsonRecord | null;
}

/** How what was typed stands to what is there now. */
export interface MergedEdits {
  /** What was typed and still differs from what is there. */
  mine: Record<string, unknown>;
  /** Fields of it that somebody else has changed meanwhile, to something else: the person chooses. */
  disputed: string[];
}

/** Whether two values of a field are the same to the person: JSON tells. */
export function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Puts what was typed over what is there now. What is there by now is no change, what only others changed is theirs,
 * and a field that is not there any more, or holds another shape, is left out.
 *
 * @param same whether two values of a field say the same; by default their JSON does
 */
export function mergeEdits({ values, base }: Edits, now: FieldValues, same = isSame): MergedEdits {
  const fields = Object.keys(values).filter(
    (field) => field in now && hasShapeOf(now[field], values[field]) && !same(values[field], now[field]),
  );
  return {
    mine: Object.fromEntries(fields.map((field) => [field, values[field]])),
    disputed: base ? fields.filter((field) => field in base && !same(base[field], now[field])) : [],
  };
}

/**
 * What is typed now, over `now`. A field that was typed in before keeps what was seen then: what others made of it since
 * is not taken for seen.
 */
export function updateEdits(
  before: Edits | null,
  values: FieldValues,
  now: FieldValues,
  same = isSame,
): Edits {
  const known = before ? mergeEdits(before, now, same).mine : {};
  const changed = Object.keys(values).filter((field) => !same(values[field], now[field]));
  const seen = (field: string) => (field in known ? before?.base?.[field] : now[field]) ?? null;
  return {
    values: Object.fromEntries(changed.map((field) => [field, values[field]])),
    base: Object.fromEntries(changed.map((field) => [field, seen(field)])),
  };
}

/** The edits after a choice between what is there now and what was typed: theirs goes, mine has seen theirs. */
export function resolveEdits(
  { values, base }: Edits,
  now: FieldValues,
  fields: readonly string[],
  whose: 'theirs' | 'mine',
): Edits {
  if (whose === 'mine') {
    const seen = fields.map((field) => [field, now[field] ?? null] as const);
    return { values, base: { ...base, ...Object.fromEntries(seen) } };
  }
  const without = (record: JsonRecord) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
  return { values: without(values), base: base && without(base) };
}

/** A newer version of the dashboard may hold a field in another way: what an input cannot show is not given to it. */
function hasShapeOf(now: unknown, typed: unknown): boolean {
  if (now === null || typed === null || now === undefined) return true;
  return typeof now === typeof typed && Array.isArray(now) === Array.isArray(typed);
}
