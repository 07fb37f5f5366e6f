import type { FieldDefinition } from '#platform/collections/fields.ts';
import type { Definition } from '../../collections.ts';
import { isSame } from '#platform/web/drafts/edits.ts';
import type { FormPart } from './collection-form.ts';

/** A rendered part of a form. Without a title it is the first or only one. */
export interface DrawnPart {
  title: FormPart['title'] | null;
  fields: readonly string[];
  /** Collapsed until opened. */
  folds: boolean;
}

/**
 * Returns the non-empty parts of a form with these fields, in order; fields without a part come first. A part
 * with required fields of a new row is never collapsed, and a single part has neither title nor folding.
 */
export function drawnParts(
  { allFields }: Pick<Definition, 'allFields'>,
  parts: readonly FormPart[],
  shown: readonly string[],
): DrawnPart[] {
  const placed = new Set(parts.flatMap(({ fields }) => fields));
  const first = { title: null, fields: shown.filter((field) => !placed.has(field)), folds: false };
  const drawn = [
    first,
    ...parts.map(({ title, fields, folds = false }) => ({
      title,
      fields: fields.filter((field) => shown.includes(field)),
      folds: folds && !fields.some((field) => allFields[field]?.isRequired),
    })),
  ].filter(({ fields }) => fields.length > 0);
  return drawn.length === 1 ? drawn.map(({ fields }) => ({ title: null, fields, folds: false })) : drawn;
}

/** State of a form's fields. */
export interface FormMarks {
  /** Invalid fields, by the check before sending or by the server. */
  wrong: readonly string[];
  /** Fields that differ from the saved row: typed or restored. */
  typed: readonly string[];
  /** Number of save attempts. */
  tries: number;
}

/**
 * Returns a different text for each reason to open a collapsed part, so that each opens it once and the user
 * may close it again; null without a reason.
 */
export function foldedPartTrigger(
  fields: readonly string[],
  { wrong, typed, tries }: FormMarks,
): string | null {
  const faults = fields.filter((field) => wrong.includes(field));
  if (faults.length > 0) return `${tries} ${faults.join(' ')}`;
  return fields.some((field) => typed.includes(field)) ? 'typed' : null;
}

/** Whether a value differs from that of an untouched new row. */
export function hasMeaningfulValue({ initial, kind }: FieldDefinition, value: unknown): boolean {
  if (kind === 'boolean') return (value === true) !== (initial === true);
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value) && value.length === 0) return false;
  if (typeof value === 'object' && Object.keys(value).length === 0) return false;
  return initial === null || !isSame(initial, value);
}
