import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { goodsReceiptLine } from '../shapes.ts';
import type { CreateReceiptLineInput } from '../input.ts';
import { toStoredTotal, totalInUnit } from '#core/exact-totals.ts';
import { toPriceMicro } from '#core/money.ts';
import {
  computeAgreedPriceMicro,
  computeFulfilledQuantity,
} from '#modules/purchase-orders/order-fulfilment.ts';
import { convertMicro, toExactOrNull, type Ratio, toMicro } from '#core/quantity.ts';
import { addExact, exactZero } from '#core/exact.ts';
import { isClosedByTolerance } from '#modules/purchase-orders/purchase-status.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { createReasonParser, reasonColumns } from '#platform/documents/server/reasons.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { findQuantityError } from '#modules/units/server/units.ts';
import {
  type PurchaseCatalogue,
  resolveLineUnit,
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
  orderLine: OrderedLine | null;
}

type LineInput = CreateReceiptLineInput;
type LineUnit = Pick<StoredReceiptLine, 'unit' | 'unitSymbol' | 'unitNum' | 'unitDen' | 'packagingId'>;

const getRatio = ({ unitNum, unitDen }: Pick<LineUnit, 'unitNum' | 'unitDen'>): Ratio => ({
  num: unitNum,
  den: unitDen,
});

/**
 * Builds receipt lines with current names, sizes and prices; goods that fulfil a purchase line use its unit
 * and price. Invalid fields are returned in `errors`, keyed by `items.<n>.<field>`, so that the caller can
 * report them together with other errors; lines that can't be parsed are omitted.
 *
 * @throws ApiProblem 422 if a line has no item or no quantity
 */
