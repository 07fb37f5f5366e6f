import type { QueryClient } from '@tanstack/react-query';
import type { HoldLotInput, LotTrace } from '#contract/lots.ts';
import { quantityOf } from '#contract/document-fields.ts';
import { type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

/** What a place has of a lot, in the item's base unit. */
export interface ShelfLot {
  itemId: string;
  /** Null for what nobody named a lot for. */
  lot: string | null;
  /** The last day on which it is good. */
  expiry: string | null;
  onHand: number;
  picked: number;
  /** usable, expired or held; another server's own word is shown as usable. */
  state: string;
  /** Who put it on hold and why; null where it is not. */
  hold: { at: string; byName: string; reasonCode: string; note: string | null } | null;
  version: number | null;
}

/** The lots of an item at a place, the earliest expiry first; none where it is not kept by lots, or the server has none. */
export function shelfLotsQuery(itemId: string, placeId: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', itemId, placeId],
    lifetime: 'orders',
    path: 'lots',
    search: { itemId, placeId, limit: 500 },
    read: (reply) => readList(reply, readLot).rows,
  });
}

/** Where a lot came from and went, as far as the person sees. Throws `ApiError`: 404 for a lot nobody has seen. */
export function lotTraceQuery(itemId: string, lot: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'trace', itemId, lot],
    lifetime: 'orders',
    path: 'lots/trace',
    search: { itemId, lot },
    // Its lot is one part of it, not what is wrapped.
    read: (reply) => readTrace(record(reply.data)),
  });
}

/** A lot's ways, in base units; what a server does not say is 0, or left out. */
export interface TracedLot {
  lot: ShelfLot & { itemCode: string; itemName: string; unitSymbol: string };
  totals: LotTrace['totals'];
  origin: LotTrace['origin'];
  places: LotTrace['places'];
  orders: LotTrace['orders'];
  losses: LotTrace['losses'];
}

function readTrace(row: JsonRecord): TracedLot {
  const lot = record(row['lot']);
  const figure = (from: JsonRecord, name: string) => quantityOf(from[name]) ?? 0;
  const all = <One>(name: string, read: (one: JsonRecord) => One): One[] => {
    const rows = row[name];
    return Array.isArray(rows) ? rows.map((one: unknown) => read(record(one))) : [];
  };
  const document = (one: JsonRecord) => ({
    docType: text(one['docType']) ?? '',
    docId: text(one['docId']) ?? '',
    docNo: text(one['docNo']),
    day: text(one['day']) ?? '',
  });
  const place = (one: JsonRecord) => ({
    placeId: text(one['placeId']) ?? '',
    placeName: text(one['placeName']) ?? '',
  });
  const posting = (one: JsonRecord) => ({
    ...document(one),
    ...place(one),
    kind: text(one['kind']) ?? '',
    qty: figure(one, 'qty'),
    byName: text(one['byName']),
  });
  const totals = record(row['totals']);
  return {
    lot: {
      ...(readLot({ ...lot, itemId: text(lot['itemId']) ?? '' }) as ShelfLot),
      itemCode: text(lot['itemCode']) ?? '',
      itemName: shownNames(text(lot['itemName']) ?? '', text(lot['itemNameAlt'])).name,
      unitSymbol: text(lot['unitSymbol']) ?? '',
    },
    totals: {
      received: figure(totals, 'received'),
      onHand: figure(totals, 'onHand'),
      inTransit: figure(totals, 'inTransit'),
      onHold: figure(totals, 'onHold'),
      wasted: figure(totals, 'wasted'),
      used: figure(totals, 'used'),
      sent: figure(totals, 'sent'),
    },
    origin: all('origin', posting),
    places: all('places', (one) => ({
      ...place(one),
      placeType: text(one['placeType']) ?? '',
      branchId: text(one['branchId']),
      onHand: figure(one, 'onHand'),
    })),
    orders: all('orders', (one) => ({
      ...document(one),
      branchId: text(one['branchId']) ?? '',
      branchName: text(one['branchName']) ?? '',
      shipped: figure(one, 'shipped'),
      received: figure(one, 'received'),
      damaged: figure(one, 'damaged'),
    })),
    losses: all('losses', posting),
  };
}

/** Puts a lot on hold everywhere, or releases it. Throws `ApiError`. */
export async function sendHold(
  queryClient: QueryClient,
  input: HoldLotInput,
  version: number | null,
  idempotencyKey: string,
): Promise<void> {
  await api.send('patch', 'lots', { json: input, ifMatch: version, idempotencyKey });
  await queryClient.invalidateQueries({ queryKey: ['stock_data', 'lots'] });
}

function readLot(row: JsonRecord): ShelfLot | null {
  const itemId = text(row['itemId']);
  if (itemId === null) return null;
  const hold = record(row['hold']);
  return {
    itemId,
    lot: text(row['lot']),
    expiry: text(row['expiry']),
    onHand: quantityOf(row['onHand']) ?? 0,
    picked: quantityOf(row['picked']) ?? 0,
    state: text(row['state']) ?? 'usable',
    hold:
      text(hold['at']) === null
        ? null
        : {
            at: text(hold['at']) ?? '',
            byName: text(hold['byName']) ?? '',
            reasonCode: text(hold['reasonCode']) ?? 'other',
            note: text(hold['note']),
          },
    version: number(row['version']),
  };
}
