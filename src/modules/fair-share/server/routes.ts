import { applyFairShare, fairShareQueryParams } from '../input.ts';
import { appliedFairShare, fairShare } from '../shapes.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { readRoute, type Route, writeRoute } from '#platform/server/http/route.ts';
import { applyShares } from './apply.ts';
import { previewShares } from './preview.ts';

export const fairShareRoutes: readonly Route[] = [
  readRoute({
    path: '/fair-share',
    access: { kind: 'collection', collection: 'orders', flag: 'canView' },
    summary:
      'Preview short items at a kitchen: requested and proposed quantities by order, and the allocation rule',
    query: fairShareQueryParams,
    response: fairShare,
    run: async (ctx) => ({
      status: 200,
      body: await previewShares(ctx.db, requireActor(ctx.actor), ctx.query, ctx.now),
    }),
  }),
  writeRoute({
    path: '/fair-share',
    method: 'post',
    success: [200],
    access: { kind: 'collection', collection: 'orders', flag: 'canEdit' },
    summary:
      'Approve shares of short items, and reserve them for accepted orders; 412 with the changes since the preview',
    body: applyFairShare,
    response: appliedFairShare,
    run: async (ctx) => ({ status: 200, body: await applyShares(createCommandContext(ctx), ctx.body) }),
  }),
];
