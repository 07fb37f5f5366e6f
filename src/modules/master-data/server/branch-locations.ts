import { holdLocation, transitLocation } from '#modules/stock/ledger-locations.ts';
import type { Tx } from '#platform/server/db/types.ts';

interface LocationOwner {
  _id: string;
  name: string;
  type: string;
}

/**
 * Returns the stock locations of a branch or kitchen: the branch itself, its goods on hold, and goods in
 * transit to it.
 */
export function buildBranchLocations({ _id, name, type }: LocationOwner) {
  return [
    { branchId: _id, placeId: _id, type, name },
    { branchId: _id, placeId: holdLocation(_id), type: 'hold', name: `${name} (hold)` },
    { branchId: _id, placeId: transitLocation(_id), type: 'transit', name: `${name} (in transit)` },
  ];
}

/** Creates the locations of a new branch. */
export async function createLocations(tx: Tx, owners: readonly LocationOwner[]): Promise<void> {
  await tx.insertInto('places').values(owners.flatMap(buildBranchLocations)).execute();
}

/** Renames the locations of a branch. */
export async function renameLocations(tx: Tx, owner: LocationOwner): Promise<void> {
  for (const { placeId, name } of buildBranchLocations(owner)) {
    await tx.updateTable('places').set({ name }).where('placeId', '=', placeId).execute();
  }
}

export async function removeLocations(tx: Tx, branchId: string): Promise<void> {
  await tx.deleteFrom('places').where('branchId', '=', branchId).execute();
}
