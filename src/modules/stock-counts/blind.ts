import { type Actor, getOwnLocations } from '#core/permissions.ts';
import { isOpenForEntries } from './status.ts';

/** The fields of a count that determine whether book quantities are hidden from a user. */
export interface BlindCount {
  status: string;
  branch: string;
  blind: boolean;
}

/**
 * Returns whether the book quantities of a count's items are hidden from a user. While a blind count is open,
 * they are hidden from users of the location, because they count there, and from anyone who has counted a
 * line.
 */
export function hidesBookQuantities(count: BlindCount, actor: Actor, hasCounted: boolean): boolean {
  if (!count.blind || !isOpenForEntries(count.status)) return false;
  return getOwnLocations(actor)?.includes(count.branch) || hasCounted;
}
