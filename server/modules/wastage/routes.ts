import { z } from 'zod';
import { dailyQuery, wastageOfDay } from '#contract/figures.ts';
import { wastage, wastageInput, wastageQuery } from '#contract/wastage.ts';
import { notFound } from '../../http/problems.ts';
import { type Access, type Route, readRoute, writeRoute } from '../../http/route.ts';
import { commandContext, signedIn } from '../../documents/context.ts';
import { documentExists, staleCheck } from '../../documents/kit.ts';
import { wastageDocument } from '../../documents/registry.ts';
import { wastageByDay } from './daily.ts';
import { findWastage, listWastage, toWastage } from './list.ts';
import { createWastage, removeWastage, replaceWastage } from './service.ts';

const access = (flag: 'canView' | 'canCreate' | 'canEdit' | 'canDelete'): Access => ({
  kind: 'collection',
  collection: 'wastage',
  flag,
});

const exists = documentExists(wastageDocument);

export const wastageRoutes: readonly Route[] = [
  readRoute({
    path: '/wastage',
    access: access('canView'),
    summary: 'Waste records in scope, newest first',
    query: wastageQuery,
    response: z.array(wastage),
    run: (ctx) => listWastage(ctx.db, signedIn(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/wastage/summary',
    access: access('canView'),
    summary: 'Posted waste and its cost by day',
    query: dailyQuery,
    response: z.array(wastageOfDay),
    run: (ctx) => wastageByDay(ctx.db, signedIn(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/wastage/:id',
    access: access('canView'),
    exists,
    summary: 'One waste record',
    response: wastage,
    run: async (ctx) => {
      const found = await findWastage(ctx.db, signedIn(ctx.actor), ctx.params['id'] ?? '');
      if (!found) throw notFound();
      return { status: 200, body: toWastage(found), version: found.version };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/wastage',
    access: access('canCreate'),
    summary: 'Record waste: the stock leaves at once, unless it is a draft',
    body: wastageInput,
    response: wastage,
    run: async (ctx) => {
      const row = await createWastage(commandContext(ctx), ctx.body);
      return { status: 201, body: toWastage(row), version: row.version };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/wastage/:id',
    access: access('canEdit'),
    exists,
    summary: 'Replace a waste record: what is posted is taken back and posted anew',
    body: wastageInput,
    response: wastage,
    run: async (ctx) => {
      const row = await replaceWastage(
        commandContext(ctx),
        ctx.params['id'] ?? '',
        ctx.body,
        staleCheck(ctx, toWastage),
      );
      return { status: 200, body: toWastage(row), version: row.version };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/wastage/:id',
    access: access('canDelete'),
    exists,
    summary: 'Delete a draft; take back what is posted',
    run: async (ctx) => {
      await removeWastage(commandContext(ctx), ctx.params['id'] ?? '', staleCheck(ctx, toWastage));
      return { status: 204 };
    },
  }),
];
