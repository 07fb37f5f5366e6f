import type { OpeningStockInput } from '../../input.ts';
import {
  itemWithMovements,
  proposedCost,
  stockCompactRow,
  type StockCompactRow,
  type StockMove,
  stockMove,
  stockRow,
  stockUse,
} from '../../shapes.ts';
import { type JsonRecord, unwrapDocument, readText } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { getLifetimeMs } from '#platform/web/cache/lifetimes.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readRows } from '#platform/web/queries/read-shape.ts';

/** Stock of one item at one location in compact form, in the item's base unit. */
export type CompactStock = StockCompactRow & {
  /** Set if the user is counting the item blind, so quantities are withheld. */
  isHidden?: true;
};

interface StockFilters {
  /** Only this location. */
  placeId?: string;
  /** A branch or kitchen including its transit and hold stock. */
  branchId?: string;
  /** Several separated by commas: branch, central_kitchen, warehouse, hold, transit. */
  placeType?: string;
  /** Only rows with errors; servers without this filter return all rows. */
  only?: 'with-errors';
}

/** Queries all visible stock in one request (API.md: up to 20,000 short rows). */
export function compactStockQuery(filters: StockFilters = {}) {
  return readQuery({
    collection: 'stock_data',
    key: ['compact', filters],
    lifetime: 'orders',
    path: 'stock',
    search: { view: 'compact', ...filters },
    read: (reply) => readList(reply, readCompact),
  });
}

/** Queries an item's stock at every visible location. */
export function itemStockQuery(itemId: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['item', itemId],
    lifetime: 'orders',
    path: 'stock',
    search: { itemId, limit: 500 },
    read: (reply) => readRows(reply, stockRow),
  });
}

/** Queries the daily usage of an item at a location; null if unknown or not sent. */
export function stockUseQuery(itemId: string, placeId: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['use', itemId, placeId],
    lifetime: 'orders',
    path: 'stock/use',
    search: { itemId, placeId },
    read: (reply) => readRows(reply, stockUse).find((use) => use.itemId === itemId) ?? null,
  });
}

/**
 * Queries the items with stock movements at a location, which therefore can't have opening stock.
 */
export function itemsWithMovementsQuery(place: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['opened', place],
    lifetime: 'orders',
    path: 'stock/openings',
    search: { place },
    read: (reply) => readRows(reply, itemWithMovements),
  });
}

/** Queries list prices as proposed opening costs; empty if the server doesn't return them. */
export function proposedCostsQuery(place: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['opening-costs', place],
    lifetime: 'orders',
    path: 'stock/opening-costs',
    search: { place },
    read: (reply) => readRows(reply, proposedCost),
  });
}

/**
 * Posts the opening stock of a location, all or nothing. Throws `ApiError` with errors by
 * `items.<n>.<field>`.
 *
 * @param key idempotency key, the same for the same rows
 * @returns the id of the import by which it can be undone; null if the server doesn't send it
 */
export async function postOpeningStock(input: OpeningStockInput, key: string): Promise<string | null> {
  const { data } = await api.send('post', 'stock/openings', { json: input, idempotencyKey: key });
  return readText(unwrapDocument(data)['_id']);
}

const movesPerPage = 50;

/** Queries the ledger of one item at one location, newest first, page by page. */
export function stockMovesQuery(itemId: string, placeId: string) {
  return {
    queryKey: ['stock_data', 'moves', itemId, placeId] as const,
    staleTime: getLifetimeMs('orders'),
    initialPageParam: null as number | null,
    async queryFn({ signal, pageParam }: { signal: AbortSignal; pageParam: number | null }) {
      const after = pageParam === null ? {} : { after: pageParam };
      const search = { itemId, placeId, limit: movesPerPage, ...after };
      return readList(await api.get('stock/moves', { signal, search }), createReader(stockMove)).rows;
    },
    getNextPageParam: (last: StockMove[]) => (last.length < movesPerPage ? null : (last.at(-1)?.seq ?? null)),
  };
}

const readCompactRow = createReader(stockCompactRow);

/** Reads a row of current stock or of the stock at the end of a day, which has no reservations. */
export function readCompact(row: JsonRecord): CompactStock | null {
  const compactRow = readCompactRow(row);
  return compactRow && { ...compactRow, ...(row['onHand'] === null && { isHidden: true as const }) };
}
