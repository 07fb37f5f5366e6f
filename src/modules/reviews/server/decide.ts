import { refusal } from '#core/refusals/refusal.ts';
import type { AuditAction } from '#core/audit.ts';
import type { Actor } from '#core/permissions.ts';
import {
  listAvailableReviewStatuses,
  type ReviewedCollection,
  type ReviewOperation,
  type ReviewStatus,
} from '#core/reviews.ts';
import type { ReviewChange } from '../input.ts';
import type { Review } from '../shapes.ts';
import type { ReviewRow } from '#platform/server/db/tables.ts';
import { ApiProblem, forbidden, invalid, notFound, problem, stale } from '#platform/server/http/problems.ts';
import { parseBody } from '#platform/server/http/parse.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import { toAuditedReview, presentReview, readValues, createReviewStep, emitReviewEvent } from './present.ts';
import { pickChangedFields, storeProposal, lockOwnProposal, dryRun } from './propose.ts';
import { removeHiddenFields } from '#platform/collections/server/remove-hidden-fields.ts';
import { applyRowChange, type ReviewedChange, reviewTargets, type RowValues } from './targets.ts';

type DecidedStatus = Exclude<ReviewStatus, 'Pending'>;

/**
 * Approves, returns, withdraws or resubmits a proposal. Repeating the current status does nothing.
 */
export async function changeReview(ctx: WriteContext, id: string, change: ReviewChange): Promise<Review> {
  const { review, current } = await lockReview(ctx, id, change.status);
  if ((change.status === undefined) === (change.change === undefined)) {
    throw invalid({ status: refusal('status-or-change') });
  }
  if (change.change) return resubmit(ctx, review, current, change.change);
  const status = change.status as DecidedStatus;
  if (isRepeated(ctx, review, status)) return presentReview(review, ctx.actor as Actor);
  return decide(ctx, { review, current }, { ...change, status, reason: change.reason ?? null });
}

/** Whether the same user repeats a decision, for example because its response was lost. */
function isRepeated({ actor }: WriteContext, review: ReviewRow, status: DecidedStatus): boolean {
  const { byId, decidedById } = review;
  return review.status === status && actor?._id === (status === 'Withdrawn' ? byId : decidedById);
}

interface LockedReview {
  review: ReviewRow;
  /** The current row; null for a new or deleted one. */
  current: WireRow | null;
}

interface Decision {
  status: DecidedStatus;
  reason: string | null;
  rowVersion?: number | undefined;
}

/** Approves several proposals, all or none. `details.review` identifies the first that fails. */
export async function approveAll(
  ctx: WriteContext,
  requested: readonly { _id: string; version: number }[],
): Promise<Review[]> {
  const approved: Review[] = [];
  // Sorted by id to avoid deadlocks.
  for (const { _id, version } of requested.toSorted((a, b) => (a._id < b._id ? -1 : 1))) {
    const context: WriteContext = { ...ctx, ifMatch: version };
    let name = '';
    try {
      const locked = await lockReview(context, _id, 'Approved');
      name = locked.review.name;
      if (isRepeated(context, locked.review, 'Approved')) {
        approved.push(presentReview(locked.review, ctx.actor as Actor));
        continue;
      }
      approved.push(await decide(context, locked, { status: 'Approved', reason: null }));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const { options } = error;
      throw new ApiProblem(error.status, error.code, error.refusal, {
        ...options,
        ...(name && { rowName: name }),
        details: { ...options.details, review: _id },
      });
    }
  }
  return approved;
}

async function decide(
  ctx: WriteContext,
  { review, current }: LockedReview,
  decision: Decision,
): Promise<Review> {
  const { status, reason } = decision;
  assertStatusAllowed(ctx, review, status);
  if (status === 'Returned' && reason === null) throw invalid({ reason: refusal('describe-difference') });
  const rowId = status === 'Approved' ? await applyProposal(ctx, review, current, decision) : review.rowId;
  const at = ctx.now.toISOString();
  const actor = ctx.actor as Actor;
  const step = createReviewStep(status, ctx, reason, null);
  const after: ReviewRow = {
    ...review,
    status,
    rowId,
    itemId: review.itemId ?? rowId,
    reason,
    version: review.version + 1,
    updatedAt: at,
    history: JSON.stringify([...(JSON.parse(review.history) as unknown[]), step]),
    ...(status !== 'Withdrawn' && {
      decidedById: actor._id,
      decidedByName: actor.name,
      decidedAt: at,
      seenAt: null,
    }),
  };
  await ctx.db.updateTable('reviews').set(after).where('_id', '=', review._id).execute();
  await ctx.audit({
    action: auditActions[status],
    entity: 'reviews',
    id: review._id,
    before: toAuditedReview(review),
    after: toAuditedReview(after),
  });
  emitReviewEvent(ctx, after);
  return presentReview(after, actor);
}

const auditActions = {
  Approved: 'approve',
  Returned: 'return',
  Withdrawn: 'withdraw',
} as const satisfies Record<DecidedStatus, AuditAction>;

/**
 * Applies a proposal through the collection's service, which validates it again. Returns the id of the row.
 */
