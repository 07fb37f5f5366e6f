import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ExpectedCredit } from '../shapes.ts';
import { convertAtRate, type CurrencyRate, getCurrencyRate } from '#core/currency.ts';
import { computeAverageMicro, fromE4, fromPriceMicro, computeValueAtPrice } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { computeNextAmountPart } from '../match.ts';
import { computeOutstandingMicro } from '#modules/purchase-orders/purchase-status.ts';
import { fromMicro } from '#core/quantity.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { getLatestCommonDay } from '#modules/stock/server/accounting-period.ts';
import { type OrderedColumns, computeOrderedUnitPrice } from './ordered-price.ts';
import type { InvoiceHeader, InvoiceLine } from './rows.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

type CreditWithoutRate = Omit<ExpectedCredit, 'rate'>;

/** Posting reason for a price difference that the supplier will correct with a credit note. */
const creditExpectedReason = 'credit_expected';

interface CreditFilter {
  supplier?: string | undefined;
  place?: string | undefined;
}

/**
 * Lists expected credits: billed goods that weren't accepted, overcharges and returns, less amounts already
 * covered by credit notes.
 */
export async function listExpectedCredits(
  db: Queryable,
  actor: Actor,
  query: CreditFilter,
  now: Date,
): Promise<ExpectedCredit[]> {
  const getRate = await loadRatesOn(db, await getLatestCommonDay(db, now));
  return [
    ...(await loadUnacceptedCredits(db, actor, query)),
    ...(await loadOverchargeCredits(db, actor, query)),
    ...(await loadReturnCredits(db, actor, query)),
  ]
    .map((credit) => ({ ...credit, rate: getRate(credit.currency) }))
    .toSorted((a, b) => (a.since < b.since ? -1 : 1));
}

/** Returns a lookup of rates to the base currency on a day; null before a currency's first rate. */
async function loadRatesOn(db: Queryable, day: string): Promise<(currency: string | null) => number | null> {
  const rows = await db.selectFrom('currencies').select(['_id', 'isBase', 'rates']).execute();
  const byId = new Map(rows.map((row) => [row._id, row]));
  return (id) => {
    const currency = id === null ? undefined : byId.get(id);
    if (currency === undefined || currency.isBase === 1) return 1;
    return getCurrencyRate(JSON.parse(currency.rates ?? '[]') as CurrencyRate[], day)?.rate ?? null;
  };
}

const buildFilterConditions = (
  { supplier, place }: CreditFilter,
  columns: { supplier: string; place: string },
) => [
  ...(supplier === undefined ? [] : [sql<SqlBool>`${ref(columns.supplier)} = ${supplier}`]),
  ...(place === undefined ? [] : [sql<SqlBool>`${ref(columns.place)} = ${place}`]),
];

/** Invoice columns shown with a line; the invoice has the alias `i`. */
const invoiceColumnNames = [
  'number',
  'supplier',
  'supplierName',
  'supplierNameAlt',
  'place',
  'placeName',
  'placeNameAlt',
  'date',
  'currency',
  'rate',
] as const satisfies readonly (keyof InvoiceHeader)[];
type InvoiceColumns = Pick<InvoiceHeader, (typeof invoiceColumnNames)[number]>;
const invoiceColumns = sql.join(invoiceColumnNames.map((name) => ref(`i.${name}`)));

type BilledLineRow = InvoiceLine &
  InvoiceColumns & {
    ordered: number | null;
    received: number | null;
    rejected: number | null;
    credited: number | string | null;
    isClosed: 0 | 1 | null;
    orderStatus: string | null;
  };

/**
 * Returns the expected credits for billed lines that weren't accepted in full. While more can arrive for the
 * purchase line, credit is expected only for the rejected quantity; otherwise for the entire remainder.
 */
