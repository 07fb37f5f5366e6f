/** Virtual locations, which are sources or destinations of goods and have no balance. */
const virtualLocations = ['supplier', 'wastage', 'production', 'adjustment', 'consumption'] as const;

export type VirtualLocation = (typeof virtualLocations)[number];

/**
 * Returns the hold location of a branch or kitchen, for damaged or disputed stock. A location's id is its
 * branch id.
 */
export function holdLocation(branchId: string): string {
  return `${branchId}:hold`;
}

/** Returns the in-transit location of a branch. */
export function transitLocation(branchId: string): string {
  return `${branchId}:transit`;
}

/**
 * Returns the branch or kitchen of a hold or in-transit location; a branch or kitchen itself is returned
 * unchanged.
 */
export function owningLocation(placeId: string): string {
  return placeId.replace(/:(hold|transit)$/, '');
}

/** Returns whether a location is virtual and therefore has no balance. */
export function isVirtualLocation(placeId: string): placeId is VirtualLocation {
  return (virtualLocations as readonly string[]).includes(placeId);
}
