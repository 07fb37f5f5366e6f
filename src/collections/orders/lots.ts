import { readQuantity } from '#contract/read-shape.ts';
import { type JsonRecord, readRecord, readText } from '#contract/tolerant.ts';
import type { LotChoice } from '#domain/lots/choose.ts';
import { readOne, readQuery } from '../read-query.ts';

/** Lots that the kitchen can pick for an order. */
export interface OrderLotChoices {
  /** Today in the kitchen's time zone. */
  day: string;
  /** The day through which a lot should be good for the branch. */
  until: string;
  /** By `lineId`, in FEFO order and in the line's unit; lines of items without lots are missing. */
  byLine: ReadonlyMap<string, readonly LotChoice[]>;
}

/** Queries the lots for the lines of an order; empty if the server has none. */
export function orderLotsQuery(id: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['of-order', id],
    lifetime: 'orders',
    path: `orders/${encodeURIComponent(id)}/lots`,
    read: (reply) => readOne(reply, readLots),
  });
}

const rowsIn = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(readRecord) : []);

function readLots(row: JsonRecord): OrderLotChoices {
  return {
    day: readText(row['day']) ?? '',
    until: readText(row['goodUntil']) ?? '',
    byLine: new Map(
      rowsIn(row['lines']).map((line) => [
        readText(line['lineId']) ?? '',
        // Lots that others have picked completely are omitted.
        rowsIn(line['lots'])
          .map(readChoice)
          .filter(({ free }) => free > 0),
      ]),
    ),
  };
}

function readChoice(row: JsonRecord): LotChoice {
  return {
    lot: readText(row['lot']) ?? '',
    expiry: readText(row['expiry']),
    free: readQuantity(row['free']) ?? 0,
    isHeld: row['state'] === 'held',
  };
}
