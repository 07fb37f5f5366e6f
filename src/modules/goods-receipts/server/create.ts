import { buildEmptyRow, toRow } from '#platform/documents/document-rows.ts';
import { goodsReceiptSummary } from '../shapes.ts';
import type { CreateReceiptInput } from '../input.ts';
import { type CurrencyRate, getCurrencyRate } from '#core/currency.ts';
import { computeValueAtPrice } from '#core/money.ts';
import { type Actor, getOwnLocations, canActAtLocation } from '#core/permissions.ts';
import { type ChargeSpread, computeLandedCosts } from '../landed-cost.ts';
import { toExactOrNull } from '#core/quantity.ts';
import { parseExactDecimal } from '#core/exact.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Posting } from '#modules/stock/postings.ts';
import { insertRows, statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { takeDocumentNumber } from '#platform/documents/server/numbering-and-events.ts';
import { insertDocument, newDocumentHeader } from '#platform/documents/server/write.ts';
import { parseEventTime } from '#platform/documents/server/event-time.ts';
import { receiptDocument } from './definition.ts';
import { forbidden, invalid } from '#platform/server/http/problems.ts';
import { matchPendingInvoices } from '#modules/supplier-invoices/server/pending-invoices.ts';
import { lockCurrencies } from '#modules/prices/server/currency-locks.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { postStockChange, type PostingResult } from '#modules/stock/server/ledger.ts';
import { assertAcceptable } from './checks.ts';
import { type DraftReceiptLine, buildReceiptLines } from './lines.ts';
import { findOrderToReceive, updateOrderedQuantities } from './ordered-quantities.ts';
import {
  type ReceiptHeader,
  type StoredReceiptLine,
  type LoadedReceipt,
  hasPackPrice,
  receiptStore,
} from './rows.ts';
import { loadUnits } from '#modules/units/server/units.ts';

const massUnits = statement((db) =>
  db.selectFrom('units').select('_id').where('dimension', '=', 'mass').orderBy('_id'),
);
const baseUnits = statement((db, ids: readonly string[]) =>
  db.selectFrom('items').select(['_id', 'baseUnit']).where('_id', 'in', ids),
);

const placeById = statement((db, id: string) =>
  db.selectFrom('branches').select(['_id', 'name', 'nameAlt', 'isActive']).where('_id', '=', id),
);
const supplierById = statement((db, id: string) =>
  db
    .selectFrom('suppliers')
    .leftJoin('currencies', 'currencies._id', 'suppliers.currency')
    .select([
      'suppliers._id',
      'suppliers.name',
      'suppliers.nameAlt',
      'suppliers.currency',
      'currencies.rates',
      'currencies.isBase',
    ])
    .where('suppliers._id', '=', id),
);

/**
 * Receives goods into stock at landed cost (price plus a share of freight and charges), and updates the
 * purchase order while holding its lock.
 *
 * @throws ApiProblem 403 for a location outside the scope, 404 for a purchase order outside the scope, 409 if
 *   the ledger rejects the postings, 422 by field
 */
export async function createReceipt(ctx: CommandContext, input: CreateReceiptInput): Promise<LoadedReceipt> {
  const { tx, now } = ctx;
  const order = await findOrderToReceive(ctx, input);
  const { header, drafts } = await draftReceipt(ctx, order, input);
  const lines = drafts.map(({ line }) => line);
  header.number = await takeDocumentNumber(tx, receiptDocument, now);
  const { posted } = await postStockChange(
    tx,
    { postings: buildPostings(header, lines) },
    {
      userId: ctx.actor._id,
      now: header.createdAt,
      effectiveAt: header.receivedAt,
      docNo: header.number,
      emit: ctx.emit,
    },
  );
  assignLots(lines, posted);
  const { number, supplier, place, purchaseOrder } = header;
  const receipt = await insertDocument(
    ctx,
    receiptStore,
    { header, lines },
    { after: { number, supplier, place, purchaseOrder, lines: lines.length } },
  );
  await recordReceiptPrices(ctx, header, lines);
  if (order) await updateOrderedQuantities(ctx, order, lines, 1, header.number);
  await matchPendingInvoices(ctx, header, lines);
  ctx.emit(stockEvent(header._id, [header.place], [header.place]));
  return receipt;
}

/** Builds a receipt without a number, with costed lines; writes nothing. */
async function draftReceipt(
  ctx: CommandContext,
  order: Awaited<ReturnType<typeof findOrderToReceive>>,
  input: CreateReceiptInput,
): Promise<{ header: ReceiptHeader; drafts: DraftReceiptLine[] }> {
  const { tx, actor } = ctx;
  const place = await findReceivingLocation(tx, actor, order?.header.place ?? input.place);
  const supplierId = order?.header.supplier ?? input.supplier;
  if (supplierId === undefined) throw invalid({ supplier: refusal('receipt-supplier-needed') });
  await lockCurrencies(tx, supplierId);
  const [supplier] = await supplierById(tx, supplierId);
  if (!supplier) throw invalid({ supplier: refusal('no-such-supplier') });
  const receivedAt = parseEventTime(ctx, input.receivedAt, 'receivedAt');
  const businessDay = await loadBusinessDay(tx, place._id, receivedAt);
  const header: ReceiptHeader = {
    ...buildEmptyRow(goodsReceiptSummary),
    ...toRow(goodsReceiptSummary, { ...input, freight: input.freight ?? 0, charges: input.charges ?? 0 }),
    ...newDocumentHeader(ctx, 'Posted'),
    number: '',
    purchaseOrder: order?.header._id ?? null,
    purchaseOrderNo: order?.header.number ?? null,
    supplier: supplier._id,
    supplierName: supplier.name,
    supplierNameAlt: supplier.nameAlt,
    place: place._id,
    placeName: place.name,
    placeNameAlt: place.nameAlt,
    receivedAt,
    businessDay,
    currency: supplier.currency,
    rate: getExchangeRate(supplier, businessDay),
    lineCount: input.items.length,
    goodsValueE4: 0,
    landedValueE4: 0,
    expectedCreditE4: 0,
  };
  const { drafts, errors } = await buildReceiptLines(ctx, header, order, input.items);
  await assertAcceptable(tx, actor, header, drafts, errors);
  await costLines(tx, header, drafts);
  return { header, drafts };
}

/** Returns the exchange rate of the supplier's currency to the base currency on the receipt day. */
function getExchangeRate(
  { currency, isBase, rates }: { currency: string | null; isBase: 0 | 1 | null; rates: string | null },
  day: string,
): string {
  if (currency === null || isBase === 1) return '1';
  const dayRate = getCurrencyRate(JSON.parse(rates ?? '[]') as CurrencyRate[], day);
  if (!dayRate) throw invalid({ supplier: refusal('receipt-no-rate', { day }) });
  return String(dayRate.rate);
}

async function costLines(
  tx: Queryable,
  header: ReceiptHeader,
  drafts: readonly DraftReceiptLine[],
): Promise<void> {
  const lines = drafts.map(({ line }) => line);
  const charges = header.freightE4 + header.chargesE4;
  // Accepted goods bear the charges; rejected ones don't.
  const chargedDrafts = drafts.filter(({ line }) => line.baseQtyMicro > 0);
  if (chargedDrafts.length === 0 && charges > 0) throw invalid({ freight: refusal('receipt-charges-alone') });
  const weights =
    header.spreadBy === 'weight' && charges > 0
      ? await computeWeights(tx, chargedDrafts)
      : chargedDrafts.map(() => 0n);
  const costs = toExactOrNull(() =>
    computeLandedCosts(
      chargedDrafts.map(({ line: { qtyMicro, priceMicro } }, index) => ({
        qtyMicro,
        priceMicro,
        weight: weights[index] ?? 0n,
      })),
      charges,
      header.spreadBy as ChargeSpread,
      parseExactDecimal(Number(header.rate)),
    ),
  );
  const credit = toExactOrNull(() =>
    lines.reduce((sum, line) => sum + computeValueAtPrice(line.rejectedQtyMicro, line.priceMicro), 0),
  );
  if (costs === null || credit === null) throw invalid({ items: refusal('costs-too-large') });
  for (const [index, { line }] of chargedDrafts.entries()) {
    const { chargeE4, landedE4 } = costs[index] as (typeof costs)[number];
    Object.assign(line, { chargeE4, landedValueE4: landedE4 });
  }
  Object.assign(header, {
    goodsValueE4: costs.reduce((sum, { valueE4 }) => sum + valueE4, 0),
    landedValueE4: costs.reduce((sum, { landedE4 }) => sum + landedE4, 0),
    expectedCreditE4: credit,
  });
}

function buildPostings(header: ReceiptHeader, lines: readonly StoredReceiptLine[]): Posting[] {
  return lines
    .filter(({ baseQtyMicro }) => baseQtyMicro > 0)
    .map((line) => ({
      itemId: line.itemId,
      fromPlace: 'supplier',
      toPlace: header.place,
      qtyMicro: line.baseQtyMicro,
      valueE4: line.landedValueE4,
      kind: 'receipt',
      docType: 'goods_receipt',
      docId: header._id,
      docLineId: line.lineId,
      lot: line.lot ?? '',
      expiry: line.expiry,
      ...(line.pieces !== null && { pieces: line.pieces }),
    }));
}

/** Copies the lots that the ledger created or found to the lines. */
function assignLots(lines: readonly StoredReceiptLine[], posted: readonly PostingResult[]): void {
  const stockedLines = lines.filter(({ baseQtyMicro }) => baseQtyMicro > 0);
  for (const [index, line] of stockedLines.entries()) {
    const [lot] = posted[index]?.lots ?? [];
    if (lot && lot.lot !== '') Object.assign(line, { lot: lot.lot, expiry: lot.expiry });
  }
}

/** Records paid pack prices in the price history; list prices are maintained elsewhere. */
async function recordReceiptPrices(
  { tx }: CommandContext,
  header: ReceiptHeader,
  lines: readonly StoredReceiptLine[],
): Promise<void> {
  const pricedLines = lines.filter(hasPackPrice);
  const rows = pricedLines.map(({ packagingId, priceMicro }) => ({
    packagingId,
    supplierId: header.supplier,
    priceMicro,
    validFrom: header.businessDay,
    source: 'receipt' as const,
    docType: receiptDocument.type,
    docId: header._id,
    createdAt: header.createdAt,
  }));
  if (rows.length > 0) await insertRows(tx, 'packPrices', rows);
}

/** Finds the receiving location; by default the actor's only one. */
async function findReceivingLocation(tx: Queryable, actor: Actor, requestedId: string | undefined) {
  const locations = getOwnLocations(actor);
  const id = requestedId ?? (locations?.length === 1 ? locations[0] : undefined);
  if (id === undefined) throw invalid({ place: refusal('receipt-place-needed') });
  const [place] = await placeById(tx, id);
  if (!place) throw invalid({ place: refusal('no-such-place') });
  if (!canActAtLocation(actor, id)) throw forbidden(refusal('receipt-not-yours'));
  if (place.isActive !== 1) throw invalid({ place: refusal('is-archived', { name: place.name }) });
  return place;
}

/** Scale of weights. Fine enough for exact shares of loads up to a thousand tonnes. */
const weightScale = 1_000_000n;

/**
 * Computes the weight of each line, all in the same unit.
 *
 * @throws ApiProblem 422 on `spreadBy` if an item's base unit can't be converted to a weight
 */
async function computeWeights(db: Queryable, drafts: readonly DraftReceiptLine[]): Promise<bigint[]> {
  const itemIds = [...new Set(drafts.map(({ line }) => line.itemId))];
  if (itemIds.length === 0) return [];
  const units = await loadUnits(db, itemIds);
  const items = new Map((await baseUnits(db, itemIds)).map((item) => [item._id, item]));
  const [first] = await massUnits(db);
  const mass = first && units.find(first._id);
  return drafts.map(({ line }) => {
    const item = items.get(line.itemId);
    const ratio = item && mass ? units.ratio(item, mass) : null;
    if (!ratio) throw invalid({ spreadBy: refusal('receipt-no-weight', { item: line.itemName }) });
    return (BigInt(line.baseQtyMicro) * weightScale * BigInt(ratio.den)) / BigInt(ratio.num);
  });
}
