import { listOf } from '#platform/shapes/shape.ts';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { z } from 'zod';
import { openOrders } from '#platform/shapes/bulk-changes-shape.ts';
import {
  compareOrdersQueryParams,
  dailyQueryParams,
  orderDayQueryParams,
} from '#modules/reports/figures-input.ts';
import { comparedOrders, orderDay, ordersOfDay } from '#modules/reports/figures-shapes.ts';
import { orderLots } from '#modules/lots/shapes.ts';
import { createOrderInput, orderQueryParams, patchOrderInput, suggestionQueryParams } from '../input.ts';
import { orderFigures, orderNumber, noteParties, orderSuggestion } from '../shapes.ts';
import { order, orderList, savedOrder } from '../shapes.ts';
import { shipTogetherInput, unshipInput } from '#modules/shipments/input.ts';
import { shippedTogether, unshippedTogether } from '#modules/shipments/shapes.ts';
import { formatDocumentNumber, peekNumber } from '#platform/server/db/sequences.ts';
import { documentExists, getNumberSeries } from '#platform/documents/server/numbering-and-events.ts';
import { orderDocument } from './definition.ts';
import { type RouteAccess, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { documentRoutes } from '#platform/documents/server/routes.ts';
import { compareOrders } from './compare.ts';
import { createOrder } from './create.ts';
import { summarizeOrdersByDay } from './daily.ts';
import { listDayBoardOrders } from './day-board.ts';
import { editOrder } from './edit.ts';
import { loadOrderFigures } from './figures.ts';
import { listOrders } from './list.ts';
import { transitionOrder, removeOrder } from './transition.ts';
import { listLotsToPick } from './lots-to-pick.ts';
import { countOpenOrders } from './open-orders.ts';
import { presentNewOrder, presentOrder, presentSavedFields } from './present.ts';
import { orderStore } from './rows.ts';
import { loadNoteParties } from './parties.ts';
import { shipOrders, unshipOrders } from './ship-orders.ts';
import { suggestOrder } from './suggestions.ts';

const read: RouteAccess = { kind: 'collection', collection: 'orders', flag: 'canView' };

const exists = documentExists(orderDocument);

export const orderRoutes = documentRoutes({
  store: orderStore,
  response: order,
  present: presentOrder,
  list: {
    summary: 'Orders in scope, newest first, as summaries (`view=full` adds lines)',
    query: orderQueryParams,
    response: orderList,
    run: ({ db, query }, actor) => listOrders(db, actor, query, query.view),
  },
  one: { summary: 'One order with lines, history and allowed transitions' },
  create: {
    summary: 'Create a draft order for a branch',
    body: createOrderInput,
    run: createOrder,
    present: presentNewOrder,
  },
  change: {
    method: 'patch',
    flag: 'anyWrite',
    summary:
      'Edit an order, or change its status with `{ status }` alone. With `Prefer: return=minimal` an edit of quantities, reasons, driver and vehicle returns only what it changed',
    body: patchOrderInput,
    response: z.union([buildResponseSchema(order), buildResponseSchema(savedOrder)]),
    async run(ctx, loaded, { status, ...edit }, check) {
      if (status === undefined) await editOrder(ctx, loaded, edit, check);
      else await transitionOrder(ctx, loaded, status, check);
      return loaded;
    },
    respond({ actor, body: { status, ...edit }, prefersMinimal }, loaded, basedOn) {
      if (!prefersMinimal || status !== undefined) return null;
      const saved = presentSavedFields(loaded, requireActor(actor), basedOn, edit);
      const headers = { 'preference-applied': 'return=minimal' };
      return saved && { status: 200, body: saved, version: saved.version, headers };
    },
  },
  remove: { summary: 'Delete a draft', run: removeOrder },
  additionalRoutes: [
    writeRoute({
      method: 'post',
      success: [200],
      path: '/orders/ship',
      access: { kind: 'collection', collection: 'orders', flag: 'canEdit' },
      summary: 'Ship the orders of one vehicle. Each order is checked on its own; rejected orders are listed',
      body: shipTogetherInput,
      response: shippedTogether,
      run: async (ctx) => ({ status: 200, body: await shipOrders(createCommandContext(ctx), ctx.body) }),
    }),
    writeRoute({
      method: 'post',
      success: [200],
      path: '/orders/unship',
      access: { kind: 'collection', collection: 'orders', flag: 'canDelete' },
      summary: 'Unship several orders. Each order is checked on its own; rejected orders are listed',
      body: unshipInput,
      response: unshippedTogether,
      run: async (ctx) => ({ status: 200, body: await unshipOrders(createCommandContext(ctx), ctx.body) }),
    }),
    readRoute({
      path: '/orders/submission',
      access: read,
      summary: 'Orders that are not sent yet: Draft and Under Review',
      query: orderQueryParams,
      response: orderList,
      run: (ctx) => {
        const query = { ...ctx.query, status: 'Draft,Under Review' };
        return listOrders(ctx.db, requireActor(ctx.actor), query, ctx.query.view);
      },
    }),
    readRoute({
      path: '/orders/simple',
      access: read,
      summary: 'Orders with only the fields that identify them',
      query: orderQueryParams,
      response: orderList,
      run: (ctx) => listOrders(ctx.db, requireActor(ctx.actor), ctx.query, 'simple'),
    }),
    readRoute({
      path: '/orders/summary',
      access: read,
      summary: 'Orders and shipped lines by delivery day, for trends and the fill rate',
      query: dailyQueryParams,
      response: listOf(ordersOfDay),
      run: (ctx) => summarizeOrdersByDay(ctx.db, requireActor(ctx.actor), ctx.query),
    }),
    readRoute({
      path: '/orders/compare',
      access: read,
      summary: 'Compare several orders, branches or days by item',
      query: compareOrdersQueryParams,
      response: comparedOrders,
      run: async (ctx) => ({
        status: 200,
        body: await compareOrders(ctx, requireActor(ctx.actor), ctx.query),
      }),
    }),
    readRoute({
      path: '/orders/day',
      access: read,
      summary: 'Orders of a delivery day and the next, and all that await a kitchen or are in transit',
      query: orderDayQueryParams,
      response: orderDay,
      run: async (ctx) => ({
        status: 200,
        body: await listDayBoardOrders(ctx.db, requireActor(ctx.actor), ctx.query),
      }),
    }),
    readRoute({
      path: '/orders/open',
      access: read,
      summary: 'Count open orders by branch and kitchen',
      response: listOf(openOrders),
      run: async (ctx) => ({ status: 200, body: await countOpenOrders(ctx.db, requireActor(ctx.actor)) }),
    }),
    readRoute({
      path: '/orders/generate-number',
      access: read,
      summary: 'A preview of the next order number; nothing is reserved',
      response: orderNumber,
      run: async (ctx) => {
        const year = ctx.now.getUTCFullYear();
        const next = await peekNumber(ctx.db, getNumberSeries(orderDocument, year));
        return { status: 200, body: { orderNo: formatDocumentNumber('ORD', year, next) } };
      },
    }),
    readRoute({
      path: '/orders/suggestions',
      access: read,
      summary: 'Order guide of a branch: stock, incoming quantities and suggestions',
      query: suggestionQueryParams,
      response: listOf(orderSuggestion),
      run: async (ctx) => {
        const rows = await suggestOrder(ctx.db, requireActor(ctx.actor), ctx.query, ctx.now);
        return { status: 200, body: rows, headers: { 'x-total-count': String(rows.length) } };
      },
    }),
    readRoute({
      path: '/orders/:id/figures',
      access: read,
      exists,
      summary: 'Stock, par and typical quantities for the lines of one order, in line units',
      response: orderFigures,
      run: async (ctx) => {
        const loaded = await orderStore.read(ctx.db, requireActor(ctx.actor), ctx.params['id'] ?? '');
        return { status: 200, body: await loadOrderFigures(ctx.db, loaded, requireActor(ctx.actor)) };
      },
    }),
    readRoute({
      path: '/orders/:id/lots',
      access: read,
      exists,
      summary: 'Lots that the kitchen can pick for the lines of one order, FEFO',
      response: orderLots,
      run: async (ctx) => {
        const loaded = await orderStore.read(ctx.db, requireActor(ctx.actor), ctx.params['id'] ?? '');
        return { status: 200, body: await listLotsToPick(ctx, requireActor(ctx.actor), loaded) };
      },
    }),
    readRoute({
      path: '/orders/:id/parties',
      access: read,
      exists,
      summary: "Parties of an order's delivery note: the business, the kitchen and the branch",
      response: noteParties,
      run: async (ctx) => {
        const { header } = await orderStore.read(ctx.db, requireActor(ctx.actor), ctx.params['id'] ?? '');
        return { status: 200, body: await loadNoteParties(ctx.db, header) };
      },
    }),
  ],
});
