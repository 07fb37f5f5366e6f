import type { Field } from '#contract/resources/fields.ts';
import type { Resource } from '#contract/resources/kit.ts';
import { boolean, type JsonRecord, number, reference, text, texts } from '#contract/tolerant.ts';
import type { FormValues } from '#src/components/form/form-resolver.ts';

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

/** What a form starts with: the row's values, or for a new row what its fields start with. */
export function formValues(resource: Resource, values: JsonRecord | null): FormValues {
  return Object.fromEntries(
    Object.entries(resource.allFields).map(([name, field]) => {
      const value = values && name in values ? values[name] : field.initial;
      return [name, readers[field.kind](value)];
    }),
  );
}

/** Whether two values of a field are the same to the person: JSON tells. */
export function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}

/** The fields in which a form differs from what it started with. */
export function changedFields(before: FormValues, now: FormValues): string[] {
  return Object.keys(now).filter((name) => !isSame(before[name], now[name]));
}
