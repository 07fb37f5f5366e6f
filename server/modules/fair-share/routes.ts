import { appliedFairShare, applyFairShare, fairShare, fairShareQuery } from '#contract/fair-share.ts';
import { commandContext, signedIn } from '../../documents/context.ts';
import { readRoute, type Route, writeRoute } from '../../http/route.ts';
import { applyShares } from './apply.ts';
import { previewShares } from './preview.ts';

export const fairShareRoutes: readonly Route[] = [
  readRoute({
    path: '/fair-share',
    access: { kind: 'collection', collection: 'orders', flag: 'canView' },
    summary: 'What is short at a kitchen: what each order asked, what it would get, and by which rule',
    query: fairShareQuery,
    response: fairShare,
    run: async (ctx) => ({
      status: 200,
      body: await previewShares(ctx.db, signedIn(ctx.actor), ctx.query, ctx.now),
    }),
  }),
  writeRoute({
    path: '/fair-share',
    method: 'post',
    success: [200],
    access: { kind: 'collection', collection: 'orders', flag: 'canEdit' },
    summary:
      'Approve shares of what is short, and hold them for accepted orders; 412 with what changed since they were proposed',
    body: applyFairShare,
    response: appliedFairShare,
    run: async (ctx) => ({ status: 200, body: await applyShares(commandContext(ctx), ctx.body) }),
  }),
];
