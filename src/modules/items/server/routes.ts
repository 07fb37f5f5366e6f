import { listOf } from '#platform/shapes/shape.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Flag } from '#core/permissions.ts';
import { item, itemChange, itemCompactRow, itemInput, itemQueryParams } from '../input.ts';
import { items } from '../collection.ts';
import { itemBulkChange, itemCountsQueryParams } from '#platform/shapes/bulk-changes.ts';
import { itemBulkResult, itemCount, packBarcode } from '#platform/shapes/bulk-changes-shape.ts';
import type { ResourceQuery } from '#platform/collections/define-resource.ts';
import { submittedReview } from '#modules/reviews/shapes.ts';
import { similarItemsQueryParams } from '../similar-items.ts';
import { baseUnitState, similarItem } from '../similar-items-shapes.ts';
import type { Dialect } from '#platform/server/db/types.ts';
import { buildCompactListResponse, buildListResponse, type Sortable } from '#platform/server/http/list.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { existsIn } from '#platform/collections/server/exists.ts';
import { buildListConditions, getSortableFields } from '#modules/master-data/server/routes.ts';
import { findRow, buildRowJson } from '#platform/collections/server/store.ts';
import { respondToChange } from '#modules/reviews/server/propose.ts';
import { buildRowInfoRoutes } from '#modules/master-data/server/row-info-routes.ts';
import { findBaseUnitLock } from './checks.ts';
import { changeItems } from './bulk.ts';
import { countItems } from './counts.ts';
import { changeItem } from './service.ts';
import { listPackBarcodes } from './pack-barcodes.ts';
import { findSimilar } from './similar.ts';
import {
  compactFrom,
  compactShape,
  itemJoinedTables,
  buildItemExtraFields,
  actorCanSeeCosts,
} from './shape.ts';

const getAccess = (flag: Flag) => ({ kind: 'collection', collection: 'items', flag }) as const;
const exists = existsIn(items);

/**
 * Returns the sortable fields. Costs are excluded for users without access, since the order would reveal
 * them.
 */
function getSortable(isCostVisible: boolean, dialect: Dialect, prefersAltName: boolean): Sortable {
  const { standardCost = '', ...others } = getSortableFields(items, dialect, prefersAltName);
  return isCostVisible ? { ...others, standardCost } : others;
}

export const itemRoutes: Route[] = [
  readRoute({
    path: '/items',
    access: getAccess('canView'),
    summary: 'The items; `view=compact` returns up to 20,000 short rows at once, with an ETag.',
    query: itemQueryParams,
    response: z.union([z.array(item), z.array(itemCompactRow)]),
    async run(ctx) {
      const { db, actor, prefersAltName } = ctx;
      const query = ctx.query as unknown as ResourceQuery;
      const source = { db, conditions: buildListConditions(items, query), key: 'items._id' };
      if (query['view'] === 'compact') {
        const object = buildRowJson(db.dialect, items, compactShape);
        return buildCompactListResponse(ctx, {
          ...source,
          from: compactFrom,
          object,
          table: items.table,
          relatedTables: itemJoinedTables,
        });
      }
      const object = buildRowJson(db.dialect, items, { additional: buildItemExtraFields(db.dialect, actor) });
      const list = {
        ...source,
        from: sql`items`,
        object,
        sortable: getSortable(actorCanSeeCosts(actor), db.dialect, prefersAltName),
        defaultSort: items.sort,
      };
      return buildListResponse(list, query);
    },
  }),
  readRoute({
    path: '/items/counts',
    access: getAccess('canView'),
    summary: 'Number of active items by category, section and other references.',
    query: itemCountsQueryParams,
    response: listOf(itemCount),
    run: async ({ db, query }) => ({ status: 200, body: await countItems(db, query.by) }),
  }),
  readRoute({
    path: '/items/pack-barcodes',
    access: getAccess('canView'),
    summary: 'Barcodes of packs with the contents of one pack in the item’s base unit.',
    response: listOf(packBarcode),
    run: async ({ db }) => ({ status: 200, body: await listPackBarcodes(db) }),
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/items/bulk',
    access: getAccess('canEdit'),
    summary: 'Applies one change to several items in the given versions, all or none.',
    body: itemBulkChange,
    response: itemBulkResult,
    run: async (ctx) => ({ status: 200, body: await changeItems(ctx) }),
  }),
  readRoute({
    path: '/items/:id',
    access: getAccess('canView'),
    summary: 'One item with its conversions.',
    response: item,
    exists,
    async run({ db, params, actor }) {
      const row = await findRow(db, items, params['id'] as string, {
        additional: buildItemExtraFields(db.dialect, actor),
      });
      if (!row) throw notFound();
      return { status: 200, body: row, version: row.version };
    },
  }),
  readRoute({
    path: '/items/similar',
    access: getAccess('canView'),
    summary: 'Items that already have this name, in either language, or this barcode. A warning only.',
    query: similarItemsQueryParams,
    response: listOf(similarItem),
    run: async ({ db, query }) => ({ status: 200, body: await findSimilar(db, query) }),
  }),
  readRoute({
    path: '/items/:id/base-unit',
    access: getAccess('canView'),
    summary: 'Whether the base unit is fixed, and by which records.',
    response: baseUnitState,
    exists,
    run: async ({ db, params }) => ({
      status: 200,
      body: { lockedBy: await findBaseUnitLock(db, params['id'] as string) },
    }),
  }),
  writeRoute({
    method: 'post',
    path: '/items',
    access: getAccess('canCreate'),
    summary: 'Creates an item with its conversions.',
    body: itemInput,
    response: item,
    accepted: submittedReview,
    run: (ctx) => respondToChange(ctx, 'items', 'create'),
  }),
  writeRoute({
    method: 'put',
    path: '/items/:id',
    access: getAccess('canEdit'),
    summary:
      'Changes an item; omitted fields are unchanged, conversions are replaced as a whole. isActive: false archives it.',
    body: itemChange,
    response: item,
    accepted: submittedReview,
    exists,
    run: (ctx) => respondToChange(ctx, 'items', 'change'),
  }),
  writeRoute({
    method: 'delete',
    path: '/items/:id',
    access: getAccess('canDelete'),
    summary: 'Deletes an item that was never ordered or moved.',
    accepted: submittedReview,
    exists,
    run: (ctx) => respondToChange(ctx, 'items', 'delete'),
  }),
  ...buildRowInfoRoutes(items, items.path, {
    change: changeItem,
    additionalFields: ['conversions'],
  }),
];
