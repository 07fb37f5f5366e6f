import type { QueryClient } from '@tanstack/react-query';
import type { FindingInput, Recall, RecallPlace, StartRecallInput } from '#contract/recalls.ts';
import { type JsonRecord, boolean, idOf, number, record, text } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { readList, readOne, readQuery } from '../read-query.ts';

/** Recalls, practised and real, the newest first; none where the server has no such thing. */
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

/** One recall with what every place was asked and found; null where the person sees none of it. */
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

function readRecall(row: JsonRecord): Recall | null {
  const _id = idOf(row);
  if (_id === null) return null;
  const sums = row['sums'] ? record(row['sums']) : null;
  const end = row['end'] ? record(row['end']) : null;
  const places = Array.isArray(row['places']) ? row['places'] : [];
  const word = (from: JsonRecord, name: string) => text(from[name]) ?? '';
  const figure = (from: JsonRecord, name: string) => number(from[name]) ?? 0;
  return {
    _id,
    number: word(row, 'number'),
    isPractice: boolean(row['isPractice'], true),
    startedAt: word(row, 'startedAt'),
    byName: word(row, 'byName'),
    note: text(row['note']),
    itemId: word(row, 'itemId'),
    itemCode: word(row, 'itemCode'),
    itemName: word(row, 'itemName'),
    lot: text(row['lot']),
    unitSymbol: word(row, 'unitSymbol'),
    placesAsked: figure(row, 'placesAsked'),
    placesConfirmed: figure(row, 'placesConfirmed'),
    sums: sums && {
      came: figure(sums, 'came'),
      documented: figure(sums, 'documented'),
      found: figure(sums, 'found'),
      traced: number(sums['traced']),
    },
    end: end && {
      at: word(end, 'at'),
      byName: word(end, 'byName'),
      note: text(end['note']),
      seconds: figure(end, 'seconds'),
      placesAsked: figure(end, 'placesAsked'),
      placesConfirmed: figure(end, 'placesConfirmed'),
    },
    places: places.map((one: unknown): RecallPlace => {
      const place = record(one);
      return {
        placeId: word(place, 'placeId'),
        placeName: word(place, 'placeName'),
        branchId: text(place['branchId']),
        phone: text(place['phone']),
        lotId: word(place, 'lotId'),
        lot: text(place['lot']),
        expected: number(place['expected']),
        found: number(place['found']),
        foundAt: text(place['foundAt']),
        foundByName: text(place['foundByName']),
        note: text(place['note']),
      };
    }),
  };
}

async function send(
  queryClient: QueryClient,
  path: string,
  json: object,
  idempotencyKey: string,
): Promise<Recall | null> {
  const reply = await api.send('post', path, { json, idempotencyKey });
  await queryClient.invalidateQueries({ queryKey: ['stock_data', 'lots', 'recalls'] });
  return readOne(reply, readRecall);
}

/** Starts a recall of a lot. Throws `ApiError`. */
export const startRecall = (queryClient: QueryClient, input: StartRecallInput, key: string) =>
  send(queryClient, 'recalls', input, key);

/** Says what was found at a place. Throws `ApiError`. */
export const sendFinding = (queryClient: QueryClient, input: FindingInput, key: string) =>
  send(queryClient, 'recalls/findings', input, key);

/** Ends a recall for good. Throws `ApiError`. */
export const endRecall = (queryClient: QueryClient, input: { recallId: string; note: string }, key: string) =>
  send(queryClient, 'recalls/end', input, key);
