import { useQuery } from '@tanstack/react-query';
import { type Branch, branchesQuery } from '#src/collections/places/branches.ts';
import { useUser } from '#src/lib/session/session.ts';
import { branchesInSight } from '../orders-list/list-branches.ts';

/** The branch that a branch's screen shows: the one in the address if it is this person's, else their first. */
export function useOwnBranch(asked: string | undefined) {
  const user = useUser();
  const query = useQuery(branchesQuery());
  const all = query.data ?? [];
  const choices = branchesInSight(
    all.filter(({ isActive }) => isActive),
    user,
  );
  const id = choices.find((choice) => choice.id === asked)?.id ?? choices[0]?.id;
  const byId = (wanted: string | null | undefined): Branch | null =>
    all.find(({ _id }) => _id === wanted) ?? null;
  const branch = byId(id);
  return { query, choices, branch, kitchen: byId(branch?.supplyingKitchenId) };
}
