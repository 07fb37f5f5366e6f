import { emptyRow } from '#platform/documents/document-rows.ts';
import { supplierInvoiceLine } from '../shapes.ts';
import type { InvoiceLineInput } from '../input.ts';
import { toPriceMicro, valueAtPrice } from '#core/money.ts';
import { allocateByWeight, limitToAvailable } from '#modules/goods-receipts/landed-cost.ts';
import { billedQuantity, type FulfillingLine } from '#modules/purchase-orders/order-fulfilment.ts';
import { exactOrNull, toMicro, toSafeNumber } from '#core/quantity.ts';
import { exact, exactDecimal, roundExact, multiplyExact } from '#core/exact.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { quantityFault } from '#modules/units/server/units.ts';
import {
  type PurchaseCatalogue,
  lineMeasure,
  loadPurchaseCatalogue,
} from '#modules/purchase-orders/server/lines.ts';
import { receiptLinesById, type InvoiceHeader, type InvoiceLine, invoiceLinesById } from './rows.ts';

const orderedById = statement((db, ids: readonly string[]) =>
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
const returnsById = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('transfers')
    .select(['_id', 'number', 'to', 'from', 'status', 'kind', 'creditExpectedE4', 'creditReceivedE4'])
    .where('_id', 'in', ids)
    .where('kind', '=', 'supplier-return'),
);
const firstItems = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('transferLines')
    .select(['transferId', 'itemId'])
    .where('transferId', 'in', ids)
    .orderBy('position'),
);

export type SupplierReturnRow = Awaited<ReturnType<typeof returnsById>>[number];
export type OrderedLine = Awaited<ReturnType<typeof orderedById>>[number];

/** References of a line, entered or stored. */
type LineReferences = Partial<
  Record<'poLineId' | 'receiptLineId' | 'creditOf' | 'transferId', string | null | undefined>
>;

/** Rows that invoice lines refer to, by id. */
export interface ReferencedRows {
  receiptLines: ReadonlyMap<string, Awaited<ReturnType<typeof receiptLinesById>>[number]>;
  ordered: ReadonlyMap<string, OrderedLine>;
  billed: ReadonlyMap<string, Awaited<ReturnType<typeof invoiceLinesById>>[number]>;
  returns: ReadonlyMap<string, SupplierReturnRow & { itemId: string }>;
}

/** Loads all rows that the lines refer to. */
export async function loadReferencedRows(
  db: Queryable,
  lines: readonly LineReferences[],
): Promise<ReferencedRows> {
  const idsOf = (key: keyof (typeof lines)[number]) => [...new Set(lines.flatMap((line) => line[key] ?? []))];
  const found = async <Row>(
    read: (db: Queryable, ids: readonly string[]) => Promise<Row[]>,
    ids: string[],
  ) => (ids.length > 0 ? read(db, ids) : []);
  const receiptLines = await found(receiptLinesById, idsOf('receiptLineId'));
  const ordered = await found(orderedById, [
    ...new Set([...idsOf('poLineId'), ...receiptLines.flatMap(({ poLineId }) => poLineId ?? [])]),
  ]);
  const billed = await found(invoiceLinesById, idsOf('creditOf'));
  const returns = await found(returnsById, idsOf('transferId'));
  const items = await found(
    firstItems,
    returns.map(({ _id }) => _id),
  );
  const itemOf = (id: string) => items.find(({ transferId }) => transferId === id)?.itemId ?? '';
  return {
    receiptLines: new Map(receiptLines.map((row) => [row.lineId, row])),
    ordered: new Map(ordered.map((row) => [row.lineId, row])),
    billed: new Map(billed.map((row) => [row.lineId, row])),
    returns: new Map(returns.map((row) => [row._id, { ...row, itemId: itemOf(row._id) }])),
  };
}

/** Supplier, location and number of the referenced document. */
interface ReferenceParty {
  supplier: string;
  place: string;
  number: string;
}

/**
 * Resolves a line's reference to its document, or to the reason why it isn't allowed; undefined without a
 * reference.
 */
function resolveReference(
  entered: LineReferences,
  { receiptLines, ordered, billed, returns }: ReferencedRows,
): ReferenceParty | { field: string; why: Refusal } | undefined {
  const missing = (field: string) => ({ field, why: refusal('invoice-no-such-line') });
  if (entered.receiptLineId != null) {
    const row = receiptLines.get(entered.receiptLineId);
    if (!row) return missing('receiptLineId');
    return row.isReversed === 1 ? { field: 'receiptLineId', why: refusal('invoice-line-reversed') } : row;
  }
  if (entered.creditOf != null) {
    const row = billed.get(entered.creditOf);
    if (row?.kind !== 'invoice') return missing('creditOf');
    const why = refusal('invoice-not-posted', { number: row.number, status: row.status });
    return row.status === 'Posted' ? row : { field: 'creditOf', why };
  }
  if (entered.transferId != null) {
    const row = returns.get(entered.transferId);
    return row ? { supplier: row.to, place: row.from, number: row.number } : missing('transferId');
  }
  if (entered.poLineId == null) return undefined;
  const row = ordered.get(entered.poLineId);
  if (!row) return missing('poLineId');
  const why = refusal('invoice-order-not-sent', { number: row.number, status: row.status });
  return row.status === 'Sent' || row.status === 'Closed' ? row : { field: 'poLineId', why };
}

