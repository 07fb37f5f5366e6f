import type { ApplyFairShare } from '../input.ts';
import type { FairShareChange } from '../shapes.ts';
import type { AppliedFairShare } from '../shapes.ts';
import { decideOrderEdit } from '#modules/orders/edits.ts';
import { findShareChanges } from '../changes.ts';
import {
  computeSharePercent,
  getShareUnitRatio,
  balanceShares,
  computeShareableMicro,
} from '../proposals.ts';
import { convertMicro, toExactOrNull, fromMicro, toMicro } from '#core/quantity.ts';
import type { Reason } from '#core/reasons/read-reason.ts';
import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPermitted } from '#platform/documents/server/write.ts';
import { createReasonParser } from '#platform/documents/server/reasons.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { findQuantityError } from '#modules/units/server/units.ts';
import { type ApprovedRevision, reviseApprovedQuantities } from '#modules/orders/server/revise.ts';
import { type LoadedOrder, buildOrderLifecycleInput, orderStore } from '#modules/orders/server/rows.ts';
import { openBalanceBook } from '#modules/stock/server/balance-book.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import type { ReservationRequest } from '#modules/stock/server/reservations.ts';
import { type ShareItemFacts, type ShareLineFacts, loadShareFacts } from './facts.ts';
import { findSharingKitchen } from './preview.ts';

/** Reason code of a line whose share is below the requested quantity. */
const sharedOutReason = 'shared_out';

type RequestedShare = ApplyFairShare['items'][number];

/**
 * Applies shares to the approved quantities, and to the reservations of accepted orders, all or nothing.
 * Orders are locked first, then balances; the client's snapshot is then compared with the current data.
 * Orders without changes aren't modified.
 *
 * @throws ApiProblem 412 STALE_VERSION with `details.changed`; 403 and 409 as for an order edit; 409
 *   INSUFFICIENT_STOCK if the total exceeds the supply; 422 with errors for `items.<lineId>.qty` and `.reason`
 */
export async function applyShares(ctx: CommandContext, body: ApplyFairShare): Promise<AppliedFairShare> {
  const kitchen = await findSharingKitchen(ctx.tx, ctx.actor, body.kitchen);
  const itemIds = body.items.map(({ itemId }) => itemId);
  const shareQuery = {
    kitchen: kitchen._id,
    day: body.day ?? null,
    orders: body.orders ?? null,
    items: itemIds,
  };
  const orders = await lockOrders(ctx, kitchen._id, body);
  await openBalanceBook(
    ctx.tx,
    itemIds.map((itemId) => ({ placeId: kitchen._id, itemId })),
  );
  const itemsById = new Map(
    (await loadShareFacts(ctx.tx, shareQuery, ctx.now)).map((item) => [item.itemId, item]),
  );
  const changes = await findChanges(ctx.tx, body.items, itemsById);
  if (changes.length > 0)
    throw problem('STALE_VERSION', refusal('share-stale', { n: changes.length }), {
      details: { changed: changes },
    });
  const shares = body.items.flatMap((requested) =>
    toShares(requested, itemsById.get(requested.itemId) as ShareItemFacts),
  );
  assertShares(shares);
  const changedShares = shares.filter(({ line, qtyMicro }) => qtyMicro !== toMicro(line.approved));
  return writeShares(ctx, { kitchen: kitchen._id, orders, shares: changedShares });
}

async function lockOrders(
  ctx: CommandContext,
  kitchen: string,
  { items }: ApplyFairShare,
): Promise<Map<string, LoadedOrder>> {
  const lineIds = items.flatMap(({ lines }) => lines.map(({ lineId }) => lineId));
  const rows = await ctx.tx
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders._id', 'orderLines.orderId')
    .select('orders._id')
    .distinct()
    .where('orderLines.lineId', 'in', lineIds)
    .where('orders.kitchen', '=', kitchen)
    .execute();
  return orderStore.lockAll(
    ctx.tx,
    ctx.actor,
    rows.map(({ _id }) => _id),
  );
}

