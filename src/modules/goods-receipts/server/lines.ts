import { emptyRow } from '#platform/documents/document-rows.ts';
import { goodsReceiptLine } from '../shapes.ts';
import type { CreateReceiptLineInput } from '../input.ts';
import { toStoredTotal, totalInUnit } from '#core/exact-totals.ts';
import { toPriceMicro } from '#core/money.ts';
import { agreedPriceMicro, fulfilledQuantity } from '#modules/purchase-orders/order-fulfilment.ts';
import { convertMicro, exactOrNull, type Ratio, toMicro } from '#core/quantity.ts';
import { addExact, exactZero } from '#core/exact.ts';
import { isClosedByTolerance } from '#modules/purchase-orders/purchase-status.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { createReasonParser, reasonColumns } from '#platform/documents/server/reasons.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { quantityFault } from '#modules/units/server/units.ts';
import {
  type PurchaseCatalogue,
  lineMeasure,
  loadPurchaseCatalogue,
} from '#modules/purchase-orders/server/lines.ts';
import type {
  StoredPurchaseLine as OrderedLine,
  LoadedPurchase,
} from '#modules/purchase-orders/server/rows.ts';
import { findImplausibleExpiries } from '#modules/stock/server/expiry-checks.ts';
import type { ReceiptHeader, StoredReceiptLine } from './rows.ts';

/** A line built from input; `path` is its position in the request body. */
export interface DraftReceiptLine {
  line: StoredReceiptLine;
  path: string;
  ordered: OrderedLine | null;
}

type LineInput = CreateReceiptLineInput;
type Measure = Pick<StoredReceiptLine, 'unit' | 'unitSymbol' | 'unitNum' | 'unitDen' | 'packagingId'>;

const ratioOf = ({ unitNum, unitDen }: Pick<Measure, 'unitNum' | 'unitDen'>): Ratio => ({
  num: unitNum,
  den: unitDen,
});

/**
 * Builds receipt lines with current names, sizes and prices; goods that fulfil a purchase line use its unit
 * and price. Invalid fields are returned in `faults`, keyed by `items.<n>.` and field, so that the caller can
 * report them together with other errors; lines that can't be parsed are omitted.
 *
 * @throws ApiProblem 422 if a line has no item or no quantity
 */
