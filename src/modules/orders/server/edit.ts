import { countOpenSubstitutes, getSubstitutionRule } from '../substituting.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { toRow } from '#platform/documents/document-rows.ts';
import { orderLineFields } from '../shapes.ts';
import type { EditOrderInput, EditOrderLineInput } from '../input.ts';
import { decideOrderEdit } from '../edits.ts';
import { lineAddress } from '#platform/documents/line-address.ts';
import { computeEffectiveQuantities, getLineRatio } from '../lines.ts';
import { fulfilmentQuantities } from '../line-quantities.ts';
import { findTransitionErrors } from '../transition-checks.ts';
import {
  convertMicro,
  toExactOrNull,
  fromMicro,
  invertRatio,
  multiplyRatio,
  type Ratio,
  toMicro,
} from '#core/quantity.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { loadCutoff, isLate } from './calendar.ts';
import { findQuantityError, loadWholeUnits } from '#modules/units/server/units.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPermitted, saveEdit, getPreviousValues } from '#platform/documents/server/write.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { createReasonParser, reasonColumns } from '#platform/documents/server/reasons.ts';
import { assignCrateNumbers } from './crates.ts';
import { computeOrderValueE4 } from './create.ts';
import { buildOrderLines } from './line-items.ts';
import { reservePicks } from './lots.ts';
import { applyReceivedLots } from '#modules/shipments/server/received-lots.ts';
import { assertPlausibleExpiries } from '#modules/stock/server/expiry-checks.ts';
import { type StoredOrderLine, type LoadedOrder, buildOrderLifecycleInput, orderStore } from './rows.ts';

/**
 * Edits fields and lines of an order, never its status. The caller must lock the order; `check` (stale
 * version) runs last. Updates the order in memory.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION if the status doesn't allow the edit, 422 by
 *   field.
 */
export async function editOrder(
  ctx: CommandContext,
  order: LoadedOrder,
  edit: EditOrderInput,
  check: () => Promise<void> = async () => {},
): Promise<void> {
  assertPermitted(orderStore, order, decideOrderEdit(buildOrderLifecycleInput(order), ctx.actor, edit));
  const { header } = order;
  const before = getPreviousValues(header, edit);
  const isEvent = (edit.occasion ?? header.occasion) !== null;
  const { changed, removed } = await editLines(ctx, order, edit.items ?? [], isEvent);
  assertShipReasons(order, changed);
  await editHeader(ctx, order, edit);
  await check();
  Object.assign(header, {
    lineCount: order.lines.length,
    unansweredSubstitutes: countUnansweredSubstitutes(order),
    valueE4: computeOrderValueE4(order.lines, ({ lineId }) => lineId),
  });
  await saveEdit(ctx, orderStore, order, { lines: changed, removed, before, after: edit });
}

/** Counts the substitutes that the branch has neither accepted nor refused; null if there are none. */
export const countUnansweredSubstitutes = ({ header, lines }: LoadedOrder): number | null =>
  ((header.status === 'Under Process' || header.status === 'Shipped') && countOpenSubstitutes(lines)) || null;

/**
 * If the shipped quantity of a line differs from the approved one, its reason may be changed but not cleared.
 */
function assertShipReasons({ header }: LoadedOrder, changed: readonly StoredOrderLine[]): void {
  if (header.status !== 'Shipped') return;
  const errors = findTransitionErrors('ship', changed);
  if (errors.length > 0)
    throw invalid(Object.fromEntries(errors.map(({ field, refusal }) => [field, refusal])));
}

