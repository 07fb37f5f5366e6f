import { listQuery } from '#platform/documents/document-list-query.ts';
import { wastageList } from '../list.ts';
import { listOf } from '#platform/shapes/shape.ts';
import { dailyQueryParams } from '#modules/reports/figures-input.ts';
import { wastageOfDay } from '#modules/reports/figures-shapes.ts';
import { wastageInput } from '../input.ts';
import { wastage } from '../shapes.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { listDocuments } from '#platform/documents/server/list.ts';
import { wastageDocument } from './definition.ts';
import { documentRoutes } from '#platform/documents/server/routes.ts';
import { readRoute } from '#platform/server/http/route.ts';
import { summarizeWastageByDay } from './daily.ts';
import { assertKnownReason } from './draft.ts';
import { toWastage, wastageStore } from './rows.ts';
import { createWastage, removeWastage, replaceWastage } from './service.ts';

export const wastageRoutes = documentRoutes({
  store: wastageStore,
  response: wastage,
  present: (_, { header }) => toWastage(header),
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
    summary: 'Record waste; stock is deducted immediately unless it is a draft',
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
  additionalRoutes: [
    readRoute({
      path: '/wastage/summary',
      access: { kind: 'collection', collection: 'wastage', flag: 'canView' },
      summary: 'Posted waste and its cost by day',
      query: dailyQueryParams,
      response: listOf(wastageOfDay),
      run: (ctx) => summarizeWastageByDay(ctx.db, requireActor(ctx.actor), ctx.query),
    }),
  ],
});
