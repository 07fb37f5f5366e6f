import type { QueryClient } from '@tanstack/react-query';
import type {
  FindingInput,
  Recall,
  RecallLot,
  RecallPlace,
  RecallProduct,
  RecallSale,
  ReleaseRecalledInput,
  StartRecallInput,
} from '#contract/recalls.ts';
import { recallOutcomes, scopeReasons } from '#domain/lots/recalls.ts';
import {
  type JsonRecord,
  readBoolean,
  readId,
  readNumberValue,
  readRecord,
  readText,
} from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { readRecords } from '../orders/read.ts';
import { readList, readOne, readQuery } from '../read-query.ts';

/** Queries mock and real recalls, newest first; empty if the server has none. */
export function recallsQuery() {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'recalls'],
    lifetime: 'orders',
    path: 'recalls',
    search: { limit: 50 },
    read: (reply) => readList(reply, readRecall).rows,
  });
}

/** Queries real recalls that some visible location has not answered. */
export function openRecallsQuery() {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'recalls', 'open'],
    lifetime: 'orderSimple',
    path: 'recalls',
    search: { state: 'open', limit: 50 },
    read: (reply) =>
      readList(reply, readRecall).rows.filter(
        ({ isPractice, awaiting }) => !isPractice && awaiting.length > 0,
      ),
  });
}

/** Queries sales of menu items that used lots in scope of a recall. */
export function recallSalesQuery(id: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'recalls', id, 'sales'],
    lifetime: 'orders',
    path: 'recalls/sales',
    search: { id },
    read: (reply) => readList(reply, readSale).rows,
  });
}

/** Queries one recall with its lots and findings; null if the user may not see it. */
export function recallQuery(id: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'recalls', id],
    lifetime: 'orders',
    path: 'recalls',
    search: { id },
    read: (reply) => readList(reply, readRecall).rows[0] ?? null,
  });
}

const word = (from: JsonRecord, name: string): string => readText(from[name]) ?? '';
const figure = (from: JsonRecord, name: string): number => readNumberValue(from[name]) ?? 0;

function readRecall(row: JsonRecord): Recall | null {
  const _id = readId(row);
  if (_id === null) return null;
  const sums = row['sums'] ? readRecord(row['sums']) : null;
  const end = row['end'] ? readRecord(row['end']) : null;
  return {
    _id,
    number: word(row, 'number'),
    isPractice: readBoolean(row['isPractice'], true),
    startedAt: word(row, 'startedAt'),
    byName: word(row, 'byName'),
    note: readText(row['note']),
    itemId: word(row, 'itemId'),
    itemCode: word(row, 'itemCode'),
    itemName: word(row, 'itemName'),
    lot: readText(row['lot']),
    unitSymbol: word(row, 'unitSymbol'),
    placesAsked: figure(row, 'placesAsked'),
    placesConfirmed: figure(row, 'placesConfirmed'),
    awaiting: readRecords(row['awaiting']).map((place) => ({
      placeId: word(place, 'placeId'),
      placeName: word(place, 'placeName'),
      mails: figure(place, 'mails'),
      lastMailAt: readText(place['lastMailAt']),
    })),
    sums: sums && {
      came: figure(sums, 'came'),
      documented: figure(sums, 'documented'),
      found: figure(sums, 'found'),
      traced: readNumberValue(sums['traced']),
    },
    end: end && {
      at: word(end, 'at'),
      byName: word(end, 'byName'),
      note: readText(end['note']),
      seconds: figure(end, 'seconds'),
      placesAsked: figure(end, 'placesAsked'),
      placesConfirmed: figure(end, 'placesConfirmed'),
    },
    places: readRecords(row['places']).map(readPlace),
    lots: readRecords(row['lots']).map(readLot),
    products: readRecords(row['products']).map(readProduct),
  };
}

