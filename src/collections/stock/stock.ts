import { readQuantity } from '#contract/read-shape.ts';
import type {
  OpenedItem,
  OpeningStockInput,
  ProposedCost,
  StockMove,
  StockRow,
  StockUse,
} from '#contract/stock.ts';
import {
  type JsonRecord,
  readNumberValue,
  unwrapDocument,
  readReference,
  readText,
} from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { getLifetimeMs } from '#src/lib/cache/lifetimes.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

/** Stock of one item at one location in compact form, in the item's base unit. */
export interface CompactStock {
  itemId: string;
  placeId: string;
  /** 0 if not sent. */
  onHand: number;
  reserved: number;
  /** The user counts the item blind, so quantities are withheld. */
  isUntold?: true;
  /** Per base unit; null when nothing is on hand or the server does not send it. */
  avgCost: number | null;
  /** Exact value; omitted if the server does not send it. */
  value?: number;
  /** Only for an item counted in pieces. */
  pieces?: number;
}

interface StockFilters {
  /** Only this location. */
  placeId?: string;
  /** A branch or kitchen including its transit and hold stock. */
  branchId?: string;
  /** Several separated by commas: branch, central_kitchen, warehouse, hold, transit. */
  placeType?: string;
  /** Only rows with errors; servers without this filter return everything. */
  only?: 'faulty';
}

/** Queries all visible stock in one call (API.md: up to 20,000 short rows). */
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

/** Queries one item at every visible location. */
export function itemStockQuery(itemId: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['item', itemId],
    lifetime: 'orders',
    path: 'stock',
    search: { itemId, limit: 500 },
    read: (reply) => readList(reply, readRow).rows,
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
    read: (reply) => readList(reply, readUse).rows.find((use) => use.itemId === itemId) ?? null,
  });
}

/** Queries the items that a location has counted or moved, which can no longer have opening stock. */
export function openedItemsQuery(place: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['opened', place],
    lifetime: 'orders',
    path: 'stock/openings',
    search: { place },
    read: (reply) => readList(reply, readOpened).rows,
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
    read: (reply) => readList(reply, readProposedCost).rows,
  });
}

/**
 * Posts the opening stock of a location, all or nothing. Throws `ApiError`, by `items.<n>.<field>`.
 *
 * @param key idempotency key, the same for the same rows
 * @returns the id of the import by which it can be undone; null if the server does not send it
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
      return readList(await api.get('stock/moves', { signal, search }), readMove).rows;
    },
    getNextPageParam: (last: StockMove[]) => (last.length < movesPerPage ? null : (last.at(-1)?.seq ?? null)),
  };
}

/** Reads a row of current stock or of the stock at the end of a day, which has no reservations. */
export function readCompact(row: JsonRecord): CompactStock | null {
  const [itemId, placeId] = [readReference(row['itemId'])?.id, readReference(row['placeId'])?.id];
  if (!itemId || !placeId) return null;
  const value = readNumberValue(row['value']);
  return {
    itemId,
    placeId,
    onHand: readQuantity(row['onHand']) ?? 0,
    reserved: readQuantity(row['reserved']) ?? 0,
    avgCost: readNumberValue(row['avgCost']),
    ...(row['onHand'] === null && { isUntold: true as const }),
    ...(value !== null && { value }),
    ...piecesOf(row),
  };
}

function piecesOf(row: JsonRecord): { pieces?: number } {
  const pieces = readNumberValue(row['pieces']);
  return pieces === null ? {} : { pieces };
}

function readUse(row: JsonRecord): StockUse | null {
  const itemId = readReference(row['itemId'])?.id;
  const [perDay, days] = [readQuantity(row['perDay']), readNumberValue(row['days'])];
  if (!itemId || perDay === null || days === null) return null;
  return { itemId, perDay, days, basis: readText(row['basis']) === 'deliveries' ? 'deliveries' : 'use' };
}

function readOpened(row: JsonRecord): OpenedItem | null {
  const itemId = readReference(row['itemId'])?.id;
  return itemId ? { itemId, onHand: readQuantity(row['onHand']) ?? 0 } : null;
}

function readProposedCost(row: JsonRecord): ProposedCost | null {
  const [itemId, unit] = [readReference(row['itemId'])?.id, readReference(row['unit'])?.id];
  const unitCost = readNumberValue(row['unitCost']);
  return itemId && unit && unitCost !== null ? { itemId, unit, unitCost } : null;
}

function readRow(row: JsonRecord): StockRow | null {
  const short = readCompact(row);
  if (short === null) return null;
  const { onHand, reserved } = short;
  const item = shownNames(readText(row['itemName']) ?? short.itemId, readText(row['itemNameAlt']));
  const place = shownNames(readText(row['placeName']) ?? short.placeId, readText(row['placeNameAlt']));
  return {
    ...short,
    itemCode: readText(row['itemCode']) ?? '',
    itemName: item.name,
    itemNameAlt: item.nameAlt,
    category: readReference(row['category'])?.id ?? null,
    section: readReference(row['section'])?.id ?? null,
    unitSymbol: readText(row['unitSymbol']) ?? '',
    placeName: place.name,
    placeNameAlt: place.nameAlt,
    placeType: readText(row['placeType']) ?? '',
    branchId: readReference(row['branchId'])?.id ?? null,
    available: readQuantity(row['available']) ?? Math.max(0, onHand - reserved),
    value: short.value ?? (short.avgCost === null ? null : onHand * short.avgCost),
  };
}

function readMove(row: JsonRecord): StockMove | null {
  const [seq, qty] = [readNumberValue(row['seq']), readQuantity(row['qty'])];
  if (seq === null || qty === null) return null;
  const postedAt = readText(row['postedAt']) ?? '';
  const effectiveAt = readText(row['effectiveAt']) ?? postedAt;
  const businessDay = readText(row['businessDay']) ?? effectiveAt.slice(0, 10);
  const [fromPlace, toPlace] = [readText(row['fromPlace']) ?? '', readText(row['toPlace']) ?? ''];
  return {
    seq,
    qty,
    postedAt,
    effectiveAt,
    businessDay,
    arrivalDay: readText(row['arrivalDay']) ?? businessDay,
    itemId: readReference(row['itemId'])?.id ?? '',
    itemName: readText(row['itemName']) ?? '',
    unitSymbol: readText(row['unitSymbol']) ?? '',
    fromPlace,
    fromName: readText(row['fromName']) ?? fromPlace,
    toPlace,
    toName: readText(row['toName']) ?? toPlace,
    unitCost: readNumberValue(row['unitCost']),
    value: readNumberValue(row['value']),
    lot: readText(row['lot']),
    docType: readText(row['docType']) ?? '',
    docId: readText(row['docId']) ?? '',
    docNo: readText(row['docNo']),
    docLineId: readText(row['docLineId']) ?? '',
    kind: readText(row['kind']) ?? '',
    reason: readText(row['reason']),
    userId: readText(row['userId']) ?? '',
    reversesSeq: readNumberValue(row['reversesSeq']),
    ...piecesOf(row),
  };
}