/** Returns the differences from the client's snapshot, with display names. */
async function findChanges(
  tx: Tx,
  requested: readonly RequestedShare[],
  itemsById: ReadonlyMap<string, ShareItemFacts>,
): Promise<FairShareChange[]> {
  const changes = findShareChanges(requested, itemsById);
  const removedIds = changes.flatMap((change) => (change.kind === 'gone' ? [change.lineId] : []));
  const lines = new Map<string, LineLabel>(await loadRemovedLines(tx, removedIds));
  for (const item of itemsById.values())
    for (const line of item.lines) lines.set(line.lineId, { ...line, itemName: item.itemName });
  return changes.map((change): FairShareChange => {
    if ('before' in change) return { ...change, itemName: itemsById.get(change.itemId)?.itemName ?? '' };
    const { kind, itemId, lineId } = change;
    const line = lines.get(lineId);
    if (!line) return { kind, itemId, itemName: '' };
    const { itemName, orderId, orderNo, branchName } = line;
    return { kind, itemId, itemName, orderId, orderNo, branchName };
  });
}

type LineLabel = Pick<ShareLineFacts, 'orderId' | 'orderNo' | 'branchName'> & { itemName: string };

/**
 * Loads lines that can no longer be shared because they were picked, shipped, cancelled or moved to a
 * different day.
 */
async function loadRemovedLines(tx: Tx, lineIds: readonly string[]): Promise<[string, LineLabel][]> {
  if (lineIds.length === 0) return [];
  const rows = await tx
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders._id', 'orderLines.orderId')
    .select(['lineId', 'itemName', 'orders._id as orderId', 'orderNo', 'branchName'])
    .where('lineId', 'in', lineIds)
    .execute();
  return rows.map(({ lineId, ...label }) => [lineId, label]);
}

interface Share {
  item: ShareItemFacts;
  line: ShareLineFacts;
  qtyMicro: number;
  baseMicro: number;
  /** Quantity of the item that is kept back in this allocation. */
  keptBack: number;
  reason: string | null;
}

function toShares({ lines, keptBack: requestedKeptBack }: RequestedShare, item: ShareItemFacts): Share[] {
  const linesById = new Map(item.lines.map((line) => [line.lineId, line]));
  const keptBack = requestedKeptBack ?? item.keptBack;
  return lines.map(({ lineId, qty, reason = null }) => {
    const line = linesById.get(lineId) as ShareLineFacts;
    const qtyMicro = toMicro(qty);
    return {
      item,
      line,
      qtyMicro,
      baseMicro: toExactOrNull(() => convertMicro(qtyMicro, getShareUnitRatio(line))) ?? 0,
      keptBack,
      reason,
    };
  });
}

/**
 * Asserts that shares are valid in their unit, exceed the request only if a reason is given, and don't exceed
 * the supply in total.
 */
function assertShares(shares: readonly Share[]): void {
  const refusals: FieldRefusals = Object.fromEntries(
    shares.flatMap(({ line, qtyMicro, reason }): [string, Refusal][] => {
      const { lineId, requested: requestedQty, unitSymbol: symbol, isWhole } = line;
      // If a fraction was requested, a fraction may be approved.
      const wholeOnly = isWhole && Number.isInteger(requestedQty) ? 1 : 0;
      const quantityRefusal = findQuantityError(
        fromMicro(qtyMicro),
        { symbol, wholeOnly },
        getShareUnitRatio(line),
      );
      if (quantityRefusal) return [[`items.${lineId}.qty`, quantityRefusal]];
      const exceedsRequest = qtyMicro > toMicro(requestedQty);
      return exceedsRequest && reason === null
        ? [[`items.${lineId}.reason`, refusal('share-exceeds-order')]]
        : [];
    }),
  );
  if (Object.keys(refusals).length > 0) throw invalid(refusals);
  for (const [item, itemShares] of Map.groupBy(shares, (share) => share.item)) {
    const { itemName } = item;
    const supplyMicro = computeShareableMicro({
      ...item,
      keptBack: itemShares[0]?.keptBack ?? item.keptBack,
    });
    const { allocatedMicro, excessMicro } = balanceShares(supplyMicro, itemShares);
    if (excessMicro === 0) continue;
    const details = {
      itemId: item.itemId,
      needed: fromMicro(allocatedMicro),
      available: fromMicro(supplyMicro),
    };
    throw problem(
      'INSUFFICIENT_STOCK',
      refusal('shares-exceed-stock', { item: itemName, n: fromMicro(excessMicro), unit: item.unitSymbol }),
      { details },
    );
  }
}

