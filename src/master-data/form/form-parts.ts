import type { Field } from '#contract/resources/fields.ts';
import type { Definition } from '#contract/resources/index.ts';
import { isSame } from '#src/lib/drafts/edits.ts';
import type { FormPart } from './collection-form.ts';

/** A part of a form as it is drawn. Without a title it stands first, or alone. */
export interface DrawnPart {
  title: FormPart['title'] | null;
  fields: readonly string[];
  /** It is folded shut until somebody opens it, or has to. */
  folds: boolean;
}

/**
 * The parts of a form with these fields, none of them empty, in the order in which a person fills them; what no part
 * names stands first. A part that a new row needs something of is never folded, and one that stands alone needs
 * neither a title nor folding.
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

/** What is known of the fields of a form while somebody fills it. */
export interface FormMarks {
  /** Fields at fault, by the check before sending or by the server. */
  wrong: readonly string[];
  /** Fields that differ from what is saved: typed, or left from before. */
  typed: readonly string[];
  /** How often it was tried to save the form. */
  tries: number;
}

/**
 * Why a folded part has to open: as another word for each new cause, so that it opens once for each and stays as the
 * person leaves it; null where nothing asks for it.
 */
export function foldedPartTrigger(
  fields: readonly string[],
  { wrong, typed, tries }: FormMarks,
): string | null {
  const faults = fields.filter((field) => wrong.includes(field));
  if (faults.length > 0) return `${tries} ${faults.join(' ')}`;
  return fields.some((field) => typed.includes(field)) ? 'typed' : null;
}

/** Whether a value says something that an untouched new row would not. */
export function hasMeaningfulValue({ initial, kind }: Field, value: unknown): boolean {
  if (kind === 'boolean') return (value === true) !== (initial === true);
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value) && value.length === 0) return false;
  if (typeof value === 'object' && Object.keys(value).length === 0) return false;
  return initial === null || !isSame(initial, value);
}
