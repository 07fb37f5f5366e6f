/** Beyond this many times the usual amount somebody has probably slipped: grams for kilograms, pieces for cases. */
const farBeyond = 5;

/**
 * The usual amount when `qtyMicro` is far beyond it (more than five times the largest amount known: the par, the
 * last order, the average), else null. Null, too, where nothing is known to compare with. It warns, never refuses.
 * All amounts in the same unit.
 */
export function unlikelyAgainst(qtyMicro: number, knownMicro: readonly (number | null)[]): number | null {
  const usual = Math.max(0, ...knownMicro.filter((known) => known !== null));
  return usual > 0 && qtyMicro > usual * farBeyond ? usual : null;
}
