import type { LotTrace } from '#contract/lots.ts';
import { readQuantity } from '#contract/read-shape.ts';
import { type JsonRecord, readRecord, readText } from '#contract/tolerant.ts';
import { lotDispositions, lotOutcomes, lotSources } from '#domain/lots/lot-dispositions.ts';
import { readQuery } from '../read-query.ts';
import { readNamedLot } from './lots.ts';

/**
 * Queries the traceability of a lot, as far as the user may see it. Throws `ApiError`: 404 for an unknown
 * lot.
 */
export function lotTraceQuery(
  itemId: string,
  lot: string | null,
  direction: LotTrace['direction'] = 'forward',
) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'trace', itemId, lot, direction],
    lifetime: 'orders',
    path: 'lots/trace',
    search: { itemId, ...(lot !== null && { lot }), direction },
    // The response is not a wrapped lot; its lot is one part of it.
    read: (reply) => readTrace(readRecord(reply.data)),
  });
}

/**
 * A lot with its item and movements, in base units; values that the server does not send are 0 or omitted.
 */
export type LotTraceNode = ReturnType<typeof readPart>;
export type TracedTree = ReturnType<typeof readTrace>;

function all<One>(rows: unknown, read: (one: JsonRecord) => One): One[] {
  return Array.isArray(rows) ? rows.map((one: unknown) => read(readRecord(one))) : [];
}

const figure = (from: JsonRecord, name: string) => readQuantity(from[name]) ?? 0;
const word = (from: JsonRecord, name: string) => readText(from[name]) ?? '';

const document = (one: JsonRecord) => ({
  docType: word(one, 'docType'),
  docId: word(one, 'docId'),
  docNo: readText(one['docNo']),
  day: word(one, 'day'),
});
const place = (one: JsonRecord) => ({ placeId: word(one, 'placeId'), placeName: word(one, 'placeName') });
const posting = (one: JsonRecord) => ({
  ...document(one),
  ...place(one),
  kind: word(one, 'kind'),
  qty: figure(one, 'qty'),
  byName: readText(one['byName']),
});

function readTrace(row: JsonRecord) {
  return {
    ...readPart(row),
    tree: all(row['tree'], (one) => ({
      ...readPart(one),
      depth: figure(one, 'depth'),
      links: all(one['links'], (link) => ({
        ...document(link),
        ...place(link),
        kind: word(link, 'kind'),
        lotId: word(link, 'lotId'),
        qty: figure(link, 'qty'),
      })),
    })),
  };
}

function readPart(row: JsonRecord) {
  const lot = readRecord(row['lot']);
  const totals = readRecord(row['totals']);
  const named = readNamedLot({ ...lot, itemId: word(lot, 'itemId') });
  if (named === null) throw new TypeError('A trace without a lot');
  return {
    lot: named,
    totals: Object.fromEntries(
      [...lotSources, ...lotOutcomes].map((name) => [name, figure(totals, name)]),
    ) as LotTrace['totals'],
    origin: all(row['origin'], posting),
    places: all(row['places'], (one) => ({
      ...place(one),
      placeType: word(one, 'placeType'),
      branchId: readText(one['branchId']),
      phone: readText(one['phone']),
      onHand: figure(one, 'onHand'),
    })),
    shipments: all(row['shipments'], (one) => ({
      ...document(one),
      fromName: readText(one['fromName']),
      branchId: word(one, 'branchId'),
      branchName: word(one, 'branchName'),
      shipped: figure(one, 'shipped'),
      received: figure(one, 'received'),
      damaged: figure(one, 'damaged'),
    })),
    exits: all(row['exits'], (one) => ({
      ...posting(one),
      fate: lotDispositions.find((fate) => fate === one['fate']) ?? ('used' as const),
    })),
  };
}
