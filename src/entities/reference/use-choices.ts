import { useQuery } from '@tanstack/react-query';
import { record, text } from '#contract/tolerant.ts';
import { type Actor, type Collection, isOwnPlace } from '#domain/permissions.ts';
import { type Name, namesQuery } from '#src/collections/master-data/names.ts';
import type { RowChoice } from '#src/components/form/match-choices.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useUser } from '#src/lib/session/session.ts';

type Rule = (row: Readonly<Record<string, unknown>>, actor: Actor) => boolean;

/** Whoever works at some branches makes rows for these alone. */
const isOwn: Rule = ({ _id }, actor) => isOwnPlace(actor, String(_id));

const isNoBranch: Rule = ({ type }) => type !== 'branch';

/** Which rows a reference may lead to, by `collection.field`; left out: any. */
const rules: Readonly<Record<string, Rule>> = {
  'branch.supplyingKitchenId': isNoBranch,
  'count-schedules.branchId': isOwn,
  'item-levels.branchId': isOwn,
  'order-templates.branch': isOwn,
  'order-templates.kitchen': isNoBranch,
  'users.branches': ({ type }) => type === 'branch',
  'users.kitchens': isNoBranch,
};

/** Lists in the cache never change, so each is made once per rule. */
const made = new WeakMap<readonly Name[], Map<string, readonly RowChoice[]>>();

function choicesOf(rows: readonly Name[], field: string, actor: Actor): readonly RowChoice[] {
  const rule = rules[field];
  const key = rule ? `${field} ${actor._id}` : '';
  const known = made.get(rows)?.get(key);
  if (known) return known;
  const choices = rows
    .filter((row) => !rule || rule({ ...record(record(row)['values']), ...record(row) }, actor))
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
  const user = useUser();
  const { data, error, isPending } = useQuery(namesQuery(collection));
  return {
    choices: data ? choicesOf(data, field, user) : nothing,
    isLoading: isPending,
    isRefused: error instanceof ApiError && error.status === 403,
  };
}
