import type { Resource } from '#contract/resources/kit.ts';
import type { JsonRecord } from '#contract/tolerant.ts';

/** What a new row takes over from one that is duplicated: everything but what no two rows share. */
export function copyOf({ allFields, unique }: Resource, values: JsonRecord): JsonRecord {
  const own = new Set(unique.flatMap((names) => (names.length === 1 ? names : [])));
  return Object.fromEntries(
    Object.keys(allFields).flatMap((name) =>
      own.has(name) || !(name in values) ? [] : [[name, values[name]]],
    ),
  );
}

/** Under which name the device keeps what is typed into the copy of a row. */
export const copySlot = (id: string): string => `copy.${id}`;
