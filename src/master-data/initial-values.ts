import type { Resource } from '#contract/resources/kit.ts';
import type { JsonRecord } from '#contract/tolerant.ts';
import { type Actor, ownPlaces } from '#domain/permissions.ts';

/**
 * What a new row starts with, from where it is made: what its list is filtered by, and the branch of whoever has but
 * one. A time zone is this device's.
 */
export function initialValues(
  { allFields }: Resource,
  search: Readonly<Record<string, unknown>>,
  actor: Actor,
): JsonRecord {
  const [only, ...more] = ownPlaces(actor) ?? [];
  return Object.fromEntries(
    Object.entries(allFields).flatMap(([name, { kind, refersTo, isRequired, options }]) => {
      const filter = search[name];
      if (kind === 'choice' && options.includes(String(filter))) return [[name, filter]];
      if (kind === 'timezone') return [[name, Intl.DateTimeFormat().resolvedOptions().timeZone]];
      if (kind !== 'reference') return [];
      if (typeof filter === 'string' && filter !== 'none') return [[name, filter]];
      return refersTo === 'branch' && isRequired && only && more.length === 0 ? [[name, only]] : [];
    }),
  );
}
