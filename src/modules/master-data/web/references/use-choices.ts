import { useQuery } from '@tanstack/react-query';
import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import { type Actor, type Collection, isOwnLocation } from '#core/permissions.ts';
import { type ReferenceName, namesQuery } from '../queries/names.ts';
import type { RowChoice } from '#platform/web/form/match-choices.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useUser } from '#platform/web/session/session.ts';

/** Returns whether the user may choose a row for a reference. */
export type ChoiceRule = (row: Readonly<Record<string, unknown>>, actor: Actor) => boolean;

/** Users assigned to branches can create rows only for those branches. */
export const isOwnBranch: ChoiceRule = ({ _id }, actor) => isOwnLocation(actor, String(_id));

export const isBranch: ChoiceRule = ({ type }) => type === 'branch';

/** Accepts kitchens and warehouses, which can supply other locations. */
export const canSupply: ChoiceRule = ({ type }) => type !== 'branch';

interface CachedChoices {
  actorId: string;
  choices: readonly RowChoice[];
}

/** Cached lists are immutable, so each result is computed once per rule. */
const choicesCache = new WeakMap<readonly ReferenceName[], Map<ChoiceRule | null, CachedChoices>>();

function buildChoices(
  rows: readonly ReferenceName[],
  rule: ChoiceRule | null,
  actor: Actor,
): readonly RowChoice[] {
  const byRule = choicesCache.get(rows) ?? new Map<ChoiceRule | null, CachedChoices>();
  const cached = byRule.get(rule);
  if (cached?.actorId === actor._id) return cached.choices;
  const choices = rows
    .filter((row) => !rule || rule({ ...readRecord(readRecord(row)['values']), ...readRecord(row) }, actor))
    .map((row) => ({
      _id: row._id,
      name: row.name,
      nameAlt: row.nameAlt,
      isActive: row.isActive,
      note: findCode(row),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  choicesCache.set(rows, byRule.set(rule, { actorId: actor._id, choices }));
  return choices;
}

/** Returns the code of a row, to distinguish rows with the same name. */
function findCode(row: ReferenceName): string | null {
  const all = { ...readRecord(readRecord(row)['values']), ...readRecord(row) };
  return (
    readText(all['itemCode']) ?? readText(all['code']) ?? readText(all['symbol']) ?? readText(all['email'])
  );
}

const noChoices: readonly RowChoice[] = [];

/**
 * Returns the rows that a reference may refer to, sorted by name; they are fetched when needed. `isRefused`
 * is true if the user may not see the collection.
 */
export function useChoices(collection: Collection, rule: ChoiceRule | null = null, isEnabled = true) {
  const user = useUser();
  const { data, error, isPending } = useQuery({ ...namesQuery(collection), enabled: isEnabled });
  return {
    choices: data ? buildChoices(data, rule, user) : noChoices,
    isLoading: isPending,
    isRefused: error instanceof ApiError && error.status === 403,
  };
}
