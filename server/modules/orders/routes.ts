import { z } from 'zod';
import { openOrders } from '#contract/arranging.ts';
import { dailyQuery, ordersOfDay } from '#contract/figures.ts';
import {
  createOrderInput,
  order,
  orderFigures,
  orderList,
  orderNumber,
  noteParties,
  orderQuery,
  orderSuggestion,
  patchOrderInput,
  savedOrder,
  suggestionQuery,
} from '#contract/orders.ts';
import { documentNumber, peekNumber } from '../../db/sequences.ts';
import { documentExists, seriesOf, staleCheck as versionCheck } from '../../documents/kit.ts';
import { orderDocument } from '../../documents/registry.ts';
import { type Access, type Route, readRoute, type WriteContext, writeRoute } from '../../http/route.ts';
import { commandContext, signedIn } from '../../documents/context.ts';
import { createOrder } from './create.ts';
import { ordersByDay } from './daily.ts';
import { editOrder } from './edit.ts';
import { orderFigures as figuresOf } from './figures.ts';
import { listOrders } from './list.ts';
import { moveOrder } from './move.ts';
import { countOpenOrders } from './open-orders.ts';
import { presentOrder, presentSaved, toOrder } from './present.ts';
import { reasonColumns } from './reasons.ts';
import { removeOrder } from './remove.ts';
import { type LoadedOrder, lockOrder, readOrder } from './rows.ts';
import { notePartiesOf } from './parties.ts';
import { suggestOrder } from './suggestions.ts';

const read: Access = { kind: 'collection', collection: 'orders', flag: 'canView' };

const exists = documentExists(orderDocument);

/** What was not saved yet is left out of what a stale call is shown. */
function staleCheck(ctx: WriteContext<unknown, unknown>, { head }: LoadedOrder): () => Promise<void> {
  const actor = signedIn(ctx.actor);
  const check = versionCheck(ctx, async () =>
    presentOrder(ctx.db, await readOrder(ctx.db, actor, head._id), actor),
  );
  return () => check(head);
}

