import { z } from 'zod';
import {
  articleInput,
  articleMapped,
  articlesQuery,
  saleArticle,
  saleDay,
  salesOfDay,
  saleSource,
  salesInput,
  salesQuery,
  salesTaken,
  sourceInput,
} from '#contract/sales.ts';
import type { Flag } from '#domain/permissions.ts';
import { commandContext, requireActor } from '../../documents/context.ts';
import { notFound } from '../../http/problems.ts';
import { type Route, readRoute, writeRoute } from '../../http/route.ts';
import { mapArticle } from './articles.ts';
import { isSalesDocument, getSalesOfDocument } from './sales-day.ts';
import { listArticles, listDays, listSources } from './rows.ts';
import { ensureSaleSource, importSales } from './import-sales.ts';

const may = (flag: Flag) => ({ kind: 'collection', collection: 'sales', flag }) as const;

/** Branches share their tills: mappings and file layouts apply to all of them. */
const mayForAll = (flag: Flag) => ({ ...may(flag), isForAllPlaces: true }) as const;

const listed = ({ rows, total }: { rows: unknown[]; total: number }) =>
  ({ status: 200, body: rows, headers: { 'x-total-count': String(total) } }) as const;

export const salesRoutes: readonly Route[] = [
  readRoute({
    path: '/sales',
    access: may('canView'),
    summary: 'Days of branches with what was sold, the latest first.',
    query: salesQuery,
    response: z.array(saleDay),
    run: async ({ db, actor, query }) => listed(await listDays(db, requireActor(actor), query)),
  }),
  readRoute({
    path: '/sales/articles',
    isLong: () => true,
    access: may('canView'),
    summary: 'Articles of tills with what was sold of them: those that nobody said of what they are, or all.',
    query: articlesQuery,
    response: z.array(saleArticle),
    run: async ({ db, actor, query }) => listed(await listArticles(db, requireActor(actor), query)),
  }),
  readRoute({
    path: '/sales/sources',
    access: may('canView'),
    summary: 'The tills whose sales were taken, with which columns their files have.',
    response: z.array(saleSource),
    run: async ({ db }) => ({ status: 200, body: await listSources(db) }),
  }),
  readRoute({
    path: '/sales/:id',
    access: may('canView'),
    summary:
      'What a branch sold on a day over all of its tills, with its articles and what was taken from stock; `id` is what postings of sales name.',
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
    access: may('canCreate'),
    summary:
      'Takes what branches sold by a till, whole days at once: a day that comes again takes the place of what was there.',
    body: salesInput,
    response: salesTaken,
    run: async (ctx) => ({ status: 201, body: await importSales(commandContext(ctx), ctx.body) }),
  }),
  writeRoute({
    method: 'put',
    path: '/sales/articles',
    access: mayForAll('canEdit'),
    summary:
      'Says what an article of a till is: portions of a recipe, base units of an item, or nothing to eat; for what was sold before, too.',
    body: articleInput,
    response: articleMapped,
    run: async (ctx) => ({ status: 200, body: await mapArticle(commandContext(ctx), ctx.body) }),
  }),
  writeRoute({
    method: 'put',
    path: '/sales/sources',
    access: mayForAll('canCreate'),
    summary: 'Keeps which columns the files of a till have.',
    body: sourceInput,
    response: saleSource,
    async run(ctx) {
      const { name, layout } = ctx.body;
      const id = await ensureSaleSource(commandContext(ctx), name);
      await ctx.db
        .updateTable('saleSources')
        .set({ layout: JSON.stringify(layout), updatedAt: ctx.now.toISOString() })
        .where('_id', '=', id)
        .execute();
      return { status: 200, body: { name, layout } };
    },
  }),
];