async function applyProposal(
  ctx: WriteContext,
  review: ReviewRow,
  current: WireRow | null,
  { rowVersion }: Decision,
) {
  const change = readChange(review);
  if (change.operation !== 'create') {
    if (!current) {
      throw problem('ILLEGAL_TRANSITION', refusal('proposal-row-gone', { name: review.name }), {
        details: { allowed: ['Returned'] },
      });
    }
    if (current.version !== (rowVersion ?? review.baseVersion))
      throw createStaleRowProblem(ctx, review, current);
  }
  const row = await applyRowChange({ ...ctx, ifMatch: null }, change);
  return row?._id ?? review.rowId;
}

/** Problem 412 with three versions: original, current and proposed. */
function createStaleRowProblem({ actor }: WriteContext, review: ReviewRow, current: WireRow) {
  return problem('STALE_VERSION', refusal('proposal-row-changed', { name: review.name }), {
    details: {
      base: review.base && readValues(review.collection, review.base, actor),
      current: readValues(review.collection, JSON.stringify(current), actor),
      proposed: readValues(review.collection, review.change, actor),
    },
  });
}

/** Resubmits a proposal: replaces the previous version, based on the current row. */
async function resubmit(
  ctx: WriteContext,
  review: ReviewRow,
  current: WireRow | null,
  sentValues: RowValues,
): Promise<Review> {
  assertStatusAllowed(ctx, review, 'Pending');
  const previousChange = readChange(review);
  if (previousChange.operation !== 'create' && !current) throw notFound();
  const target = reviewTargets[previousChange.collection];
  const schema = target.schemas[previousChange.operation === 'create' ? 'create' : 'change'];
  const permitted = removeHiddenFields(target.resource, ctx.actor, parseBody(schema, sentValues));
  const input = current ? pickChangedFields(permitted, current) : permitted;
  const operation = previousChange.operation === 'delete' ? ('change' as const) : previousChange.operation;
  if (current && Object.keys(input).length === 0) {
    throw invalid({ change: refusal('proposal-same') });
  }
  const change: ReviewedChange = { ...previousChange, operation, input };
  const unversioned: WriteContext = { ...ctx, ifMatch: null };
  if (previousChange.id) await lockOwnProposal(unversioned, previousChange, review.source);
  const dryRunResult = await dryRun(unversioned, change);
  const outcome = await storeProposal(unversioned, change, {
    base: current,
    name: dryRunResult ?? { ...current, ...input },
    before: review,
  });
  return outcome.review as Review;
}

const readChange = (review: ReviewRow): ReviewedChange => ({
  collection: review.collection as ReviewedCollection,
  operation: review.operation as ReviewOperation,
  id: review.rowId,
  input: JSON.parse(review.change) as RowValues,
});

const outcomes = {
  Approved: 'approved',
  Returned: 'returned',
  Withdrawn: 'withdrawn',
} as const satisfies Record<Exclude<ReviewStatus, 'Pending'>, string>;

/**
 * Asserts that a status change is allowed.
 *
 * @throws ApiProblem 409 if the status doesn't allow it, 403 for other users
 */
function assertStatusAllowed({ actor }: WriteContext, review: ReviewRow, status: ReviewStatus): void {
  const allowed = listAvailableReviewStatuses(actor as Actor, review);
  if (allowed.includes(status)) return;
  if (
    review.status !== 'Pending' &&
    !(review.status === 'Returned' && (status === 'Withdrawn' || status === 'Pending'))
  ) {
    const person = review.status === 'Withdrawn' ? review.byName : (review.decidedByName ?? review.byName);
    const decidedRefusal = refusal('proposal-decided', {
      person,
      outcome: outcomes[review.status as keyof typeof outcomes],
      name: review.name,
    });
    throw problem('ILLEGAL_TRANSITION', decidedRefusal, { details: { allowed } });
  }
  if (status === 'Withdrawn' || status === 'Pending') throw forbidden(refusal('proposal-not-yours'));
  throw forbidden(review.byId === actor?._id ? refusal('proposal-own') : refusal('proposal-no-permission'));
}

/**
 * Locks the row and then the proposal, in the same order as every other writer.
 *
 * @throws ApiProblem 404; 412 for an outdated version, except for decisions on a decided proposal, which get
 *   a more specific error
 */
async function lockReview(ctx: WriteContext, id: string, status?: ReviewStatus): Promise<LockedReview> {
  const reference = await ctx.db
    .selectFrom('reviews')
    .select(['collection', 'rowId'])
    .where('_id', '=', id)
    .executeTakeFirst();
  if (!reference) throw notFound();
  const target = reviewTargets[reference.collection as ReviewedCollection];
  const current = reference.rowId ? await target.find(ctx.db, reference.rowId, true) : null;
  const review = await ctx.db
    .selectFrom('reviews')
    .selectAll()
    .where('_id', '=', id)
    .$call(ctx.db.lock)
    .executeTakeFirstOrThrow();
  const isStale = ctx.ifMatch !== null && ctx.ifMatch !== review.version;
  const isTooLate = status !== undefined && (status === review.status || review.status !== 'Pending');
  if (isStale && !isTooLate) throw stale(presentReview(review, ctx.actor as Actor));
  return { review, current };
}
