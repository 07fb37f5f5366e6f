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
import { findQuantityError } from '#modules/units/server/units.ts';
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

/** Rows referenced by invoice lines, by id. */
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
  const collectIds = (key: keyof (typeof lines)[number]) => [
    ...new Set(lines.flatMap((line) => line[key] ?? [])),
  ];
  const loadRows = async <Row>(
    load: (db: Queryable, ids: readonly string[]) => Promise<Row[]>,
    ids: string[],
  ) => (ids.length > 0 ? load(db, ids) : []);
  const receiptLines = await loadRows(receiptLinesById, collectIds('receiptLineId'));
  const ordered = await loadRows(orderedById, [
    ...new Set([...collectIds('poLineId'), ...receiptLines.flatMap(({ poLineId }) => poLineId ?? [])]),
  ]);
  const billed = await loadRows(invoiceLinesById, collectIds('creditOf'));
  const returns = await loadRows(returnsById, collectIds('transferId'));
  const items = await loadRows(
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
    const party = resolveReference(line, references);
    return party && 'why' in party ? [[`items.${line.lineId}.${party.field}`, party.why]] : [];
  });
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
}

/** Location of the first referenced document; null without references. */
export function referencedLocation(
  entered: readonly InvoiceLineInput[],
  references: ReferencedRows,
): string | null {
  for (const line of entered) {
    const party = resolveReference(line, references);
    if (party && !('why' in party)) return party.place;
  }
  return null;
}

/**
 * Builds invoice lines with current names and unit sizes. A reference determines item and unit.
 *
 * @throws ApiProblem 422 by `items.<n>.` and the field
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
    const returnItemId = references.returns.get(line.transferId ?? '')?.itemId;
    return {
      itemId: line.itemId ?? reference?.itemId ?? returnItemId ?? '',
      packagingId: line.packagingId ?? reference?.packagingId,
    };
  });
  const catalogue = await loadPurchaseCatalogue(ctx.tx, requestedLines, {
    day: head.date,
    currency: head.currency,
    place: head.place,
    actor: ctx.actor,
  });
  const lines = entered.flatMap((line, index): InvoiceLine[] => {
    const reject = (field: string, why: Refusal) => {
      faults[`items.${index}.${field}`] = why;
      return [];
    };
    const badReference = referenceFault(line, head, references);
    if (badReference) return reject(badReference.field, badReference.why);
    const referenced = referencedLine(line, references);
    const itemId = requestedLines[index]?.itemId ?? '';
    if (itemId === '') return reject('itemId', refusal('invoice-item-needed'));
    const item = catalogue.items.get(itemId);
    if (!item || (referenced && line.itemId !== undefined && line.itemId !== referenced.itemId))
      return reject('itemId', refusal('no-such-item'));
    const otherMeasure = referenced && differentMeasureFault(catalogue, line, referenced);
    if (otherMeasure) return reject(otherMeasure.field, otherMeasure.why);
    const measure = referenced ?? lineMeasure(catalogue, head, { ...line, itemId });
    if ('why' in measure) return reject(measure.field, measure.why);
    const { packagingId, unit, unitSymbol, unitNum, unitDen } = measure;
    const ratio = { num: unitNum, den: unitDen };
    const badQuantity = findQuantityError(line.qty, { symbol: unitSymbol, wholeOnly: 0 }, ratio);
    if (badQuantity !== null) return reject('qty', badQuantity);
    const [qtyMicro, priceMicro] = [toMicro(line.qty), toPriceMicro(line.price)];
    const valueE4 = exactOrNull(() => valueAtPrice(qtyMicro, priceMicro));
    if (valueE4 === null) return reject('qty', refusal('quantity-too-large', { unit: unitSymbol }));
    const receiptLine = references.receiptLines.get(line.receiptLineId ?? '');
    const poLineId =
      line.poLineId ?? receiptLine?.poLineId ?? references.billed.get(line.creditOf ?? '')?.poLineId ?? null;
    const party = resolveReference(line, references);
    const measureFields = { packagingId, unit, unitSymbol, unitNum, unitDen };
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
    if (coversQtyMicro === null) return reject('qty', refusal('quantity-too-large', { unit: unitSymbol }));
    return [
      {
        ...emptyRow(supplierInvoiceLine),
        ...measureFields,
        lineId: newId({ now: () => ctx.now }),
        invoiceId: head._id,
        position: index,
        poLineId,
        receiptLineId: line.receiptLineId ?? null,
        creditOf: line.creditOf ?? null,
        transferId: line.transferId ?? null,
        ofNo: party && !('why' in party) ? party.number : null,
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

/** Rejects a pack or unit that differs from the referenced line's, rather than ignoring it. */
function differentMeasureFault(
  { units }: PurchaseCatalogue,
  { unit, packagingId }: InvoiceLineInput,
  source: Pick<InvoiceLine, 'unit' | 'unitSymbol' | 'packagingId'>,
): { field: string; why: Refusal } | null {
  const why = refusal('invoice-other-unit', { unit: source.unitSymbol });
  if (unit !== undefined && (source.unit === null || units.find(unit)?._id !== source.unit))
    return { field: 'unit', why };
  return packagingId !== undefined && packagingId !== source.packagingId
    ? { field: 'packagingId', why }
    : null;
}

/** Returns the reason why a line's references aren't allowed; null if they are. */
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
  if (separate.length > 1) return { field, why: refusal('invoice-one-reference') };
  const credits = line.creditOf !== undefined || line.transferId !== undefined;
  if (head.kind === 'credit' && field === 'poLineId')
    return { field, why: refusal('invoice-credit-of-order') };
  if (credits && head.kind !== 'credit') return { field, why: refusal('invoice-credits-only') };
  const party = resolveReference(line, references);
  if (!party) return null;
  if ('why' in party) return party;
  if (party.supplier !== head.supplier) return { field, why: refusal('invoice-other-supplier') };
  return party.place === head.place ? null : { field, why: refusal('invoice-other-place') };
}

/** Quantity of the purchase line that this line bills, in millionths of the ordered unit. */
function coveredQuantity(
  line: FulfillingLine,
  poLineId: string,
  { receiptLineId, creditOf }: InvoiceLineInput,
  { receiptLines, ordered, billed }: ReferencedRows,
): number {
  const orderLine = ordered.get(poLineId);
  if (!orderLine) return line.qtyMicro;
  const source = receiptLines.get(receiptLineId ?? '') ?? billed.get(creditOf ?? '') ?? null;
  return toSafeNumber(roundExact(billedQuantity(line, source, orderLine)));
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
    roundExact(multiplyExact(exact(totalCost, 1n), exactDecimal(Number(head.rate)))),
  );
  const shares = totalCost === 0n ? costs.map(() => 0) : allocateByWeight(baseTotal, costs);
  for (const [index, line] of lines.entries())
    Object.assign(line, { chargeE4: charges[index] ?? 0, baseValueE4: shares[index] ?? 0 });
  const goodsValueE4 = toSafeNumber(values.reduce((sum, value) => sum + value, 0n));
  Object.assign(head, {
    lineCount: lines.length,
    goodsValueE4,
    roundingE4: head.totalE4 - goodsValueE4 - freightE4 - head.taxE4,
  });
}
