import { listOf } from '#platform/shapes/shape.ts';
import { z } from 'zod';
import type { Actor, Collection, Flag } from '#core/permissions.ts';
import { isReviewed } from '#core/reviews.ts';
import { listHiddenFields, redactRow, type Resource } from '#platform/collections/define-resource.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import { submittedReviews, type Review } from '#modules/reviews/shapes.ts';
import { archiveInput, historyQueryParams } from '#platform/collections/row-history.ts';
import { rowChange, usageRow } from '#platform/collections/row-history-shape.ts';
import { ApiProblem, notFound } from '#platform/server/http/problems.ts';
import {
  type ExistsContext,
  type Route,
  readRoute,
  type WriteContext,
  writeRoute,
} from '#platform/server/http/route.ts';
import { needsReview } from '#modules/reviews/server/guard.ts';
import { saveOrPropose } from '#modules/reviews/server/propose.ts';
import { loadRowHistory } from '#modules/audit/server/row-history.ts';
import { existsIn } from '#platform/collections/server/exists.ts';
import { changeRow } from './service.ts';
import { findRow, type WireRow } from '#platform/collections/server/store.ts';
import { readUsage } from './usage.ts';

type ChangeRow = (ctx: WriteContext, id: string, change: { isActive: boolean }) => Promise<WireRow>;

interface RowInfoOptions {
  /** Writes a change; used for collections whose changes affect more than the row. */
  change?: ChangeRow;
  /** Additional fields shown in the history. */
  additionalFields?: readonly string[];
}

/** Builds `POST {path}/archive`, `GET {path}/:id/usage` and `GET {path}/:id/history` of a collection. */
export function buildRowInfoRoutes(resource: Resource, path: string, options: RowInfoOptions = {}): Route[] {
  const { collection, labels, allFields } = resource;
  const allow = (flag: Flag) => ({ kind: 'collection', collection, flag }) as const;
  const exists = existsIn(resource);
  const change = options.change ?? ((ctx, id, values) => changeRow(ctx, resource, id, values));
  const visibleFields = (actor: Actor | null) => {
    const hidden = listHiddenFields(resource, actor);
    return [...Object.keys(allFields), ...(options.additionalFields ?? []), 'isActive'].filter(
      (name) => !hidden.includes(name),
    );
  };
  return [
    writeRoute({
      method: 'post',
      success: [200],
      path: `${path}/archive`,
      access: allow('canEdit'),
      summary: `Archives ${labels.many.toLowerCase()}, or restores them: all or none.`,
      body: archiveInput,
      response: z.array(getSchemas(resource).row),
      ...(isReviewed(collection) && { accepted: submittedReviews }),
      async run(ctx) {
        const { rows, reviews } = await archiveRows(ctx, resource, change);
        if (reviews.length > 0) return { status: 202, body: { reviews } };
        return { status: 200, body: rows.map((row) => redactRow(resource, row, ctx.actor)) };
      },
    }),
    ...buildUsageAndHistoryRoutes({ collection, path, exists, visibleFields, one: labels.one.toLowerCase() }),
  ];
}

interface UsageAndHistoryOptions {
  collection: Collection;
  path: string;
  one: string;
  exists(ctx: ExistsContext): Promise<boolean>;
  /** Fields whose changes this user may see. */
  visibleFields(actor: Actor | null): readonly string[];
}

/** Builds the usage and history routes, including those of collections without a definition. */
export function buildUsageAndHistoryRoutes({
  collection,
  path,
  one,
  exists,
  visibleFields,
}: UsageAndHistoryOptions): Route[] {
  const access = { kind: 'collection', collection, flag: 'canView' } as const;
  return [
    readRoute({
      path: `${path}/:id/usage`,
      access,
      summary: `Lists the rows that use a ${one}.`,
      response: listOf(usageRow),
      exists,
      async run({ db, actor, params }) {
        if (!actor) throw notFound();
        return { status: 200, body: await readUsage(db, actor, collection, params['id'] as string) };
      },
    }),
    readRoute({
      path: `${path}/:id/history`,
      access,
      summary: `Lists the changes of a ${one}, newest first, with the changed fields.`,
      query: historyQueryParams,
      response: listOf(rowChange),
      exists,
      async run({ db, actor, params, query: { limit, page } }) {
        const id = params['id'] as string;
        return {
          status: 200,
          body: await loadRowHistory(db, {
            entity: collection,
            id,
            fields: visibleFields(actor),
            limit,
            page,
          }),
        };
      },
    }),
  ];
}

interface ArchiveResult {
  rows: WireRow[];
  /** Proposals awaiting a review; empty if none is needed. */
  reviews: Review[];
}

/**
 * Archives or restores rows in order of id, to avoid deadlocks. If the user's changes need a review,
 * archiving creates a proposal per row, and restoring discards the proposal.
 */
async function archiveRows(
  ctx: WriteContext<z.output<typeof archiveInput>>,
  resource: Resource,
  change: ChangeRow,
): Promise<ArchiveResult> {
  const { ids, isActive } = ctx.body;
  const rowContext: WriteContext = { ...ctx, ifMatch: null };
  const { collection } = resource;
  const reviewedCollection =
    isReviewed(collection) && (await needsReview(ctx.db, ctx.actor)) ? collection : null;
  const archived: ArchiveResult = { rows: [], reviews: [] };
  for (const id of [...new Set(ids)].toSorted()) {
    try {
      const { db, actor } = ctx;
      if (!actor || !(await existsIn(resource)({ db, actor, params: { id } }))) throw notFound();
      if (reviewedCollection) {
        const request = {
          collection: reviewedCollection,
          operation: 'change',
          id,
          input: { isActive },
        } as const;
        const { review, row } = await saveOrPropose(rowContext, request);
        if (review) archived.reviews.push(review);
        else if (row) archived.rows.push(row);
        continue;
      }
      const row = await findRow(db, resource, id, { lock: true });
      archived.rows.push(row?.isActive === isActive ? row : await change(rowContext, id, { isActive }));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      throw new ApiProblem(error.status, error.code, error.refusal, {
        ...error.options,
        details: { ...error.options.details, id },
      });
    }
  }
  return archived;
}
