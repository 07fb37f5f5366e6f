import type { PatchBatchInput } from '../input.ts';
import { toE4 } from '#core/money.ts';
import { decideBatchEdit } from '../lifecycle.ts';
import { toBaseExact, toStoredPart } from '#core/exact-totals.ts';
import { computeRemainingToMakeMicro, areSharesComplete } from '../batch.ts';
import { convertMicro, fromMicro, toMicro, toSafeNumber } from '#core/quantity.ts';
import { type Exact, addExact, roundExact, exactZero } from '#core/exact.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { createReasonParser, reasonColumns } from '#platform/documents/server/reasons.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { assertPermitted, createEditStep, saveEdit } from '#platform/documents/server/write.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { lockItems, findQuantityError, loadUnits } from '#modules/units/server/units.ts';
import { assertPlausibleExpiries } from '#modules/stock/server/expiry-checks.ts';
import { loadLotItems } from '#modules/stock/server/lot-book.ts';
import {
  createBatchLine,
  loadBatchItems,
  computeNeededMicro,
  buildPlannedLines,
  assertWholeQuantity,
} from './create.ts';
import { finishPart } from './finish.ts';
import { computeRecipeAllergens, encodeAllergens, loadKitchenRecipes } from './recipes.ts';
import {
  batchStore,
  type ProductionLine,
  type LoadedBatch,
  getMainOutput,
  toBatchLifecycleInput,
  getBatchProgress,
} from './rows.ts';

type BatchEdit = Omit<PatchBatchInput, 'status'>;
type EnteredLine = NonNullable<BatchEdit['consumed']>[number] &
  Partial<NonNullable<BatchEdit['produced']>[number]>;

/**
 * Edits a batch that the caller has locked, and updates it in memory; `part` also posts the entered
 * quantities. `check` (for a stale version) runs last.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 if the status doesn't allow the edit or stock is missing, 422 by
 *   field
 */
export async function editBatch(
  ctx: CommandContext,
  batch: LoadedBatch,
  edit: BatchEdit,
  check: () => Promise<void> = async () => {},
): Promise<void> {
  assertPermitted(batchStore, batch, decideBatchEdit(toBatchLifecycleInput(batch), ctx.actor, edit));
  const { header } = batch;
  await replanBatch(ctx, batch, edit);
  if (edit.shift !== undefined) header.shift = edit.shift;
  if (edit.notes !== undefined) header.notes = edit.notes;
  if (edit.transitionReason !== undefined) header.transitionReason = edit.transitionReason;
  await enterPart(ctx, batch, edit);
  await check();
  if (edit.part) {
    // A part requires an entered quantity; it never defaults to the remaining quantity.
    if (getMainOutput(batch).enteredQtyMicro === null)
      throw invalid({ produced: refusal('batch-part-quantity', { item: header.itemName }) });
    await finishPart(ctx, batch);
  }
  await saveEdit(ctx, batchStore, batch, {
    lines: batch.lines,
    steps: edit.part ? [createEditStep(header)] : [],
    after: edit,
  });
}

/**
 * Scales the planned lines to a new quantity, using the recipe version that the batch was planned with, and
 * switches to the new day's version if the day changes.
 */
async function replanBatch(
  { tx, now }: CommandContext,
  batch: LoadedBatch,
  { plannedQty, plannedFor }: BatchEdit,
): Promise<void> {
  const { header, lines } = batch;
  assertPlausibleYear(now, 'planned', plannedFor, 'plannedFor', header.plannedFor);
  const previousQtyMicro = header.plannedQtyMicro;
  if (plannedQty !== undefined) {
    assertWholeQuantity(
      'plannedQty',
      plannedQty,
      (await loadBatchItems(tx, [header.itemId])).get(header.itemId),
    );
    header.plannedQtyMicro = toMicro(plannedQty);
  }
  if (plannedFor !== undefined && (await rescheduleBatch({ tx, now }, batch, plannedFor))) return;
  if (plannedQty === undefined) return;
  const version = await tx
    .selectFrom('recipeVersions')
    .select('validFrom')
    .where('_id', '=', header.versionId)
    .executeTakeFirst();
  const kitchenRecipes = await loadKitchenRecipes(tx, [header.recipeId], header.plannedFor);
  const isSameVersion =
    kitchenRecipes.versions.get(header.recipeId)?.versionId === header.versionId && version !== undefined;
  const needs = isSameVersion ? computeNeededMicro(header, kitchenRecipes) : null;
  for (const line of lines)
    line.neededQtyMicro =
      line.side === 'out'
        ? line.itemId === header.itemId
          ? header.plannedQtyMicro
          : 0
        : (needs?.get(line.itemId) ??
          convertMicro(line.neededQtyMicro, { num: header.plannedQtyMicro, den: previousQtyMicro }));
}

