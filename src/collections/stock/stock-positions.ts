import { readQuantity } from '#contract/document-fields.ts';
import type { StockAsAt, StockPosition } from '#contract/stock.ts';
import { type JsonRecord, readNumberValue, readRecord, readReference, readText } from '#contract/tolerant.ts';
import type { StockSubset } from '#domain/stock/stock-subsets.ts';
import { readList, readQuery } from '../read-query.ts';
import { type CompactStock, readCompact } from './stock.ts';

/** Which shelves: those of a place, of some items, or those to do something about. */
export type StockPositionsFilter =
  | { placeId: string; only?: StockSubset | undefined }
  | { items: readonly string[] }
  | { only: StockSubset };

/** Use per day, lots and movement of some shelves; a server that has none of it answers 404. */
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

/** Stock as it stood at the end of a day, as far as the server sends it: `total` rows there are. */
interface StockOfDay {
  /** What the server says that it is by; one that does not say so knows the first alone. */
  by: StockAsAt['by'];
  late: number | null;
  rows: CompactStock[];
  skipped: number;
  total: number | null;
}

/** What stood where at the end of a day (YYYY-MM-DD), by the day on which things happened, or by the books of that evening. */
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
