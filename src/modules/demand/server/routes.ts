import { itemDemandQueryParams, markDayInput } from '../input.ts';
import { itemDemand, markedDay } from '../shapes.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { getItemDemand, markDay } from './item-demand.ts';

export const demandRoutes: readonly Route[] = [
  readRoute({
    path: '/demand',
    access: { kind: 'collection', collection: 'orders', flag: 'canView' },
    summary:
      'Demand for an item at a location by day, and the leftovers and shortages that each rule would have produced',
    query: itemDemandQueryParams,
    response: itemDemand,
    run: async ({ db, actor, query, now }) => ({
      status: 200,
      body: await getItemDemand(db, requireActor(actor), query, now),
    }),
  }),
  writeRoute({
    method: 'put',
    path: '/demand/days',
    access: { kind: 'collection', collection: 'orders', flag: 'canCreate' },
    summary: 'Marks a day for suggestions: an exception, a normal day, or a holiday; null removes the mark',
    body: markDayInput,
    response: markedDay,
    run: async (ctx) => ({ status: 200, body: await markDay(createCommandContext(ctx), ctx.body) }),
  }),
];
