import { useQuery } from '@tanstack/react-query';
import { holdLocation, isOutsideLocation, transitLocation } from '#domain/stock/ledger-locations.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { branchesQuery } from './branches.ts';
import { placeMessages } from './place-messages.ts';

/** A place of the ledger in words; `name` is what the server calls it. */
type PlaceWords = (placeId: string, name: string) => string;

/**
 * What a place of the ledger is called in the language of the reader: a branch by the name that leads there, what is
 * held aside or on the road by its branch. A place that nobody knows is shown as the server names it.
 */
export function useLocationNames(): PlaceWords {
  const t = useMessages(placeMessages);
  const branches = useQuery(branchesQuery()).data ?? [];
  const names = new Map<string, string>();
  for (const { _id, name } of branches) {
    names.set(_id, name);
    names.set(holdLocation(_id), t.held(name));
    names.set(transitLocation(_id), t.onTheWay(name));
  }
  return (placeId, name) => (isOutsideLocation(placeId) ? t.outside[placeId] : (names.get(placeId) ?? name));
}
