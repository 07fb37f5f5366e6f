import { pick } from '#platform/shapes/shape.ts';
import { stockAsAt, type StockAsAt, stockPosition } from '../../shapes.ts';
import type { StockSubset } from '../../stock-subsets.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { readObject, createReader } from '#platform/web/queries/read-shape.ts';
import { type CompactStock, readCompact } from './stock.ts';

/** Filter: positions of a location, of some items, or of a subset that needs attention. */
export type StockPositionsFilter =
  | { placeId: string; subset?: StockSubset | undefined }
  | { items: readonly string[] }
  | { subset: StockSubset };

/** Queries daily usage, lots and movement of stock positions; 404 from a server without them. */
export function stockPositionsQuery(filter: StockPositionsFilter) {
  return readQuery({
    collection: 'stock_data',
    key: ['shelves', filter],
    lifetime: 'orders',
    path: 'stock/shelves',
    search: 'items' in filter ? { items: filter.items.join() } : { ...filter },
    read: (reply) => readList(reply, createReader(stockPosition)),
  });
}

const asAtHeader = pick(stockAsAt, ['by', 'late', 'total']);

/** Stock at the end of a day; `total` is the full row count. */
interface StockOfDay {
  /** The basis reported by the server; servers that don't report one use `effective`. */
  by: StockAsAt['by'];
  late: number | null;
  rows: CompactStock[];
  skipped: number;
  total: number | null;
}

/** Queries stock at the end of a day (YYYY-MM-DD), by business day, or as posted by that evening. */
export function stockAsAtQuery(day: string, by: StockAsAt['by']) {
  return readQuery({
    collection: 'stock_data',
    key: ['as-at', day, by],
    lifetime: 'orders',
    path: 'stock/as-at',
    search: { day, by },
    read: (reply): StockOfDay => {
      const { rows, skipped } = readList(reply, readCompact);
      const { by, late, total } = readObject(asAtHeader, reply.data);
      return { by, late, rows, skipped, total };
    },
  });
}
