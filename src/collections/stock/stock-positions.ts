import { readQuantity } from '#contract/read-shape.ts';
import type { StockAsAt, StockPosition } from '#contract/stock.ts';
import { type JsonRecord, readNumberValue, readRecord, readReference, readText } from '#contract/tolerant.ts';
import type { StockSubset } from '#domain/stock/stock-subsets.ts';
import { readList, readQuery } from '../read-query.ts';
import { type CompactStock, readCompact } from './stock.ts';

/** Filter: positions of a location, of some items, or those that need attention. */
export type StockPositionsFilter =
  | { placeId: string; only?: StockSubset | undefined }
  | { items: readonly string[] }
  | { only: StockSubset };

/** Queries daily usage, lots and movement of stock positions; 404 from a server without them. */
export function stockPositionsQuery(asked: StockPositionsFilter) {
  return readQuery({
    collection: 'stock_data',
    key: ['shelves', asked],
    lifetime: 'orders',
    path: 'stock/shelves',
    search: 'items' in asked ? { items: asked.items.join() } : { ...asked },
    read: (reply) => readList(reply, readShelf),
  });
}

/** Stock at the end of a day; `total` is the full row count. */
interface StockOfDay {
  /** The basis reported by the server; servers without one use the first. */
  by: StockAsAt['by'];
  late: number | null;
  rows: CompactStock[];
  skipped: number;
  total: number | null;
}

/** Queries stock at the end of a day (YYYY-MM-DD), by business date or as posted on that evening. */
export function stockAsAtQuery(day: string, by: StockAsAt['by']) {
  return readQuery({
    collection: 'stock_data',
    key: ['as-at', day, by],
    lifetime: 'orders',
    path: 'stock/as-at',
    search: { day, by },
    read: (reply): StockOfDay => {
      const { rows, skipped } = readList(reply, readCompact);
      const answer = readRecord(reply.data);
      return {
        by: readText(answer['by']) === 'posted' ? 'posted' : 'happened',
        late: readNumberValue(answer['late']),
        rows,
        skipped,
        total: readNumberValue(answer['total']),
      };
    },
  });
}

function readShelf(row: JsonRecord): StockPosition | null {
  const [itemId, placeId] = [readReference(row['itemId'])?.id, readReference(row['placeId'])?.id];
  if (!itemId || !placeId) return null;
  const perDay = readQuantity(row['perDay']);
  return {
    itemId,
    placeId,
    perDay,
    days: readNumberValue(row['days']),
    basis: perDay === null ? null : readText(row['basis']) === 'deliveries' ? 'deliveries' : 'use',
    moved: row['moved'] === true,
    lots: readNumberValue(row['lots']) ?? 0,
    nextExpiry: readText(row['nextExpiry']),
    expired: readNumberValue(row['expired']) ?? 0,
    held: readNumberValue(row['held']) ?? 0,
    onOrder: readQuantity(row['onOrder']) ?? 0,
  };
}
