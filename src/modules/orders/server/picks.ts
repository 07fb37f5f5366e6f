import type { EditOrderLineInput } from '../input.ts';
import type { PickInput, PicksInput } from '#modules/picking/input.ts';
import type { PickedLines } from '#modules/picking/shapes.ts';
import { getOrderParties } from '../parties.ts';
import { computeEffectiveQuantities } from '../lines.ts';
import { isPickComplete } from '#modules/picking/pick-lines.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { type FieldRefusals, refusal } from '#core/refusals/refusal.ts';
import type { PickClaimRow } from '#platform/server/db/tables.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { forbidden, notFound, problem } from '#platform/server/http/problems.ts';
import { loadWholeUnits } from '#modules/units/server/units.ts';
import { openBalanceBook } from '#modules/stock/server/balance-book.ts';
import { editOrder } from './edit.ts';
import { loadPickClaims, assignPickLines, buildClaimedLineRefusal, toPickClaim } from './pick-claims.ts';
import { getEnteredPickMicro, presentPickLine } from './pick-line.ts';
import { type StoredOrderLine, type LoadedOrder, orderStore } from './rows.ts';

interface RequestedPick {
  input: PickInput;
  order: LoadedOrder;
  line: StoredOrderLine;
  /** Path of the pick in the request body. */
  field: string;
}

/**
 * Saves picks for lines of several orders, all or none, under the same rules as edits of single orders. All
 * callers lock the orders in the same sequence. Lines claimed by someone else, or changed since the picker
 * loaded them, are reported together; picks that are already stored are skipped, so a repeated request
 * changes nothing.
 *
 * @throws ApiProblem 404 for an unknown order or line, 403 for users who can't pick the lines, 409 IN_USE on
 *   `picks.<n>.lineId` or `picks.<n>.pickedQty`, 409 and 422 as for an order edit.
 */
export async function savePickedLines(
  ctx: CommandContext,
  { picks: inputs, takeOver }: PicksInput,
): Promise<PickedLines> {
  const ids = inputs.map(({ orderId }) => orderId);
  const orders = await orderStore.lockAll(ctx.tx, ctx.actor, ids);
  const picks = inputs.map((input, index) => findPick(input, orders.get(input.orderId), `picks.${index}`));
  for (const order of orders.values()) assertMayPick(ctx, order);
  const earlierClaims = await loadPickClaims(ctx.tx, [...orders.keys()]);
  const newPicks = picks.filter(
    (pick) => !isRepeatedPick(pick, ctx.actor._id, earlierClaims.get(pick.line.lineId)),
  );
  assertPicksUnchanged(newPicks);
  await claimLines(ctx, newPicks, takeOver === true);
  // Locks all stock at once, so that pickers who work on several orders concurrently don't deadlock.
  if (orders.size > 1)
    await openBalanceBook(
      ctx.tx,
      newPicks.map(({ order, line }) => ({ placeId: order.header.kitchen, itemId: line.itemId })),
    );
  const earlierLineIds = new Set(
    [...orders.values()].flatMap(({ lines }) => lines.map(({ lineId }) => lineId)),
  );
  // Processed in request order, which determines the lots.
  for (const [order, orderPicks] of Map.groupBy(newPicks, ({ order }) => order))
    await editOrder(ctx, order, { items: orderPicks.flatMap(toEditEntries) });
  await settleClaims(ctx, newPicks);
  const wholeUnits = await loadWholeUnits(ctx.tx);
  const claims = await loadPickClaims(ctx.tx, [...orders.keys()]);
  const requestedIds = new Set(picks.map(({ line }) => line.lineId));
  const changedLines = [...orders.values()].flatMap(({ lines }) =>
    lines.filter(({ lineId }) => requestedIds.has(lineId) || !earlierLineIds.has(lineId)),
  );
  return {
    lines: changedLines.map((line) => {
      const row = claims.get(line.lineId);
      return { ...presentPickLine(line, row ? toPickClaim(row) : null, wholeUnits), itemId: line.itemId };
    }),
  };
}

function findPick(input: PickInput, order: LoadedOrder | undefined, field: string): RequestedPick {
  const line = order?.lines.find(({ lineId }) => lineId === input.lineId);
  if (!order || !line) throw notFound();
  return { input, order, line, field };
}

function assertMayPick({ actor }: CommandContext, { header }: LoadedOrder): void {
  if (!getOrderParties(actor, header).has('kitchen')) throw forbidden(refusal('pick-not-yours'));
  if (header.status !== 'Under Process') throw problem('ILLEGAL_TRANSITION', refusal('pick-not-in-process'));
}

const toMicroOrNull = (qty: number | null) => (qty === null ? null : toMicro(qty));

/**
 * Whether the pick is a repeated request: the picker has claimed the line (or put it back), the quantity is
 * stored, and either the picker had loaded a different quantity or the substitute exists. The same quantity
 * entered concurrently by someone else isn't a repeat.
 */
