import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { supplierInvoiceLine } from '../shapes.ts';
import type { InvoiceLineInput } from '../input.ts';
import { toPriceMicro, computeValueAtPrice } from '#core/money.ts';
import { allocateByWeight, limitToAvailable } from '#modules/goods-receipts/landed-cost.ts';
import { computeBilledQuantity, type FulfillingLine } from '#modules/purchase-orders/order-fulfilment.ts';
import { toExactOrNull, toMicro, toSafeNumber } from '#core/quantity.ts';
import { exact, parseExactDecimal, roundExact, multiplyExact } from '#core/exact.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { findQuantityError } from '#modules/units/server/units.ts';
import {
  type PurchaseCatalogue,
  resolveLineUnit,
  loadPurchaseCatalogue,
} from '#modules/purchase-orders/server/lines.ts';
import {
  type InvoiceHeader,
  type InvoiceLine,
  selectInvoiceLinesById,
  selectReceiptLinesById,
} from './rows.ts';

const selectOrderLinesById = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('purchaseLines')
    .innerJoin('purchaseOrders', 'purchaseOrders._id', 'purchaseLines.orderId')
    .selectAll('purchaseLines')
    .select([
      'purchaseOrders.number',
      'purchaseOrders.supplier',
      'purchaseOrders.place',
      'purchaseOrders.status',
    ])
    .where('purchaseLines.lineId', 'in', ids),
);
const selectReturnsById = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('transfers')
    .select(['_id', 'number', 'to', 'from', 'status', 'kind', 'creditExpectedE4', 'creditReceivedE4'])
    .where('_id', 'in', ids)
    .where('kind', '=', 'supplier-return'),
);
const selectReturnedItems = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('transferLines')
    .select(['transferId', 'itemId'])
    .where('transferId', 'in', ids)
    .orderBy('position'),
);

export type SupplierReturnRow = Awaited<ReturnType<typeof selectReturnsById>>[number];
export type OrderedLine = Awaited<ReturnType<typeof selectOrderLinesById>>[number];

/** References of a line, entered or stored. */
type LineReferences = Partial<
  Record<'poLineId' | 'receiptLineId' | 'creditOf' | 'transferId', string | null | undefined>
>;

/** Rows referenced by invoice lines, by id. */
export interface ReferencedRows {
  receiptLines: ReadonlyMap<string, Awaited<ReturnType<typeof selectReceiptLinesById>>[number]>;
  ordered: ReadonlyMap<string, OrderedLine>;
  billed: ReadonlyMap<string, Awaited<ReturnType<typeof selectInvoiceLinesById>>[number]>;
  returns: ReadonlyMap<string, SupplierReturnRow & { itemId: string }>;
}

/** Loads all rows that the lines refer to. */
export async function loadReferencedRows(
  db: Queryable,
  lines: readonly LineReferences[],
): Promise<ReferencedRows> {
  const collectIds = (key: keyof (typeof lines)[number]) => [
    ...new Set(lines.flatMap((line) => line[key] ?? [])),
  ];
  const loadRows = async <Row>(
    load: (db: Queryable, ids: readonly string[]) => Promise<Row[]>,
    ids: string[],
  ) => (ids.length > 0 ? load(db, ids) : []);
  const receiptLines = await loadRows(selectReceiptLinesById, collectIds('receiptLineId'));
  const ordered = await loadRows(selectOrderLinesById, [
    ...new Set([...collectIds('poLineId'), ...receiptLines.flatMap(({ poLineId }) => poLineId ?? [])]),
  ]);
  const billed = await loadRows(selectInvoiceLinesById, collectIds('creditOf'));
  const returns = await loadRows(selectReturnsById, collectIds('transferId'));
  const items = await loadRows(
    selectReturnedItems,
    returns.map(({ _id }) => _id),
  );
  const findItemId = (id: string) => items.find(({ transferId }) => transferId === id)?.itemId ?? '';
  return {
    receiptLines: new Map(receiptLines.map((row) => [row.lineId, row])),
    ordered: new Map(ordered.map((row) => [row.lineId, row])),
    billed: new Map(billed.map((row) => [row.lineId, row])),
    returns: new Map(returns.map((row) => [row._id, { ...row, itemId: findItemId(row._id) }])),
  };
}

