import type { Field } from '#contract/resources/fields.ts';
import type { Resource } from '#contract/resources/kit.ts';
import { boolean, type JsonRecord, number, reference, text, texts } from '#contract/tolerant.ts';
import type { FormValues } from '#src/components/form/form-resolver.ts';
import { isSame } from '#src/lib/drafts/edits.ts';

type Reader = (value: unknown) => unknown;

const asText: Reader = (value) => text(value) ?? '';
const asNumber: Reader = (value) => number(value);

/** What an input of each kind holds: text is never null, a reference is an id. */
const readers: Record<Field['kind'], Reader> = {
  text: asText,
  longText: asText,
  code: asText,
  email: asText,
  phone: asText,
  date: asText,
  timezone: asText,
  choice: asText,
  integer: asNumber,
  quantity: asNumber,
  money: asNumber,
  percent: asNumber,
  boolean: (value) => boolean(value),
  reference: (value) => reference(value)?.id ?? null,
  references: (value) => texts(value),
  picture: (value) => reference(value)?.id ?? null,
  json: (value) => value ?? null,
};

/** What a new row starts with where its definition names nothing: here is the likeliest time zone. */
const likely: Partial<Record<Field['kind'], () => unknown>> = {
  timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** What a new row starts with: what is known of it already, what its fields start with, and what is likely. */
export function newValues(resource: Resource, known: JsonRecord): FormValues {
  const start = Object.entries(resource.allFields).map(([name, { kind, initial }]) => [
    name,
    known[name] ?? initial ?? likely[kind]?.(),
  ]);
  return formValues(resource, Object.fromEntries(start));
}

/** What a form starts with. */
export function formValues(resource: Resource, values: JsonRecord): FormValues {
  return Object.fromEntries(
    Object.entries(resource.allFields).map(([name, field]) => [
      name,
      readers[field.kind](name in values ? values[name] : field.initial),
    ]),
  );
}

/** The fields in which a form differs from what it started with. */
export function changedFields(before: FormValues, now: FormValues): string[] {
  return Object.keys(now).filter((name) => !isSame(before[name], now[name]));
}