/**
 * Moves a batch to a different day. Returns whether that day has a different recipe version, whose lines
 * replace the old ones.
 */
async function rescheduleBatch(
  { tx, now }: Pick<CommandContext, 'tx' | 'now'>,
  { header, lines }: LoadedBatch,
  day: string,
): Promise<boolean> {
  if (day === header.plannedFor) return false;
  const previousVersion = (await loadKitchenRecipes(tx, [header.recipeId], header.plannedFor)).versions.get(
    header.recipeId,
  );
  header.plannedFor = day;
  const kitchenRecipes = await loadKitchenRecipes(tx, [header.recipeId], day);
  const newVersion = kitchenRecipes.versions.get(header.recipeId);
  if (!newVersion)
    throw invalid({ plannedFor: refusal('batch-no-version', { recipe: header.recipeName, day }) });
  if (newVersion.versionId === previousVersion?.versionId || newVersion.versionId === header.versionId)
    return false;
  Object.assign(header, {
    versionId: newVersion.versionId,
    recipeVersion: newVersion.no,
    allergens: encodeAllergens(computeRecipeAllergens(header.recipeId, kitchenRecipes)),
  });
  const planned = await buildPlannedLines({ tx, now }, header, kitchenRecipes);
  await batchStore.removeLines(
    tx,
    lines.map(({ lineId }) => lineId),
  );
  lines.splice(0, lines.length, ...planned);
  return true;
}

/** Stores the usage and output entered for the next part. */
async function enterPart(ctx: CommandContext, batch: LoadedBatch, edit: BatchEdit): Promise<void> {
  const { header } = batch;
  if (edit.loss !== undefined) {
    assertWholeQuantity(
      'loss',
      edit.loss,
      (await loadBatchItems(ctx.tx, [header.itemId])).get(header.itemId),
    );
    header.lossMicro = toMicro(edit.loss);
  }
  if (edit.lossReason !== undefined) {
    const parseReason = await createReasonParser(ctx.tx, [edit.lossReason]);
    Object.assign(header, reasonColumns(parseReason(edit.lossReason)));
  }
  if (edit.labour !== undefined) header.labourE4 = toE4(edit.labour);
  if (edit.consumed) await enterSide(ctx, batch, 'in', edit.consumed);
  if (edit.produced) {
    await enterSide(ctx, batch, 'out', edit.produced);
    const enteredMain = edit.produced.find(({ itemId }) => itemId === header.itemId);
    assignRemainingShare(
      batch,
      enteredMain?.costShare !== undefined || enteredMain?.fixedValue !== undefined,
    );
  }
}