export async function buildReceiptLines(
  ctx: CommandContext,
  header: Pick<ReceiptHeader, '_id' | 'supplier' | 'businessDay' | 'currency' | 'place'>,
  order: LoadedPurchase | null,
  inputs: readonly LineInput[],
): Promise<{ drafts: DraftReceiptLine[]; errors: Record<string, Refusal> }> {
  const errors: Record<string, Refusal> = {};
  const orderLinesById = new Map(order?.lines.map((line) => [line.lineId, line]));
  const validEntries = inputs.flatMap((entry, index) => {
    const path = `items.${index}`;
    const orderLine = entry.poLineId === undefined ? null : (orderLinesById.get(entry.poLineId) ?? undefined);
    const itemId = entry.itemId ?? orderLine?.itemId;
    if (orderLine === undefined) errors[`${path}.poLineId`] = refusal('purchase-no-such-line');
    else if (orderLine?.isClosed === 1 && !isClosedByTolerance(orderLine))
      errors[`${path}.poLineId`] = refusal('receipt-line-closed');
    else if (itemId === undefined) errors[`${path}.itemId`] = refusal('receipt-item-needed');
    else if (entry.qty + (entry.rejectedQty ?? 0) + (entry.freeQty ?? 0) === 0)
      errors[`${path}.qty`] = refusal('receipt-nothing');
    else return [{ entry, path, orderLine, itemId }];
    return [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const references = validEntries.flatMap(({ entry, itemId, orderLine }) => [
    { itemId, packagingId: entry.packagingId ?? orderLine?.packagingId },
    ...(orderLine ? [{ itemId: orderLine.itemId }] : []),
  ]);
  const catalogue = await loadPurchaseCatalogue(ctx.tx, references, {
    day: header.businessDay,
    currency: header.currency,
    place: header.place,
    actor: ctx.actor,
  });
  const parseReason = await createReasonParser(
    ctx.tx,
    validEntries.flatMap(({ entry }) => [entry.reason, entry.reasonCode]),
  );
  const drafts = validEntries.flatMap(({ entry, path, orderLine, itemId }, position): DraftReceiptLine[] => {
    const reject = (field: string, reason: Refusal) => {
      errors[`${path}.${field}`] = reason;
      return [];
    };
    const isAsOrdered =
      orderLine !== null &&
      orderLine.itemId === itemId &&
      entry.unit === undefined &&
      (entry.packagingId === undefined || entry.packagingId === orderLine.packagingId);
    const lineUnit = isAsOrdered
      ? getOrderedUnit(orderLine, catalogue)
      : resolveLineUnit(catalogue, header, { ...entry, itemId });
    if ('field' in lineUnit) return reject(lineUnit.field, lineUnit.reason);
    const { wholeOnly, ...unitFields } = lineUnit;
    const ratio = getRatio(unitFields);
    for (const field of ['qty', 'rejectedQty', 'freeQty'] as const) {
      const quantityError = findQuantityError(
        entry[field] ?? 0,
        { symbol: unitFields.unitSymbol, wholeOnly },
        ratio,
      );
      if (quantityError !== null) return reject(field, quantityError);
    }
    const item = catalogue.items.get(itemId);
    if (!item) return reject('itemId', refusal('no-such-item'));
    const priceMicro = resolvePriceMicro(entry, itemId, unitFields, orderLine, catalogue);
    if (priceMicro === null && entry.qty + (entry.rejectedQty ?? 0) > 0)
      errors[`${path}.price`] = refusal('purchase-no-price', { item: item.name });
    const [qtyMicro, rejectedQtyMicro, freeQtyMicro] = [
      entry.qty,
      entry.rejectedQty ?? 0,
      entry.freeQty ?? 0,
    ].map(toMicro) as [number, number, number];
    const toOrderedUnit = orderLine && createOrderedUnitConverter(orderLine, itemId, unitFields, catalogue);
    const enteredCoverMicro = entry.coversQty === undefined ? null : toMicro(entry.coversQty);
    const isSubstitute = orderLine !== null && orderLine.itemId !== itemId;
    if (isSubstitute && enteredCoverMicro === null && toOrderedUnit === null && qtyMicro > 0)
      return reject('coversQty', refusal('receipt-substitute', { item: orderLine.itemName }));
    const amounts = toExactOrNull(() => ({
      baseQtyMicro: convertMicro(qtyMicro + freeQtyMicro, ratio),
      coversQtyMicro:
        orderLine &&
        (isSubstitute && enteredCoverMicro !== null
          ? enteredCoverMicro
          : toOrderedUnit && toOrderedUnit(qtyMicro)),
      coversRejectedQtyMicro: orderLine && (toOrderedUnit ? toOrderedUnit(rejectedQtyMicro) : 0),
    }));
    if (amounts === null)
      return reject('qty', refusal('quantity-too-large', { unit: unitFields.unitSymbol }));
    const reason = parseReason(entry.reasonCode) ?? parseReason(entry.reason);
    return [
      {
        path,
        orderLine,
        line: {
          ...buildEmptyRow(goodsReceiptLine),
          ...unitFields,
          lineId: newId({ now: () => ctx.now }),
          receiptId: header._id,
          position,
          poLineId: orderLine?.lineId ?? null,
          itemId,
          itemCode: item.itemCode,
          itemName: item.name,
          itemNameAlt: item.nameAlt,
          substituteFor: isSubstitute ? orderLine.itemId : null,
          substituteForName: isSubstitute ? orderLine.itemName : null,
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
  return { drafts, errors: { ...implausibleExpiries, ...errors } };
}

/** Returns the unit in which a purchase line was ordered. */
function getOrderedUnit(
  orderLine: OrderedLine,
  { units }: PurchaseCatalogue,
): LineUnit & { wholeOnly: number } {
  const { packagingId, unit, unitSymbol, unitNum, unitDen } = orderLine;
  const wholeOnly = unit === null ? 1 : (units.find(unit)?.wholeOnly ?? 0);
  return { packagingId, unit, unitSymbol, unitNum, unitDen, wholeOnly };
}

/**
 * Returns the price per counted unit: the entered one, otherwise the one agreed in the order, otherwise the
 * pack's current price.
 */
function resolvePriceMicro(
  { price }: LineInput,
  itemId: string,
  unitFields: LineUnit,
  orderLine: OrderedLine | null,
  catalogue: PurchaseCatalogue,
): number | null {
  if (price !== undefined) return toPriceMicro(price);
  if (orderLine?.itemId === itemId)
    return toExactOrNull(() => computeAgreedPriceMicro({ ...unitFields, itemId }, orderLine));
  return unitFields.unit === null ? catalogue.priceMicro(unitFields.packagingId ?? '') : null;
}

/**
 * Returns a function that converts received quantities to the ordered unit; null if they can't be converted.
 */
function createOrderedUnitConverter(
  orderLine: OrderedLine,
  itemId: string,
  unitFields: LineUnit,
  { items }: PurchaseCatalogue,
): ((qtyMicro: number) => number) | null {
  const isSame = orderLine.itemId === itemId;
  if (!isSame && items.get(itemId)?.baseUnit !== items.get(orderLine.itemId)?.baseUnit) return null;
  return (qtyMicro) => totalInUnit(orderLine, [{ ...unitFields, qtyMicro }]);
}

/**
 * Divides the exact total of the receipt lines of an ordered line among them: each stores the increase of the
 * running total, so that the parts add up.
 */
function splitCoveredQuantities(drafts: readonly DraftReceiptLine[]): void {
  for (const [orderLine, lines] of Map.groupBy(drafts, (draft) => draft.orderLine)) {
    if (orderLine === null) continue;
    let [total, beforeMicro] = [exactZero, 0];
    for (const { line } of lines.filter(({ line: { itemId } }) => itemId === orderLine.itemId)) {
      total = addExact(total, computeFulfilledQuantity(line, orderLine));
      const cumulativeMicro = toStoredTotal(total, orderLine.qtyMicro);
      line.coversQtyMicro = cumulativeMicro - beforeMicro;
      beforeMicro = cumulativeMicro;
    }
  }
}
