import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { supplierInvoiceSummary } from '../shapes.ts';
import type { CreateInvoiceInput, InvoiceLineInput } from '../input.ts';
import { type CurrencyRate, getCurrencyRate } from '#core/currency.ts';
import { toE4 } from '#core/money.ts';
import { getOwnLocations, canActAtLocation } from '#core/permissions.ts';
import { normalizeDocumentNumber } from '../invoices.ts';
import { toExactOrNull } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { takeDocumentNumber } from '#platform/documents/server/numbering-and-events.ts';
import { insertDocument, newDocumentHeader } from '#platform/documents/server/write.ts';
import { invoiceDocument } from './definition.ts';
import { forbidden, invalid, problem } from '#platform/server/http/problems.ts';
import { lockCurrencies } from '#modules/prices/server/currency-locks.ts';
import { loadFreeFreightCharges } from './free-goods.ts';
import {
  costInvoice,
  buildInvoiceLines,
  type ReferencedRows,
  findReferencedLocation,
  loadReferencedRows,
} from './lines.ts';
import { planMatches, setMatchStates } from './matching.ts';
import { type InvoiceHeader, type LoadedInvoice, invoiceStore } from './rows.ts';

const selectPlaceById = statement((db, id: string) =>
  db.selectFrom('branches').select(['_id', 'name', 'nameAlt', 'isActive']).where('_id', '=', id),
);
const selectSupplierById = statement((db, id: string) =>
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
const selectInvoicesByUniqueKey = statement((db, key: string) =>
  db.selectFrom('supplierInvoices').select(['_id', 'number']).where('uniqueKey', '=', key),
);

/**
 * Creates a draft of a supplier invoice or credit note, matched as far as possible.
 *
 * @throws ApiProblem 403 for a location outside the scope, 409 DUPLICATE if the supplier's number already
 *   exists, 422 by field
 */
export async function createInvoice(ctx: CommandContext, input: CreateInvoiceInput): Promise<LoadedInvoice> {
  const { tx, now } = ctx;
  // Locked until commit, so that concurrent entries of the same number are serialized.
  await tx.selectFrom('suppliers').select('_id').where('_id', '=', input.supplier).$call(tx.lock).execute();
  await lockCurrencies(tx, input.supplier);
  const [supplier] = await selectSupplierById(tx, input.supplier);
  if (!supplier) throw invalid({ supplier: refusal('no-such-supplier') });
  assertPlausibleYear(now, 'past', input.date, 'date');
  const references = await loadReferencedRows(tx, input.items);
  const place = await resolveInvoiceLocation(ctx, input, references);
  const header: InvoiceHeader = {
    ...buildEmptyRow(supplierInvoiceSummary),
    ...newDocumentHeader(ctx, 'Draft'),
    number: '',
    kind: input.kind,
    supplier: supplier._id,
    supplierName: supplier.name,
    supplierNameAlt: supplier.nameAlt,
    supplierNumber: input.number,
    uniqueKey: buildInvoiceUniqueKey(supplier._id, input.number),
    place: place._id,
    placeName: place.name,
    placeNameAlt: place.nameAlt,
    date: input.date,
    currency: supplier.currency,
    rate: findSupplierRate(supplier, input.date),
    lineCount: 0,
    goodsValueE4: 0,
    freightE4: input.freight == null ? null : toE4(input.freight),
    taxE4: toE4(input.tax ?? 0),
    totalE4: toE4(input.total),
    roundingE4: 0,
    matchState: 'matched',
    stockDifferenceE4: 0,
    varianceE4: 0,
    notes: input.notes ?? null,
  };
  await assertSupplierNumberUnused(tx, header);
  const lines = await draftInvoiceLines(ctx, header, input.items, references);
  header.number = await takeDocumentNumber(tx, invoiceDocument, now);
  const after = {
    number: header.number,
    kind: header.kind,
    supplier: header.supplier,
    supplierNumber: header.supplierNumber,
    total: input.total,
    lines: header.lineCount,
  };
  return insertDocument(ctx, invoiceStore, { header, lines }, { after });
}

/** Builds the lines of a draft with values, freight shares and match states. */
export async function draftInvoiceLines(
  ctx: CommandContext,
  header: InvoiceHeader,
  lineInputs: readonly InvoiceLineInput[],
  references: ReferencedRows,
) {
  if (header.kind === 'credit' && header.freightE4 !== null)
    throw invalid({ freight: refusal('invoice-credit-freight') });
  const lines = await buildInvoiceLines(ctx, header, lineInputs, references);
  const freeCharges = await loadFreeFreightCharges(ctx.tx, header, lines, references.receiptLines);
  if (toExactOrNull(() => costInvoice(header, lines, freeCharges)) === null)
    throw invalid({ total: refusal('costs-too-large') });
  setMatchStates({ header, lines }, await planMatches(ctx.tx, { header, lines }));
  return lines;
}

/** Builds the unique key of a supplier's document: supplier and normalized number. */
export const buildInvoiceUniqueKey = (supplier: string, printed: string): string =>
  `${supplier} ${normalizeDocumentNumber(printed)}`;

/** @throws ApiProblem 409 DUPLICATE with the number of the existing document */
export async function assertSupplierNumberUnused(tx: Tx, { _id, uniqueKey }: InvoiceHeader): Promise<void> {
  const [existing] = await selectInvoicesByUniqueKey(tx, uniqueKey ?? '');
  if (!existing || existing._id === _id) return;
  const reason = refusal('invoice-number-exists', { number: existing.number });
  throw problem('DUPLICATE', reason, {
    rowName: existing.number,
    fields: { number: reason },
    details: { invoiceId: existing._id },
  });
}

/** Returns the rate from the supplier's currency to the base currency on the day of the invoice. */
function findSupplierRate(
  { currency, isBase, rates }: { currency: string | null; isBase: 0 | 1 | null; rates: string | null },
  day: string,
): string {
  if (currency === null || isBase === 1) return '1';
  const rate = getCurrencyRate(JSON.parse(rates ?? '[]') as CurrencyRate[], day);
  if (!rate) throw invalid({ date: refusal('receipt-no-rate', { day }) });
  return String(rate.rate);
}

/** Returns the exchange rate for a changed invoice date. */
export async function loadSupplierRate(tx: Tx, supplierId: string, day: string): Promise<string> {
  const [supplier] = await selectSupplierById(tx, supplierId);
  return supplier ? findSupplierRate(supplier, day) : '1';
}

/**
 * Returns the location of an invoice: the specified one, otherwise that of the referenced documents,
 * otherwise the actor's only location.
 */
async function resolveInvoiceLocation(
  { tx, actor }: CommandContext,
  input: CreateInvoiceInput,
  references: ReferencedRows,
) {
  const ownPlaces = getOwnLocations(actor);
  const onlyPlace = ownPlaces?.length === 1 ? ownPlaces[0] : undefined;
  const id = input.place ?? findReferencedLocation(input.items, references) ?? onlyPlace;
  if (id === undefined) throw invalid({ place: refusal('invoice-place-needed') });
  const [place] = await selectPlaceById(tx, id);
  if (!place) throw invalid({ place: refusal('no-such-place') });
  if (!canActAtLocation(actor, id)) throw forbidden(refusal('invoice-not-yours'));
  if (place.isActive !== 1) throw invalid({ place: refusal('is-archived', { name: place.name }) });
  return place;
}
