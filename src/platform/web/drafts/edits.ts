import type { JsonRecord } from '#platform/shapes/tolerant.ts';

/** The editable fields of a row, document or form, flat. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** Unsaved edits of shared data, with the values they are based on. */
export interface Edits {
  /** The fields that were changed. */
  values: JsonRecord;
  /** The edited fields as they were when editing began; null for a new row. */
  base: JsonRecord | null;
}

/** Edits merged with the current state. */
export interface MergedEdits {
  /** Edited values that differ from the current state. */
  mine: Record<string, unknown>;
  /** Edited fields that someone else has changed to a different value: the user must choose. */
  conflictingFields: string[];
}

/** Whether two values of a field are equal, compared by JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Merges edits with the current state. Edits equal to it are dropped, as are fields that no longer exist or
 * have a different type.
 *
 * @param isEqual compares two field values; as JSON by default
 */
export function mergeEdits({ values, base }: Edits, current: FieldValues, isEqual = isSame): MergedEdits {
  const fields = Object.keys(values).filter(
    (field) =>
      field in current &&
      hasSameShape(current[field], values[field]) &&
      !isEqual(values[field], current[field]),
  );
  return {
    mine: Object.fromEntries(fields.map((field) => [field, values[field]])),
    conflictingFields: base
      ? fields.filter((field) => field in base && !isEqual(base[field], current[field]))
      : [],
  };
}

/**
 * Returns the edits after values are entered. A field that was edited before retains its original base, so
 * that later changes by other users are still detected as conflicts.
 */
export function updateEdits(
  previous: Edits | null,
  values: FieldValues,
  current: FieldValues,
  isEqual = isSame,
): Edits {
  const previousEdits = previous ? mergeEdits(previous, current, isEqual).mine : {};
  const changed = Object.keys(values).filter((field) => !isEqual(values[field], current[field]));
  const baseValue = (field: string) =>
    (field in previousEdits ? previous?.base?.[field] : current[field]) ?? null;
  return {
    values: Object.fromEntries(changed.map((field) => [field, values[field]])),
    base: Object.fromEntries(changed.map((field) => [field, baseValue(field)])),
  };
}

/**
 * Returns the edits after a conflict is resolved: 'theirs' drops the fields, 'mine' rebases them on the
 * current state.
 */
export function resolveEdits(
  { values, base }: Edits,
  current: FieldValues,
  fields: readonly string[],
  side: 'theirs' | 'mine',
): Edits {
  if (side === 'mine') {
    const currentValues = fields.map((field) => [field, current[field] ?? null] as const);
    return { values, base: { ...base, ...Object.fromEntries(currentValues) } };
  }
  const omitFields = (record: JsonRecord) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
  return { values: omitFields(values), base: base && omitFields(base) };
}

/**
 * A newer dashboard version may use a different type for a field, and its input couldn't show the stored
 * value.
 */
function hasSameShape(current: unknown, edited: unknown): boolean {
  if (current === null || edited === null || current === undefined) return true;
  return typeof current === typeof edited && Array.isArray(current) === Array.isArray(edited);
}
