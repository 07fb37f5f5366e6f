import type { OrderLots } from '#modules/lots/shapes.ts';
import { compareByExpiry, getLotBlocker, unnamedLot } from '#modules/lots/lot-rules.ts';
import { getLineRatio } from '../lines.ts';
import { type Actor, getOwnLocations } from '#core/permissions.ts';
import { convertMicro, toExactOrNull, fromMicro, invertRatio } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { loadLotsAtPlace } from '#modules/stock/server/lots.ts';
import { loadShipmentDays } from './lots.ts';
import type { LoadedOrder } from './rows.ts';

type LotToPick = OrderLots['lines'][number]['lots'][number];

/**
 * Lists pickable lots for an order's lines; lots picked by the order itself count as available. Users who
 * can't see the kitchen's stock get no lots.
 */
export async function listLotsToPick(
  { db, now }: { db: Queryable; now: Date },
  actor: Actor,
  order: LoadedOrder,
): Promise<OrderLots> {
  const { header, lines } = order;
  const locations = getOwnLocations(actor);
  const { day, validThrough } = await loadShipmentDays(db, now, order);
  const isVisible = locations === null || locations.includes(header.kitchen);
  const itemIds = isVisible ? lines.map(({ itemId }) => itemId) : [];
  const hidden = await loadHiddenStock(db, actor);
  const kitchenLots = await loadLotsAtPlace(db, header.kitchen, itemIds);
  const byItem = Map.groupBy(kitchenLots, ({ itemId }) => itemId);
  const pickedQuantities = await loadPickedLots(db, header._id);
  return {
    day,
    validThrough,
    lines: lines.flatMap((line) => {
      const ratio = invertRatio(getLineRatio(line));
      const lots = (byItem.get(line.itemId) ?? []).toSorted(compareByExpiry).map((lot): LotToPick => {
        const ownMicro = pickedQuantities.get(`${line.lineId} ${lot.lotId ?? ''}`) ?? 0;
        const freeMicro = toExactOrNull(() => convertMicro(Math.max(0, lot.freeMicro + ownMicro), ratio));
        return {
          lot: lot.lot === unnamedLot ? null : lot.lot,
          expiry: lot.expiry,
          available:
            freeMicro === null || hidden.has(header.kitchen, line.itemId) ? null : fromMicro(freeMicro),
          state: getLotBlocker(lot, day) ?? 'usable',
        };
      });
      return lots.length === 0 ? [] : [{ lineId: line.lineId, lots }];
    }),
  };
}

async function loadPickedLots(db: Queryable, orderId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('lotReservations')
    .select(['lineId', 'lotId', 'qtyMicro'])
    .where('orderId', '=', orderId)
    .execute();
  return new Map(rows.map(({ lineId, lotId, qtyMicro }) => [`${lineId} ${lotId}`, qtyMicro]));
}
