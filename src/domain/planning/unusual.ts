/** Beyond this many times what is usual somebody has probably slipped: grams for kilograms, pieces for cases. */
const farBeyond = 5;

/**
 * The usual amount when `qtyMicro` is far beyond it (more than five times the largest amount known: the par, the
 * last order, the average), else null. Null, too, where nothing is known to compare with. It warns, never refuses.
 * All amounts in the same unit, and all of them or none in micro-units.
 */
export function typicalQuantityIfExceeded(qty: number, known: readonly (number | null)[]): number | null {
  const usual = Math.max(0, ...known.filter((amount) => amount !== null));
  return usual > 0 && qty > usual * farBeyond ? usual : null;
}

/** The price so far when `price` is far from it, either way: of a piece for that of a case, of a case for that of a piece. */
export function typicalPriceIfUnusual(price: number, known: number | null): number | null {
  if (known === null || known <= 0 || price <= 0) return null;
  return price > known * farBeyond || price * farBeyond < known ? known : null;
}
