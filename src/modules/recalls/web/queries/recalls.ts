import type { QueryClient } from '@tanstack/react-query';
import type { FindingInput, ReleaseRecalledInput, StartRecallInput } from '../../input.ts';
import { type Recall, recall, recallSale } from '../../shapes.ts';
import { api } from '#platform/web/api/api.ts';
import { readOne, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readRows } from '#platform/web/queries/read-shape.ts';

/** Queries mock and real recalls, newest first; empty if the server has none. */
export function recallsQuery() {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'recalls'],
    lifetime: 'orders',
    path: 'recalls',
    search: { limit: 50 },
    read: (reply) => readRows(reply, recall),
  });
}

/** Queries real recalls that at least one visible location hasn't answered. */
export function openRecallsQuery() {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'recalls', 'open'],
    lifetime: 'orderSimple',
    path: 'recalls',
    search: { state: 'open', limit: 50 },
    read: (reply) =>
      readRows(reply, recall).filter(({ isPractice, awaiting }) => !isPractice && awaiting.length > 0),
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
    read: (reply) => readRows(reply, recallSale),
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
    read: (reply) => readRows(reply, recall)[0] ?? null,
  });
}

async function send(
  queryClient: QueryClient,
  path: string,
  json: object,
  idempotencyKey: string,
): Promise<Recall | null> {
  const reply = await api.send('post', path, { json, idempotencyKey });
  // Real recalls put lots on hold, and releasing a lot ends its hold.
  await queryClient.invalidateQueries({ queryKey: ['stock_data', 'lots'] });
  return readOne(reply, createReader(recall));
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
