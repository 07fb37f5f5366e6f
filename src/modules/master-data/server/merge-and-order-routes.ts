import { z } from 'zod';
import { mergeInput, mergeQueryParams, sectionOrder } from '#platform/shapes/bulk-changes.ts';
import { mergeResult } from '#platform/shapes/bulk-changes-shape.ts';
import { itemCategories } from '#modules/item-categories/collection.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { purchaseCategories } from '#modules/purchase-categories/collection.ts';
import { sections } from '#modules/sections/collection.ts';
import { subCategories } from '#modules/sub-categories/collection.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import { type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { mergeRow, previewMerge } from './merge.ts';
import { existsIn } from '#platform/collections/server/exists.ts';
import { orderSections } from './section-order.ts';

function buildMergeRoutes(resource: Resource): Route[] {
  const { collection, path, labels } = resource;
  const label = labels.one.toLowerCase();
  const exists = existsIn(resource);
  return [
    readRoute({
      path: `${path}/:id/merge`,
      access: { kind: 'collection', collection, flag: 'canView' },
      summary: `Number of rows that merging a ${label} into another would change.`,
      query: mergeQueryParams,
      response: mergeResult,
      exists,
      run: async ({ db, params, query }) => ({
        status: 200,
        body: await previewMerge(db, resource, params['id'] as string, query.into),
      }),
    }),
    writeRoute({
      method: 'post',
      success: [200],
      path: `${path}/:id/merge`,
      access: { kind: 'collection', collection, flag: 'canEdit' },
      summary: `Moves all references of a ${label} to another one and archives it.`,
      body: mergeInput,
      response: mergeResult,
      exists,
      run: async (ctx) => ({ status: 200, body: await mergeRow(ctx, resource) }),
    }),
  ];
}

/** Routes that change several rows: merging, and sorting sections. */
export const mergeAndOrderRoutes: readonly Route[] = [
  writeRoute({
    method: 'put',
    path: '/sections/order',
    access: { kind: 'collection', collection: 'sections', flag: 'canEdit' },
    summary: 'Sets the order of the active sections.',
    body: sectionOrder,
    response: z.array(getSchemas(sections).row),
    run: orderSections,
  }),
  readRoute({
    path: '/purchase-categories/approvers',
    access: { kind: 'collection', collection: 'purchase-categories', flag: 'canView' },
    summary: 'Names of users who can approve, for callers who can read purchase categories but not users.',
    response: z.array(z.object({ _id: z.string(), name: z.string() })),
    async run({ db }) {
      const body = await db
        .selectFrom('users')
        .select(['_id', 'name'])
        .where(
          '_id',
          'in',
          (eb) =>
            eb.selectFrom('purchaseCategories').select('approver').where('approver', 'is not', null) as never,
        )
        .orderBy('name')
        .execute();
      return { status: 200, body };
    },
  }),
  ...[subCategories, itemCategories, purchaseCategories].flatMap((resource: Resource) =>
    buildMergeRoutes(resource),
  ),
];
