import type { JsonRecord } from '#contract/tolerant.ts';
import { formatList } from '#src/lib/format/list.ts';

/** One field of an entry: what stood there and what came. `undefined` where there was no such field. */
export interface FieldChange {
  /** Its path: `permissions.canEdit`. */
  field: string;
  before: unknown;
  after: unknown;
}

/** What the books keep for themselves. */
const bookkeeping = new Set(['_id', 'id', 'createdAt', 'updatedAt', 'version', 'search']);

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const isSame = (a: unknown, b: unknown): boolean =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/**
 * The fields in which two states of a row differ, in the row's order; records inside one are told field by field.
 * With one state alone: everything that stands in it. An entry may name after a change only what it concerns: what
 * is then missing did not change.
 */
export function differences(before: JsonRecord, after: JsonRecord): FieldChange[] {
  const isChange = Object.keys(before).length > 0 && Object.keys(after).length > 0;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field): FieldChange[] => {
    if (bookkeeping.has(field) || (isChange && !(field in after))) return [];
    const [was, is] = [before[field], after[field]];
    if (isSame(was, is)) return [];
    if ((isRecord(was) || isEmpty(was)) && (isRecord(is) || isEmpty(is)))
      return differences(asRecord(was), asRecord(is)).map((change) => ({
        ...change,
        field: `${field}.${change.field}`,
      }));
    return [{ field, before: was, after: is }];
  });
}

const asRecord = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

/** How the parts of a value are put into words. */
export interface ValueWords {
  yes: string;
  no: string;
  none: string;
  /** What a field is called. */
  fieldOf(field: string): string;
  /** What a text stands for: the name behind an id, the word of a choice; else the text itself. */
  textOf(text: string): string;
}

/** A value as people read it: names for ids, lists with commas, records as `Field: value`. */
export function valueText(value: unknown, words: ValueWords): string {
  if (isEmpty(value)) return words.none;
  if (value === true) return words.yes;
  if (value === false) return words.no;
  if (Array.isArray(value)) {
    return formatList(
      value.map((part: unknown) => valueText(part, words)),
      value.some(isRecord),
    );
  }
  if (isRecord(value)) {
    const parts = Object.entries(value).filter(([field, part]) => !bookkeeping.has(field) && !isEmpty(part));
    return formatList(parts.map(([field, part]) => `${words.fieldOf(field)} ${valueText(part, words)}`));
  }
  return words.textOf(String(value));
}
