import type { ComponentType, ReactNode } from 'react';
import type { CollectionKey, FieldOf } from '#contract/resources/index.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import type { FieldProps } from '#src/components/form/field-frame.tsx';
import type { ChoiceRule } from '#src/entities/reference/use-choices.ts';
import type { formTexts } from './messages.ts';

/**
 * An editor of a structured value. It is given what every input is given, and `errors`: what is wrong inside the
 * value, by path below the field (`0.weekday`). Other fields of the form are read with react-hook-form's
 * `useWatch({ name })`.
 */
export interface FieldEditorProps extends FieldProps<unknown> {
  errors: Readonly<Record<string, string>>;
}

/**
 * The group of a field in a long form, told once for all its fields: parts stand in the order in which a person fills
 * them, and the fields that no part names before the first, without a title. It comes with the first form, and not
 * with the definitions, which every list loads.
 */
export interface FormPart<Field extends string = string> {
  title: keyof (typeof formTexts)['en']['groups'];
  fields: readonly Field[];
  /** What few rows need: folded shut, with a summary of what it holds. */
  folds?: boolean;
}

/** What the form of a collection has besides what follows from its definition; it comes with the first form. */
export interface CollectionForm<Field extends string = string> {
  /**
   * Inputs of structured values (`field.json`), the twins of the `texts` of its screen; also of other fields whose
   * kind's own input does not do. A structured value without one is not on the form.
   */
  editors?: Readonly<Partial<Record<Field, ComponentType<FieldEditorProps>>>>;
  /** Which rows its references may lead to; left out: any. */
  choices?: Readonly<Partial<Record<Field, ChoiceRule>>>;
  parts?: readonly FormPart<Field>[];
  /** Says of a row that is there which of its fields stay. */
  Locks?: ComponentType<FormLocksProps>;
}

/** `children` are the inputs, given why fields cannot be changed, by field; undefined while nothing stays. */
export interface FormLocksProps {
  row: ResourceRow;
  children(locked: Readonly<Record<string, string>> | undefined): ReactNode;
}

/** The form of one collection: a field that its definition does not have does not compile. */
export const defineForm = <K extends CollectionKey>(
  _key: K,
  form: CollectionForm<FieldOf<K>>,
): CollectionForm<FieldOf<K>> => form;
