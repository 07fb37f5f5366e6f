import type { Actor } from '#domain/permissions.ts';
import { hiddenFields } from '#contract/resources/define-resource.ts';
import { availableReviewStatuses, type ReviewedCollection, type ReviewStatus } from '#domain/reviews.ts';
import type { Review, ReviewStep } from '#contract/reviews.ts';
import type { ReviewRow } from '../../db/tables.ts';
import type { WriteContext } from '../../http/route.ts';
import { reviewTargets } from './targets.ts';

type Values = Record<string, unknown>;

/** A row or a change of a collection from its JSON text, without the fields that an actor may not read. */
export function readValues(collection: string, json: string, actor: Actor | null): Values {
  const { resource } = reviewTargets[collection as ReviewedCollection];
  const hidden = hiddenFields(resource, actor);
  const values = Object.entries(JSON.parse(json) as Values);
  return Object.fromEntries(values.filter(([name]) => !hidden.includes(name)));
}

/** A proposal without what is kept for the server alone: the words that the search reads, and the steps that the audit has anyway. */
const withoutServerFields = ({
  search: _search,
  base: _base,
  history: _history,
  seenAt: _seenAt,
  source: _source,
  ...shown
}: ReviewRow) => shown;

/** A proposal as it is answered, with what the caller may do. */
export function presentReview(row: ReviewRow, actor: Actor): Review {
  const { change, ...rest } = withoutServerFields(row);
  return {
    ...(rest as unknown as Omit<Review, 'change' | 'allowed'>),
    change: readValues(row.collection, change, actor),
    allowed: availableReviewStatuses(actor, row),
  };
}

/** What the audit keeps of a proposal. */
export function auditedReview(row: ReviewRow): Values {
  const { change, ...rest } = withoutServerFields(row);
  return { ...rest, change: JSON.parse(change) as unknown };
}

export function reviewStep(
  what: string,
  ctx: Pick<WriteContext, 'now' | 'actor'>,
  reason: string | null,
  change: ReviewStep['change'],
): ReviewStep {
  return { what, at: ctx.now.toISOString(), byName: ctx.actor?.name ?? '', reason, change };
}

/** Proposers and reviewers hear that something moved; what it is, they ask for. */
export function emitReviewEvent(ctx: Pick<WriteContext, 'emit'>, { _id, status, byId }: ReviewRow): void {
  ctx.emit({
    collection: 'reviews',
    id: _id,
    what: status as ReviewStatus,
    branches: [],
    kitchens: [],
    owner: byId,
  });
}
