/** Places that stock comes from or goes to outside our walls. They have no balance. */
const virtualPlaces = ['supplier', 'wastage', 'production', 'adjustment', 'consumption'] as const;

export type VirtualPlace = (typeof virtualPlaces)[number];

/** Where damaged or disputed stock of a branch or kitchen waits for a decision. A place's own id is its branch id. */
export function holdOf(branchId: string): string {
  return `${branchId}:hold`;
}

/** What is on the way to a branch. */
export function transitOf(branchId: string): string {
  return `${branchId}:transit`;
}

/** The branch or kitchen on whose shelves what is at a place comes to lie, or lay before; the place itself where it is one. */
export function shelfPlaceOf(placeId: string): string {
  return placeId.replace(/:(hold|transit)$/, '');
}

/** True for the places without a balance. */
export function isVirtual(placeId: string): placeId is VirtualPlace {
  return (virtualPlaces as readonly string[]).includes(placeId);
}
