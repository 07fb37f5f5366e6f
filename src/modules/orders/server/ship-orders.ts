import { sql } from 'kysely';
import type { ShipTogetherInput, UnshipInput } from '#modules/shipments/input.ts';
import type { ShippedTogether, UnshippedTogether } from '#modules/shipments/shapes.ts';
import { getOrderParties } from '../parties.ts';
import { findShippingBlocker } from '../shipping.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { transitLocation } from '#modules/stock/ledger-locations.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { ApiProblem, forbidden, problem } from '#platform/server/http/problems.ts';
import type { NewAuditEntry } from '#platform/server/http/route.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { openBalanceBook } from '#modules/stock/server/balance-book.ts';
import { lockCrateSerials } from './crates.ts';
import { editOrder } from './edit.ts';
import { transitionOrder } from './transition.ts';
import { type LoadedOrder, orderStore } from './rows.ts';

type RequestedOrder = ShipTogetherInput['orders'][number];

/**
 * Ships one vehicle's orders. Each order is checked on its own, and either ships or stays unchanged with a
 * reason, so that one unpicked order doesn't delay the truck. Orders already shipped are reported and left
 * unchanged. All orders are locked in a fixed sequence, then all of their stock at once, which prevents
 * deadlocks.
 *
 * @throws ApiProblem 404 for an unknown order, 403 for users who can't ship; in both cases nothing is shipped
 */
export async function shipOrders(
  ctx: CommandContext,
  { orders: requested, ...transport }: ShipTogetherInput,
): Promise<ShippedTogether> {
  assertPlausibleYear(ctx.now, 'planned', transport.departsAt, 'departsAt');
  const lockedOrders = await lockOrders(ctx, requested, 'ship');
  await lockCrateSerials(ctx.tx);
  const result: ShippedTogether = { shipped: [], failed: [] };
  for (const { request, order } of lockedOrders) {
    const wasAlreadyShipped = order.header.status === 'Shipped';
    const refusal = wasAlreadyShipped
      ? null
      : await runInSavepoint(ctx, (attemptCtx) => shipOrder(attemptCtx, order, request, transport));
    if (refusal) result.failed.push(toFailedOrder(order, refusal));
    else {
      const { version, deliveryNoteNo } = order.header;
      result.shipped.push({ ...getOrderLabel(order), version, deliveryNoteNo, wasAlreadyShipped });
    }
  }
  return result;
}

/**
 * Unships several orders. Each is checked on its own: orders that the branch has started to receive stay in
 * transit.
 *
 * @throws ApiProblem 404 for an unknown order, 403 for users who can't unship; in both cases nothing is
 *   unshipped
 */
export async function unshipOrders(
  ctx: CommandContext,
  { orders: requested }: UnshipInput,
): Promise<UnshippedTogether> {
  const lockedOrders = await lockOrders(ctx, requested, 'unship');
  const result: UnshippedTogether = { unshipped: [], failed: [] };
  for (const { request, order } of lockedOrders) {
    const wasAlreadyUnshipped = order.header.status === 'Under Process';
    const refusal = wasAlreadyUnshipped
      ? null
      : await runInSavepoint(ctx, (attemptCtx) => unshipOrder(attemptCtx, order, request.version));
    if (refusal) result.failed.push(toFailedOrder(order, refusal));
    else
      result.unshipped.push({ ...getOrderLabel(order), version: order.header.version, wasAlreadyUnshipped });
  }
  return result;
}

/**
 * Locks the orders, in the same sequence for all callers, and their stock.
 *
 * @throws ApiProblem 404, and 403 for users of a different kitchen.
 */
async function lockOrders<Request extends { orderId: string }>(
  ctx: CommandContext,
  requested: readonly Request[],
  verb: 'ship' | 'unship',
): Promise<{ request: Request; order: LoadedOrder }[]> {
  const ids = requested.map(({ orderId }) => orderId);
  const orders = await orderStore.lockAll(ctx.tx, ctx.actor, ids);
  const lockedOrders = requested.flatMap((request) => {
    const order = orders.get(request.orderId);
    return order ? [{ request, order }] : [];
  });
  for (const { order } of lockedOrders)
    if (!getOrderParties(ctx.actor, order.header).has('kitchen'))
      throw forbidden(refusal('order-not-yours', { verb }));
  await lockStock(ctx, [...orders.values()]);
  return lockedOrders;
}

const getOrderLabel = ({ header: { _id, orderNo, branchName } }: LoadedOrder) => ({
  _id,
  orderNo,
  branchName,
});

const toFailedOrder = (order: LoadedOrder, { message, code, refusal: reason }: ApiProblem) => ({
  ...getOrderLabel(order),
  error: message,
  code,
  ...reason,
  params: { ...reason.params },
});

async function shipOrder(
  ctx: CommandContext,
  order: LoadedOrder,
  { version, crates }: RequestedOrder,
  transport: Omit<ShipTogetherInput, 'orders'>,
): Promise<void> {
  if (order.header.status === 'Under Process') {
    if (order.header.version !== version) throw problem('STALE_VERSION', refusal('changed-by-someone-else'));
    const blocker = findShippingBlocker(order.lines);
    if (blocker) throw problem('VALIDATION', blocker);
    await editOrder(ctx, order, { ...transport, ...(crates !== undefined && { crates }) });
  }
  // In any other status, the transition fails with a reason.
  await transitionOrder(ctx, order, 'Shipped');
}

async function unshipOrder(ctx: CommandContext, order: LoadedOrder, version: number): Promise<void> {
  const { header } = order;
  // For an order that awaits acceptance, this transition would accept it.
  if (header.status !== 'Shipped')
    throw problem(
      'ILLEGAL_TRANSITION',
      refusal('order-transition-not-allowed', { status: header.status, next: 'Under Process' }),
    );
  if (header.version !== version) throw problem('STALE_VERSION', refusal('changed-by-someone-else'));
  await transitionOrder(ctx, order, 'Under Process');
}

/** Locks the stock of these orders in the ledger's lock sequence. */
async function lockStock({ tx }: CommandContext, orders: readonly LoadedOrder[]): Promise<void> {
  const keys = orders.flatMap(({ header, lines }) =>
    lines.flatMap(({ itemId }) => [
      { placeId: header.kitchen, itemId },
      { placeId: transitLocation(header.branch), itemId },
    ]),
  );
  await openBalanceBook(tx, keys);
}

/**
 * Runs `work` in a savepoint: an `ApiProblem` rolls it back and drops its audit entries and events. Returns
 * that error.
 */
async function runInSavepoint(
  ctx: CommandContext,
  work: (ctx: CommandContext) => Promise<void>,
): Promise<ApiProblem | null> {
  const events: AppEvent[] = [];
  const auditEntries: NewAuditEntry[] = [];
  await sql`savepoint attempt`.execute(ctx.tx);
  try {
    await work({
      ...ctx,
      audit: async (entry) => void auditEntries.push(entry),
      emit: (event) => events.push(event),
    });
  } catch (error) {
    // Any other error rolls back the transaction, which may be retried.
    if (!(error instanceof ApiProblem)) throw error;
    await sql`rollback to savepoint attempt`.execute(ctx.tx);
    await sql`release savepoint attempt`.execute(ctx.tx);
    return error;
  }
  await sql`release savepoint attempt`.execute(ctx.tx);
  for (const entry of auditEntries) await ctx.audit(entry);
  for (const event of events) ctx.emit(event);
  return null;
}
