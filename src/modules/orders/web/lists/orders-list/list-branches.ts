import type { Actor } from '#core/permissions.ts';
import { getScope } from '#core/permissions.ts';
import type { Branch } from '#platform/web/queries/branches.ts';

/** Returns the branches whose orders the user may see, by name. */
export function listVisibleBranches(
  branches: readonly Branch[],
  actor: Actor,
): { id: string; name: string }[] {
  const scope = getScope(actor);
  // Until branches are loaded, returns the IDs in the user's scope, so that the filter bar doesn't shift.
  if (branches.length === 0 && scope.kind === 'places') return scope.branches.map((id) => ({ id, name: '' }));
  const isVisible = ({ _id, supplyingKitchenId, type }: Branch) => {
    if (scope.kind === 'places')
      return scope.branches.includes(_id) || scope.kitchens.includes(supplyingKitchenId ?? '');
    return scope.kind === 'all' && type !== 'central_kitchen' && type !== 'warehouse';
  };
  return branches
    .filter(isVisible)
    .map(({ _id, name }) => ({ id: _id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
