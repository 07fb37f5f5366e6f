import type { QueryClient } from '@tanstack/react-query';
import type { Review, ReviewDetail, ReviewSummary } from '#contract/reviews.ts';
import {
  readId,
  type JsonRecord,
  parseList,
  readNumberValue,
  unwrapDocument,
  readRecord,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readOne, readQuery } from '../read-query.ts';

/** Parameters of a list of proposals, named as on the wire. */
export interface ReviewRequest {
  q?: string | undefined;
  status?: string | undefined;
  collection?: string | undefined;
  rowId?: string | undefined;
  mine?: boolean | undefined;
  /** Only decided proposals of the user that are not marked as seen. */
  news?: true | undefined;
  sort?: string | undefined;
  page?: number;
  limit?: number;
}

/** Queries proposed changes of items and packs, pending or decided; for non-reviewers only their own. */
export function reviewsQuery(request: ReviewRequest) {
  return readQuery({
    collection: 'reviews_data',
    key: ['list', request],
    lifetime: 'orderSimple',
    path: 'reviews',
    search: { ...request },
    read: (reply) => readList(reply, readReview),
  });
}

/** Queries one proposal with the details for its reviewer. */
export function reviewQuery(id: string) {
  return readQuery({
    collection: 'reviews_data',
    key: ['one', id],
    lifetime: 'orderSimple',
    path: `reviews/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, readDetail),
  });
}

/** Queries the number of proposals pending for this user, and of their own that are pending or returned. */
export function reviewSummaryQuery() {
  return readQuery({
    collection: 'reviews_data',
    key: ['summary'],
    lifetime: 'orderSimple',
    path: 'reviews/summary',
    read: (reply): ReviewSummary => {
      const row = readRecord(reply.data);
      const count = (name: string) => readNumberValue(row[name]) ?? 0;
      return {
        asksReview: row['asksReview'] === true,
        waiting: count('waiting'),
        ownPending: count('ownPending'),
        ownReturned: count('ownReturned'),
        ownNews: count('ownNews'),
      };
    },
  });
}

/** Input of a review step; see `reviewChange` in the contract. */
export interface ReviewStepInput {
  status?: 'Approved' | 'Returned' | 'Withdrawn';
  reason?: string;
  rowVersion?: number;
  change?: JsonRecord;
}

/** Decides on a proposal, withdraws it, or replaces its change. Throws `ApiError`. */
export async function sendReview(
  { _id, version }: Pick<Review, '_id' | 'version'>,
  input: ReviewStepInput,
  idempotencyKey: string,
): Promise<Review> {
  const path = `reviews/${encodeURIComponent(_id)}`;
  const { data } = await api.send('patch', path, { json: input, ifMatch: version || null, idempotencyKey });
  return readReview(unwrapDocument(data)) ?? unreadable();
}

/** Approves several proposals, all or none. Throws `ApiError` that names the failing one. */
export async function sendApprovals(reviews: readonly Review[], idempotencyKey: string): Promise<Review[]> {
  const json = { reviews: reviews.map(({ _id, version }) => ({ _id, version })) };
  const { data } = await api.send('post', 'reviews/approve', { json, idempotencyKey });
  return parseList(data, readReview, null).rows;
}

/** Marks decided proposals as seen. Throws `ApiError`. */
export async function markReviewsSeen(reviews: readonly Pick<Review, '_id'>[]): Promise<void> {
  for (let at = 0; at < reviews.length; at += mostSeen) {
    const json = { reviews: reviews.slice(at, at + mostSeen).map(({ _id }) => _id) };
    await api.send('post', 'reviews/seen', { json });
  }
}

const mostSeen = 200;

/** Invalidates counters and lists after marking; the proposals themselves are unchanged. */
export function invalidateSeenReviews(queryClient: QueryClient): void {
  for (const kind of ['summary', 'list'])
    void queryClient.invalidateQueries({ queryKey: ['reviews_data', kind] });
}

/** Refetches the proposals. */
export async function refetchProposals(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['reviews_data'] });
}

/** Invalidates what a decision changes: the proposals, and the rows they change. */
export function invalidateReviews(queryClient: QueryClient): void {
  for (const queryKey of [['reviews_data'], ['items_data'], ['packagings_data']])
    void queryClient.invalidateQueries({ queryKey });
}

function readReview(row: JsonRecord): Review | null {
  const _id = readId(row);
  if (_id === null) return null;
  const word = (name: string) => readText(row[name]) ?? '';
  return {
    _id,
    createdAt: word('createdAt'),
    updatedAt: word('updatedAt'),
    version: readNumberValue(row['version']) ?? 0,
    collection: word('collection') as Review['collection'],
    operation: word('operation') as Review['operation'],
    rowId: readText(row['rowId']),
    itemId: readText(row['itemId']),
    ...shownNames(readText(row['name']) ?? _id, readText(row['nameAlt'])),
    change: readRecord(row['change']),
    baseVersion: readNumberValue(row['baseVersion']),
    status: word('status') as Review['status'],
    byId: word('byId'),
    byName: word('byName'),
    at: word('at'),
    reason: readText(row['reason']),
    decidedById: readText(row['decidedById']),
    decidedByName: readText(row['decidedByName']),
    decidedAt: readText(row['decidedAt']),
    allowed: readTexts(row['allowed']) as Review['allowed'],
  };
}

function readDetail(row: JsonRecord): ReviewDetail {
  const review = readReview(row) ?? unreadable();
  const rows = <T>(name: string) => (Array.isArray(row[name]) ? (row[name] as T[]) : []);
  const values = (name: string) =>
    row[name] === null || row[name] === undefined ? null : readRecord(row[name]);
  return {
    ...review,
    base: values('base'),
    current: values('current'),
    history: rows('history'),
    effects: rows('effects'),
    missing: readTexts(row['missing']) as ReviewDetail['missing'],
    duplicates: rows('duplicates'),
  };
}

function unreadable(): never {
  throw new TypeError('The answer holds no proposal');
}