function isRepeatedPick(
  { input, order, line }: RequestedPick,
  actorId: string,
  claim: PickClaimRow | undefined,
): boolean {
  if (toMicroOrNull(input.pickedQty) !== getEnteredPickMicro(line)) return false;
  if (input.pickedQty !== null && claim?.userId !== (input.putBack ? null : actorId)) return false;
  const { substitute, pickedQty, wasPicked } = input;
  return (
    wasPicked !== pickedQty ||
    (substitute !== undefined &&
      order.lines.some(
        ({ substituteFor, itemId }) => substituteFor === line.lineId && itemId === substitute.itemId,
      ))
  );
}

function assertPicksUnchanged(picks: readonly RequestedPick[]): void {
  const errors = picks.flatMap(({ input, order, line, field }): [string, FieldRefusals[string]][] => {
    const storedMicro = getEnteredPickMicro(line);
    if (toMicroOrNull(input.wasPicked) === storedMicro) return [];
    const [item, orderNo] = [line.itemName, order.header.orderNo];
    const reason =
      storedMicro === null
        ? refusal('pick-changed-unset', { item, order: orderNo })
        : refusal('pick-changed', {
            item,
            order: orderNo,
            qty: `${fromMicro(storedMicro)} ${line.unitSymbol}`,
          });
    return [[`${field}.pickedQty`, reason]];
  });
  const [first] = errors;
  if (first) throw problem('IN_USE', first[1], { fields: Object.fromEntries(errors) });
}

/** Claims the lines for this picker. */
async function claimLines(
  ctx: CommandContext,
  picks: readonly RequestedPick[],
  takeOver: boolean,
): Promise<void> {
  const rows = picks.map(({ line }): PickClaimRow => buildClaimRow(ctx, line, null));
  const sorted = rows.toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1));
  const assigned = await assignPickLines(ctx.tx, sorted, 'pick', takeOver);
  const unassigned = picks.filter(({ line }) => !assigned.has(line.lineId));
  if (unassigned.length === 0) return;
  const claims = await loadPickClaims(ctx.tx, [...new Set(unassigned.map(({ order }) => order.header._id))]);
  const errors = unassigned.map(
    ({ line, field }) => [`${field}.lineId`, buildClaimedLineRefusal(claims.get(line.lineId))] as const,
  );
  const first = claims.get(unassigned[0]?.line.lineId ?? '');
  throw problem('IN_USE', buildClaimedLineRefusal(first), {
    fields: Object.fromEntries(errors),
    ...(first && { details: { claim: toPickClaim(first) } }),
  });
}

const buildClaimRow = (
  { actor, now }: CommandContext,
  { lineId, orderId }: StoredOrderLine,
  pickedAt: string | null,
) => ({
  lineId,
  orderId,
  claimedAt: now.toISOString(),
  userId: actor._id,
  userName: actor.name,
  pickedAt,
});

/** Completes picked lines, releases put-back lines, and leaves the rest with their picker. */
async function settleClaims(ctx: CommandContext, picks: readonly RequestedPick[]): Promise<void> {
  const rows = picks.map(({ input, line }): PickClaimRow => {
    const isDone = isPickComplete({
      approvedMicro: computeEffectiveQuantities(line).approvedMicro,
      pickedMicro: getEnteredPickMicro(line),
      // Only a reason entered with this pick completes the line.
      reason: getPickReason(input) ?? null,
      isOpen: false,
      isSubstitute: line.substituteFor !== null,
    });
    if (input.putBack) return { ...buildClaimRow(ctx, line, null), userId: null, userName: null };
    return buildClaimRow(ctx, line, isDone ? ctx.now.toISOString() : null);
  });
  await assignPickLines(ctx.tx, rows, 'pick', true);
}

const getPickReason = ({ reason, substitute }: PickInput) => reason ?? (substitute ? 'substituted' : reason);

/** Converts a pick to order edit entries: the line, and a substitute for the missing quantity. */
function toEditEntries({ input, line }: RequestedPick): EditOrderLineInput[] {
  const { lineId, pickedQty, lots, pieces, substitute } = input;
  const { approvedMicro, orderMicro } = computeEffectiveQuantities(line);
  const isChanged = toMicroOrNull(pickedQty) !== getEnteredPickMicro(line);
  const isFull = toMicroOrNull(pickedQty) === approvedMicro;
  // An earlier shortage reason is cleared; the reason for approving less than ordered stays.
  const isComplete =
    isFull && approvedMicro === orderMicro && line.reason !== null && line.substituteFor === null;
  const reason = getPickReason(input) ?? (isComplete ? null : undefined);
  const entry: EditOrderLineInput = {
    lineId,
    pickedQty,
    // A shipped quantity entered on the order is updated to the picked quantity.
    ...(line.shippedQtyMicro !== null && { shippedQty: pickedQty }),
    ...(reason !== undefined && { reason }),
    ...(lots !== undefined && { lots }),
    ...(pieces !== undefined ? { pieces } : line.pieces !== null && isChanged ? { pieces: null } : {}),
  };
  if (!substitute) return [entry];
  const { itemId, qty, unit } = substitute;
  return [
    entry,
    {
      itemId,
      orderQty: 0,
      substituteFor: lineId,
      pickedQty: qty,
      reason: 'substituted',
      ...(unit !== undefined && { unit }),
    },
  ];
}
