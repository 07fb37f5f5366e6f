import { useQuery } from '@tanstack/react-query';
import { holdLocation, isVirtualLocation, transitLocation } from '#modules/stock/ledger-locations.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { placeMessages } from '../place-messages.ts';

/** Formats a ledger location; `name` is the server's name. */
type LocationName = (placeId: string, name: string) => string;

/**
 * Returns a function that names a ledger location in the current language: branches by name, hold and transit
 * by their branch. Unknown locations get the server's name.
 */
export function useLocationNames(): LocationName {
  const t = useMessages(placeMessages);
  const branches = useQuery(branchesQuery()).data ?? [];
  const names = new Map<string, string>();
  for (const { _id, name } of branches) {
    names.set(_id, name);
    names.set(holdLocation(_id), t.held(name));
    names.set(transitLocation(_id), t.onTheWay(name));
  }
  return (placeId, name) =>
    isVirtualLocation(placeId) ? t.virtualLocations[placeId] : (names.get(placeId) ?? name);
}
