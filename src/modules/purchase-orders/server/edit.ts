import { toRow } from '#platform/documents/document-rows.ts';
import { purchaseSummary } from '../shapes.ts';
import type { EditPurchaseLineInput, PatchPurchaseInput } from '../input.ts';
import { lineAddress } from '#platform/documents/line-address.ts';
import { getBusinessDay, utcDays } from '#core/business-day.ts';
import { toPriceMicro } from '#core/money.ts';
import { computePricing } from '../discount.ts';
import { decidePurchaseEdit } from '../edits.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { otherReason } from '#core/reasons/read-reason.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import type { RecordedStep } from '#platform/documents/server/history.ts';
import { createReasonParser, reasonColumns } from '#platform/documents/server/reasons.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import {
  assertPermitted,
  createEditStep,
  saveEdit,
  getPreviousValues,
} from '#platform/documents/server/write.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { findQuantityError } from '#modules/units/server/units.ts';
import {
  findArchived,
  buildPurchaseLines,
  resolveLineUnit,
  loadPurchaseCatalogue,
  type RequestedPurchaseLine,
} from './lines.ts';
import {
  type PurchaseOrderHeader,
  type StoredPurchaseLine,
  type LoadedPurchase,
  toPurchaseLifecycleInput,
  purchaseStore,
} from './rows.ts';
import { updateOrderTotals } from './order-totals.ts';

type PurchaseEdit = Omit<PatchPurchaseInput, 'status'>;

/**
 * Edits fields and lines of an order, never its status. The caller must lock the order; `check` (stale
 * version) runs last. Updates the order in memory.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION if the status doesn't allow the edit, 422 by
 *   field.
 */
export async function editPurchaseOrder(
  ctx: CommandContext,
  order: LoadedPurchase,
  edit: PurchaseEdit,
  check: () => Promise<void> = async () => {},
): Promise<void> {
  assertPermitted(purchaseStore, order, decidePurchaseEdit(toPurchaseLifecycleInput(order), ctx.actor, edit));
  const { header } = order;
  const { items = [], ...fields } = edit;
  assertPlausibleYear(ctx.now, 'planned', fields.expectedOn, 'expectedOn', header.expectedOn);
  const before = getPreviousValues(header, fields);
  const { changed, removed } = await editLines(ctx, order, items);
  Object.assign(header, toRow(purchaseSummary, fields));
  await updateOrderTotals(ctx, order, fields.freight !== undefined);
  await check();
  await saveEdit(ctx, purchaseStore, order, {
    lines: changed,
    removed,
    steps: buildClosedLineSteps(order, items),
    before,
    after: edit,
  });
}

/**
 * Builds a history step for each line that was closed short or reopened, with the line and its reason,
 * because reopening clears the reason on the line.
 */
function buildClosedLineSteps(
  { header, lines }: LoadedPurchase,
  items: readonly EditPurchaseLineInput[],
): RecordedStep[] {
  return items.flatMap(({ lineId, closed }): RecordedStep[] => {
    const line = lines.find((candidate) => candidate.lineId === lineId);
    if (!line || closed === undefined) return [];
    const { itemName, reason: reasonText, reasonCode: code, reasonNote } = line;
    const note = reasonNote === null ? itemName : `${itemName}: ${reasonNote}`;
    const reason =
      reasonText === null || code === null
        ? null
        : { code, note, text: code === otherReason ? note : `${reasonText}: ${itemName}` };
    return [createEditStep(header, reason)];
  });
}

interface EditedLine {
  entry: EditPurchaseLineInput;
  path: string;
  line: StoredPurchaseLine;
}

async function editLines(
  ctx: CommandContext,
  order: LoadedPurchase,
  edits: readonly EditPurchaseLineInput[],
): Promise<{ changed: StoredPurchaseLine[]; removed: string[] }> {
  if (edits.length === 0) return { changed: [], removed: [] };
  const entries = edits.map((entry, index) => ({ entry, path: lineAddress(entry, index) }));
  const linesById = new Map(order.lines.map((line) => [line.lineId, line]));
  const unknownLines = entries.filter(
    ({ entry: { lineId } }) => lineId !== undefined && !linesById.has(lineId),
  );
  if (unknownLines.length > 0)
    throw invalid(
      Object.fromEntries(
        unknownLines.map(({ path }) => [`${path}.lineId`, refusal('purchase-no-such-line')]),
      ),
    );
  const removed = new Set(entries.flatMap(({ entry }) => (entry.remove ? (entry.lineId ?? []) : [])));
  const editedLines = entries.flatMap(({ entry, path }): EditedLine[] => {
    const line = entry.remove ? undefined : linesById.get(entry.lineId ?? '');
    return line ? [{ entry, path, line }] : [];
  });
  const day = await loadLocalToday(ctx, order.header);
  await changeQuantityOrUnit(ctx, order.header, editedLines, day);
  changePrices(editedLines);
  for (const { entry, line } of editedLines) if (entry.note !== undefined) line.note = entry.note;
  await closeShort(ctx, editedLines);
  const added = await buildPurchaseLines(
    ctx,
    order.header,
    entries.flatMap(({ entry, path }) =>
      entry.lineId === undefined && !entry.remove ? [{ ...toRequestedLine(entry), path }] : [],
    ),
    day,
    (order.lines.at(-1)?.position ?? -1) + 1,
  );
  order.lines = [...order.lines.filter(({ lineId }) => !removed.has(lineId)), ...added];
  if (order.lines.length > 500) throw invalid({ items: refusal('order-most-lines', { n: 500 }) });
  const changed = editedLines.map(({ line }) => line).filter(({ lineId }) => !removed.has(lineId));
  return { changed: [...new Set([...changed, ...added])], removed: [...removed] };
}

