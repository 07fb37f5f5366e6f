/**
 * Multiple of the typical amount above which a typing error is likely, such as grams for kilograms or pieces
 * for cases.
 */
const implausibleFactor = 5;

/**
 * Returns the typical amount if `qty` is more than five times the largest known amount (par, last order,
 * average); null otherwise, or without known amounts. Used only for warnings. All amounts must be in the same
 * unit, and either all or none in micro-units.
 */
export function findExceededTypicalQuantity(
  qty: number,
  knownQuantities: readonly (number | null)[],
): number | null {
  const typicalQty = Math.max(0, ...knownQuantities.filter((amount) => amount !== null));
  return typicalQty > 0 && qty > typicalQty * implausibleFactor ? typicalQty : null;
}

/** Returns the previous price if `price` is far above or below it, such as a piece price for a case. */
export function findUnusualPriceReference(price: number, previousPrice: number | null): number | null {
  if (previousPrice === null || previousPrice <= 0 || price <= 0) return null;
  return price > previousPrice * implausibleFactor || price * implausibleFactor < previousPrice
    ? previousPrice
    : null;
}
