import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SupplierStatement } from '../shapes.ts';
import { convertAtRate } from '#core/currency.ts';
import { fromE4 } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { addDays } from '#core/day.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { listAccruals } from './accruals.ts';
import type { InvoiceHeader } from './rows.ts';

const ref = (name: string) => sql.ref(name);

interface StatementFilter {
  supplier: string;
  from: string;
  to: string;
  place?: string | undefined;
}

type Entry = SupplierStatement['rows'][number] & { amountE4: number; affectsBalance: boolean };

type PostedInvoice = Pick<
  InvoiceHeader,
  | '_id'
  | 'number'
  | 'kind'
  | 'supplierNumber'
  | 'place'
  | 'placeName'
  | 'placeNameAlt'
  | 'totalE4'
  | 'rate'
  | 'postedDay'
  | 'date'
  | 'reversedDay'
>;

type ReceivedGoods = Pick<InvoiceHeader, '_id' | 'number' | 'place' | 'placeName' | 'placeNameAlt'> & {
  businessDay: string;
  landedValueE4: number;
};

/** Converts the printed total to the base currency. */
const convertTotalToBase = ({ totalE4, rate }: Pick<InvoiceHeader, 'totalE4' | 'rate'>): number =>
  convertAtRate(totalE4, rate);

/**
 * Loads a supplier's account statement: invoices increase the balance, credit notes decrease it, and
 * reversals count on the day of the reversal. Receipts are listed for information, because nothing is owed
 * before the invoice.
 */
export async function loadSupplierStatement(
  db: Queryable,
  actor: Actor,
  query: StatementFilter,
): Promise<SupplierStatement> {
  const { supplier, from, to } = query;
  const entries = [
    ...(await loadInvoiceEntries(db, actor, query)),
    ...(await loadReceiptEntries(db, actor, query)),
  ].toSorted((a, b) => (a.day === b.day ? (a.number < b.number ? -1 : 1) : a.day < b.day ? -1 : 1));
  const sum = (selected: readonly Entry[]) => selected.reduce((total, { amountE4 }) => total + amountE4, 0);
  const balanceEntries = entries.filter(({ affectsBalance }) => affectsBalance);
  const openingE4 = sum(balanceEntries.filter(({ day }) => day < from));
  let balanceE4 = openingE4;
  const rows = entries
    .filter(({ day }) => day >= from)
    .map(({ amountE4, affectsBalance, ...row }) => {
      if (affectsBalance) balanceE4 += amountE4;
      return { ...row, balance: fromE4(balanceE4) };
    });
  const entriesInPeriod = balanceEntries.filter(({ day }) => day >= from);
  const accruals = await listAccruals(db, actor, { asOf: to, supplier, place: query.place });
  const notBilledE4 = accruals.reduce(
    (total, { openValue, openCharge }) => total + Math.round((openValue + openCharge) * 10_000),
    0,
  );
  return {
    supplier,
    from,
    to,
    opening: fromE4(openingE4),
    rows,
    invoiced: fromE4(sum(entriesInPeriod.filter(({ amountE4 }) => amountE4 > 0))),
    credited: fromE4(-sum(entriesInPeriod.filter(({ amountE4 }) => amountE4 < 0))),
    closing: fromE4(balanceE4),
    notBilled: fromE4(notBilledE4),
  };
}

const buildStatementConditions = (
  actor: Actor,
  { supplier, place }: StatementFilter,
): RawBuilder<SqlBool>[] => [
  scopeCondition(actor, { branch: 'd.place' }),
  sql<SqlBool>`d.supplier = ${supplier}`,
  ...(place === undefined ? [] : [sql<SqlBool>`d.place = ${place}`]),
];

async function loadInvoiceEntries(db: Queryable, actor: Actor, query: StatementFilter): Promise<Entry[]> {
  const where = [
    ...buildStatementConditions(actor, query),
    sql<SqlBool>`d.${ref('postedDay')} is not null and d.${ref('postedDay')} <= ${query.to}`,
  ];
  const supplier = await db
    .selectFrom('suppliers')
    .select('paymentTermsDays')
    .where('_id', '=', query.supplier)
    .executeTakeFirst();
  const termsDays = supplier?.paymentTermsDays ?? null;
  const { rows } = await sql<PostedInvoice>`select d.* from ${sql.table('supplierInvoices')} as d
    where ${sql.join(where, sql` and `)}`.execute(db);
  return rows.flatMap((row) => {
    const amountE4 = row.kind === 'credit' ? -convertTotalToBase(row) : convertTotalToBase(row);
    const buildEntry = (kind: Entry['kind'], day: string, signedE4: number): Entry => ({
      kind,
      documentId: row._id,
      number: row.number,
      supplierNumber: row.supplierNumber,
      day,
      due: kind === 'invoice' && termsDays !== null ? addDays(row.date, termsDays) : null,
      place: row.place,
      placeName: row.placeName,
      placeNameAlt: row.placeNameAlt,
      amount: fromE4(signedE4),
      balance: 0,
      amountE4: signedE4,
      affectsBalance: true,
    });
    const reversedDay = row.reversedDay !== null && row.reversedDay <= query.to ? row.reversedDay : null;
    return [
      buildEntry(row.kind === 'credit' ? 'credit' : 'invoice', row.postedDay ?? '', amountE4),
      ...(reversedDay === null ? [] : [buildEntry('reversal', reversedDay, -amountE4)]),
    ];
  });
}

async function loadReceiptEntries(db: Queryable, actor: Actor, query: StatementFilter): Promise<Entry[]> {
  const where = [
    ...buildStatementConditions(actor, query),
    sql<SqlBool>`d.status = 'Posted' and d.${ref('businessDay')} between ${query.from} and ${query.to}`,
  ];
  const { rows } = await sql<ReceivedGoods>`select d.* from ${sql.table('goodsReceipts')} as d
    where ${sql.join(where, sql` and `)}`.execute(db);
  return rows.map((row) => ({
    kind: 'receipt',
    documentId: row._id,
    number: row.number,
    supplierNumber: null,
    day: row.businessDay,
    due: null,
    place: row.place,
    placeName: row.placeName,
    placeNameAlt: row.placeNameAlt,
    amount: fromE4(row.landedValueE4),
    balance: 0,
    amountE4: row.landedValueE4,
    affectsBalance: false,
  }));
}
