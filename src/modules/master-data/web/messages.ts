import type { FieldDefinition } from '#platform/collections/fields.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';
import { type Definitions, definitions, type CollectionKey } from '../collections.ts';

type FieldName<F> = Extract<keyof F, string>;
type OptionOf<F> = F extends FieldDefinition<infer Value> ? Extract<Value, string> : never;
/** Fields with a fixed list of values. */
type ChoiceName<F> = {
  [K in FieldName<F>]: [OptionOf<F[K]>] extends [never] ? never : string extends OptionOf<F[K]> ? never : K;
}[FieldName<F>];

/** Strings for one collection: names of rows, fields and choices. */
export type ResourceTexts<F> = {
  one: string;
  many: string;
  fields: { [K in FieldName<F> | 'name' | 'nameAlt']: string };
  choices: { [K in ChoiceName<F>]: { [Option in OptionOf<F[K]>]: string } };
  /** Hints shown under inputs, for fields whose definition has one. */
  hints: { [K in FieldName<F>]?: string };
};

type FieldsOf<R> = R extends Resource<infer F> ? F : never;
type AllResourceTexts = { [C in CollectionKey]: ResourceTexts<FieldsOf<Definitions[C]>> };

/** Strings for one collection, as required from its `arabic.ts`; missing fields or choices don't compile. */
export type TextsOf<K extends CollectionKey> = AllResourceTexts[K];

const defaultNameLabels = { name: 'Name', nameAlt: 'Localized name' };

/** Converts an option to a label: `central_kitchen` to `Central kitchen`, `semi_finished` to `Semi-finished`. */
function humanize(option: string): string {
  const spaced = option.replace(/^semi_/, 'semi-').replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function buildTexts({ labels, allFields }: Resource) {
  const fields = Object.entries(allFields);
  return {
    ...labels,
    fields: { ...defaultNameLabels, ...Object.fromEntries(fields.map(([name, { label }]) => [name, label])) },
    choices: Object.fromEntries(
      fields
        .filter(([, { options }]) => options.length > 0)
        .map(([name, { options }]) => [
          name,
          Object.fromEntries(options.map((option) => [option, humanize(option)])),
        ]),
    ),
    hints: Object.fromEntries(fields.flatMap(([name, { hint }]) => (hint === null ? [] : [[name, hint]]))),
  };
}

/**
 * Strings for all collections. The English ones are derived from the labels in the definitions; the Arabic
 * ones don't compile without a label for every field and choice.
 */
export const resourceMessages = defineMessages(
  'modules/master-data/web/messages',
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, buildTexts(definition as Resource)]),
  ) as unknown as AllResourceTexts,
);

/** Strings for a collection that isn't known statically. */
export interface AnyResourceTexts {
  one: string;
  many: string;
  fields: Readonly<Record<string, string>>;
  choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
  hints: Readonly<Record<string, string>>;
}
