import { type Actor, ownLocations } from '../permissions.ts';
import { isOpenForEntries } from './status.ts';

/** What of a count decides whether the books are kept from somebody. */
export interface BlindCount {
  status: string;
  branch: string;
  blind: boolean;
}

/**
 * Whether what the books say of a count's items is kept from this person: as long as a blind count is open, from whoever is
 * bound to the place, since they are who counts there, and from whoever has counted something in it.
 */
export function hidesBookQuantities(count: BlindCount, actor: Actor, hasCounted: boolean): boolean {
  if (!count.blind || !isOpenForEntries(count.status)) return false;
  return ownLocations(actor)?.includes(count.branch) || hasCounted;
}
