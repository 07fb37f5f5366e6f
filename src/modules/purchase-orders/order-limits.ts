/** A supplier's freight and limits, in its currency; null if not set. All values have the same scale. */
export interface SupplierTerms {
  minOrderValue: number | null;
  freight: number | null;
  freeFreightFrom: number | null;
}

/**
 * Returns the freight that a supplier charges for an order: none without goods, or from the free-freight
 * limit.
 */
export const computeUsualFreight = (
  { freight, freeFreightFrom }: Pick<SupplierTerms, 'freight' | 'freeFreightFrom'>,
  goodsValue: number,
): number =>
  goodsValue === 0 || (freeFreightFrom !== null && goodsValue >= freeFreightFrom) ? 0 : (freight ?? 0);

/**
 * Returns how far the goods value is below the minimum order and the free-freight limit; null if a limit
 * isn't set.
 */
export function computeMissingValues(
  { minOrderValue, freeFreightFrom }: Pick<SupplierTerms, 'minOrderValue' | 'freeFreightFrom'>,
  goodsValue: number,
): { toMinimum: number | null; toFreeFreight: number | null } {
  const missing = (limit: number | null) =>
    limit === null || limit === 0 ? null : Math.max(0, Math.round((limit - goodsValue) * 1e4) / 1e4);
  return { toMinimum: missing(minOrderValue), toFreeFreight: missing(freeFreightFrom) };
}
