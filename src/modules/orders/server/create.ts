import { refusal } from '#core/refusals/refusal.ts';
import type { CreateOrderInput } from '../input.ts';
import { computeValueAtPrice } from '#core/money.ts';
import { canOrderFor } from '../edits.ts';
import { emptyShippedFigures } from '../lines.ts';
import { toExactOrNull } from '#core/quantity.ts';
import type { Actor } from '#core/permissions.ts';
import { computeCutoff } from '#core/cutoff.ts';
import { takeDocumentNumber } from '#platform/documents/server/numbering-and-events.ts';
import { insertDocument, newDocumentHeader } from '#platform/documents/server/write.ts';
import { orderDocument } from './definition.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { forbidden, invalid } from '#platform/server/http/problems.ts';
import { parseCalendar } from './calendar.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { updateOrderCounters } from './order-counters.ts';
import { buildOrderLines } from './line-items.ts';
import { type StoredOrderLine, type LoadedOrder, orderStore } from './rows.ts';
import type { OrderHeader } from './summary.ts';

/** Options for replays (demo data, imports); not reachable over HTTP. */
export interface ReplayOptions {
  orderNo?: string;
  /** Old orders may contain items that are archived or no longer orderable. */
  allowsAnyItem?: boolean;
}

/**
 * Creates a draft.
 *
 * @throws ApiProblem 403 for a branch that the actor can't order for, 422 by field.
 */
export async function createOrder(
  ctx: CommandContext,
  input: CreateOrderInput,
  options: ReplayOptions = {},
): Promise<LoadedOrder> {
  const { tx, actor, now } = ctx;
  const branch = await findOrderingBranch(tx, actor, input.branch);
  if (!canOrderFor(actor, branch._id))
    throw forbidden(refusal('cannot-order-for-place', { place: branch.name }));
  assertPlausibleYear(now, 'planned', input.deliveryDate, 'deliveryDate');
  assertPlausibleYear(now, 'planned', input.eventAt, 'eventAt');
  const newHeader = buildOrderHeader(ctx);
  const lines = await buildOrderLines(
    tx,
    now,
    {
      orderId: newHeader._id,
      branch: branch._id,
      kitchen: branch.kitchen,
      allowsAny: options.allowsAnyItem,
      isEvent: input.occasion !== undefined,
      actor,
    },
    input.items.map((line, index) => ({ ...line, path: `items.${index}` })),
  );
  const orderNo = options.orderNo ?? (await takeDocumentNumber(tx, orderDocument, now));
  const header: OrderHeader = {
    ...newHeader,
    orderNo,
    branch: branch._id,
    branchName: branch.name,
    kitchen: branch.kitchen,
    kitchenName: branch.kitchenName,
    deliveryDate: input.deliveryDate,
    orderType: input.orderType ?? 'Regular',
    occasion: input.occasion ?? null,
    eventAt: input.eventAt ?? null,
    guests: input.guests ?? null,
    cutoffAt: input.occasion === undefined ? computeCutoff(parseCalendar(branch), input.deliveryDate) : null,
    notes: input.notes ?? null,
    lineCount: lines.length,
    valueE4: computeOrderValueE4(lines),
  };
  const after = { orderNo, branch: branch._id, lines: lines.length };
  const order = await insertDocument(ctx, orderStore, { header, lines }, { after });
  await updateOrderCounters(tx, null, header);
  return order;
}

/** Header fields of a new draft, without its content. */
export function buildOrderHeader(ctx: CommandContext) {
  return {
    ...newDocumentHeader(ctx, 'Draft'),
    occasion: null,
    eventAt: null,
    guests: null,
    dateTime: null,
    sentAt: null,
    acceptedAt: null,
    shippedAt: null,
    shippedDay: null,
    receivedDay: null,
    receivedAt: null,
    transitionReason: null,
    deliveryNoteNo: null,
    driver: null,
    vehicle: null,
    departsAt: null,
    crates: null,
    unansweredSubstitutes: null,
    isLate: 0 as const,
    hasDiscrepancy: 0 as const,
    cycle: 0,
    ...emptyShippedFigures,
    linesReceivedComplete: null,
  };
}

/** Computes the value of lines at the costs recorded when they were ordered, in ten-thousandths. */
export function computeOrderValueE4(
  lines: readonly StoredOrderLine[],
  getLineKey = (_: StoredOrderLine, index: number): string => `${index}`,
): number {
  let sum = 0;
  for (const [index, line] of lines.entries()) {
    const valueE4 = toExactOrNull(() =>
      computeValueAtPrice(line.approvedQtyMicro ?? line.orderQtyMicro, line.unitCostMicro),
    );
    if (valueE4 === null || !Number.isSafeInteger(sum + valueE4)) {
      const field = line.approvedQtyMicro === null ? 'orderQty' : 'approvedQty';
      throw invalid({
        [`items.${getLineKey(line, index)}.${field}`]: refusal('line-value-too-large', {
          item: line.itemName,
        }),
      });
    }
    sum += valueE4;
  }
  return sum;
}

const selectBranchWithKitchen = statement((db, id: string) =>
  db
    .selectFrom('branches')
    .leftJoin('branches as k', 'k._id', 'branches.supplyingKitchenId')
    .select([
      'branches._id',
      'branches.name',
      'branches.type',
      'branches.timezone',
      'branches.dayEnds',
      'branches.deliveryDays',
      'branches.closedDays',
      'branches.isActive',
      'k._id as kitchen',
      'k.name as kitchenName',
      'k.closedDays as kitchenClosedDays',
    ])
    .where('branches._id', '=', id),
);

/**
 * Finds a branch that can order, and its kitchen. If no id is given, uses the actor's branch, if they have
 * exactly one.
 *
 * @throws ApiProblem 422 on `branch`.
 */
export async function findOrderingBranch(db: Queryable, actor: Actor, id: string | undefined) {
  const branchId = id ?? (actor.branches.length === 1 ? actor.branches[0] : undefined);
  if (branchId === undefined) throw invalid({ branch: refusal('branch-needed') });
  const [branch] = await selectBranchWithKitchen(db, branchId);
  if (!branch) throw invalid({ branch: refusal('no-such-branch') });
  if (branch.isActive !== 1) throw invalid({ branch: refusal('is-archived', { name: branch.name }) });
  if (branch.type === 'central_kitchen')
    throw invalid({ branch: refusal('is-kitchen', { place: branch.name }) });
  const { kitchen, kitchenName } = branch;
  if (kitchen === null || kitchenName === null)
    throw invalid({ branch: refusal('no-kitchen', { place: branch.name }) });
  return { ...branch, kitchen, kitchenName };
}