export async function buildReceiptLines(
  ctx: CommandContext,
  head: Pick<ReceiptHeader, '_id' | 'supplier' | 'businessDay' | 'currency' | 'place'>,
  order: LoadedPurchase | null,
  inputs: readonly LineInput[],
): Promise<{ drafts: DraftReceiptLine[]; faults: Record<string, Refusal> }> {
  const faults: Record<string, Refusal> = {};
  const orderLinesById = new Map(order?.lines.map((line) => [line.lineId, line]));
  const valid = inputs.flatMap((entry, index) => {
    const path = `items.${index}`;
    const ordered = entry.poLineId === undefined ? null : (orderLinesById.get(entry.poLineId) ?? undefined);
    const itemId = entry.itemId ?? ordered?.itemId;
    if (ordered === undefined) faults[`${path}.poLineId`] = refusal('purchase-no-such-line');
    else if (ordered?.isClosed === 1 && !isClosedByTolerance(ordered))
      faults[`${path}.poLineId`] = refusal('receipt-line-closed');
    else if (itemId === undefined) faults[`${path}.itemId`] = refusal('receipt-item-needed');
    else if (entry.qty + (entry.rejectedQty ?? 0) + (entry.freeQty ?? 0) === 0)
      faults[`${path}.qty`] = refusal('receipt-nothing');
    else return [{ entry, path, ordered, itemId }];
    return [];
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const references = valid.flatMap(({ entry, itemId, ordered }) => [
    { itemId, packagingId: entry.packagingId ?? ordered?.packagingId },
    ...(ordered ? [{ itemId: ordered.itemId }] : []),
  ]);
  const catalogue = await loadPurchaseCatalogue(ctx.tx, references, {
    day: head.businessDay,
    currency: head.currency,
    place: head.place,
    actor: ctx.actor,
  });
  const parseReason = await createReasonParser(
    ctx.tx,
    valid.flatMap(({ entry }) => [entry.reason, entry.reasonCode]),
  );
  const drafts = valid.flatMap(({ entry, path, ordered, itemId }, position): DraftReceiptLine[] => {
    const reject = (field: string, reason: Refusal) => {
      faults[`${path}.${field}`] = reason;
      return [];
    };
    const isAsOrdered =
      ordered !== null &&
      ordered.itemId === itemId &&
      entry.unit === undefined &&
      (entry.packagingId === undefined || entry.packagingId === ordered.packagingId);
    const measure = isAsOrdered
      ? orderedMeasure(ordered, catalogue)
      : lineMeasure(catalogue, head, { ...entry, itemId });
    if ('why' in measure) return reject(measure.field, measure.why);
    const { wholeOnly, ...measureFields } = measure;
    const ratio = ratioOf(measureFields);
    for (const field of ['qty', 'rejectedQty', 'freeQty'] as const) {
      const badQuantity = quantityFault(
        entry[field] ?? 0,
        { symbol: measureFields.unitSymbol, wholeOnly },
        ratio,
      );
      if (badQuantity !== null) return reject(field, badQuantity);
    }
    const item = catalogue.items.get(itemId);
    if (!item) return reject('itemId', refusal('no-such-item'));
    const priceMicro = linePriceMicro(entry, itemId, measureFields, ordered, catalogue);
    if (priceMicro === null && entry.qty + (entry.rejectedQty ?? 0) > 0)
      faults[`${path}.price`] = refusal('purchase-no-price', { item: item.name });
    const [qtyMicro, rejectedQtyMicro, freeQtyMicro] = [
      entry.qty,
      entry.rejectedQty ?? 0,
      entry.freeQty ?? 0,
    ].map(toMicro) as [number, number, number];
    const toOrderedUnit = ordered && orderedUnitConverter(ordered, itemId, measureFields, catalogue);
    const enteredCoverMicro = entry.coversQty === undefined ? null : toMicro(entry.coversQty);
    const isSubstitute = ordered !== null && ordered.itemId !== itemId;
    if (isSubstitute && enteredCoverMicro === null && toOrderedUnit === null && qtyMicro > 0)
      return reject('coversQty', refusal('receipt-substitute', { item: ordered.itemName }));
    const amounts = exactOrNull(() => ({
      baseQtyMicro: convertMicro(qtyMicro + freeQtyMicro, ratio),
      coversQtyMicro:
        ordered &&
        (isSubstitute && enteredCoverMicro !== null
          ? enteredCoverMicro
          : toOrderedUnit && toOrderedUnit(qtyMicro)),
      coversRejectedQtyMicro: ordered && (toOrderedUnit ? toOrderedUnit(rejectedQtyMicro) : 0),
    }));
    if (amounts === null)
      return reject('qty', refusal('quantity-too-large', { unit: measureFields.unitSymbol }));
    const reason = parseReason(entry.reasonCode) ?? parseReason(entry.reason);
    return [
      {
        path,
        ordered,
        line: {
          ...emptyRow(goodsReceiptLine),
          ...measureFields,
          lineId: newId({ now: () => ctx.now }),
          receiptId: head._id,
          position,
          poLineId: ordered?.lineId ?? null,
          itemId,
          itemCode: item.itemCode,
          itemName: item.name,
          itemNameAlt: item.nameAlt,
          substituteFor: isSubstitute ? ordered.itemId : null,
          substituteForName: isSubstitute ? ordered.itemName : null,
          qtyMicro,
          rejectedQtyMicro,
          freeQtyMicro,
          ...amounts,
          priceMicro: priceMicro ?? 0,
          chargeE4: 0,
          landedValueE4: 0,
          lot: entry.lot ?? null,
          expiry: entry.expiry ?? null,
          temperatureMicro: entry.temperature === undefined ? null : toMicro(entry.temperature),
          pieces: entry.pieces ?? null,
          ...reasonColumns(reason),
          note: entry.note ?? null,
          hasPhoto: entry.photo ? 1 : 0,
          billedQtyMicro: 0,
          billedValueE4: 0,
          returnedQtyMicro: 0,
          isReversed: 0,
        },
      },
    ];
  });
  splitCoveredQuantities(drafts);
  const implausibleExpiries = await findImplausibleExpiries(
    ctx.tx,
    ctx.now,
    drafts.map(({ path, line: { itemId, expiry } }) => ({ itemId, expiry, field: `${path}.expiry` })),
  );
  return { drafts, faults: { ...implausibleExpiries, ...faults } };
}

/** The unit of a purchase line as ordered. */
function orderedMeasure(ordered: OrderedLine, { units }: PurchaseCatalogue): Measure & { wholeOnly: number } {
  const { packagingId, unit, unitSymbol, unitNum, unitDen } = ordered;
  const wholeOnly = unit === null ? 1 : (units.find(unit)?.wholeOnly ?? 0);
  return { packagingId, unit, unitSymbol, unitNum, unitDen, wholeOnly };
}

/**
 * Returns the price per counted unit: the entered one, otherwise the one agreed in the order, otherwise the
 * pack's current price.
 */
function linePriceMicro(
  { price }: LineInput,
  itemId: string,
  measureFields: Measure,
  ordered: OrderedLine | null,
  catalogue: PurchaseCatalogue,
): number | null {
  if (price !== undefined) return toPriceMicro(price);
  if (ordered?.itemId === itemId)
    return exactOrNull(() => agreedPriceMicro({ ...measureFields, itemId }, ordered));
  return measureFields.unit === null ? catalogue.priceMicro(measureFields.packagingId ?? '') : null;
}

/**
 * Returns a function that converts received quantities to the ordered unit; null if they can't be converted.
 */
function orderedUnitConverter(
  ordered: OrderedLine,
  itemId: string,
  measureFields: Measure,
  { items }: PurchaseCatalogue,
): ((qtyMicro: number) => number) | null {
  const isSame = ordered.itemId === itemId;
  if (!isSame && items.get(itemId)?.baseUnit !== items.get(ordered.itemId)?.baseUnit) return null;
  return (qtyMicro) => totalInUnit(ordered, [{ ...measureFields, qtyMicro }]);
}

/**
 * Divides the exact total of the receipt lines of an ordered line among them: each stores the increase of the
 * running total, so that the parts add up.
 */
function splitCoveredQuantities(drafts: readonly DraftReceiptLine[]): void {
  for (const [ordered, lines] of Map.groupBy(drafts, (draft) => draft.ordered)) {
    if (ordered === null) continue;
    let [total, beforeMicro] = [exactZero, 0];
    for (const { line } of lines.filter(({ line: { itemId } }) => itemId === ordered.itemId)) {
      total = addExact(total, fulfilledQuantity(line, ordered));
      const uptoMicro = toStoredTotal(total, ordered.qtyMicro);
      line.coversQtyMicro = uptoMicro - beforeMicro;
      beforeMicro = uptoMicro;
    }
  }
}
