import type { ComponentType, ReactNode } from 'react';
import type { CollectionKey, FieldOf } from '../../collections.ts';
import type { ResourceRow } from '../queries/resources.ts';
import type { FieldProps } from '#platform/web/form/field-frame.tsx';
import type { ChoiceRule } from '../references/use-choices.ts';
import type { formMessages } from './messages.ts';

/**
 * Props of an editor for a structured value: those of every input, plus `errors` within the value by path
 * below the field (`0.weekday`). To read other fields of the form, use react-hook-form's `useWatch({ name
 * })`.
 */
export interface FieldEditorProps extends FieldProps<unknown> {
  errors: Readonly<Record<string, string>>;
}

/**
 * A group of fields in a long form, in the order in which they are filled in. Fields that aren't in a section
 * come first, without a title. Loaded with the first form, unlike the definitions, which every list loads.
 */
export interface FormSection<Field extends string = string> {
  title: keyof (typeof formMessages)['en']['sections'];
  fields: readonly Field[];
  /** Whether the section is collapsed to a summary; for rarely used fields. */
  isCollapsible?: boolean;
}

/** Form settings of a collection in addition to its definition; loaded with the first form. */
export interface CollectionForm<Field extends string = string> {
  /**
   * Editors for structured values (`field.json`), matching `formatters` in the collection's screen, and for other
   * fields whose default input isn't suitable. A structured value without an editor isn't shown in the form.
   */
  editors?: Readonly<Partial<Record<Field, ComponentType<FieldEditorProps>>>>;
  /** Rules for the rows to which its references may refer; any row if omitted. */
  choices?: Readonly<Partial<Record<Field, ChoiceRule>>>;
  sections?: readonly FormSection<Field>[];
  /** Determines which fields of an existing row are read-only. */
  Locks?: ComponentType<FormLocksProps>;
}

/**
 * `children` renders the inputs; it is called with the reasons by locked field, or undefined if no field is
 * locked.
 */
export interface FormLocksProps {
  row: ResourceRow;
  children(lockedReasons: Readonly<Record<string, string>> | undefined): ReactNode;
}

/** Defines the form of one collection; unknown field names don't compile. */
export const defineForm = <K extends CollectionKey>(
  _key: K,
  form: CollectionForm<FieldOf<K>>,
): CollectionForm<FieldOf<K>> => form;
