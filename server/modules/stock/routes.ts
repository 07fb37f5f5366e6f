import { z } from 'zod';
import {
  holdLotInput,
  existingLot,
  existingLotQuery,
  lot,
  lotQuery,
  lotStock,
  lotTrace,
  traceQuery,
} from '#contract/lots.ts';
import { stockSummary, stockSummaryQuery } from '#contract/figures.ts';
import {
  stockAsAt,
  stockAsAtQuery,
  stockMove,
  stockMovesQuery,
  stockQuery,
  stockRow,
  stockPosition,
  stockPositionsQuery,
  stockUse,
  stockUseQuery,
} from '#contract/stock.ts';
import { type RouteAccess, type Route, readRoute, writeRoute } from '../../http/route.ts';
import { commandContext, signedIn } from '../../documents/context.ts';
import { staleCheck } from '../../documents/kit.ts';
import { getStockAsAt } from './as-at.ts';
import { listStock } from './list.ts';
import { traceLot } from './lot-trace.ts';
import { findLot, setLotHold, listLots } from './lots.ts';
import { listKnownLots } from './known-lots.ts';
import { listStockMoves } from './moves.ts';
import { listStockPositions } from './stock-positions.ts';
import { summarizeStock } from './summary.ts';
import { getUsage } from './usage.ts';

const read: RouteAccess = { kind: 'collection', collection: 'stock', flag: 'canView' };

/**
 * Queries over all places sort everything for one page; those by item, place or place type take a few
 * milliseconds.
 */
const isOfAllPlaces = (query: {
  itemId?: string | undefined;
  placeId?: string | undefined;
  branchId?: string | undefined;
  placeType?: string | undefined;
}): boolean =>
  [query.itemId, query.placeId, query.branchId, query.placeType].every((one) => one === undefined);

export const stockRoutes: readonly Route[] = [
  readRoute({
    path: '/stock',
    isLong: isOfAllPlaces,
    access: read,
    summary: 'Stock by item and place (`view=compact`: up to 20,000 short rows at once)',
    query: stockQuery,
    response: z.array(stockRow),
    run: (ctx) => listStock(ctx, signedIn(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/stock/summary',
    access: read,
    summary: 'How many shelves are below par, below minimum, empty or negative, and what they are worth',
    query: stockSummaryQuery,
    response: stockSummary,
    run: (ctx) => summarizeStock(ctx.db, signedIn(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/stock/use',
    access: read,
    summary: 'What a place uses of its items on a day, over the last whole business days of its own clock',
    query: stockUseQuery,
    response: z.array(stockUse),
    run: (ctx) => getUsage(ctx.db, signedIn(ctx.actor), ctx.query, ctx.now),
  }),
  readRoute({
    path: '/stock/shelves',
    // By place or items the query takes a few milliseconds, and users wait for it.
    isLong: ({ placeId, items }) => placeId === undefined && items === undefined,
    access: read,
    summary:
      'Use per day, lots and the next expiry of items at branches and kitchens: of a place, of some items, or those to do something about (`only`)',
    query: stockPositionsQuery,
    response: z.array(stockPosition),
    run: (ctx) => listStockPositions(ctx, signedIn(ctx.actor), ctx.query, ctx.now),
  }),
  readRoute({
    path: '/stock/as-at',
    isLong: () => true,
    access: read,
    summary:
      'What stood where at the end of a day and what it was worth: `by=happened` with what was entered later, `by=posted` as the books were that evening',
    query: stockAsAtQuery,
    response: stockAsAt,
    run: (ctx) => getStockAsAt(ctx.db, signedIn(ctx.actor), ctx.query, ctx.now),
  }),
  readRoute({
    path: '/stock/moves',
    access: read,
    summary: 'The stock ledger, newest first',
    query: stockMovesQuery,
    response: z.array(stockMove),
    run: (ctx) => listStockMoves(ctx.db, signedIn(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/lots',
    isLong: isOfAllPlaces,
    access: read,
    summary: 'What places have of lots, the earliest expiry first; `lot: null` is what nobody named one for',
    query: lotQuery,
    response: z.array(lotStock),
    run: (ctx) => listLots(ctx.db, signedIn(ctx.actor), ctx.query, ctx.now),
  }),
  readRoute({
    path: '/lots/known',
    access: read,
    summary: 'Lots by code or item, what came last first; those of which nothing is left included',
    query: existingLotQuery,
    response: z.array(existingLot),
    run: async ({ db, actor, query }) => ({
      status: 200,
      body: await listKnownLots(db, signedIn(actor), query),
    }),
  }),
  readRoute({
    path: '/lots/trace',
    access: read,
    summary: 'Where a lot came from and where it went, by its item and code',
    query: traceQuery,
    response: lotTrace,
    run: async ({ db, actor, query: { itemId, lot: code = '', direction } }) => ({
      status: 200,
      body: await traceLot(db, signedIn(actor), { itemId, code }, direction),
    }),
  }),
  readRoute({
    path: '/lots/:id/trace',
    access: read,
    summary: 'Where a lot came from and where it went',
    query: traceQuery.pick({ direction: true }),
    response: lotTrace,
    exists: async ({ db, actor, params }) =>
      (await findLot(db, actor, { id: params['id'] ?? '' })) !== undefined,
    run: async ({ db, actor, params, query: { direction } }) => ({
      status: 200,
      body: await traceLot(db, signedIn(actor), { id: params['id'] ?? '' }, direction),
    }),
  }),
  writeRoute({
    method: 'patch',
    path: '/lots',
    access: { kind: 'collection', collection: 'stock', flag: 'canEdit' },
    summary: 'Puts a lot on hold, so that it is not picked, shipped or used anywhere, or releases it',
    body: holdLotInput,
    response: lot,
    run: async (ctx) => {
      const body = await setLotHold(
        commandContext(ctx),
        ctx.body,
        staleCheck(ctx, (current) => current),
      );
      return { status: 200, body, version: body.version };
    },
  }),
];