async function editHeader(ctx: CommandContext, order: LoadedOrder, edit: EditOrderInput): Promise<void> {
  const { header } = order;
  const { items, rejectReason, ...fields } = edit;
  assertPlausibleYear(ctx.now, 'planned', fields.deliveryDate, 'deliveryDate', header.deliveryDate);
  assertPlausibleYear(ctx.now, 'planned', fields.eventAt, 'eventAt', header.eventAt);
  assertPlausibleYear(ctx.now, 'planned', fields.departsAt, 'departsAt', header.departsAt);
  const reason = fields.transitionReason === undefined ? rejectReason : fields.transitionReason;
  const parsedReason =
    reason === undefined ? undefined : (await createReasonParser(ctx.tx, [reason]))(reason);
  const reasonText = parsedReason === undefined ? undefined : (parsedReason?.text ?? null);
  const values = Object.entries({ ...fields, transitionReason: reasonText }).filter(
    ([, value]) => value !== undefined,
  );
  Object.assign(header, Object.fromEntries(values));
  if (header.occasion === null && (fields.eventAt || fields.guests))
    throw invalid({ occasion: refusal('event-name') });
  if (fields.crates !== undefined) await assignCrateNumbers(ctx, order);
  if (fields.deliveryDate !== undefined || fields.occasion !== undefined) {
    header.cutoffAt = await loadCutoff(ctx.tx, header);
    // A new delivery day can make a submitted order late, or on time.
    if (header.dateTime !== null) header.isLate = isLate(header.dateTime, header.cutoffAt);
  }
}

type LineEntry = EditOrderLineInput & { path: string };

async function editLines(
  ctx: CommandContext,
  order: LoadedOrder,
  edits: readonly EditOrderLineInput[],
  isEvent: boolean,
): Promise<{ changed: StoredOrderLine[]; removed: string[] }> {
  const entries: LineEntry[] = edits.map((entry, index) => ({ ...entry, path: lineAddress(entry, index) }));
  const linesById = new Map(order.lines.map((line) => [line.lineId, line]));
  const unknownLines = entries.filter((entry) => entry.lineId !== undefined && !linesById.has(entry.lineId));
  if (unknownLines.length > 0) {
    throw invalid(
      Object.fromEntries(
        unknownLines.map((entry) => [`items.${entries.indexOf(entry)}.lineId`, refusal('no-such-line')]),
      ),
    );
  }
  const removed = new Set(entries.flatMap((entry) => (entry.remove && entry.lineId ? [entry.lineId] : [])));
  const remaining = entries.filter((entry) => !entry.remove);
  const existingTargets = remaining.flatMap((entry) =>
    entry.lineId ? [{ entry, line: linesById.get(entry.lineId) as StoredOrderLine }] : [],
  );
  const parseReason = await createReasonParser(
    ctx.tx,
    remaining.map(({ reason }) => reason),
  );
  await changeQuantityOrUnit(ctx, order, existingTargets);
  const addedTargets = await addLines(ctx, order, remaining, isEvent);
  const targets = [...existingTargets, ...addedTargets];
  assertSubstituteAnswers(targets);
  assertSubstitutes(order, targets);
  await applySubstitutionRules(ctx, order, targets);
  await assertCountedInPieces(ctx, targets);
  const wholeUnits = targets.some(({ entry }) => hasQuantity(entry))
    ? await loadWholeUnits(ctx.tx)
    : new Set<string>();
  for (const { entry, line } of targets) {
    const before = { ...line };
    setFields(entry, line, wholeUnits);
    if (!entry.substituteAnswer && exceedsAccepted(before, line)) line.substituteAnswer = null;
    if (entry.reason !== undefined) Object.assign(line, reasonColumns(parseReason(entry.reason)));
    if (order.header.status === 'Shipped') markReceiptFields(entry, line);
  }
  await assertPlausibleExpiries(ctx.tx, ctx.now, listEnteredExpiries(targets));
  await applyReceivedLots(ctx, order.header, targets);
  await reservePicks(ctx, order, targets);
  order.lines = [
    ...order.lines.filter((line) => !removed.has(line.lineId)),
    ...addedTargets.map(({ line }) => line),
  ];
  if (order.lines.length > 500) throw invalid({ items: refusal('order-most-lines', { n: 500 }) });
  const changed = new Set(targets.map(({ line }) => line));
  return { changed: [...changed].filter((line) => !removed.has(line.lineId)), removed: [...removed] };
}

/** Expiry dates entered for picked lots. */
const listEnteredExpiries = (targets: readonly Target[]) =>
  targets.flatMap(({ entry: { path, lots = [] }, line: { itemId } }) =>
    lots.map(({ expiry }) => ({ itemId, expiry, field: `${path}.lots` })),
  );

interface Target {
  entry: LineEntry;
  line: StoredOrderLine;
}