async function loadUnacceptedCredits(
  db: Queryable,
  actor: Actor,
  query: CreditFilter,
): Promise<CreditWithoutRate[]> {
  const where: RawBuilder<SqlBool>[] = [
    scopeCondition(actor, { branch: 'i.place' }),
    sql<SqlBool>`i.status = 'Posted' and i.kind = 'invoice' and l.${ref('valueE4')} > 0`,
    sql<SqlBool>`l.${ref('qtyMicro')} > l.${ref('matchedQtyMicro')} + l.${ref('creditedQtyMicro')}`,
    ...buildFilterConditions(query, { supplier: 'i.supplier', place: 'i.place' }),
  ];
  const { rows } = await sql<BilledLineRow>`select l.*, ${invoiceColumns}, p.${ref('qtyMicro')} as ordered,
      p.${ref('receivedQtyMicro')} as received, p.${ref('rejectedQtyMicro')} as rejected, p.${ref('isClosed')} as ${ref('isClosed')},
      (select sum(c.${ref('creditedQtyMicro')}) from ${table('supplierInvoiceLines')} as c
        where c.${ref('poLineId')} = l.${ref('poLineId')}) as credited, o.status as ${ref('orderStatus')}
    from ${table('supplierInvoiceLines')} as l
      join ${table('supplierInvoices')} as i on i.${ref('_id')} = l.${ref('invoiceId')}
      left join ${table('purchaseLines')} as p on p.${ref('lineId')} = l.${ref('poLineId')}
      left join ${table('purchaseOrders')} as o on o.${ref('_id')} = p.${ref('orderId')}
    where ${sql.join(where, sql` and `)} order by i.date, l.${ref('lineId')}`.execute(db);
  const takeRejected = allocateRejected(rows);
  return rows.flatMap((row): CreditWithoutRate[] => {
    const openMicro = getOpenQuantity(row);
    const canStillArrive =
      row.receiptLineId === null &&
      row.ordered !== null &&
      row.orderStatus === 'Sent' &&
      computeOutstandingMicro({
        qtyMicro: row.ordered,
        receivedQtyMicro: row.received ?? 0,
        isClosed: row.isClosed ?? 0,
      }) > 0;
    const qtyMicro = canStillArrive ? takeRejected(row) : openMicro;
    if (qtyMicro === 0) return [];
    return [
      {
        source: 'rejected',
        ...invoiceLineFields(row),
        creditOf: row.lineId,
        receiptLineId: null,
        qty: fromMicro(qtyMicro),
        price: fromPriceMicro(row.priceMicro),
        // Credits of goods exclude freight: a credit note is entered with quantity and price.
        expected: fromE4(
          convertAtRate(computeNextAmountPart(row.valueE4, qtyMicro, row.qtyMicro, 0), row.rate),
        ),
      },
    ];
  });
}

/** Fields of an expected credit that come from its invoice line. */
const invoiceLineFields = (row: InvoiceLine & InvoiceColumns) => ({
  transferId: null,
  documentId: row.invoiceId,
  number: row.number,
  supplier: row.supplier,
  supplierName: row.supplierName,
  supplierNameAlt: row.supplierNameAlt,
  place: row.place,
  placeName: row.placeName,
  placeNameAlt: row.placeNameAlt,
  since: row.date,
  itemId: row.itemId,
  itemName: row.itemName,
  itemNameAlt: row.itemNameAlt,
  unitSymbol: row.unitSymbol,
  currency: row.currency,
  received: 0,
});

const getOpenQuantity = (row: BilledLineRow): number =>
  row.qtyMicro - row.matchedQtyMicro - row.creditedQtyMicro;

/**
 * Allocates the rejected quantity of a purchase line only once, even if several invoices bill it: any part
 * not covered by a credit or by a line billed by receipt is allocated to the oldest invoice.
 */
function allocateRejected(rows: readonly BilledLineRow[]): (row: BilledLineRow) => number {
  const remaining = new Map<string, number>();
  const take = (row: BilledLineRow): number => {
    const key = row.poLineId ?? row.lineId;
    const leftMicro = remaining.get(key) ?? Math.max(0, (row.rejected ?? 0) - Number(row.credited ?? 0));
    const takenMicro = Math.min(getOpenQuantity(row), leftMicro);
    remaining.set(key, leftMicro - takenMicro);
    return takenMicro;
  };
  for (const row of rows) if (row.receiptLineId !== null) take(row);
  return take;
}

type OverpricedLineRow = InvoiceLine &
  InvoiceColumns &
  OrderedColumns & {
    receiptLineId: string;
    matchedMicro: number;
    receiptPriceMicro: number;
    creditedE4: number | string;
  };

/**
 * Returns the expected credits for prices above the receipt or order price, on invoices posted with the
 * reason that the supplier will credit the difference; amounts already covered by credit notes on the receipt
 * line are deducted.
 */