const toRequestedLine = ({ lineId, remove, closed, reason, ...line }: EditPurchaseLineInput) =>
  line as Omit<RequestedPurchaseLine, 'path'>;

/** Returns the current day at the buying location, for prices and tax rates. */
async function loadLocalToday(
  { tx, now }: CommandContext,
  { place }: Pick<PurchaseOrderHeader, 'place'>,
): Promise<string> {
  const row = await tx
    .selectFrom('branches')
    .select(['timezone', 'dayEnds'])
    .where('_id', '=', place)
    .executeTakeFirst();
  return getBusinessDay(now, row ?? utcDays);
}

/**
 * Changes quantity, pack or unit. A different quantity keeps the agreed price; a different pack or unit uses
 * the entered price, otherwise the current one.
 */
async function changeQuantityOrUnit(
  { tx, actor }: CommandContext,
  header: PurchaseOrderHeader,
  editedLines: readonly EditedLine[],
  day: string,
): Promise<void> {
  const changed = editedLines.filter(
    ({ entry }) => entry.qty !== undefined || entry.unit !== undefined || entry.packagingId !== undefined,
  );
  if (changed.length === 0) return;
  const selections = changed.map(({ entry, line }) => {
    const packagingId = entry.packagingId ?? line.packagingId;
    const unit = entry.unit ?? (entry.packagingId === undefined ? line.unit : null);
    return { itemId: line.itemId, packagingId, unit };
  });
  const catalogue = await loadPurchaseCatalogue(tx, selections, {
    day,
    currency: header.currency,
    place: header.place,
    actor,
  });
  const errors: Record<string, Refusal> = {};
  for (const [index, { entry, path, line }] of changed.entries()) {
    const lineUnit = resolveLineUnit(catalogue, header, selections[index] as (typeof selections)[number]);
    if ('field' in lineUnit) {
      errors[`${path}.${lineUnit.field}`] = lineUnit.reason;
      continue;
    }
    const { wholeOnly, ...unitFields } = lineUnit;
    const hasNewUnit = unitFields.packagingId !== line.packagingId || unitFields.unit !== line.unit;
    const archivedEntry = hasNewUnit ? findArchived(catalogue, { itemId: line.itemId, ...unitFields }) : null;
    if (archivedEntry)
      errors[`${path}.${archivedEntry.field}`] = refusal('is-archived', { name: archivedEntry.name });
    const qty = entry.qty ?? fromMicro(line.qtyMicro);
    // The pack size stays as ordered unless a different pack is chosen.
    const ratio = hasNewUnit ? unitFields : line;
    const quantityError = findQuantityError(
      qty,
      { symbol: unitFields.unitSymbol, wholeOnly },
      { num: ratio.unitNum, den: ratio.unitDen },
    );
    if (quantityError !== null) errors[`${path}.qty`] = quantityError;
    line.qtyMicro = toMicro(qty);
    if (!hasNewUnit) continue;
    const enteredPrice = entry.price ?? entry.listPrice;
    const priceMicro =
      enteredPrice === undefined && unitFields.unit === null
        ? catalogue.priceMicro(unitFields.packagingId ?? '')
        : enteredPrice === undefined
          ? null
          : toPriceMicro(enteredPrice);
    if (priceMicro === null) errors[`${path}.price`] = refusal('purchase-no-price', { item: line.itemName });
    else {
      const listPriceMicro = line.listPriceMicro === null ? null : priceMicro;
      Object.assign(line, unitFields, { priceMicro, listPriceMicro });
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Applies entered prices and discounts; a discount in an amount also depends on the quantity. */
function changePrices(editedLines: readonly EditedLine[]): void {
  const errors: Record<string, Refusal> = {};
  for (const { entry, path, line } of editedLines) {
    const pricing = computePricing(line, entry);
    if ('reason' in pricing) errors[`${path}.${pricing.field}`] = pricing.reason;
    else Object.assign(line, pricing);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Closes lines short with a reason, or reopens them. */
async function closeShort({ tx }: CommandContext, editedLines: readonly EditedLine[]): Promise<void> {
  const entriesWithClosed = editedLines.filter(({ entry }) => entry.closed !== undefined);
  const parseReason = await createReasonParser(
    tx,
    entriesWithClosed.map(({ entry }) => entry.reason),
  );
  const errors: Record<string, Refusal> = {};
  for (const { entry, path, line } of entriesWithClosed) {
    const reason = parseReason(entry.reason);
    if (entry.closed && reason === null) errors[`${path}.reason`] = refusal('document-reason');
    Object.assign(line, { isClosed: entry.closed ? 1 : 0, ...reasonColumns(entry.closed ? reason : null) });
  }
  for (const { entry, path } of editedLines)
    if (entry.closed === undefined && entry.reason != null)
      errors[`${path}.reason`] = refusal('purchase-reason-alone');
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
