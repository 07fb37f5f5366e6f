import type { Actor } from '#domain/permissions.ts';
import { scopeOf } from '#domain/permissions.ts';
import type { Branch } from '#src/collections/places/branches.ts';

/** The branches whose orders this person sees, by name: the own ones, those a kitchen supplies, or all. */
export function visibleBranches(branches: readonly Branch[], actor: Actor): { id: string; name: string }[] {
  const scope = scopeOf(actor);
  // Before they are there: who has one branch has nothing to choose, and the line of filters stays as it is.
  if (branches.length === 0 && scope.kind === 'places') return scope.branches.map((id) => ({ id, name: '' }));
  const isInSight = ({ _id, supplyingKitchenId, type }: Branch) => {
    if (scope.kind === 'places')
      return scope.branches.includes(_id) || scope.kitchens.includes(supplyingKitchenId ?? '');
    return scope.kind === 'all' && type !== 'central_kitchen' && type !== 'warehouse';
  };
  return branches
    .filter(isInSight)
    .map(({ _id, name }) => ({ id: _id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