async function enterSide(
  { tx, now }: CommandContext,
  batch: LoadedBatch,
  side: 'in' | 'out',
  enteredLines: readonly EnteredLine[],
): Promise<void> {
  const { header, lines } = batch;
  const ids = [...new Set(enteredLines.map(({ itemId }) => itemId))];
  await lockItems(tx, ids);
  const items = await loadBatchItems(tx, ids);
  const units = await loadUnits(tx, ids);
  const baseUnitByItem = await loadBaseUnits(tx, ids);
  const byLot = await loadLotItems(tx, ids);
  const name = side === 'in' ? 'consumed' : 'produced';
  const errors: Record<string, Refusal> = {};
  const entered = new Map<
    string,
    { line: ProductionLine; total: Exact; isOtherUnit: boolean; lots: { lot: string; qtyMicro: number }[] }
  >();
  for (const [index, entry] of enteredLines.entries()) {
    const { itemId, qty } = entry;
    const item = items.get(itemId);
    if (!item) {
      errors[`${name}.${index}.itemId`] = refusal('no-such-item');
      continue;
    }
    if (side === 'in' && itemId === header.itemId) {
      errors[`${name}.${index}.itemId`] = refusal('batch-contains-itself', { item: item.name });
      continue;
    }
    const unit = units.find(entry.unit ?? baseUnitByItem.get(itemId) ?? '');
    const ratio = unit && units.ratio({ _id: itemId, baseUnit: baseUnitByItem.get(itemId) ?? '' }, unit);
    if (!unit || !ratio) {
      errors[`${name}.${index}.unit`] = unit
        ? refusal('no-conversion', { unit: unit.symbol, item: item.name })
        : refusal('no-such-unit');
      continue;
    }
    const error = findQuantityError(qty, unit, ratio);
    if (error !== null) errors[`${name}.${index}.qty`] = error;
    if (entry.lot !== undefined && !byLot.has(itemId))
      errors[`${name}.${index}.lot`] = refusal('not-tracked-by-lot', { item: item.name });
    if (Object.keys(errors).length > 0) continue;
    const part = toBaseExact({ qtyMicro: toMicro(qty), unitNum: ratio.num, unitDen: ratio.den });
    let line = lines.find((candidate) => candidate.side === side && candidate.itemId === itemId);
    if (!line) {
      line = { ...createBatchLine(header, item, lines.length, now), side };
      Object.assign(line, { itemCode: item.itemCode, unitSymbol: item.symbol });
      lines.push(line);
    }
    const itemEntry = entered.get(itemId) ?? { line, total: exactZero, isOtherUnit: false, lots: [] };
    // Rounds the running total, so that the lots add up to it.
    const beforeMicro = toSafeNumber(roundExact(itemEntry.total));
    itemEntry.total = addExact(itemEntry.total, part);
    const qtyMicro = toSafeNumber(roundExact(itemEntry.total)) - beforeMicro;
    itemEntry.isOtherUnit ||= ratio.den !== 1;
    if (entry.lot !== undefined && side === 'in' && qtyMicro > 0) {
      if (itemEntry.lots.some(({ lot }) => lot === entry.lot))
        errors[`${name}.${index}.lot`] = refusal('duplicate-lot', { lot: entry.lot });
      itemEntry.lots.push({ lot: entry.lot, qtyMicro });
    }
    entered.set(itemId, itemEntry);
    if (side !== 'out') continue;
    line.lot = entry.lot ?? null;
    line.expiry = entry.expiry ?? null;
    // A share or a fixed value; the last one entered applies.
    if (entry.costShare !== undefined)
      Object.assign(line, { costShareMicro: toMicro(entry.costShare), fixedValueE4: null });
    if (entry.fixedValue !== undefined)
      Object.assign(line, { costShareMicro: null, fixedValueE4: toE4(entry.fixedValue) });
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await assertPlausibleExpiries(
    tx,
    now,
    enteredLines.map(({ itemId, expiry }, index) => ({ itemId, expiry, field: `${name}.${index}.expiry` })),
  );
  const mainLine = getMainOutput(batch);
  for (const { line, total, isOtherUnit, lots } of entered.values()) {
    line.enteredQtyMicro =
      line === mainLine && isOtherUnit
        ? toStoredPart(
            total,
            computeRemainingToMakeMicro(getBatchProgress(header)) - header.lossMicro,
            header.parts,
          )
        : toSafeNumber(roundExact(total));
    line.lots = JSON.stringify(lots.map((lot) => ({ lot: lot.lot, qty: fromMicro(lot.qtyMicro) })));
  }
}

/**
 * Asserts that cost shares add up to 100 %; otherwise value would be created or lost. The main output gets
 * the rest unless its share is entered.
 */
function assignRemainingShare(batch: LoadedBatch, isEntered: boolean): void {
  const outputs = batch.lines.filter(({ side }) => side === 'out');
  const main = getMainOutput(batch);
  const otherOutputs = outputs.filter((line) => line !== main);
  const otherSharesMicro = otherOutputs.reduce((sum, { costShareMicro }) => sum + (costShareMicro ?? 0), 0);
  if (!isEntered && main.fixedValueE4 === null)
    main.costShareMicro = otherOutputs.some(({ fixedValueE4 }) => fixedValueE4 === null)
      ? Math.max(0, 100_000_000 - otherSharesMicro)
      : null;
  const shares = outputs.map(({ costShareMicro: shareMicro, fixedValueE4: fixedE4 }) => ({
    shareMicro,
    fixedE4,
  }));
  if (!areSharesComplete(shares)) throw invalid({ produced: refusal('batch-shares') });
}

async function loadBaseUnits(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('items').select(['_id', 'baseUnit']).where('_id', 'in', ids).execute();
  return new Map(rows.map(({ _id, baseUnit }) => [_id, baseUnit]));
}
