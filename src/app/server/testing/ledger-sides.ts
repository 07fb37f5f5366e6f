import { businessDayOf } from '#core/business-day.ts';
import type { TestApp } from './create-test-app.ts';

/**
 * Loads both sides of every move at locations with stock, with the effective day and the entry day in the
 * location's time zone.
 */
export async function loadLedgerSides(t: TestApp) {
  const zones = await t.db.read
    .selectFrom('places')
    .leftJoin('branches', 'branches._id', 'places.branchId')
    .select(['places.placeId', 'branches.timezone'])
    .execute();
  const timezones = new Map(zones.map(({ placeId, timezone }) => [placeId, timezone]));
  const moves = await t.db.read.selectFrom('stockMoves').selectAll().execute();
  return moves.flatMap((move) =>
    [[move.toPlace, move.arrivalDay, 1] as const, [move.fromPlace, move.businessDay, -1] as const]
      .filter(([place]) => timezones.has(place))
      .map(([place, effective, sign]) => ({
        seq: move.seq,
        place,
        item: move.itemId,
        kind: move.kind,
        docType: move.docType,
        key: `${place} ${move.itemId}`,
        effective,
        posted: businessDayOf(move.postedAt, timezones.get(place) ?? null),
        qty: sign * move.qtyMicro,
        worth: sign * move.valueE4,
      })),
  );
}