export const orderRoutes: readonly Route[] = [
  readRoute({
    path: '/orders',
    access: read,
    summary: 'Orders in scope, newest first, as summaries (`view=full` adds lines)',
    query: orderQuery,
    response: orderList,
    run: (ctx) => listOrders(ctx.db, signedIn(ctx.actor), ctx.query, ctx.query.view),
  }),
  readRoute({
    path: '/orders/submission',
    access: read,
    summary: 'Orders that are not sent yet: Draft and Under Review',
    query: orderQuery,
    response: orderList,
    run: (ctx) => {
      const query = { ...ctx.query, status: 'Draft,Under Review' };
      return listOrders(ctx.db, signedIn(ctx.actor), query, ctx.query.view);
    },
  }),
  readRoute({
    path: '/orders/simple',
    access: read,
    summary: 'Orders with just enough to recognise them',
    query: orderQuery,
    response: orderList,
    run: (ctx) => listOrders(ctx.db, signedIn(ctx.actor), ctx.query, 'simple'),
  }),
  readRoute({
    path: '/orders/summary',
    access: read,
    summary: 'Orders and shipped lines by delivery day: for trends and the fill rate',
    query: dailyQuery,
    response: z.array(ordersOfDay),
    run: (ctx) => ordersByDay(ctx.db, signedIn(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/orders/open',
    access: read,
    summary: 'How many orders still go somewhere, by branch and kitchen',
    response: z.array(openOrders),
    run: async (ctx) => ({ status: 200, body: await countOpenOrders(ctx.db, signedIn(ctx.actor)) }),
  }),
  readRoute({
    path: '/orders/generate-number',
    access: read,
    summary: 'A preview of the next order number; nothing is reserved',
    response: orderNumber,
    run: async (ctx) => {
      const year = ctx.now.getUTCFullYear();
      const next = await peekNumber(ctx.db, seriesOf(orderDocument, year));
      return { status: 200, body: { orderNo: documentNumber('ORD', year, next) } };
    },
  }),
  readRoute({
    path: '/orders/suggestions',
    access: read,
    summary: 'The order guide of a branch: stock, what is coming, and what to order',
    query: suggestionQuery,
    response: z.array(orderSuggestion),
    run: async (ctx) => {
      const rows = await suggestOrder(ctx.db, signedIn(ctx.actor), ctx.query, ctx.now);
      return { status: 200, body: rows, headers: { 'x-total-count': String(rows.length) } };
    },
  }),
  readRoute({
    path: '/orders/:id',
    access: read,
    exists,
    summary: 'One order with lines, history and the moves that are open to the caller',
    response: order,
    run: async (ctx) => {
      const actor = signedIn(ctx.actor);
      const loaded = await readOrder(ctx.db, actor, ctx.params['id'] ?? '');
      return { status: 200, body: await presentOrder(ctx.db, loaded, actor), version: loaded.head.version };
    },
  }),
  readRoute({
    path: '/orders/:id/figures',
    access: read,
    exists,
    summary: 'Stock, par and usual quantities beside the lines of one order, in the units of its lines',
    response: orderFigures,
    run: async (ctx) => {
      const loaded = await readOrder(ctx.db, signedIn(ctx.actor), ctx.params['id'] ?? '');
      return { status: 200, body: await figuresOf(ctx.db, loaded) };
    },
  }),
  readRoute({
    path: '/orders/:id/parties',
    access: read,
    exists,
    summary: 'Who stands on the delivery note of one order: the business, the kitchen and the branch',
    response: noteParties,
    run: async (ctx) => {
      const { head } = await readOrder(ctx.db, signedIn(ctx.actor), ctx.params['id'] ?? '');
      return { status: 200, body: await notePartiesOf(ctx.db, head) };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/orders',
    access: { kind: 'collection', collection: 'orders', flag: 'canCreate' },
    summary: 'Make a draft order for a branch',
    body: createOrderInput,
    response: order,
    run: async (ctx) => {
      const service = commandContext(ctx);
      const made = await createOrder(service, ctx.body);
      const { _id, name } = service.actor;
      const history = [
        { from: null, to: 'Draft', by: _id, byName: name, at: made.head.createdAt, ...reasonColumns(null) },
      ];
      return {
        status: 201,
        body: toOrder(made, service.actor, history, new Map()),
        version: made.head.version,
      };
    },
  }),
  writeRoute({
    method: 'patch',
    path: '/orders/:id',
    access: { kind: 'collection', collection: 'orders', flag: 'anyWrite' },
    exists,
    summary:
      'Edit an order, or change its status with `{ status }` alone. With `Prefer: return=minimal` an edit of quantities, reasons, driver and vehicle is answered by what it changed',
    body: patchOrderInput,
    response: z.union([order, savedOrder]),
    run: async (ctx) => {
      const service = commandContext(ctx);
      const loaded = await lockOrder(ctx.db, service.actor, ctx.params['id'] ?? '');
      const { status, ...edit } = ctx.body;
      const check = staleCheck(ctx, loaded);
      const basedOn = loaded.head.version;
      if (status === undefined) await editOrder(service, loaded, edit, check);
      else await moveOrder(service, loaded, status, check);
      const saved =
        ctx.prefersMinimal && status === undefined
          ? presentSaved(loaded, service.actor, basedOn, edit)
          : null;
      if (saved) {
        const headers = { 'preference-applied': 'return=minimal' };
        return { status: 200, body: saved, version: saved.version, headers };
      }
      return {
        status: 200,
        body: await presentOrder(ctx.db, loaded, service.actor),
        version: loaded.head.version,
      };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/orders/:id',
    access: { kind: 'collection', collection: 'orders', flag: 'canDelete' },
    exists,
    summary: 'Delete a draft',
    run: async (ctx) => {
      const service = commandContext(ctx);
      const loaded = await lockOrder(ctx.db, service.actor, ctx.params['id'] ?? '');
      await removeOrder(service, loaded, staleCheck(ctx, loaded));
      return { status: 204 };
    },
  }),
];
