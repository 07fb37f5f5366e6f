import { holdLocation, transitLocation } from '#domain/stock/ledger-locations.ts';
import type { Tx } from '../../db/types.ts';

interface LocationOwner {
  _id: string;
  name: string;
  type: string;
}

/** The real places that belong to a branch or kitchen: its own, what it holds aside, and what is on the way to it. */
export function branchLocations({ _id, name, type }: LocationOwner) {
  const ofBranch = { branchId: _id };
  return [
    { ...ofBranch, placeId: _id, type, name },
    { ...ofBranch, placeId: holdLocation(_id), type: 'hold', name: `${name} (hold)` },
    { ...ofBranch, placeId: transitLocation(_id), type: 'transit', name: `${name} (in transit)` },
  ];
}

/** Makes the places of a new branch. */
export async function createLocations(tx: Tx, owners: readonly LocationOwner[]): Promise<void> {
  await tx.insertInto('places').values(owners.flatMap(branchLocations)).execute();
}

/** Gives the places the branch's new name. */
export async function renameLocations(tx: Tx, owner: LocationOwner): Promise<void> {
  for (const { placeId, name } of branchLocations(owner)) {
    await tx.updateTable('places').set({ name }).where('placeId', '=', placeId).execute();
  }
}

export async function removeLocations(tx: Tx, branchId: string): Promise<void> {
  await tx.deleteFrom('places').where('branchId', '=', branchId).execute();
}
