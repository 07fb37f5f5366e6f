import type { QueryClient } from '@tanstack/react-query';
import { type Review, review, reviewDetail, reviewSummary } from '../shapes.ts';
import { type JsonRecord, parseList, unwrapDocument } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { readList, readOne, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readObject } from '#platform/web/queries/read-shape.ts';

/** Parameters of a list of proposals, named as in the API. */
export interface ReviewRequest {
  q?: string | undefined;
  status?: string | undefined;
  collection?: string | undefined;
  rowId?: string | undefined;
  mine?: boolean | undefined;
  /** Only decided proposals of the user that are not marked as seen. */
  unseenDecisions?: true | undefined;
  sort?: string | undefined;
  page?: number;
  limit?: number;
}

/** Queries proposed changes to items and packs, pending or decided; for non-reviewers only their own. */
export function reviewsQuery(request: ReviewRequest) {
  return readQuery({
    collection: 'reviews_data',
    key: ['list', request],
    lifetime: 'orderSimple',
    path: 'reviews',
    search: { ...request },
    read: (reply) => readList(reply, createReader(review)),
  });
}

/** Queries one proposal with the details for its reviewer. */
export function reviewQuery(id: string) {
  return readQuery({
    collection: 'reviews_data',
    key: ['one', id],
    lifetime: 'orderSimple',
    path: `reviews/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, (row) => createReader(reviewDetail)(row) ?? failUnreadable()),
  });
}

/** Queries the number of proposals pending for this user, and of their own that are pending or returned. */
export function reviewSummaryQuery() {
  return readQuery({
    collection: 'reviews_data',
    key: ['summary'],
    lifetime: 'orderSimple',
    path: 'reviews/summary',
    read: (reply) => readObject(reviewSummary, reply.data),
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
  return createReader(review)(unwrapDocument(data)) ?? failUnreadable();
}

/** Approves several proposals, all or none. Throws an `ApiError` that identifies the one that failed. */
export async function sendApprovals(reviews: readonly Review[], idempotencyKey: string): Promise<Review[]> {
  const json = { reviews: reviews.map(({ _id, version }) => ({ _id, version })) };
  const { data } = await api.send('post', 'reviews/approve', { json, idempotencyKey });
  return parseList(data, createReader(review)).rows;
}

/** Marks decided proposals as seen. Throws `ApiError`. */
export async function markReviewsSeen(reviews: readonly Pick<Review, '_id'>[]): Promise<void> {
  for (let start = 0; start < reviews.length; start += maxSeenBatch) {
    const json = { reviews: reviews.slice(start, start + maxSeenBatch).map(({ _id }) => _id) };
    await api.send('post', 'reviews/seen', { json });
  }
}

const maxSeenBatch = 200;

/** Invalidates counters and lists after marking; the proposals themselves are unchanged. */
export function invalidateSeenReviews(queryClient: QueryClient): void {
  for (const kind of ['summary', 'list'])
    void queryClient.invalidateQueries({ queryKey: ['reviews_data', kind] });
}

/** Refetches the proposals. */
export async function refetchProposals(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['reviews_data'] });
}

/** Invalidates the proposals and the rows that a decision changes. */
export function invalidateReviews(queryClient: QueryClient): void {
  for (const queryKey of [['reviews_data'], ['items_data'], ['packagings_data']])
    void queryClient.invalidateQueries({ queryKey });
}

function failUnreadable(): never {
  throw new TypeError('The response contains no proposal');
}