const readPlace = (place: JsonRecord): RecallPlace => ({
  placeId: word(place, 'placeId'),
  placeName: word(place, 'placeName'),
  branchId: readText(place['branchId']),
  phone: readText(place['phone']),
  lotId: word(place, 'lotId'),
  lot: readText(place['lot']),
  itemName: word(place, 'itemName'),
  unitSymbol: word(place, 'unitSymbol'),
  expected: readNumberValue(place['expected']),
  found: readNumberValue(place['found']),
  outcome: recallOutcomes.find((one) => one === place['outcome']) ?? null,
  foundAt: readText(place['foundAt']),
  foundByName: readText(place['foundByName']),
  note: readText(place['note']),
});

const readLot = (lot: JsonRecord): RecallLot => ({
  lotId: word(lot, 'lotId'),
  itemId: word(lot, 'itemId'),
  itemName: word(lot, 'itemName'),
  unitSymbol: word(lot, 'unitSymbol'),
  lot: readText(lot['lot']),
  expiry: readText(lot['expiry']),
  depth: figure(lot, 'depth'),
  how: scopeReasons.find((one) => one === lot['how']) ?? 'recalled',
  fromLot: readText(lot['fromLot']),
  docType: readText(lot['docType']),
  docId: readText(lot['docId']),
  docNo: readText(lot['docNo']),
  addedAt: word(lot, 'addedAt'),
  hold: lot['hold'] === 'recall' || lot['hold'] === 'other' ? lot['hold'] : null,
  releasedAt: readText(lot['releasedAt']),
  releasedByName: readText(lot['releasedByName']),
  releaseReason: readText(lot['releaseReason']),
  stock: readRecords(lot['stock']).map((stock) => ({
    placeId: word(stock, 'placeId'),
    placeName: word(stock, 'placeName'),
    onHand: figure(stock, 'onHand'),
    picked: figure(stock, 'picked'),
  })),
});

const readProduct = (product: JsonRecord): RecallProduct => ({
  docId: word(product, 'docId'),
  docNo: readText(product['docNo']),
  day: word(product, 'day'),
  placeName: word(product, 'placeName'),
  itemId: word(product, 'itemId'),
  itemName: word(product, 'itemName'),
  unitSymbol: word(product, 'unitSymbol'),
  qty: figure(product, 'qty'),
});

const readSale = (sale: JsonRecord): RecallSale => ({
  day: word(sale, 'day'),
  dayId: word(sale, 'dayId'),
  branchId: word(sale, 'branchId'),
  branchName: word(sale, 'branchName'),
  article: word(sale, 'article'),
  qty: figure(sale, 'qty'),
  itemName: word(sale, 'itemName'),
  basis: sale['basis'] === 'lot' ? 'lot' : 'recipe',
});

async function send(
  queryClient: QueryClient,
  path: string,
  json: object,
  idempotencyKey: string,
): Promise<Recall | null> {
  const reply = await api.send('post', path, { json, idempotencyKey });
  // A real recall puts lots on hold; releasing one ends that.
  await queryClient.invalidateQueries({ queryKey: ['stock_data', 'lots'] });
  return readOne(reply, readRecall);
}

/** Starts a recall of a lot. Throws `ApiError`. */
export const startRecall = (queryClient: QueryClient, input: StartRecallInput, key: string) =>
  send(queryClient, 'recalls', input, key);

/** Sends the finding of a location. Throws `ApiError`. */
export const sendFinding = (queryClient: QueryClient, input: FindingInput, key: string) =>
  send(queryClient, 'recalls/findings', input, key);

/** Releases one lot from a recall. Throws `ApiError`. */
export const releaseRecalledLot = (queryClient: QueryClient, input: ReleaseRecalledInput, key: string) =>
  send(queryClient, 'recalls/release', input, key);

/** Closes a recall permanently. Throws `ApiError`. */
export const endRecall = (queryClient: QueryClient, input: { recallId: string; note: string }, key: string) =>
  send(queryClient, 'recalls/end', input, key);
