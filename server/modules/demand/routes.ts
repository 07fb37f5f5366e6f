import { demandQuery, itemDemand, markDayInput, markedDay } from '#contract/demand.ts';
import { commandContext, requireActor } from '../../documents/context.ts';
import { type Route, readRoute, writeRoute } from '../../http/route.ts';
import { getItemDemand, markDay } from './item-demand.ts';

export const demandRoutes: readonly Route[] = [
  readRoute({
    path: '/demand',
    access: { kind: 'collection', collection: 'orders', flag: 'canView' },
    summary:
      'What was wanted of an item at a place, day by day, and what each rule would have left over and missed',
    query: demandQuery,
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
    summary:
      'Says what a day is to suggestions: an exception, one that counts after all, a holiday; null takes it back',
    body: markDayInput,
    response: markedDay,
    run: async (ctx) => ({ status: 200, body: await markDay(commandContext(ctx), ctx.body) }),
  }),
];
