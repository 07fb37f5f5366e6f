import { refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import type { ReviewedCollection, ReviewOperation } from '#core/reviews.ts';
import { isSameValue } from '#core/same-value.ts';
import { buildSearchText } from '#core/text.ts';
import { redactRow } from '#platform/collections/define-resource.ts';
import type { Review } from '../shapes.ts';
import type { ReviewRow } from '#platform/server/db/tables.ts';
import { notFound, problem } from '#platform/server/http/problems.ts';
import type { RouteResponse, WriteContext } from '#platform/server/http/route.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import { needsReview } from './guard.ts';
import { toAuditedReview, presentReview, createReviewStep, emitReviewEvent } from './present.ts';
import { removeHiddenFields } from '#platform/collections/server/remove-hidden-fields.ts';
import { applyRowChange, type ReviewedChange, reviewTargets, type RowValues } from './targets.ts';

/** Result of a change: applied (`row` is null after a deletion), or stored as a proposal. */
export type ProposalOutcome = { review: null; row: WireRow | null } | { review: Review; row: null };

/**
 * Creates, changes or deletes an item or pack, or stores the change as a proposal if the caller's role
 * requires reviews; the row is then unchanged. The row's rules are checked in either case. Another change by
 * the same user is merged into the pending proposal: fields sent again are replaced, and fields equal to the
 * row are dropped.
 *
 * Bulk changes may call it once per row; imports, which are all or nothing, call `withReviewChecked` first.
 *
 * @throws ApiProblem 404, 409, 412 and 422 by the row's rules; 409 `REVIEW_NEEDED` if another user has a
 *   pending proposal
 */
export async function saveOrPropose(ctx: WriteContext, request: ReviewedChange): Promise<ProposalOutcome> {
  if (ctx.isReviewed || !(await needsReview(ctx.db, ctx.actor)))
    return { review: null, row: await applyRowChange(ctx, request) };
  const target = reviewTargets[request.collection];
  // A new pack may be proposed with its price by users who can't see prices.
  const isNewPack = request.collection === 'packagings' && request.operation === 'create';
  const input = isNewPack ? request.input : removeHiddenFields(target.resource, ctx.actor, request.input);
  if (request.operation === 'create') {
    await assertNotProposed(ctx, request, input);
    const row = await dryRun(ctx, { ...request, input });
    return storeProposal(ctx, { ...request, input }, { base: null, name: row ?? input, before: null });
  }
  const base = await target.find(ctx.db, request.id as string, true);
  if (!base) throw notFound();
  const before = await lockOwnProposal(ctx, request);
  const extendsPending =
    before?.status === 'Pending' && before.operation === 'change' && request.operation === 'change';
  const merged = {
    ...(extendsPending ? (JSON.parse(before.change) as RowValues) : {}),
    ...pickDefined(input),
  };
  const change = { ...request, input: pickChangedFields(merged, base) };
  if (request.operation === 'change' && Object.keys(change.input).length === 0) {
    if (before?.status === 'Pending') await discardProposal(ctx, before);
    return { review: null, row: redactRow(target.resource, base, ctx.actor) };
  }
  await dryRun(ctx, change);
  return storeProposal(ctx, change, { base, name: { ...base, ...change.input }, before });
}

/** `saveOrPropose` for routes: responds with the row, 204 after a deletion, or 202 with the proposal. */
export async function respondToChange(
  ctx: WriteContext,
  collection: ReviewedCollection,
  operation: ReviewOperation,
): Promise<RouteResponse> {
  const input = (ctx.body ?? {}) as RowValues;
  const change = { collection, operation, id: ctx.params['id'] ?? null, input };
  const { review, row } = await saveOrPropose(ctx, change);
  if (review) return { status: 202, body: { review } };
  if (!row) return { status: 204 };
  return { status: operation === 'create' ? 201 : 200, body: row, version: row.version };
}

/** Applies and rolls back a change, to check all rules before it is proposed. */
export async function dryRun(ctx: WriteContext, change: ReviewedChange): Promise<WireRow | null> {
  await sql`savepoint proposal`.execute(ctx.db);
  const row = await applyRowChange({ ...ctx, audit: async () => {}, emit: () => {} }, change);
  await sql`rollback to savepoint proposal`.execute(ctx.db);
  await sql`release savepoint proposal`.execute(ctx.db);
  return row;
}

/** Returns the fields that differ from the current row. */
export function pickChangedFields(input: RowValues, base: RowValues): RowValues {
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !isSameValue(value, base[name])));
}

const pickDefined = (input: RowValues): RowValues =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** Parts of the context that are needed to store a proposal. */
type ProposalContext = Pick<WriteContext, 'db' | 'actor' | 'now' | 'audit' | 'emit'>;

interface ProposalInput {
  base: WireRow | null;
  /** Row that the name is taken from. */
  name: RowValues;
  before: ReviewRow | null;
  /** Reason for a proposal that no user entered. */
  reason?: string;
  source?: ReviewRow['source'];
}

/**
 * Name of a proposal: the item's name, or for a pack its item, own name and supplier, since pack names
 * repeat.
 */
async function loadProposalNames(db: Queryable, collection: ReviewedChange['collection'], row: RowValues) {
  const currentName = String(row['name']);
  if (collection !== 'packagings') return { name: currentName, nameAlt: readText(row['nameAlt']) };
  const item = await db
    .selectFrom('items')
    .select(['name', 'nameAlt'])
    .where('_id', '=', String(row['itemId']))
    .executeTakeFirst();
  const supplier = await db
    .selectFrom('suppliers')
    .select(['name', 'nameAlt'])
    .where('_id', '=', readText(row['supplierId']) ?? '')
    .executeTakeFirst();
  const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');
  const alt = [item?.nameAlt, supplier?.nameAlt].some(Boolean)
    ? join(item?.nameAlt ?? item?.name, currentName, supplier?.nameAlt ?? supplier?.name)
    : null;
  return { name: join(item?.name, currentName, supplier?.name), nameAlt: alt };
}

