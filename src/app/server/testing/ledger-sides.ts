import { getBusinessDay, utcDays } from '#core/business-day.ts';
import type { TestApp } from './create-test-app.ts';

/**
 * Loads both sides of every move at locations with stock, with the effective day and the entry day in the
 * location's business days.
 */
export async function loadLedgerSides(t: TestApp) {
  const placesWithStock = await t.db.read
    .selectFrom('places')
    .leftJoin('branches', 'branches._id', 'places.branchId')
    .select(['places.placeId', 'branches.timezone', 'branches.dayEnds'])
    .execute();
  const places = new Map(placesWithStock.map((place) => [place.placeId, place]));
  const moves = await t.db.read.selectFrom('stockMoves').selectAll().execute();
  return moves.flatMap((move) =>
    [[move.toPlace, move.arrivalDay, 1] as const, [move.fromPlace, move.businessDay, -1] as const]
      .filter(([place]) => places.has(place))
      .map(([place, effective, sign]) => ({
        seq: move.seq,
        place,
        item: move.itemId,
        kind: move.kind,
        docType: move.docType,
        key: `${place} ${move.itemId}`,
        effective,
        posted: getBusinessDay(move.postedAt, places.get(place) ?? utcDays),
        qty: sign * move.qtyMicro,
        worth: sign * move.valueE4,
      })),
  );
}
