import { listOf } from '#platform/shapes/shape.ts';
import {
  endRecallInput,
  findingInput,
  recallQueryParams,
  recallSalesQueryParams,
  releaseRecalledInput,
  startRecallInput,
} from '../input.ts';
import { recall, recallSale } from '../shapes.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { type RouteAccess, type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { addFinding, endRecall, releaseRecalledLot, startRecall } from './commands.ts';
import { listRecalls } from './rows.ts';
import { loadRecallSales } from './sales.ts';

const write: RouteAccess = { kind: 'collection', collection: 'stock', flag: 'canEdit' };

export const recallRoutes: readonly Route[] = [
  readRoute({
    path: '/recalls',
    access: { kind: 'collection', collection: 'stock', flag: 'canView' },
    summary:
      'Mock and real recalls of lots, newest first; with `id` also the lots in scope and the answers of locations',
    query: recallQueryParams,
    response: listOf(recall),
    async run({ db, actor, query }) {
      const { rows, total } = await listRecalls(db, requireActor(actor), query);
      return { status: 200, body: rows, headers: { 'x-total-count': String(total) } };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/recalls',
    access: write,
    summary:
      'Starts a recall of a lot; a real one holds it and everything made from it, and notifies every location',
    body: startRecallInput,
    response: recall,
    run: async (ctx) => ({ status: 201, body: await startRecall(createCommandContext(ctx), ctx.body) }),
  }),
  writeRoute({
    method: 'post',
    path: '/recalls/findings',
    access: write,
    summary:
      'Records the quantity of a lot that a location found and the action taken; the latest answer counts',
    body: findingInput,
    response: recall,
    run: async (ctx) => ({ status: 201, body: await addFinding(createCommandContext(ctx), ctx.body) }),
  }),
  readRoute({
    path: '/recalls/sales',
    access: { kind: 'collection', collection: 'sales', flag: 'canView' },
    isLong: () => true,
    summary: 'Sales of menu items that used lots in scope of a recall, by day and branch',
    query: recallSalesQueryParams,
    response: listOf(recallSale),
    run: async ({ db, actor, query }) => ({
      status: 200,
      body: await loadRecallSales(db, requireActor(actor), query.id),
    }),
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/recalls/release',
    access: write,
    summary: 'Releases one lot that a recall holds; another hold on it stays in force',
    body: releaseRecalledInput,
    response: recall,
    run: async (ctx) => ({
      status: 200,
      body: await releaseRecalledLot(createCommandContext(ctx), ctx.body),
    }),
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/recalls/end',
    access: write,
    summary: 'Ends a recall; its record is kept, and its lots stay on hold until they are released',
    body: endRecallInput,
    response: recall,
    run: async (ctx) => ({ status: 200, body: await endRecall(createCommandContext(ctx), ctx.body) }),
  }),
];
