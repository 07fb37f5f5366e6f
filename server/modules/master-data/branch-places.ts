import { holdLocation, transitLocation } from '#domain/stock/ledger-locations.ts';
import type { Tx } from '../../db/types.ts';

interface PlaceOwner {
  _id: string;
  name: string;
  type: string;
}

/** The real places that belong to a branch or kitchen: its own, what it holds aside, and what is on the way to it. */
export function placesOf({ _id, name, type }: PlaceOwner) {
  const ofBranch = { branchId: _id };
  return [
    { ...ofBranch, placeId: _id, type, name },
    { ...ofBranch, placeId: holdLocation(_id), type: 'hold', name: `${name} (hold)` },
    { ...ofBranch, placeId: transitLocation(_id), type: 'transit', name: `${name} (in transit)` },
  ];
}

/** Makes the places of a new branch. */
export async function makePlaces(tx: Tx, owners: readonly PlaceOwner[]): Promise<void> {
  await tx.insertInto('places').values(owners.flatMap(placesOf)).execute();
}

/** Gives the places the branch's new name. */
export async function renamePlaces(tx: Tx, owner: PlaceOwner): Promise<void> {
  for (const { placeId, name } of placesOf(owner)) {
    await tx.updateTable('places').set({ name }).where('placeId', '=', placeId).execute();
  }
}

export async function removePlaces(tx: Tx, branchId: string): Promise<void> {
  await tx.deleteFrom('places').where('branchId', '=', branchId).execute();
}
