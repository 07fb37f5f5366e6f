import { z } from 'zod';
import { stockSummary, stockSummaryQuery } from '#contract/figures.ts';
import {
  stockMove,
  stockMovesQuery,
  stockQuery,
  stockRow,
  stockUse,
  stockUseQuery,
} from '#contract/stock.ts';
import { type Access, type Route, readRoute } from '../../http/route.ts';
import { signedIn } from '../../documents/context.ts';
import { listStock } from './list.ts';
import { listMoves } from './moves.ts';
import { summariseStock } from './summary.ts';
import { useAt } from './use.ts';

const read: Access = { kind: 'collection', collection: 'stock', flag: 'canView' };

export const stockRoutes: readonly Route[] = [
  readRoute({
    path: '/stock',
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
    run: (ctx) => summariseStock(ctx.db, signedIn(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/stock/use',
    access: read,
    summary: 'What a place uses of its items on a day, over the last whole business days of its own clock',
    query: stockUseQuery,
    response: z.array(stockUse),
    run: (ctx) => useAt(ctx.db, signedIn(ctx.actor), ctx.query, ctx.now),
  }),
  readRoute({
    path: '/stock/moves',
    access: read,
    summary: 'The stock ledger, newest first',
    query: stockMovesQuery,
    response: z.array(stockMove),
    run: (ctx) => listMoves(ctx.db, signedIn(ctx.actor), ctx.query),
  }),
];
