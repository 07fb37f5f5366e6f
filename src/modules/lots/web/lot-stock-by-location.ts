import type { LotTrace, TracedLot } from '../shapes.ts';

/** Quantity of a lot at a location. */
export type LotAtLocation = TracedLot['places'][number] & { lot: TracedLot['lot'] };

/** Returns the stock of a lot and of everything made from it, by location, largest quantity first. */
export function getLotStockByLocation(trace: LotTrace): LotAtLocation[] {
  return [trace, ...trace.tree]
    .flatMap(({ lot, places }) => places.map((place) => ({ ...place, lot })))
    .toSorted((a, b) => b.onHand - a.onHand);
}

/** Groups the stock by branch or kitchen, including stock in transit and on hold. */
export function getLotStockByBranch(trace: LotTrace): Map<string, LotAtLocation[]> {
  return Map.groupBy(getLotStockByLocation(trace), ({ branchId, placeId }) => branchId ?? placeId);
}
