/** A supplier's freight and limits, in its currency; null if not set. All values have the same scale. */
export interface SupplierTerms {
  minOrderValue: number | null;
  freight: number | null;
  freeFreightFrom: number | null;
}

/** Returns the freight that a supplier charges for an order: none without goods, or from the free-freight limit. */
export const usualFreight = (
  { freight, freeFreightFrom }: Pick<SupplierTerms, 'freight' | 'freeFreightFrom'>,
  goodsValue: number,
): number =>
  goodsValue === 0 || (freeFreightFrom !== null && goodsValue >= freeFreightFrom) ? 0 : (freight ?? 0);

/** Returns the value missing to the minimum order and to free freight; null if the limit isn't set. */
export function missingValues(
  { minOrderValue, freeFreightFrom }: Pick<SupplierTerms, 'minOrderValue' | 'freeFreightFrom'>,
  goodsValue: number,
): { toMinimum: number | null; toFreeFreight: number | null } {
  const missing = (limit: number | null) =>
    limit === null || limit === 0 ? null : Math.max(0, Math.round((limit - goodsValue) * 1e4) / 1e4);
  return { toMinimum: missing(minOrderValue), toFreeFreight: missing(freeFreightFrom) };
}
