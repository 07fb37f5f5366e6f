import { type Actor, isOwnPlace } from '#domain/permissions.ts';
import type { Branch } from '#src/collections/places/branches.ts';

/** The branches and kitchens at which this person sees and records waste, by name. */
export function wastePlaces(branches: readonly Branch[], actor: Actor): { id: string; name: string }[] {
  return branches
    .filter(({ _id, isActive }) => isActive && isOwnPlace(actor, _id))
    .map(({ _id, name }) => ({ id: _id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
