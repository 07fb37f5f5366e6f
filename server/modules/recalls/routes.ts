import { z } from 'zod';
import { endRecallInput, findingInput, recall, recallQuery, startRecallInput } from '#contract/recalls.ts';
import { commandContext, signedIn } from '../../documents/context.ts';
import { type Access, type Route, readRoute, writeRoute } from '../../http/route.ts';
import { addFinding, endRecall, startRecall } from './commands.ts';
import { listRecalls } from './rows.ts';

const write: Access = { kind: 'collection', collection: 'stock', flag: 'canEdit' };

export const recallRoutes: readonly Route[] = [
  readRoute({
    path: '/recalls',
    access: { kind: 'collection', collection: 'stock', flag: 'canView' },
    summary:
      'Recalls of lots, practised and real, the newest first; with what places were asked and found by `id`',
    query: recallQuery,
    response: z.array(recall),
    async run({ db, actor, query }) {
      const { rows, total } = await listRecalls(db, signedIn(actor), query);
      return { status: 200, body: rows, headers: { 'x-total-count': String(total) } };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/recalls',
    access: write,
    summary: 'Starts a recall of a lot: every place that has some of it is asked what it finds',
    body: startRecallInput,
    response: recall,
    run: async (ctx) => ({ status: 201, body: await startRecall(commandContext(ctx), ctx.body) }),
  }),
  writeRoute({
    method: 'post',
    path: '/recalls/findings',
    access: write,
    summary: 'Says what was found of a lot at a place; the last word counts, and all of them are kept',
    body: findingInput,
    response: recall,
    run: async (ctx) => ({ status: 201, body: await addFinding(commandContext(ctx), ctx.body) }),
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/recalls/end',
    access: write,
    summary: 'Ends a recall; its record stays as it is',
    body: endRecallInput,
    response: recall,
    run: async (ctx) => ({ status: 200, body: await endRecall(commandContext(ctx), ctx.body) }),
  }),
];
