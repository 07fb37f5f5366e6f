import { listQuery } from '#contract/document-list-query.ts';
import { wastageList } from '#contract/lists/wastage.ts';
import { listOf } from '#contract/shape.ts';
import { dailyQueryParams } from '#contract/figures.ts';
import { wastageOfDay } from '#contract/shapes/figures.ts';
import { wastageInput } from '#contract/wastage.ts';
import { wastage } from '#contract/shapes/wastage.ts';
import { requireActor } from '../../documents/context.ts';
import { listDocuments } from '../../documents/list.ts';
import { wastageDocument } from '../../documents/registry.ts';
import { documentRoutes } from '../../documents/routes.ts';
import { readRoute } from '../../http/route.ts';
import { wastageByDay } from './daily.ts';
import { assertKnownReason } from './draft.ts';
import { toWastage, wastageStore } from './rows.ts';
import { createWastage, removeWastage, replaceWastage } from './service.ts';

export const wastageRoutes = documentRoutes({
  document: wastageDocument,
  store: wastageStore,
  response: wastage,
  present: (_, { head }) => toWastage(head),
  list: {
    summary: 'Waste records in scope, newest first',
    query: listQuery(wastageList),
    response: listOf(wastage),
    async run({ db, query }, actor) {
      if (query.reason !== undefined) await assertKnownReason(db, query.reason);
      return listDocuments(db, actor, wastageDocument, query, toWastage);
    },
  },
  one: { summary: 'One waste record' },
  create: {
    summary: 'Record waste: the stock leaves at once, unless it is a draft',
    body: wastageInput,
    run: createWastage,
  },
  change: {
    method: 'put',
    flag: 'canEdit',
    summary: 'Replace a waste record: a posted one is reversed and posted again',
    body: wastageInput,
    run: replaceWastage,
  },
  remove: { summary: 'Delete a draft, or reverse a posted record', run: removeWastage },
  more: [
    readRoute({
      path: '/wastage/summary',
      access: { kind: 'collection', collection: 'wastage', flag: 'canView' },
      summary: 'Posted waste and its cost by day',
      query: dailyQueryParams,
      response: listOf(wastageOfDay),
      run: (ctx) => wastageByDay(ctx.db, requireActor(ctx.actor), ctx.query),
    }),
  ],
});
