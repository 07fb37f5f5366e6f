import type { LotTraceNode, TracedTree } from '#src/collections/stock/lot-trace.ts';

/** Quantity of a lot at a location. */
export type LotAtLocation = LotTraceNode['places'][number] & { lot: LotTraceNode['lot'] };

/** Returns the stock of a lot and of everything made from it, by location, largest quantity first. */
export function lotStockByLocation(trace: TracedTree): LotAtLocation[] {
  return [trace, ...trace.tree]
    .flatMap(({ lot, places }) => places.map((place) => ({ ...place, lot })))
    .toSorted((a, b) => b.onHand - a.onHand);
}

/** Groups it by the responsible branch or kitchen, including stock in transit there and on hold. */
export function lotStockByBranch(trace: TracedTree): Map<string, LotAtLocation[]> {
  return Map.groupBy(lotStockByLocation(trace), ({ branchId, placeId }) => branchId ?? placeId);
}
