import { listOf } from '#platform/shapes/shape.ts';
import {
  holdLotInput,
  existingLotQueryParams,
  lotQueryParams,
  traceQueryParams,
} from '#modules/lots/input.ts';
import { existingLot, lot, lotStock, lotTrace } from '#modules/lots/shapes.ts';
import { stockSummaryQueryParams } from '#modules/reports/figures-input.ts';
import { stockSummary } from '#modules/reports/figures-shapes.ts';
import {
  stockAsAtQueryParams,
  stockMovesQueryParams,
  stockQueryParams,
  stockPositionsQueryParams,
  stockUseQueryParams,
} from '../input.ts';
import { stockAsAt, stockMove, stockRow, stockPosition, stockUse } from '../shapes.ts';
import { type RouteAccess, type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { createStaleCheck } from '#platform/documents/server/numbering-and-events.ts';
import { getStockAsAt } from './as-at.ts';
import { listStock } from './list.ts';
import { traceLot } from './lot-trace.ts';
import { findLot, setLotHold, listLots } from './lots.ts';
import { listExistingLots } from './existing-lots.ts';
import { listStockMoves } from './moves.ts';
import { listStockPositions } from './stock-positions.ts';
import { summarizeStock } from './summary.ts';
import { getUsage } from './usage.ts';

const read: RouteAccess = { kind: 'collection', collection: 'stock', flag: 'canView' };

/**
 * Queries over all places sort all rows to return one page; those by item, place or place type take a few
 * milliseconds.
 */
const coversAllPlaces = (query: {
  itemId?: string | undefined;
  placeId?: string | undefined;
  branchId?: string | undefined;
  placeType?: string | undefined;
}): boolean =>
  [query.itemId, query.placeId, query.branchId, query.placeType].every((value) => value === undefined);

export const stockRoutes: readonly Route[] = [
  readRoute({
    path: '/stock',
    isLong: coversAllPlaces,
    access: read,
    summary: 'List stock by item and place (`view=compact`: up to 20,000 short rows at once)',
    query: stockQueryParams,
    response: listOf(stockRow),
    run: (ctx) => listStock(ctx, requireActor(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/stock/summary',
    access: read,
    summary: 'Count the stock positions below par, below minimum, out of stock or negative, and their value',
    query: stockSummaryQueryParams,
    response: stockSummary,
    run: (ctx) => summarizeStock(ctx.db, requireActor(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/stock/use',
    access: read,
    summary: 'List the daily usage of items at a location, averaged over its last full business days',
    query: stockUseQueryParams,
    response: listOf(stockUse),
    run: (ctx) => getUsage(ctx.db, requireActor(ctx.actor), ctx.query, ctx.now),
  }),
  readRoute({
    path: '/stock/shelves',
    // Queries by place or items take a few milliseconds, and users wait for them.
    isLong: ({ placeId, items }) => placeId === undefined && items === undefined,
    access: read,
    summary:
      'List daily usage, lots and next expiry of items at branches and kitchens, by location, by item, or for positions that need attention (`subset`)',
    query: stockPositionsQueryParams,
    response: listOf(stockPosition),
    run: (ctx) => listStockPositions(ctx, requireActor(ctx.actor), ctx.query, ctx.now),
  }),
  readRoute({
    path: '/stock/as-at',
    isLong: () => true,
    access: read,
    summary:
      'Get stock and value at the end of a day: `by=effective` includes entries posted later, `by=posted` is the ledger as of that evening',
    query: stockAsAtQueryParams,
    response: stockAsAt,
    run: (ctx) => getStockAsAt(ctx.db, requireActor(ctx.actor), ctx.query, ctx.now),
  }),
  readRoute({
    path: '/stock/moves',
    access: read,
    summary: 'List stock movements, newest first',
    query: stockMovesQueryParams,
    response: listOf(stockMove),
    run: (ctx) => listStockMoves(ctx.db, requireActor(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/lots',
    isLong: coversAllPlaces,
    access: read,
    summary: 'List lot stock by location, earliest expiry first; `lot: null` is stock without a lot',
    query: lotQueryParams,
    response: listOf(lotStock),
    run: (ctx) => listLots(ctx.db, requireActor(ctx.actor), ctx.query, ctx.now),
  }),
  readRoute({
    path: '/lots/known',
    access: read,
    summary: 'List lots by code or item, newest first, including those without stock',
    query: existingLotQueryParams,
    response: listOf(existingLot),
    run: async ({ db, actor, query }) => ({
      status: 200,
      body: await listExistingLots(db, requireActor(actor), query),
    }),
  }),
  readRoute({
    path: '/lots/trace',
    access: read,
    summary: 'Trace a lot to its origins and destinations, by item and code',
    query: traceQueryParams,
    response: lotTrace,
    run: async ({ db, actor, query: { itemId, lot: code = '', direction } }) => ({
      status: 200,
      body: await traceLot(db, requireActor(actor), { itemId, code }, direction),
    }),
  }),
  readRoute({
    path: '/lots/:id/trace',
    access: read,
    summary: 'Trace a lot to its origins and destinations',
    query: traceQueryParams.pick({ direction: true }),
    response: lotTrace,
    exists: async ({ db, actor, params }) =>
      (await findLot(db, actor, { id: params['id'] ?? '' })) !== undefined,
    run: async ({ db, actor, params, query: { direction } }) => ({
      status: 200,
      body: await traceLot(db, requireActor(actor), { id: params['id'] ?? '' }, direction),
    }),
  }),
  writeRoute({
    method: 'patch',
    path: '/lots',
    access: { kind: 'collection', collection: 'stock', flag: 'canEdit' },
    summary: 'Put a lot on hold, so that it can’t be picked, shipped or used anywhere, or release it',
    body: holdLotInput,
    response: lot,
    run: async (ctx) => {
      const body = await setLotHold(
        createCommandContext(ctx),
        ctx.body,
        createStaleCheck(ctx, (current) => current),
      );
      return { status: 200, body, version: body.version };
    },
  }),
];
