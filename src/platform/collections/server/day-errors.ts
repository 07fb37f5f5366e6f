import type { Resource } from '../define-resource.ts';
import type { Collection } from '#core/permissions.ts';
import type { FieldRefusals, Refusal } from '#core/refusals/refusal.ts';
import { getYearRefusal } from '#platform/documents/server/event-time.ts';

type Row = Readonly<Record<string, unknown>>;

/** Keys of dates within structured values, by field. Plain date fields are recognized by their kind. */
const structuredDayKeys: Readonly<Partial<Record<Collection, Readonly<Record<string, readonly string[]>>>>> =
  {
    branch: { closedDays: ['from', 'until'], dayEnds: ['from'] },
    currencies: { rates: ['date'] },
    taxes: { rates: ['from'] },
  };

/**
 * Returns errors for dates with an implausible year, by field. Stored dates are accepted unchanged, because
 * forms and files send them back.
 */
export function findDayErrors(resource: Resource, now: Date, before: Row | null, after: Row): FieldRefusals {
  const errors: Record<string, Refusal> = {};
  const structuredKeys = structuredDayKeys[resource.collection] ?? {};
  for (const [name, { kind }] of Object.entries(resource.fields)) {
    const keys = structuredKeys[name];
    if (kind !== 'date' && !keys) continue;
    const storedDays = new Set(listDays(name, before?.[name], keys).map(([, day]) => day));
    for (const [field, day] of listDays(name, after[name], keys)) {
      const yearError = storedDays.has(day) ? null : getYearRefusal(now, 'effective', day);
      if (yearError !== null) errors[field] = yearError;
    }
  }
  return errors;
}

/** Returns the dates in a value, each with its field path. */
function listDays(
  name: string,
  value: unknown,
  keys: readonly string[] = [],
): [field: string, day: string][] {
  if (typeof value === 'string') return [[name, value]];
  if (!Array.isArray(value)) return [];
  return (value as Row[]).flatMap((row, index) =>
    keys.flatMap((key): [string, string][] => {
      const day = row[key];
      return typeof day === 'string' ? [[`${name}.${index}.${key}`, day]] : [];
    }),
  );
}