/**
 * Asserts that the referenced receipts, invoices, returns and orders are still valid. Called on posting, with
 * all of them locked.
 *
 * @throws ApiProblem 422 by `items.<lineId>.` and the referring field
 */
export async function assertReferencesCurrent(db: Queryable, lines: readonly InvoiceLine[]): Promise<void> {
  const references = await loadReferencedRows(db, lines);
  const faults = lines.flatMap((line): [string, Refusal][] => {
    const side = resolveReference(line, references);
    return side && 'why' in side ? [[`items.${line.lineId}.${side.field}`, side.why]] : [];
  });
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
}

/** Location of the first referenced document; null without references. */
export function referencedLocation(
  entered: readonly InvoiceLineInput[],
  references: ReferencedRows,
): string | null {
  for (const line of entered) {
    const side = resolveReference(line, references);
    if (side && !('why' in side)) return side.place;
  }
  return null;
}

/**
 * Builds invoice lines with current names and unit sizes. A reference determines item and unit.
 *
 * @throws ApiProblem 422 naming `items.<n>.` and the field
 */
export async function buildInvoiceLines(
  ctx: CommandContext,
  head: InvoiceHeader,
  entered: readonly InvoiceLineInput[],
  references: ReferencedRows,
): Promise<InvoiceLine[]> {
  const faults: Record<string, Refusal> = {};
  const requestedLines = entered.map((line) => {
    const reference = referencedLine(line, references);
    const ofReturn = references.returns.get(line.transferId ?? '')?.itemId;
    return {
      itemId: line.itemId ?? reference?.itemId ?? ofReturn ?? '',
      packagingId: line.packagingId ?? reference?.packagingId,
    };
  });
  const catalogue = await loadPurchaseCatalogue(ctx.tx, requestedLines, {
    day: head.date,
    currency: head.currency,
    place: head.place,
    actor: ctx.actor,
  });
  const lines = entered.flatMap((line, at): InvoiceLine[] => {
    const fault = (field: string, why: Refusal) => {
      faults[`items.${at}.${field}`] = why;
      return [];
    };
    const wrong = referenceFault(line, head, references);
    if (wrong) return fault(wrong.field, wrong.why);
    const model = referencedLine(line, references);
    const itemId = requestedLines[at]?.itemId ?? '';
    if (itemId === '') return fault('itemId', refusal('invoice-item-needed'));
    const item = catalogue.items.get(itemId);
    if (!item || (model && line.itemId !== undefined && line.itemId !== model.itemId))
      return fault('itemId', refusal('no-such-item'));
    const otherMeasure = model && differentMeasureFault(catalogue, line, model);
    if (otherMeasure) return fault(otherMeasure.field, otherMeasure.why);
    const measure = model ?? lineMeasure(catalogue, head, { ...line, itemId });
    if ('why' in measure) return fault(measure.field, measure.why);
    const { packagingId, unit, unitSymbol, unitNum, unitDen } = measure;
    const ratio = { num: unitNum, den: unitDen };
    const fits = quantityFault(line.qty, { symbol: unitSymbol, wholeOnly: 0 }, ratio);
    if (fits !== null) return fault('qty', fits);
    const [qtyMicro, priceMicro] = [toMicro(line.qty), toPriceMicro(line.price)];
    const valueE4 = exactOrNull(() => valueAtPrice(qtyMicro, priceMicro));
    if (valueE4 === null) return fault('qty', refusal('quantity-beyond-exact', { unit: unitSymbol }));
    const receiptLine = references.receiptLines.get(line.receiptLineId ?? '');
    const poLineId =
      line.poLineId ?? receiptLine?.poLineId ?? references.billed.get(line.creditOf ?? '')?.poLineId ?? null;
    const side = resolveReference(line, references);
    const counts = { packagingId, unit, unitSymbol, unitNum, unitDen };
    const coversQtyMicro =
      poLineId === null
        ? 0
        : exactOrNull(() =>
            coveredQuantity(
              { itemId, qtyMicro, unitNum, unitDen, coversQtyMicro: null },
              poLineId,
              line,
              references,
            ),
          );
    if (coversQtyMicro === null) return fault('qty', refusal('quantity-beyond-exact', { unit: unitSymbol }));
    return [
      {
        ...emptyRow(supplierInvoiceLine),
        ...counts,
        lineId: newId({ now: () => ctx.now }),
        invoiceId: head._id,
        position: at,
        poLineId,
        receiptLineId: line.receiptLineId ?? null,
        creditOf: line.creditOf ?? null,
        transferId: line.transferId ?? null,
        ofNo: side && !('why' in side) ? side.number : null,
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
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return lines;
}

/** The referenced line that determines item and unit. */
const referencedLine = (line: InvoiceLineInput, { receiptLines, ordered, billed }: ReferencedRows) =>
  receiptLines.get(line.receiptLineId ?? '') ??
  billed.get(line.creditOf ?? '') ??
  ordered.get(line.poLineId ?? '');

/** A line with a reference uses its unit: a different pack or unit is refused rather than ignored. */
function differentMeasureFault(
  { units }: PurchaseCatalogue,
  { unit, packagingId }: InvoiceLineInput,
  model: Pick<InvoiceLine, 'unit' | 'unitSymbol' | 'packagingId'>,
): { field: string; why: Refusal } | null {
  const why = refusal('invoice-other-unit', { unit: model.unitSymbol });
  if (unit !== undefined && (model.unit === null || units.find(unit)?._id !== model.unit))
    return { field: 'unit', why };
  return packagingId !== undefined && packagingId !== model.packagingId
    ? { field: 'packagingId', why }
    : null;
}

/** Reason why a line's references aren't allowed; null when they are. */
function referenceFault(
  line: InvoiceLineInput,
  head: InvoiceHeader,
  references: ReferencedRows,
): { field: string; why: Refusal } | null {
  const names = ['creditOf', 'transferId', 'receiptLineId', 'poLineId'] as const;
  const provided = names.filter((name) => line[name] !== undefined);
  // A receipt line may come with the purchase line that it fulfils.
  const separate = provided.filter((name) => name !== 'poLineId' || provided.length === 1);
  const [field = 'receiptLineId'] = separate;
  if (separate.length > 1) return { field, why: refusal('invoice-names-one') };
  const credits = line.creditOf !== undefined || line.transferId !== undefined;
  if (head.kind === 'credit' && field === 'poLineId')
    return { field, why: refusal('invoice-credit-of-order') };
  if (credits && head.kind !== 'credit') return { field, why: refusal('invoice-credits-only') };
  const side = resolveReference(line, references);
  if (!side) return null;
  if ('why' in side) return side;
  if (side.supplier !== head.supplier) return { field, why: refusal('invoice-other-supplier') };
  return side.place === head.place ? null : { field, why: refusal('invoice-other-place') };
}

/** Quantity of the purchase line that this line bills, in millionths of the ordered unit. */
function coveredQuantity(
  line: FulfillingLine,
  poLineId: string,
  { receiptLineId, creditOf }: InvoiceLineInput,
  { receiptLines, ordered, billed }: ReferencedRows,
): number {
  const bought = ordered.get(poLineId);
  if (!bought) return line.qtyMicro;
  const source = receiptLines.get(receiptLineId ?? '') ?? billed.get(creditOf ?? '') ?? null;
  return toSafeNumber(roundExact(billedQuantity(line, source, bought)));
}

/**
 * Allocates freight to lines and sets base-currency values and header totals. Shares add up to the freight,
 * and values to the total, to the ten-thousandth.
 *
 * @param freeCharges freight borne by free goods before the rest is shared by value, by line
 */
export function costInvoice(
  head: InvoiceHeader,
  lines: readonly InvoiceLine[],
  freeCharges: ReadonlyMap<string, number>,
): void {
  const values = lines.map(({ valueE4 }) => BigInt(valueE4));
  const freightE4 = head.freightE4 ?? 0;
  const ofFree = limitToAvailable(
    lines.map(({ lineId }) => freeCharges.get(lineId) ?? 0),
    freightE4,
  );
  const restE4 = ofFree.reduce((rest, charge) => rest - charge, freightE4);
  const charges =
    lines.length > 0 ? allocateByWeight(restE4, values).map((rest, at) => rest + (ofFree[at] ?? 0)) : [];
  const costs = values.map((value, at) => value + BigInt(charges[at] ?? 0));
  const whole = costs.reduce((sum, cost) => sum + cost, 0n);
  const base = toSafeNumber(roundExact(multiplyExact(exact(whole, 1n), exactDecimal(Number(head.rate)))));
  const shares = whole === 0n ? costs.map(() => 0) : allocateByWeight(base, costs);
  for (const [at, line] of lines.entries())
    Object.assign(line, { chargeE4: charges[at] ?? 0, baseValueE4: shares[at] ?? 0 });
  const goodsValueE4 = toSafeNumber(values.reduce((sum, value) => sum + value, 0n));
  Object.assign(head, {
    lineCount: lines.length,
    goodsValueE4,
    roundingE4: head.totalE4 - goodsValueE4 - freightE4 - head.taxE4,
  });
}
