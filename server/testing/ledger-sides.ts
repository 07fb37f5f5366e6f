import { businessDayOf } from '#domain/business-day.ts';
import type { TestApp } from './create-test-app.ts';

/** Both sides of every move at places with stock, each by the day on which it happened and was posted on the clock of its place. */
export async function loadLedgerSides(t: TestApp) {
  const zones = await t.db.read
    .selectFrom('places')
    .leftJoin('branches', 'branches._id', 'places.branchId')
    .select(['places.placeId', 'branches.timezone'])
    .execute();
  const zoneOf = new Map(zones.map(({ placeId, timezone }) => [placeId, timezone]));
  const moves = await t.db.read.selectFrom('stockMoves').selectAll().execute();
  return moves.flatMap((move) =>
    [[move.toPlace, move.arrivalDay, 1] as const, [move.fromPlace, move.businessDay, -1] as const]
      .filter(([place]) => zoneOf.has(place))
      .map(([place, happened, sign]) => ({
        seq: move.seq,
        place,
        item: move.itemId,
        kind: move.kind,
        docType: move.docType,
        key: `${place} ${move.itemId}`,
        happened,
        posted: businessDayOf(move.postedAt, zoneOf.get(place) ?? null),
        qty: sign * move.qtyMicro,
        worth: sign * move.valueE4,
      })),
  );
}