/** Supplier, location and number of the referenced document. */
interface ReferencedDocument {
  supplier: string;
  place: string;
  number: string;
}

/**
 * Resolves a line's reference to its document, or to the reason why it isn't allowed; undefined without a
 * reference.
 */
function resolveReference(
  lineInputs: LineReferences,
  { receiptLines, ordered, billed, returns }: ReferencedRows,
): ReferencedDocument | { field: string; reason: Refusal } | undefined {
  const missing = (field: string) => ({ field, reason: refusal('invoice-no-such-line') });
  if (lineInputs.receiptLineId != null) {
    const row = receiptLines.get(lineInputs.receiptLineId);
    if (!row) return missing('receiptLineId');
    return row.isReversed === 1 ? { field: 'receiptLineId', reason: refusal('invoice-line-reversed') } : row;
  }
  if (lineInputs.creditOf != null) {
    const row = billed.get(lineInputs.creditOf);
    if (row?.kind !== 'invoice') return missing('creditOf');
    const reason = refusal('invoice-not-posted', { number: row.number, status: row.status });
    return row.status === 'Posted' ? row : { field: 'creditOf', reason };
  }
  if (lineInputs.transferId != null) {
    const row = returns.get(lineInputs.transferId);
    return row ? { supplier: row.to, place: row.from, number: row.number } : missing('transferId');
  }
  if (lineInputs.poLineId == null) return undefined;
  const row = ordered.get(lineInputs.poLineId);
  if (!row) return missing('poLineId');
  const reason = refusal('invoice-order-not-sent', { number: row.number, status: row.status });
  return row.status === 'Sent' || row.status === 'Closed' ? row : { field: 'poLineId', reason };
}

/**
 * Asserts that the referenced receipts, invoices, returns and orders are still valid. Called on posting, with
 * all of them locked.
 *
 * @throws ApiProblem 422 with errors keyed by `items.<lineId>.<field>`
 */
