import type { FieldDefinition } from '#platform/collections/fields.ts';
import type { Definition } from '../../collections.ts';
import { isSame } from '#platform/web/drafts/edits.ts';
import type { FormSection } from './collection-form.ts';

/** A rendered section of a form. Only the first or only section has no title. */
export interface ArrangedSection {
  title: FormSection['title'] | null;
  fields: readonly string[];
  /** Whether the section is collapsed until it is opened. */
  isCollapsible: boolean;
}

/**
 * Returns the non-empty sections of a form with the given fields, in order; fields that aren't in a section come
 * first. A section with required fields isn't collapsed for a new row, and a single section has no title and can't
 * be collapsed.
 */
export function arrangeSections(
  { allFields }: Pick<Definition, 'allFields'>,
  sections: readonly FormSection[],
  visibleFields: readonly string[],
): ArrangedSection[] {
  const sectionFields = new Set(sections.flatMap(({ fields }) => fields));
  const withoutSection = {
    title: null,
    fields: visibleFields.filter((field) => !sectionFields.has(field)),
    isCollapsible: false,
  };
  const arranged = [
    withoutSection,
    ...sections.map(({ title, fields, isCollapsible = false }) => ({
      title,
      fields: fields.filter((field) => visibleFields.includes(field)),
      isCollapsible: isCollapsible && !fields.some((field) => allFields[field]?.isRequired),
    })),
  ].filter(({ fields }) => fields.length > 0);
  return arranged.length === 1
    ? arranged.map(({ fields }) => ({ title: null, fields, isCollapsible: false }))
    : arranged;
}

/** State of a form's fields. */
export interface FieldStates {
  /** Fields that validation or the server rejected. */
  invalid: readonly string[];
  /** Fields that differ from the saved row, whether entered or restored from a draft. */
  dirty: readonly string[];
  /** Number of save attempts. */
  attempts: number;
}

/**
 * Returns a key that identifies the current reason to open a collapsed section, so that each reason opens it
 * once and the user can close it again; null if there is no reason.
 */
export function getSectionOpenTrigger(
  fields: readonly string[],
  { invalid, dirty, attempts }: FieldStates,
): string | null {
  const invalidHere = fields.filter((field) => invalid.includes(field));
  if (invalidHere.length > 0) return `${attempts} ${invalidHere.join(' ')}`;
  return fields.some((field) => dirty.includes(field)) ? 'dirty' : null;
}

/** Returns whether a value differs from that of an untouched new row. */
export function hasMeaningfulValue({ initial, kind }: FieldDefinition, value: unknown): boolean {
  if (kind === 'boolean') return (value === true) !== (initial === true);
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value) && value.length === 0) return false;
  if (typeof value === 'object' && Object.keys(value).length === 0) return false;
  return initial === null || !isSame(initial, value);
}