/** Changes the quantity or unit of existing lines, with current prices and conversions. */
async function changeQuantityOrUnit(
  ctx: CommandContext,
  order: LoadedOrder,
  targets: readonly Target[],
): Promise<void> {
  const changedTargets = targets.filter(
    ({ entry }) => entry.orderQty !== undefined || entry.unit !== undefined,
  );
  const rebuiltLines = await buildOrderLines(
    ctx.tx,
    ctx.now,
    {
      orderId: order.header._id,
      branch: order.header.branch,
      kitchen: order.header.kitchen,
      allowsAny: true,
      actor: ctx.actor,
    },
    changedTargets.map(({ entry, line }) => ({
      path: entry.path,
      itemId: line.itemId,
      orderQty: entry.orderQty ?? fromMicro(line.orderQtyMicro),
      unit: entry.unit ?? line.unit,
    })),
  );
  for (const [index, { line }] of changedTargets.entries()) {
    const { unit, unitSymbol, unitNum, unitDen, unitCostMicro, orderQtyMicro } = rebuiltLines[
      index
    ] as StoredOrderLine;
    const [from, to] = [getLineRatio(line), { num: unitNum, den: unitDen }];
    for (const column of ['stockAtOrderMicro', 'suggestedQtyMicro'] as const)
      line[column] = convertToUnit(line[column], from, to);
    Object.assign(line, { unit, unitSymbol, unitNum, unitDen, unitCostMicro, orderQtyMicro });
  }
}

/** Converts a quantity stored at ordering time (stock or suggestion) to the line's new unit. */
function convertToUnit(qtyMicro: number | null, from: Ratio, to: Ratio): number | null {
  if (qtyMicro === null || (from.num === to.num && from.den === to.den)) return qtyMicro;
  return toExactOrNull(() => convertMicro(qtyMicro, multiplyRatio(from, invertRatio(to))));
}

async function addLines(
  ctx: CommandContext,
  order: LoadedOrder,
  entries: readonly LineEntry[],
  isEvent: boolean,
): Promise<Target[]> {
  const newEntries = entries.filter((entry) => entry.lineId === undefined);
  const last = order.lines.at(-1)?.position ?? -1;
  const lines = await buildOrderLines(
    ctx.tx,
    ctx.now,
    {
      orderId: order.header._id,
      branch: order.header.branch,
      kitchen: order.header.kitchen,
      isEvent,
      actor: ctx.actor,
    },
    newEntries.map(({ path, itemId = '', orderQty = 0, unit, suggestedQty }) => ({
      path,
      itemId,
      orderQty,
      unit,
      suggestedQty,
    })),
    last + 1,
  );
  return lines.map((line, index) => ({ line, entry: newEntries[index] as LineEntry }));
}

function hasQuantity(entry: LineEntry): boolean {
  return fulfilmentQuantities.some((field) => entry[field] !== undefined);
}

/** Whether the line has a fraction, which may be picked, shipped and received even in a whole-number unit. */
function hasFraction(line: StoredOrderLine): boolean {
  const { orderQtyMicro, approvedQtyMicro, pickedQtyMicro, shippedQtyMicro } = line;
  return [orderQtyMicro, approvedQtyMicro, pickedQtyMicro, shippedQtyMicro].some(
    (qtyMicro) => !Number.isInteger(fromMicro(qtyMicro ?? 0)),
  );
}

/**
 * Applies the substitution rules of the branch and items; marks substitutes that the branch must accept or
 * refuse.
 */