async function loadOverchargeCredits(
  db: Queryable,
  actor: Actor,
  query: CreditFilter,
): Promise<CreditWithoutRate[]> {
  const where: RawBuilder<SqlBool>[] = [
    scopeCondition(actor, { branch: 'i.place' }),
    sql<SqlBool>`i.status = 'Posted' and i.kind = 'invoice' and l.state = 'price'`,
    sql<SqlBool>`exists (select 1 from ${table('documentHistory')} as h where h.${ref('docType')} = 'supplier_invoice'
      and h.${ref('docId')} = i.${ref('_id')} and h.verb = 'post' and h.${ref('reasonCode')} = ${creditExpectedReason})`,
    ...buildFilterConditions(query, { supplier: 'i.supplier', place: 'i.place' }),
  ];
  const { rows } =
    await sql<OverpricedLineRow>`select l.*, ${invoiceColumns}, m.${ref('receiptLineId')} as ${ref('receiptLineId')},
      m.${ref('qtyMicro')} as ${ref('matchedMicro')}, r.${ref('priceMicro')} as ${ref('receiptPriceMicro')},
      coalesce((select sum(c.${ref('valueE4')}) from ${table('supplierInvoiceLines')} as c
        join ${table('supplierInvoices')} as n on n.${ref('_id')} = c.${ref('invoiceId')}
        where c.${ref('receiptLineId')} = m.${ref('receiptLineId')} and n.kind = 'credit' and n.status = 'Posted'), 0)
        as ${ref('creditedE4')},
      p.${ref('itemId')} as ${ref('orderedItem')}, p.${ref('priceMicro')} as ${ref('orderedPriceMicro')},
      p.${ref('unitNum')} as ${ref('orderedNum')}, p.${ref('unitDen')} as ${ref('orderedDen')}
    from ${table('supplierInvoiceLines')} as l
      join ${table('supplierInvoices')} as i on i.${ref('_id')} = l.${ref('invoiceId')}
      join ${table('invoiceMatches')} as m on m.${ref('lineId')} = l.${ref('lineId')}
        and m.${ref('reversedDay')} is null and m.${ref('transferId')} is null
      join ${table('goodsReceiptLines')} as r on r.${ref('lineId')} = m.${ref('receiptLineId')}
      left join ${table('purchaseLines')} as p on p.${ref('lineId')} = l.${ref('poLineId')}
    where ${sql.join(where, sql` and `)} order by i.date, l.${ref('lineId')}`.execute(db);
  const remainingCredits = new Map<string, number>();
  return rows.flatMap((row): CreditWithoutRate[] => {
    const orderedMicro = computeOrderedUnitPrice(row);
    const overMicro = row.priceMicro - Math.min(row.receiptPriceMicro, orderedMicro ?? row.receiptPriceMicro);
    if (overMicro <= 0) return [];
    // Credits on a receipt line cover its oldest invoice first.
    const valueE4 = computeValueAtPrice(row.matchedMicro, overMicro);
    const leftE4 = remainingCredits.get(row.receiptLineId) ?? Number(row.creditedE4);
    const coveredE4 = Math.min(valueE4, leftE4);
    remainingCredits.set(row.receiptLineId, leftE4 - coveredE4);
    if (coveredE4 === valueE4) return [];
    return [
      {
        source: 'price',
        ...invoiceLineFields(row),
        creditOf: null,
        receiptLineId: row.receiptLineId,
        qty: fromMicro(row.matchedMicro),
        price: fromPriceMicro(computeAverageMicro(valueE4 - coveredE4, row.matchedMicro) ?? 0),
        expected: fromE4(convertAtRate(valueE4 - coveredE4, row.rate)),
      },
    ];
  });
}

interface SupplierReturn {
  _id: string;
  number: string;
  to: string;
  toName: string;
  toNameAlt: string | null;
  from: string;
  fromName: string;
  fromNameAlt: string | null;
  sentDay: string | null;
  creditExpectedE4: number;
  creditReceivedE4: number | null;
  settledE4: number | string;
  currency: string | null;
}

/** Returns the expected credits for returns to suppliers that aren't closed yet. */
async function loadReturnCredits(
  db: Queryable,
  actor: Actor,
  query: CreditFilter,
): Promise<CreditWithoutRate[]> {
  const where: RawBuilder<SqlBool>[] = [
    scopeCondition(actor, { branch: 't.from' }),
    sql<SqlBool>`t.kind = 'supplier-return' and t.status = 'Sent' and t.${ref('creditExpectedE4')} is not null`,
    ...buildFilterConditions(query, { supplier: 't.to', place: 't.from' }),
  ];
  const { rows } =
    await sql<SupplierReturn>`select t.*, s.currency, coalesce((select sum(m.${ref('amountE4')})
        from ${table('invoiceMatches')} as m
        where m.${ref('transferId')} = t.${ref('_id')} and m.${ref('reversedDay')} is null), 0) as ${ref('settledE4')}
    from ${table('transfers')} as t
      left join ${table('suppliers')} as s on s.${ref('_id')} = ${ref('t.to')}
    where ${sql.join(where, sql` and `)} order by t.${ref('sentAt')}, t.${ref('_id')}`.execute(db);
  // No credit is needed for returned goods that were never billed.
  return rows
    .map((row) => ({ ...row, creditExpectedE4: row.creditExpectedE4 - Number(row.settledE4) }))
    .filter(({ creditExpectedE4, creditReceivedE4 }) => creditExpectedE4 > (creditReceivedE4 ?? 0))
    .map((row) => ({
      source: 'return',
      creditOf: null,
      receiptLineId: null,
      transferId: row._id,
      documentId: row._id,
      number: row.number,
      supplier: row.to,
      supplierName: row.toName,
      supplierNameAlt: row.toNameAlt,
      place: row.from,
      placeName: row.fromName,
      placeNameAlt: row.fromNameAlt,
      since: row.sentDay ?? '',
      itemId: null,
      itemName: null,
      itemNameAlt: null,
      unitSymbol: null,
      qty: null,
      price: null,
      currency: row.currency,
      expected: fromE4(row.creditExpectedE4),
      received: fromE4(row.creditReceivedE4 ?? 0),
    }));
}
