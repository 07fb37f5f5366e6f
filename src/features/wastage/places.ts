import { type Actor, scopeOf } from '#domain/permissions.ts';
import type { Branch } from '#src/collections/branches.ts';

/** The branches and kitchens at which this person sees and records waste, by name. */
export function wastePlaces(branches: readonly Branch[], actor: Actor): { id: string; name: string }[] {
  const scope = scopeOf(actor);
  const isOwn = (id: string) =>
    scope.kind === 'all' ||
    (scope.kind === 'branches' && scope.branches.includes(id)) ||
    (scope.kind === 'kitchens' && scope.kitchens.includes(id));
  return branches
    .filter(({ _id, isActive }) => isActive && isOwn(_id))
    .map(({ _id, name }) => ({ id: _id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
