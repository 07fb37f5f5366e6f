import type { QueryClient } from '@tanstack/react-query';
import type { Review, ReviewDetail, ReviewSummary } from '#contract/reviews.ts';
import {
  readId,
  type JsonRecord,
  parseList,
  readNumberValue,
  one,
  readRecord,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readOne, readQuery } from '../read-query.ts';

/** What a list of proposals is asked for; the names are those on the wire. */
export interface ReviewRequest {
  q?: string | undefined;
  status?: string | undefined;
  collection?: string | undefined;
  rowId?: string | undefined;
  mine?: boolean | undefined;
  /** Only what was decided about the own ones and is not marked as seen. */
  news?: true | undefined;
  sort?: string | undefined;
  page?: number;
  limit?: number;
}

/** Changes of items and packs that wait for a look, or waited; the caller's own where they do not review. */
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

/** One proposal with what its reviewer looks at. */
export function reviewQuery(id: string) {
  return readQuery({
    collection: 'reviews_data',
    key: ['one', id],
    lifetime: 'orderSimple',
    path: `reviews/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, readDetail),
  });
}

/** How many wait for this person, and how many of their own wait or came back. */
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

/** What a proposal is sent on with; see `reviewChange` in the contract. */
export interface ReviewStepInput {
  status?: 'Approved' | 'Returned' | 'Withdrawn';
  reason?: string;
  rowVersion?: number;
  change?: JsonRecord;
}

/** Decides about a proposal, withdraws it, or sends another change in its place. Throws `ApiError`. */
export async function sendReview(
  { _id, version }: Pick<Review, '_id' | 'version'>,
  input: ReviewStepInput,
  idempotencyKey: string,
): Promise<Review> {
  const path = `reviews/${encodeURIComponent(_id)}`;
  const { data } = await api.send('patch', path, { json: input, ifMatch: version || null, idempotencyKey });
  return readReview(one(data)) ?? unreadable();
}

/** Approves several, all or none. Throws `ApiError` that names the one at fault. */
export async function sendApprovals(reviews: readonly Review[], idempotencyKey: string): Promise<Review[]> {
  const json = { reviews: reviews.map(({ _id, version }) => ({ _id, version })) };
  const { data } = await api.send('post', 'reviews/approve', { json, idempotencyKey });
  return parseList(data, readReview, null).rows;
}

/** Says that the person was shown what became of these. Throws `ApiError`. */
export async function markReviewsSeen(reviews: readonly Pick<Review, '_id'>[]): Promise<void> {
  for (let at = 0; at < reviews.length; at += mostSeen) {
    const json = { reviews: reviews.slice(at, at + mostSeen).map(({ _id }) => _id) };
    await api.send('post', 'reviews/seen', { json });
  }
}

const mostSeen = 200;

/** Has the counters and lists read again after that; the proposals themselves are what they were. */
export function invalidateSeenReviews(queryClient: QueryClient): void {
  for (const kind of ['summary', 'list'])
    void queryClient.invalidateQueries({ queryKey: ['reviews_data', kind] });
}

/** Has the proposals read again. */
export async function refetchProposals(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['reviews_data'] });
}

/** What a decision changes: the proposals, and the rows that they were about. */
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
