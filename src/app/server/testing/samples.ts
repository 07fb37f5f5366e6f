import type { FieldDefinition } from '#platform/collections/fields.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { ids } from './ids.ts';

const references: Readonly<Record<string, string>> = {
  branch: ids.kitchen,
  currencies: ids.currency,
  'item-categories': ids.category,
  items: ids.items.flour,
  sections: ids.section,
  units: ids.units.kg,
  users: ids.users.admin,
};

const samplesByKind: Readonly<Partial<Record<FieldDefinition['kind'], (n: number) => unknown>>> = {
  text: (n) => `Sample ${n}`,
  longText: (n) => `Long sample ${n}`,
  code: (n) => `S${n}`,
  email: (n) => `sample${n}@demo.test`,
  phone: (n) => `+44 20 7946 ${n}`,
  date: () => '2026-05-01',
  timezone: () => 'Asia/Dubai',
  integer: () => 3,
  quantity: () => 2.5,
  money: () => 12.3456,
  price: () => 12.345678,
  percent: () => 17.5,
  boolean: () => false,
};

const buildIsoCode = (n: number) =>
  String.fromCharCode(65 + ((n / 676) % 26), 65 + ((n / 26) % 26), 65 + (n % 26));

/**
 * Returns a valid body for the collection, different for every n. References to collections that have no test
 * rows stay empty.
 */
export function buildSample(resource: Resource, n: number): Record<string, unknown> {
  const values = Object.entries(resource.allFields).map(([name, field]) => {
    if (resource.collection === 'currencies' && name === 'code') return [name, buildIsoCode(n)];
    if (field.kind === 'choice') return [name, field.options[0]];
    if (field.kind === 'reference') return [name, (field.refersTo && references[field.refersTo]) ?? null];
    return [name, samplesByKind[field.kind]?.(n)];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
