import type { QueryClient } from '@tanstack/react-query';
import type { Discrepancy } from '#modules/discrepancies/shapes.ts';
import {
  type DocumentHit,
  documentHit,
  type WaitingDocuments,
  waitingDocuments,
} from '#platform/documents/document-search-shape.ts';
import { type JsonRecord, readRows, type TolerantList } from '#platform/shapes/tolerant.ts';
import type { Wastage } from '#modules/wastage/shapes.ts';
import { canRead } from '#core/permissions.ts';
import { foldText } from '#core/text.ts';
import { api } from '#platform/web/api/api.ts';
import { isUnavailable } from '#platform/web/api/missing-endpoint.ts';
import { getLifetimeMs } from '#platform/web/cache/lifetimes.ts';
import { getCurrentUser } from '#platform/web/session/session.ts';
import { getCachedOrders } from '#modules/orders/web/queries/cache.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { readList, type Search } from '#platform/web/queries/read-query.ts';
import { createReader } from '#platform/web/queries/read-shape.ts';

/** A cached document with additional text to search: delivery note, item names, notes. */
export interface SearchableDocument extends DocumentHit {
  searchableTexts: readonly string[];
}

interface Context {
  signal: AbortSignal;
  client: QueryClient;
}

/** Lifetime of search results; short, because documents change often. */
const resultLifetimeMs = 10_000;

/**
 * Searches documents of every kind, at most `limit` of each. If the server doesn't offer this endpoint, only
 * orders are searched.
 */
export function documentSearchQuery(q: string, limit: number) {
  return {
    queryKey: ['documents_data', 'search', { q, limit }] as const,
    staleTime: resultLifetimeMs,
    async queryFn(context: Context): Promise<readonly DocumentHit[]> {
      const hits = await fetchIfOffered(context, 'documents/search', { q, limit }, createReader(documentHit));
      if (hits !== null) return hits;
      const user = getCurrentUser();
      if (user === null || !canRead(user, 'orders')) return [];
      const { rows } = await ordersQuery({ q, limit }).queryFn(context);
      return rows.map((row) => toSearchHit(buildOrderHit(row), q));
    },
  };
}

/**
 * Queries the documents that the user can transition, by kind and status; empty if the server doesn't offer
 * the endpoint.
 */
export function pendingDocumentsQuery() {
  return {
    queryKey: ['documents_data', 'waiting'] as const,
    staleTime: getLifetimeMs('orders'),
    refetchOnMount: 'always' as const,
    queryFn: async (context: Context): Promise<readonly WaitingDocuments[]> =>
      (await fetchIfOffered(context, 'documents/waiting', {}, createReader(waitingDocuments))) ?? [],
  };
}

/** Returns the documents of all cached lists, without duplicates. */
export function getCachedDocuments(queryClient: QueryClient): SearchableDocument[] {
  const listCachedRows = <T>(collection: string): T[] =>
    queryClient
      .getQueriesData<TolerantList<T>>({ queryKey: [collection, 'list'] })
      .flatMap(([, list]) => list?.rows ?? []);
  const all = [
    ...getCachedOrders(queryClient).map(buildOrderHit),
    ...listCachedRows<Wastage>('wastage_data').map(buildWastageHit),
    ...listCachedRows<Discrepancy>('discrepancies_data').map(buildDiscrepancyHit),
  ];
  return [...new Map(all.map((document) => [`${document.collection} ${document._id}`, document])).values()];
}

/** Returns a document as a search hit: `matched` is the matching text if it is not the number. */
export function toSearchHit({ searchableTexts, ...hit }: SearchableDocument, q: string): DocumentHit {
  const folded = foldText(q);
  const matches = (value: string) => foldText(value).includes(folded);
  return { ...hit, matchedText: matches(hit.number) ? null : (searchableTexts.find(matches) ?? null) };
}

function buildOrderHit(row: OrderRecord): SearchableDocument {
  const { _id, orderNo, status, branch, branchName, deliveryDate, deliveryNoteNo, notes } = row;
  return {
    collection: 'orders',
    _id,
    number: orderNo,
    status,
    branch,
    branchName,
    branchNameAlt: null,
    day: deliveryDate ?? '',
    matchedText: null,
    searchableTexts: [deliveryNoteNo, notes].filter((text) => text !== null),
  };
}

function buildWastageHit(row: Wastage): SearchableDocument {
  const { _id, number, status, branch, branchName, branchNameAlt, businessDay, itemName, note } = row;
  return {
    collection: 'wastage',
    _id,
    number,
    status,
    branch,
    branchName,
    branchNameAlt,
    day: businessDay,
    matchedText: null,
    searchableTexts: [itemName, note].filter((text) => text !== null),
  };
}

function buildDiscrepancyHit(row: Discrepancy): SearchableDocument {
  const { _id, orderNo, status, branch, branchName, branchNameAlt, createdAt, itemName, note } = row;
  return {
    collection: 'discrepancies',
    _id,
    number: orderNo,
    status,
    branch,
    branchName,
    branchNameAlt,
    matchedText: null,
    day: createdAt.slice(0, 10),
    searchableTexts: [itemName, note].filter((text) => text !== null),
  };
}

/** Query key that records that the server doesn't offer document endpoints. */
const notOfferedKey = ['documents_data', 'not offered'];

/**
 * Runs a request that a different server may not offer. If it isn't offered, returns null and doesn't repeat
 * the request for a while.
 */
async function fetchIfOffered<T>(
  { client, signal }: Context,
  path: string,
  search: Search,
  read: (row: JsonRecord) => T | null,
): Promise<readonly T[] | null> {
  if (client.getQueryData(notOfferedKey) === true) return null;
  try {
    const reply = await api.get(path, { signal, search });
    if (readRows(reply.data) !== null) return readList(reply, read).rows;
  } catch (error) {
    // A search without results doesn't return 404.
    if (!isUnavailable(error)) throw error;
  }
  client.setQueryData(notOfferedKey, true);
  return null;
}