const readText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Stores a new proposal, or replaces the user's previous one. */
export async function storeProposal(
  ctx: ProposalContext,
  change: ReviewedChange,
  { base, name, before, reason, source }: ProposalInput,
): Promise<ProposalOutcome> {
  const at = ctx.now.toISOString();
  const actor = ctx.actor as NonNullable<typeof ctx.actor>;
  const sentInput = pickDefined(change.input);
  const step = createReviewStep(before ? 'Changed' : 'Proposed', ctx, reason ?? null, sentInput);
  const itemId = change.collection === 'items' ? change.id : String(name['itemId']);
  const names = await loadProposalNames(ctx.db, change.collection, name);
  const row: ReviewRow = {
    _id: before?._id ?? newId({ now: () => ctx.now }),
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
    version: (before?.version ?? 0) + 1,
    collection: change.collection,
    operation: change.operation,
    rowId: change.id,
    itemId,
    ...names,
    search: buildSearchText(
      names.name,
      names.nameAlt,
      [name['itemCode'], name['barcode'], actor.name].join(' '),
    ),
    change: JSON.stringify(sentInput),
    base: base && JSON.stringify(base),
    baseVersion: base?.version ?? null,
    status: 'Pending',
    source: source ?? before?.source ?? '',
    byId: actor._id,
    byName: actor.name,
    at,
    reason: null,
    decidedById: null,
    decidedByName: null,
    decidedAt: null,
    seenAt: null,
    history: JSON.stringify([...(before ? (JSON.parse(before.history) as unknown[]) : []), step]),
  };
  if (before) await ctx.db.updateTable('reviews').set(row).where('_id', '=', row._id).execute();
  else await ctx.db.insertInto('reviews').values(row).execute();
  await ctx.audit({
    action: before ? 'edit' : 'create',
    entity: 'reviews',
    id: row._id,
    ...(before && { before: toAuditedReview(before) }),
    after: toAuditedReview(row),
  });
  emitReviewEvent(ctx, row);
  return { review: presentReview(row, actor), row: null };
}

/**
 * Locks the caller's undecided proposal for the row.
 *
 * @throws ApiProblem 409 if another user has one; proposals from invoices are ignored
 */
export async function lockOwnProposal(
  ctx: WriteContext,
  { collection, id }: ReviewedChange,
  source: ReviewRow['source'] = '',
): Promise<ReviewRow | null> {
  const rows = await ctx.db
    .selectFrom('reviews')
    .selectAll()
    .where('collection', '=', collection)
    .where('rowId', '=', id)
    .where('status', 'in', ['Pending', 'Returned'])
    .where('source', '=', source)
    .orderBy('at', 'desc')
    .$call(ctx.db.lock)
    .execute();
  const otherProposal = rows.find(({ status, byId }) => status === 'Pending' && byId !== ctx.actor?._id);
  if (otherProposal) {
    throw problem(
      'REVIEW_NEEDED',
      refusal('proposal-exists', { person: otherProposal.byName, name: otherProposal.name }),
      {
        details: { reviewId: otherProposal._id },
      },
    );
  }
  const ownReviews = rows.filter(({ byId }) => byId === ctx.actor?._id);
  return ownReviews.find(({ status }) => status === 'Pending') ?? ownReviews[0] ?? null;
}

/** Rejects a second proposal for the same new row, which uniqueness checks on stored rows can't detect. */
async function assertNotProposed(
  ctx: WriteContext,
  { collection }: ReviewedChange,
  input: RowValues,
): Promise<void> {
  const keys = reviewTargets[collection].resource.unique
    .flat()
    .filter((name) => typeof input[name] === 'string');
  if (keys.length === 0) return;
  const pendingProposals = await ctx.db
    .selectFrom('reviews')
    .select(['_id', 'name', 'byName', 'change'])
    .where('collection', '=', collection)
    .where('operation', '=', 'create')
    .where('status', '=', 'Pending')
    .execute();
  for (const proposal of pendingProposals) {
    const proposed = JSON.parse(proposal.change) as RowValues;
    const duplicateField = keys.find((name) => proposed[name] === input[name]);
    if (!duplicateField) continue;
    const duplicateRefusal = refusal('proposed-together', { person: proposal.byName, name: proposal.name });
    throw problem('DUPLICATE', duplicateRefusal, {
      rowName: String(input[duplicateField]),
      fields: { [duplicateField]: duplicateRefusal },
      details: { reviewId: proposal._id },
    });
  }
}

/** Discards a proposal whose fields have all become equal to the current row. */
export async function discardProposal(
  ctx: ProposalContext,
  before: ReviewRow,
  reason: string | null = null,
): Promise<void> {
  const at = ctx.now.toISOString();
  const step = createReviewStep('Withdrawn', ctx, reason, null);
  const history = JSON.stringify([...(JSON.parse(before.history) as unknown[]), step]);
  const after: ReviewRow = {
    ...before,
    status: 'Withdrawn',
    updatedAt: at,
    version: before.version + 1,
    history,
  };
  await ctx.db.updateTable('reviews').set(after).where('_id', '=', before._id).execute();
  await ctx.audit({
    action: 'withdraw',
    entity: 'reviews',
    id: before._id,
    before: toAuditedReview(before),
    after: toAuditedReview(after),
  });
  emitReviewEvent(ctx, after);
}
