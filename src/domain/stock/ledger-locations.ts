/** Places that stock comes from or goes to outside our walls. They have no balance. */
const virtualPlaces = ['supplier', 'wastage', 'production', 'adjustment', 'consumption'] as const;

export type OutsideLocation = (typeof virtualPlaces)[number];

/** Where damaged or disputed stock of a branch or kitchen waits for a decision. A place's own id is its branch id. */
export function holdLocation(branchId: string): string {
  return `${branchId}:hold`;
}

/** What is on the way to a branch. */
export function transitLocation(branchId: string): string {
  return `${branchId}:transit`;
}

/** The branch or kitchen on whose shelves what is at a place comes to lie, or lay before; the place itself where it is one. */
export function owningLocation(placeId: string): string {
  return placeId.replace(/:(hold|transit)$/, '');
}

/** True for the places without a balance. */
export function isOutsideLocation(placeId: string): placeId is OutsideLocation {
  return (virtualPlaces as readonly string[]).includes(placeId);
}
