import type { TracedLot, TracedTree } from '#src/collections/stock/lot-trace.ts';

/** What a place has of a lot. */
export type LotAtLocation = TracedLot['places'][number] & { lot: TracedLot['lot'] };

/** What is where of a lot and of all that became of it, place by place, where most is first. */
export function lotStockByLocation(trace: TracedTree): LotAtLocation[] {
  return [trace, ...trace.tree]
    .flatMap(({ lot, places }) => places.map((place) => ({ ...place, lot })))
    .toSorted((a, b) => b.onHand - a.onHand);
}

/** The same by the branch or kitchen that answers for it, what is on the way there or set aside included. */
export function lotStockByBranch(trace: TracedTree): Map<string, LotAtLocation[]> {
  return Map.groupBy(lotStockByLocation(trace), ({ branchId, placeId }) => branchId ?? placeId);
}