async function writeShares(
  ctx: CommandContext,
  {
    kitchen,
    orders,
    shares,
  }: { kitchen: string; orders: Map<string, LoadedOrder>; shares: readonly Share[] },
): Promise<AppliedFairShare> {
  const parseReason = await createReasonParser(ctx.tx, [
    sharedOutReason,
    ...shares.map(({ reason }) => reason),
  ]);
  const applied: AppliedFairShare = { orders: [], lines: shares.length };
  const requests: ReservationRequest[] = [];
  const byOrder = Map.groupBy(shares, ({ line }) => line.orderId);
  for (const [orderId, orderChanges] of [...byOrder].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const order = orders.get(orderId) as LoadedOrder;
    const edit = {
      items: orderChanges.map(({ line }) => ({ lineId: line.lineId, reason: sharedOutReason })),
    };
    assertPermitted(orderStore, order, decideOrderEdit(buildOrderLifecycleInput(order), ctx.actor, edit));
    const revisions = orderChanges.map((share) => toRevision(order, share, parseReason));
    await reviseApprovedQuantities(ctx, order, revisions, buildHistoryReason(orderChanges, parseReason));
    applied.orders.push({ _id: orderId, orderNo: order.header.orderNo, version: order.header.version });
    if (order.header.status === 'Under Process')
      for (const { line, baseMicro } of orderChanges)
        requests.push({
          lineId: line.lineId,
          orderId,
          itemId: orderChanges.find((share) => share.line === line)?.item.itemId ?? '',
          placeId: kitchen,
          wantedMicro: baseMicro,
          acceptedAt: order.header.acceptedAt ?? order.header.updatedAt,
        });
  }
  if (requests.length > 0) {
    const context = { userId: ctx.actor._id, now: ctx.now.toISOString(), emit: ctx.emit };
    await postStockChange(ctx.tx, { revisions: requests }, context);
    for (const orderId of new Set(requests.map((request) => request.orderId)))
      ctx.emit(stockEvent(orderId, [], [kitchen]));
  }
  return applied;
}

/**
 * Converts a share to a revision. A share below the request gets the shared-out reason; a full share restores
 * an earlier reason.
 */
function toRevision(
  order: LoadedOrder,
  { line, qtyMicro, reason }: Share,
  parseReason: (text: string | null) => Reason | null,
): ApprovedRevision {
  const currentLine = order.lines.find(({ lineId }) => lineId === line.lineId);
  if (!currentLine) throw new Error(`No line ${line.lineId} in order ${order.header._id}`);
  const requestedMicro = toMicro(line.requested);
  const isFullShare = qtyMicro === requestedMicro;
  const earlierReason = currentLine.reasonCode === sharedOutReason ? null : previousReason(currentLine);
  return {
    line: currentLine,
    approvedMicro: qtyMicro,
    sharedFromMicro: isFullShare ? null : requestedMicro,
    reason: parseReason(reason) ?? (isFullShare ? earlierReason : parseReason(sharedOutReason)),
  };
}

const previousReason = (line: {
  reason: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
}) =>
  line.reason === null || line.reasonCode === null
    ? null
    : { code: line.reasonCode, note: line.reasonNote, text: line.reason };

/** Builds the note of the history entry: the share of each item, in numbers that need no translation. */
function buildHistoryReason(
  shares: readonly Share[],
  parseReason: (text: string | null) => Reason | null,
): Reason {
  const figures = shares.map(({ line, qtyMicro, item }) => {
    const percent = computeSharePercent(qtyMicro, toMicro(line.requested));
    return `${item.itemName} ${fromMicro(qtyMicro)} / ${line.requested} ${line.unitSymbol} (${percent} %)`;
  });
  const listedFigures = figures.length > 6 ? [...figures.slice(0, 6), `+ ${figures.length - 6}`] : figures;
  const note = listedFigures.join(', ');
  const { code, text } = parseReason(sharedOutReason) ?? { code: sharedOutReason, text: sharedOutReason };
  return { code, note, text: `${text}: ${note}` };
}
