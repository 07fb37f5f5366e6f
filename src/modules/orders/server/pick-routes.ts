import { claimsInput, pickListQueryParams, picksInput } from '#modules/picking/input.ts';
import { lineClaims, pickedLines, pickList } from '#modules/picking/shapes.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { changePickClaims } from './pick-claims.ts';
import { loadPickList } from './pick-list.ts';
import { savePickedLines } from './picks.ts';

/** Routes of the kitchen's pick list. Picks follow the same rules as edits of single orders. */
export const pickRoutes: readonly Route[] = [
  readRoute({
    path: '/pick-list',
    access: { kind: 'collection', collection: 'orders', flag: 'canView' },
    summary: 'Pick list for a set of orders of one kitchen, by section and item, with lots and pickers',
    query: pickListQueryParams,
    response: pickList,
    run: async (ctx) => ({
      status: 200,
      body: await loadPickList(ctx.db, requireActor(ctx.actor), ctx.query, {
        now: ctx.now,
        cacheOwner: ctx.services,
      }),
    }),
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/pick-list/picks',
    access: { kind: 'collection', collection: 'orders', flag: 'canEdit' },
    summary: 'Enter picks for lines of several orders, all or nothing',
    body: picksInput,
    response: pickedLines,
    run: async (ctx) => ({ status: 200, body: await savePickedLines(createCommandContext(ctx), ctx.body) }),
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/pick-list/claims',
    access: { kind: 'collection', collection: 'orders', flag: 'canEdit' },
    summary: 'Claim lines to pick, take them over, or release your own',
    body: claimsInput,
    response: lineClaims,
    run: async (ctx) => ({ status: 200, body: await changePickClaims(createCommandContext(ctx), ctx.body) }),
  }),
];
