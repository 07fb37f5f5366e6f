import { listOf } from '#platform/shapes/shape.ts';
import { tillItemInput, tillItemsQueryParams, salesInput, salesQueryParams, sourceInput } from '../input.ts';
import { mappedTillItem, tillItem, saleDay, saleSource, salesOfDay, importedSales } from '../shapes.ts';
import type { Flag } from '#core/permissions.ts';
import { foldText } from '#core/text.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { mapTillItem } from './till-items.ts';
import { isSalesDocument, getSalesOfDocument } from './sales-day.ts';
import { listTillItems, listDays, listSources } from './rows.ts';
import { ensureSaleSource, importSales } from './import-sales.ts';

const access = (flag: Flag) => ({ kind: 'collection', collection: 'sales', flag }) as const;

/** Branches share their tills: mappings and file layouts apply to all of them. */
const accessForAllPlaces = (flag: Flag) => ({ ...access(flag), needsAllLocations: true }) as const;

const buildListResponse = ({ rows, total }: { rows: unknown[]; total: number }) =>
  ({ status: 200, body: rows, headers: { 'x-total-count': String(total) } }) as const;

export const salesRoutes: readonly Route[] = [
  readRoute({
    path: '/sales',
    access: access('canView'),
    summary: 'Sales days of branches, newest first.',
    query: salesQueryParams,
    response: listOf(saleDay),
    run: async ({ db, actor, query }) => buildListResponse(await listDays(db, requireActor(actor), query)),
  }),
  readRoute({
    path: '/sales/till-items',
    isLong: () => true,
    access: access('canView'),
    summary: 'Till items or modifiers with their sales: unmapped ones, or all.',
    query: tillItemsQueryParams,
    response: listOf(tillItem),
    run: async ({ db, actor, query }) =>
      buildListResponse(await listTillItems(db, requireActor(actor), query)),
  }),
  readRoute({
    path: '/sales/sources',
    access: access('canView'),
    summary: 'Tills with the column layout of their files and their mapped modifiers.',
    response: listOf(saleSource),
    run: async ({ db }) => ({ status: 200, body: await listSources(db) }),
  }),
  readRoute({
    path: '/sales/:id',
    access: access('canView'),
    summary:
      'Sales of a branch on a day at all its tills, with till items and the stock depleted; `id` is the document id of sales postings.',
    response: salesOfDay,
    exists: ({ db, actor, params }) => isSalesDocument(db, actor, params['id'] ?? ''),
    async run({ db, actor, params }) {
      const body = await getSalesOfDocument(db, requireActor(actor), params['id'] ?? '');
      if (!body) throw notFound();
      return { status: 200, body };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/sales',
    access: access('canCreate'),
    summary: 'Imports the sales of a till by whole days; resending a day replaces its sales.',
    body: salesInput,
    response: importedSales,
    run: async (ctx) => ({ status: 201, body: await importSales(createCommandContext(ctx), ctx.body) }),
  }),
  writeRoute({
    method: 'put',
    path: '/sales/till-items',
    access: accessForAllPlaces('canEdit'),
    summary:
      'Maps a till item or modifier to portions of a recipe, base units of an item, or non-food; a modifier can also scale the recipe and replace ingredients. Applies to past sales as well.',
    body: tillItemInput,
    response: mappedTillItem,
    run: async (ctx) => ({ status: 200, body: await mapTillItem(createCommandContext(ctx), ctx.body) }),
  }),
  writeRoute({
    method: 'put',
    path: '/sales/sources',
    access: accessForAllPlaces('canCreate'),
    summary: 'Saves the column layout of a till’s files.',
    body: sourceInput,
    response: saleSource,
    async run(ctx) {
      const { name, layout } = ctx.body;
      const id = await ensureSaleSource(createCommandContext(ctx), name);
      await ctx.db
        .updateTable('saleSources')
        .set({ layout: JSON.stringify(layout), updatedAt: ctx.now.toISOString() })
        .where('_id', '=', id)
        .execute();
      const saved = (await listSources(ctx.db)).find((source) => foldText(source.name) === foldText(name));
      return { status: 200, body: { name, modifiers: saved?.modifiers ?? [], layout } };
    },
  }),
];
