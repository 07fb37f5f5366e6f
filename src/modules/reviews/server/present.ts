import type { Actor } from '#core/permissions.ts';
import { listHiddenFields } from '#platform/collections/define-resource.ts';
import { listAvailableReviewStatuses, type ReviewedCollection, type ReviewStatus } from '#core/reviews.ts';
import type { Review, ReviewStep } from '../shapes.ts';
import type { ReviewRow } from '#platform/server/db/tables.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { reviewTargets } from './targets.ts';

type Values = Record<string, unknown>;

/** Parses a row or change from JSON, without the fields that the actor may not read. */
export function readValues(collection: string, json: string, actor: Actor | null): Values {
  const { resource } = reviewTargets[collection as ReviewedCollection];
  const hidden = listHiddenFields(resource, actor);
  const values = Object.entries(JSON.parse(json) as Values);
  return Object.fromEntries(values.filter(([name]) => !hidden.includes(name)));
}

/** Omits fields that only the server uses. */
const omitServerFields = ({
  search: _search,
  base: _base,
  history: _history,
  seenAt: _seenAt,
  source: _source,
  ...publicFields
}: ReviewRow) => publicFields;

/** Returns the JSON of a proposal with the actions allowed to the caller. */
export function presentReview(row: ReviewRow, actor: Actor): Review {
  const { change, ...rest } = omitServerFields(row);
  return {
    ...(rest as unknown as Omit<Review, 'change' | 'allowed'>),
    change: readValues(row.collection, change, actor),
    allowed: listAvailableReviewStatuses(actor, row),
  };
}

/** Audit data of a proposal. */
export function toAuditedReview(row: ReviewRow): Values {
  const { change, ...rest } = omitServerFields(row);
  return { ...rest, change: JSON.parse(change) as unknown };
}

export function createReviewStep(
  event: string,
  ctx: Pick<WriteContext, 'now' | 'actor'>,
  reason: string | null,
  change: ReviewStep['change'],
): ReviewStep {
  return { event, at: ctx.now.toISOString(), byName: ctx.actor?.name ?? '', reason, change };
}

/** Notifies the proposer and reviewers of a change; clients reload the details. */
export function emitReviewEvent(ctx: Pick<WriteContext, 'emit'>, { _id, status, byId }: ReviewRow): void {
  ctx.emit({
    collection: 'reviews',
    id: _id,
    change: status as ReviewStatus,
    branches: [],
    kitchens: [],
    owner: byId,
  });
}
