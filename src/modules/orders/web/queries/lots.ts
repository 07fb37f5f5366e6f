import { type OrderLots, orderLots } from '#modules/lots/shapes.ts';
import type { LotChoice } from '#modules/lots/choose.ts';
import { readOne, readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';

/** Lots that the kitchen can pick for an order. */
export interface OrderLotChoices {
  /** Today in the kitchen's time zone. */
  day: string;
  /** The day before which a lot for the branch should not expire. */
  validThrough: string;
  /** By `lineId`, in FEFO order and in the line's unit; lines of items without lots are missing. */
  byLine: ReadonlyMap<string, readonly LotChoice[]>;
}

/** Queries the lots for an order's lines; empty if the server has none. */
export function orderLotsQuery(id: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['of-order', id],
    lifetime: 'orders',
    path: `orders/${encodeURIComponent(id)}/lots`,
    read: (reply) =>
      readOne(reply, (row): OrderLotChoices => {
        const { day, validThrough, lines } = readObject(orderLots, row);
        return {
          day,
          validThrough,
          byLine: new Map(
            lines.map(({ lineId, lots }) => [
              lineId,
              // Omits lots that have been picked completely for other orders.
              lots.map(toChoice).filter(({ available }) => available > 0),
            ]),
          ),
        };
      }),
  });
}

const toChoice = ({
  lot,
  expiry,
  available,
  state,
}: OrderLots['lines'][number]['lots'][number]): LotChoice => ({
  lot: lot ?? '',
  expiry,
  available: available ?? 0,
  isHeld: state === 'held',
});
