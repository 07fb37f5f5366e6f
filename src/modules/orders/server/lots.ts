import { refusal } from '#core/refusals/refusal.ts';
import type { EditOrderLineInput } from '../input.ts';
import { requiredValidThrough } from '#modules/lots/lot-rules.ts';
import { computeEffectiveQuantities, getLineRatio } from '../lines.ts';
import { convertMicro } from '#core/quantity.ts';
import { hasTrackedLots } from '#modules/lots/line-lots.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { toLineLots } from '#modules/shipments/server/line-lots.ts';
import { loadLotItems } from '#modules/stock/server/lot-book.ts';
import type { LinePick } from '#modules/stock/server/lot-reservations.ts';
import type { StoredOrderLine, LoadedOrder } from './rows.ts';

type LineEntry = EditOrderLineInput & { path: string };

interface EditedLine {
  entry: LineEntry;
  line: StoredOrderLine;
}

const loadMinShelfLife = statement((db, branch: string) =>
  db.selectFrom('branches').select('minShelfLifeDays').where('_id', '=', branch),
);

/** Returns the kitchen's business day, and the day through which shipped lots must be usable. */
export async function loadShipmentDays(
  db: Queryable,
  now: Date,
  { header }: LoadedOrder,
): Promise<{ day: string; validThrough: string }> {
  const day = await loadBusinessDay(db, header.kitchen, now.toISOString());
  const [branch] = await loadMinShelfLife(db, header.branch);
  return {
    day,
    validThrough: requiredValidThrough(day, header.deliveryDate, branch?.minShelfLifeDays ?? null),
  };
}

/**
 * Reserves the quantities picked by an edit, so that a shortage is reported when picking, not when shipping.
 * For tracked items it reserves the specified lots, then uses FEFO for the rest, and stores them on the line.
 *
 * @throws ApiProblem 409 LOT_ON_HOLD, LOT_EXPIRED, INSUFFICIENT_STOCK; 422 on `items.<n>.lots`.
 */
export async function reservePicks(
  ctx: CommandContext,
  order: LoadedOrder,
  editedLines: readonly EditedLine[],
): Promise<void> {
  if (order.header.status !== 'Under Process') return;
  const pickedLines = editedLines.filter(
    ({ entry: { lots, pickedQty, shippedQty } }) =>
      lots !== undefined || pickedQty !== undefined || shippedQty !== undefined,
  );
  if (pickedLines.length === 0) return;
  const lotItems = await loadLotItems(
    ctx.tx,
    pickedLines.map(({ line }) => line.itemId),
  );
  const days = await loadShipmentDays(ctx.tx, ctx.now, order);
  const picks = pickedLines.map(({ entry, line }) => toLinePick(order, line, entry, days));
  await reserveLots(
    ctx,
    order,
    pickedLines.map(({ line }) => (lotItems.has(line.itemId) ? line : null)),
    picks,
  );
}

/** Reserves picked lots again after unshipping. */
export async function restorePicks(ctx: CommandContext, order: LoadedOrder): Promise<void> {
  const lines = order.lines.filter(hasTrackedLots);
  if (lines.length === 0) return;
  const days = await loadShipmentDays(ctx.tx, ctx.now, order);
  const picks = lines.map((line) => ({
    ...buildPickBase(order, line, `items.${line.lineId}`, days),
    lots: line.lots
      .filter(({ isOther }) => !isOther)
      .map(({ lot, baseMicro = 0 }) => ({ lot, qtyMicro: baseMicro })),
    isUnchanged: true,
  }));
  await reserveLots(ctx, order, lines, picks);
}

async function reserveLots(
  ctx: CommandContext,
  { header }: LoadedOrder,
  lines: readonly (StoredOrderLine | null)[],
  picks: readonly LinePick[],
): Promise<void> {
  const { actor, now, emit } = ctx;
  const context = { userId: actor._id, now: now.toISOString(), docNo: header.orderNo, emit };
  const { picked } = await postStockChange(ctx.tx, { picks }, context);
  for (const [index, line] of lines.entries()) if (line) line.lots = toLineLots(line, picked[index] ?? []);
}

function buildPickBase(
  { header }: LoadedOrder,
  line: StoredOrderLine,
  path: string,
  { day, validThrough }: ShipmentDays,
) {
  const ratio = getLineRatio(line);
  return {
    lineId: line.lineId,
    orderId: header._id,
    itemId: line.itemId,
    placeId: header.kitchen,
    wantedMicro: convertMicro(computeEffectiveQuantities(line).approvedMicro, ratio),
    acceptedAt: header.acceptedAt ?? header.updatedAt,
    field: `${path}.lots`,
    quantityField: `${path}.${line.shippedQtyMicro === null ? 'pickedQty' : 'shippedQty'}`,
    day,
    validThrough,
    roundingMicro: Math.ceil(ratio.num / ratio.den),
  };
}

type ShipmentDays = Awaited<ReturnType<typeof loadShipmentDays>>;

function toLinePick(
  order: LoadedOrder,
  line: StoredOrderLine,
  entry: LineEntry,
  days: ShipmentDays,
): LinePick {
  const field = `${entry.path}.lots`;
  const ratio = getLineRatio(line);
  const enteredMicro = line.shippedQtyMicro ?? line.pickedQtyMicro;
  const requiredMicro = convertMicro(enteredMicro ?? 0, ratio);
  const base = { ...buildPickBase(order, line, entry.path, days), requiredMicro };
  if (entry.lots) {
    const sumMicro = line.lots.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
    if (sumMicro > (enteredMicro ?? computeEffectiveQuantities(line).shippedMicro))
      throw invalid({ [field]: refusal('lots-exceed-picked') });
    // Converts cumulative sums, so that rounding errors don't add up.
    let [enteredSumMicro, allocatedMicro] = [0, 0];
    const lots = line.lots.map(({ lot, qtyMicro }) => {
      enteredSumMicro += qtyMicro;
      const baseSumMicro = convertMicro(enteredSumMicro, ratio);
      const part = { lot, qtyMicro: baseSumMicro - allocatedMicro };
      allocatedMicro = baseSumMicro;
      return part;
    });
    return { ...base, lots };
  }
  // Nothing picked: lots are selected at shipping.
  if (enteredMicro === null) return { ...base, lots: [] };
  const pickedMicro = convertMicro(enteredMicro, ratio);
  let remainingMicro = pickedMicro;
  const lots = line.lots.flatMap(({ lot, baseMicro = 0 }) => {
    const qtyMicro = Math.min(baseMicro, remainingMicro);
    remainingMicro -= qtyMicro;
    return qtyMicro > 0 ? [{ lot, qtyMicro }] : [];
  });
  return { ...base, lots, pickedMicro };
}
