import { useQuery } from '@tanstack/react-query';
import { record, text } from '#contract/tolerant.ts';
import type { Collection } from '#domain/permissions.ts';
import { type Name, namesQuery } from '#src/collections/names.ts';
import type { RowChoice } from '#src/components/form/match-choices.ts';
import { ApiError } from '#src/lib/api/api-error.ts';

/** Which rows a reference may lead to, by `collection.field`; left out: any. */
const rules: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => boolean>> = {
  'branch.supplyingKitchenId': ({ type }) => type !== 'branch',
};

/** Lists in the cache never change, so each is made once per rule. */
const made = new WeakMap<readonly Name[], Map<string, readonly RowChoice[]>>();

function choicesOf(rows: readonly Name[], field: string): readonly RowChoice[] {
  const key = field in rules ? field : '';
  const known = made.get(rows)?.get(key);
  if (known) return known;
  const fits = rules[key] ?? (() => true);
  const choices = rows
    .filter((row) => fits({ ...record(record(row)['values']), ...record(row) }))
    .map((row) => ({
      _id: row._id,
      name: row.name,
      nameAlt: row.nameAlt,
      isActive: row.isActive,
      note: noteOf(row),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  made.set(rows, (made.get(rows) ?? new Map<string, readonly RowChoice[]>()).set(key, choices));
  return choices;
}

/** What tells a row from another of the same name: its code. */
function noteOf(row: Name): string | null {
  const all = { ...record(record(row)['values']), ...record(row) };
  return text(all['itemCode']) ?? text(all['code']) ?? text(all['symbol']) ?? text(all['email']);
}

const nothing: readonly RowChoice[] = [];

/** The rows that a reference may lead to, sorted by name. `isRefused`: the person may not see the collection. */
export function useChoices(collection: Collection, field: string) {
  const { data, error, isPending } = useQuery(namesQuery(collection));
  return {
    choices: data ? choicesOf(data, field) : nothing,
    isLoading: isPending,
    isRefused: error instanceof ApiError && error.status === 403,
  };
}