async function applySubstitutionRules(
  { tx }: CommandContext,
  { header, lines }: LoadedOrder,
  targets: readonly Target[],
): Promise<void> {
  const substitutions = targets.flatMap(({ entry, line }) => {
    const replacedLine = lines.find(({ lineId }) => lineId === entry.substituteFor);
    return replacedLine && line.substituteFor !== replacedLine.lineId ? [{ entry, line, replacedLine }] : [];
  });
  if (substitutions.length === 0) return;
  const branch = await tx
    .selectFrom('branches')
    .select('substituting')
    .where('_id', '=', header.branch)
    .executeTakeFirst();
  const items = await tx
    .selectFrom('items')
    .select(['_id', 'substituting'])
    .where('_id', 'in', [...new Set(substitutions.map(({ replacedLine }) => replacedLine.itemId))])
    .execute();
  const ruleByItem = new Map(items.map(({ _id, substituting }) => [_id, substituting]));
  const errors: Record<string, Refusal> = {};
  for (const { entry, line, replacedLine } of substitutions) {
    const rule = getSubstitutionRule(ruleByItem.get(replacedLine.itemId), branch?.substituting);
    if (rule === 'never')
      errors[`${entry.path}.substituteFor`] = refusal('substitute-never', {
        branch: header.branchName,
        item: replacedLine.itemName,
      });
    line.requiresAcceptance = rule === 'ask' ? 1 : null;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Asserts that a substitute wasn't ordered itself, replaces an ordered line, and stays a substitute;
 * otherwise the branch's substitution rules could be bypassed.
 */
function assertSubstitutes({ lines }: LoadedOrder, targets: readonly Target[]): void {
  const errors = targets.flatMap(({ entry: { substituteFor, lineId, path }, line }) => {
    const isChanged = substituteFor !== undefined && (!lineId || substituteFor !== line.substituteFor);
    if (!isChanged) return [];
    const replacedLine = lines.find((other) => other !== line && other.lineId === substituteFor);
    return replacedLine?.substituteFor === null && line.orderQtyMicro === 0
      ? []
      : [[`${path}.substituteFor`, refusal('substitute-target-needed')] as const];
  });
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/** Asserts that only substitutes are accepted or refused. */
function assertSubstituteAnswers(targets: readonly Target[]): void {
  const errors = targets
    .filter(({ entry, line }) => entry.substituteAnswer != null && line.substituteFor === null)
    .map(({ entry }) => [`${entry.path}.substituteAnswer`, refusal('not-a-substitute')] as const);
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/**
 * Whether a change exceeds the branch's acceptance, which covers a specific substitute and quantity. A larger
 * quantity, or a substitute for a different line, must be accepted again.
 */
const exceedsAccepted = (before: StoredOrderLine, line: StoredOrderLine): boolean =>
  line.substituteAnswer === 'accepted' &&
  (line.substituteFor !== before.substituteFor ||
    computeEffectiveQuantities(line).shippedMicro > computeEffectiveQuantities(before).shippedMicro);

/** Asserts that pieces are entered only for catch-weight items. */
async function assertCountedInPieces({ tx }: CommandContext, targets: readonly Target[]): Promise<void> {
  const withPieces = targets.filter(({ entry }) => entry.pieces != null);
  if (withPieces.length === 0) return;
  const countedItems = await tx
    .selectFrom('items')
    .select('_id')
    .where('catchWeight', '=', 1)
    .where(
      '_id',
      'in',
      withPieces.map(({ line }) => line.itemId),
    )
    .execute();
  const countedIds = new Set(countedItems.map(({ _id }) => _id));
  const errors = withPieces.flatMap(({ entry, line }) =>
    countedIds.has(line.itemId)
      ? []
      : [[`${entry.path}.pieces`, refusal('not-counted-in-pieces', { name: line.itemName })] as const],
  );
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/** Marks the note and reason as entered at receipt, to distinguish them from earlier ones. */
function markReceiptFields({ note, reason }: LineEntry, line: StoredOrderLine): void {
  if (note !== undefined) line.isReceivingNote = 1;
  if (reason !== undefined) line.isReceivingReason = 1;
}

function setFields(entry: LineEntry, line: StoredOrderLine, wholeUnits: ReadonlySet<string>): void {
  const wholeOnly = wholeUnits.has(line.unit) && !hasFraction(line) ? 1 : 0;
  for (const field of fulfilmentQuantities) {
    const qty = entry[field];
    if (qty === undefined) continue;
    const error =
      qty === null
        ? null
        : findQuantityError(qty, { symbol: line.unitSymbol, wholeOnly }, getLineRatio(line));
    if (error !== null) throw invalid({ [`${entry.path}.${field}`]: error });
  }
  // These fields are handled separately; all others are copied unchanged.
  const { lineId, itemId, orderQty, unit, reason, ...copied } = entry;
  Object.assign(line, toRow(orderLineFields, copied));
  // A manually approved quantity is no longer a fair-share quantity.
  if (copied.approvedQty !== undefined) line.sharedFromMicro = null;
  if (entry.lots) line.lots = entry.lots.map(({ qty, ...lot }) => ({ ...lot, qtyMicro: toMicro(qty) }));
}