export async function assertReferencesCurrent(db: Queryable, lines: readonly InvoiceLine[]): Promise<void> {
  const references = await loadReferencedRows(db, lines);
  const errors = lines.flatMap((line): [string, Refusal][] => {
    const referencedDocument = resolveReference(line, references);
    return referencedDocument && 'field' in referencedDocument
      ? [[`items.${line.lineId}.${referencedDocument.field}`, referencedDocument.reason]]
      : [];
  });
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/** Returns the location of the first referenced document; null without references. */
export function findReferencedLocation(
  lineInputs: readonly InvoiceLineInput[],
  references: ReferencedRows,
): string | null {
  for (const line of lineInputs) {
    const referencedDocument = resolveReference(line, references);
    if (referencedDocument && !('field' in referencedDocument)) return referencedDocument.place;
  }
  return null;
}

/**
 * Builds invoice lines with current names and unit sizes. A reference determines item and unit.
 *
 * @throws ApiProblem 422 with errors keyed by `items.<n>.<field>`
 */
export async function buildInvoiceLines(
  ctx: CommandContext,
  header: InvoiceHeader,
  lineInputs: readonly InvoiceLineInput[],
  references: ReferencedRows,
): Promise<InvoiceLine[]> {
  const errors: Record<string, Refusal> = {};
  const requestedLines = lineInputs.map((line) => {
    const reference = findReferencedLine(line, references);
    const returnItemId = references.returns.get(line.transferId ?? '')?.itemId;
    return {
      itemId: line.itemId ?? reference?.itemId ?? returnItemId ?? '',
      packagingId: line.packagingId ?? reference?.packagingId,
    };
  });
  const catalogue = await loadPurchaseCatalogue(ctx.tx, requestedLines, {
    day: header.date,
    currency: header.currency,
    place: header.place,
    actor: ctx.actor,
  });
  const lines = lineInputs.flatMap((line, index): InvoiceLine[] => {
    const reject = (field: string, reason: Refusal) => {
      errors[`items.${index}.${field}`] = reason;
      return [];
    };
    const referenceError = findReferenceError(line, header, references);
    if (referenceError) return reject(referenceError.field, referenceError.reason);
    const referenced = findReferencedLine(line, references);
    const itemId = requestedLines[index]?.itemId ?? '';
    if (itemId === '') return reject('itemId', refusal('invoice-item-needed'));
    const item = catalogue.items.get(itemId);
    if (!item || (referenced && line.itemId !== undefined && line.itemId !== referenced.itemId))
      return reject('itemId', refusal('no-such-item'));
    const unitMismatch = referenced && findUnitMismatch(catalogue, line, referenced);
    if (unitMismatch) return reject(unitMismatch.field, unitMismatch.reason);
    const lineUnit = referenced ?? resolveLineUnit(catalogue, header, { ...line, itemId });
    if ('field' in lineUnit) return reject(lineUnit.field, lineUnit.reason);
    const { packagingId, unit, unitSymbol, unitNum, unitDen } = lineUnit;
    const ratio = { num: unitNum, den: unitDen };
    const quantityError = findQuantityError(line.qty, { symbol: unitSymbol, wholeOnly: 0 }, ratio);
    if (quantityError !== null) return reject('qty', quantityError);
    const [qtyMicro, priceMicro] = [toMicro(line.qty), toPriceMicro(line.price)];
    const valueE4 = toExactOrNull(() => computeValueAtPrice(qtyMicro, priceMicro));
    if (valueE4 === null) return reject('qty', refusal('quantity-too-large', { unit: unitSymbol }));
    const receiptLine = references.receiptLines.get(line.receiptLineId ?? '');
    const poLineId =
      line.poLineId ?? receiptLine?.poLineId ?? references.billed.get(line.creditOf ?? '')?.poLineId ?? null;
    const referencedDocument = resolveReference(line, references);
    const unitFields = { packagingId, unit, unitSymbol, unitNum, unitDen };
    const coversQtyMicro =
      poLineId === null
        ? 0
        : toExactOrNull(() =>
            computeCoveredQuantity(
              { itemId, qtyMicro, unitNum, unitDen, coversQtyMicro: null },
              poLineId,
              line,
              references,
            ),
          );
    if (coversQtyMicro === null) return reject('qty', refusal('quantity-too-large', { unit: unitSymbol }));
    return [
      {
        ...buildEmptyRow(supplierInvoiceLine),
        ...unitFields,
        lineId: newId({ now: () => ctx.now }),
        invoiceId: header._id,
        position: index,
        poLineId,
        receiptLineId: line.receiptLineId ?? null,
        creditOf: line.creditOf ?? null,
        transferId: line.transferId ?? null,
        referenceNo:
          referencedDocument && !('field' in referencedDocument) ? referencedDocument.number : null,
        itemId,
        itemCode: item.itemCode,
        itemName: item.name,
        itemNameAlt: item.nameAlt,
        qtyMicro,
        priceMicro,
        valueE4,
        chargeE4: 0,
        baseValueE4: 0,
        coversQtyMicro: poLineId === null ? null : coversQtyMicro,
        matchedQtyMicro: 0,
        creditedQtyMicro: 0,
        state: 'matched',
        note: line.note ?? null,
      },
    ];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return lines;
}

/** Returns the referenced line that determines item and unit. */
const findReferencedLine = (line: InvoiceLineInput, { receiptLines, ordered, billed }: ReferencedRows) =>
  receiptLines.get(line.receiptLineId ?? '') ??
  billed.get(line.creditOf ?? '') ??
  ordered.get(line.poLineId ?? '');

/** Returns the error for a pack or unit that differs from the referenced line's; null if they agree. */
function findUnitMismatch(
  { units }: PurchaseCatalogue,
  { unit, packagingId }: InvoiceLineInput,
  source: Pick<InvoiceLine, 'unit' | 'unitSymbol' | 'packagingId'>,
): { field: string; reason: Refusal } | null {
  const reason = refusal('invoice-other-unit', { unit: source.unitSymbol });
  if (unit !== undefined && (source.unit === null || units.find(unit)?._id !== source.unit))
    return { field: 'unit', reason };
  return packagingId !== undefined && packagingId !== source.packagingId
    ? { field: 'packagingId', reason }
    : null;
}

/** Returns the reason why a line's references aren't allowed; null if they are. */
function findReferenceError(
  line: InvoiceLineInput,
  header: InvoiceHeader,
  references: ReferencedRows,
): { field: string; reason: Refusal } | null {
  const referenceFields = ['creditOf', 'transferId', 'receiptLineId', 'poLineId'] as const;
  const providedFields = referenceFields.filter((name) => line[name] !== undefined);
  // A reference to a receipt line may include the purchase line that it fulfils.
  const separateFields = providedFields.filter((name) => name !== 'poLineId' || providedFields.length === 1);
  const [field = 'receiptLineId'] = separateFields;
  if (separateFields.length > 1) return { field, reason: refusal('invoice-one-reference') };
  const isCreditLine = line.creditOf !== undefined || line.transferId !== undefined;
  if (header.kind === 'credit' && field === 'poLineId')
    return { field, reason: refusal('invoice-credit-of-order') };
  if (isCreditLine && header.kind !== 'credit') return { field, reason: refusal('invoice-credits-only') };
  const referencedDocument = resolveReference(line, references);
  if (!referencedDocument) return null;
  if ('field' in referencedDocument) return referencedDocument;
  if (referencedDocument.supplier !== header.supplier)
    return { field, reason: refusal('invoice-other-supplier') };
  return referencedDocument.place === header.place ? null : { field, reason: refusal('invoice-other-place') };
}

/** Returns the quantity of the purchase line that this line bills, in millionths of the ordered unit. */
function computeCoveredQuantity(
  line: FulfillingLine,
  poLineId: string,
  { receiptLineId, creditOf }: InvoiceLineInput,
  { receiptLines, ordered, billed }: ReferencedRows,
): number {
  const orderLine = ordered.get(poLineId);
  if (!orderLine) return line.qtyMicro;
  const source = receiptLines.get(receiptLineId ?? '') ?? billed.get(creditOf ?? '') ?? null;
  return toSafeNumber(roundExact(computeBilledQuantity(line, source, orderLine)));
}

/**
 * Allocates freight to lines and sets base-currency values and header totals. In ten-thousandths, shares add
 * up exactly to the freight, and values to the total.
 *
 * @param freeCharges freight borne by free goods before the rest is shared by value, by line
 */
export function costInvoice(
  header: InvoiceHeader,
  lines: readonly InvoiceLine[],
  freeCharges: ReadonlyMap<string, number>,
): void {
  const values = lines.map(({ valueE4 }) => BigInt(valueE4));
  const freightE4 = header.freightE4 ?? 0;
  const appliedFreeCharges = limitToAvailable(
    lines.map(({ lineId }) => freeCharges.get(lineId) ?? 0),
    freightE4,
  );
  const remainingE4 = appliedFreeCharges.reduce((remaining, charge) => remaining - charge, freightE4);
  const charges =
    lines.length > 0
      ? allocateByWeight(remainingE4, values).map((share, index) => share + (appliedFreeCharges[index] ?? 0))
      : [];
  const costs = values.map((value, index) => value + BigInt(charges[index] ?? 0));
  const totalCost = costs.reduce((sum, cost) => sum + cost, 0n);
  const baseTotal = toSafeNumber(
    roundExact(multiplyExact(exact(totalCost, 1n), parseExactDecimal(Number(header.rate)))),
  );
  const shares = totalCost === 0n ? costs.map(() => 0) : allocateByWeight(baseTotal, costs);
  for (const [index, line] of lines.entries())
    Object.assign(line, { chargeE4: charges[index] ?? 0, baseValueE4: shares[index] ?? 0 });
  const goodsValueE4 = toSafeNumber(values.reduce((sum, value) => sum + value, 0n));
  Object.assign(header, {
    lineCount: lines.length,
    goodsValueE4,
    roundingE4: header.totalE4 - goodsValueE4 - freightE4 - header.taxE4,
  });
}
