import { quantityOf } from '#contract/document-fields.ts';
import type {
  OpenedItem,
  OpeningStockInput,
  ProposedCost,
  StockMove,
  StockRow,
  StockUse,
} from '#contract/stock.ts';
import { type JsonRecord, number, one, reference, text } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { getLifetimeMs } from '#src/lib/cache/lifetimes.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

/** Stock of one item at one place, as short as screens over all of it need it. In the item's base unit. */
export interface CompactStock {
  itemId: string;
  placeId: string;
  /** 0 where it is not told. */
  onHand: number;
  reserved: number;
  /** The person counts it blind: how much there is, they are not told. */
  isUntold?: true;
  /** Per base unit; null when nothing is on hand, or the server does not say. */
  avgCost: number | null;
  /** What it is worth to the last decimal; left out where the server does not say. */
  value?: number;
  /** Only of an item that is counted in pieces. */
  pieces?: number;
}

interface StockFilters {
  /** One place alone. */
  placeId?: string;
  /** A branch or kitchen with what is on its way there or held aside. */
  branchId?: string;
  /** Several separated by commas: branch, central_kitchen, warehouse, hold, transit. */
  placeType?: string;
  /** Only what cannot be right; of a server that knows no such question, everything. */
  only?: 'faulty';
}

/** All stock the person may see, in one call (API.md: up to 20,000 short rows). */
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

/** One item at every place the person may see. */
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

/** What a place uses of an item on a day; null where that is not known, or the server does not tell. */
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

/** What a place has counted or moved already: opening stock is no more typed for it. */
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

/** List prices proposed as the costs of opening stock; none where the server doesn't return them. */
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
 * Posts what a place holds on the first day, all of it or nothing. Throws `ApiError`, by `items.<n>.<field>`.
 *
 * @param key the same for the same rows: what arrived already is not posted again
 * @returns the id of the import that takes it back; null where the server does not say
 */
export async function postOpeningStock(input: OpeningStockInput, key: string): Promise<string | null> {
  const { data } = await api.send('post', 'stock/openings', { json: input, idempotencyKey: key });
  return text(one(data)['_id']);
}

const movesPerPage = 50;

/** The ledger of one item at one place, newest first, page by page. */
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

/** A row of stock, of now or of a day; a day has no reservations. */
export function readCompact(row: JsonRecord): CompactStock | null {
  const [itemId, placeId] = [reference(row['itemId'])?.id, reference(row['placeId'])?.id];
  if (!itemId || !placeId) return null;
  const value = number(row['value']);
  return {
    itemId,
    placeId,
    onHand: quantityOf(row['onHand']) ?? 0,
    reserved: quantityOf(row['reserved']) ?? 0,
    avgCost: number(row['avgCost']),
    ...(row['onHand'] === null && { isUntold: true as const }),
    ...(value !== null && { value }),
    ...piecesOf(row),
  };
}

function piecesOf(row: JsonRecord): { pieces?: number } {
  const pieces = number(row['pieces']);
  return pieces === null ? {} : { pieces };
}

function readUse(row: JsonRecord): StockUse | null {
  const itemId = reference(row['itemId'])?.id;
  const [perDay, days] = [quantityOf(row['perDay']), number(row['days'])];
  if (!itemId || perDay === null || days === null) return null;
  return { itemId, perDay, days, basis: text(row['basis']) === 'deliveries' ? 'deliveries' : 'use' };
}

function readOpened(row: JsonRecord): OpenedItem | null {
  const itemId = reference(row['itemId'])?.id;
  return itemId ? { itemId, onHand: quantityOf(row['onHand']) ?? 0 } : null;
}

function readProposedCost(row: JsonRecord): ProposedCost | null {
  const [itemId, unit] = [reference(row['itemId'])?.id, reference(row['unit'])?.id];
  const unitCost = number(row['unitCost']);
  return itemId && unit && unitCost !== null ? { itemId, unit, unitCost } : null;
}

function readRow(row: JsonRecord): StockRow | null {
  const short = readCompact(row);
  if (short === null) return null;
  const { onHand, reserved } = short;
  const item = shownNames(text(row['itemName']) ?? short.itemId, text(row['itemNameAlt']));
  const place = shownNames(text(row['placeName']) ?? short.placeId, text(row['placeNameAlt']));
  return {
    ...short,
    itemCode: text(row['itemCode']) ?? '',
    itemName: item.name,
    itemNameAlt: item.nameAlt,
    category: reference(row['category'])?.id ?? null,
    section: reference(row['section'])?.id ?? null,
    unitSymbol: text(row['unitSymbol']) ?? '',
    placeName: place.name,
    placeNameAlt: place.nameAlt,
    placeType: text(row['placeType']) ?? '',
    branchId: reference(row['branchId'])?.id ?? null,
    available: quantityOf(row['available']) ?? Math.max(0, onHand - reserved),
    value: short.value ?? (short.avgCost === null ? null : onHand * short.avgCost),
  };
}

function readMove(row: JsonRecord): StockMove | null {
  const [seq, qty] = [number(row['seq']), quantityOf(row['qty'])];
  if (seq === null || qty === null) return null;
  const postedAt = text(row['postedAt']) ?? '';
  const effectiveAt = text(row['effectiveAt']) ?? postedAt;
  const businessDay = text(row['businessDay']) ?? effectiveAt.slice(0, 10);
  const [fromPlace, toPlace] = [text(row['fromPlace']) ?? '', text(row['toPlace']) ?? ''];
  return {
    seq,
    qty,
    postedAt,
    effectiveAt,
    businessDay,
    arrivalDay: text(row['arrivalDay']) ?? businessDay,
    itemId: reference(row['itemId'])?.id ?? '',
    itemName: text(row['itemName']) ?? '',
    unitSymbol: text(row['unitSymbol']) ?? '',
    fromPlace,
    fromName: text(row['fromName']) ?? fromPlace,
    toPlace,
    toName: text(row['toName']) ?? toPlace,
    unitCost: number(row['unitCost']),
    value: number(row['value']),
    lot: text(row['lot']),
    docType: text(row['docType']) ?? '',
    docId: text(row['docId']) ?? '',
    docNo: text(row['docNo']),
    docLineId: text(row['docLineId']) ?? '',
    kind: text(row['kind']) ?? '',
    reason: text(row['reason']),
    userId: text(row['userId']) ?? '',
    reversesSeq: number(row['reversesSeq']),
    ...piecesOf(row),
  };
}
