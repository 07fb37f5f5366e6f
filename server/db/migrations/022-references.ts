import { sql } from 'kysely';
import { dialectOf, type MigrationDb } from './columns.ts';

/** A column that holds the key of another table's rows; what belongs to a row may go with it. */
export interface Reference {
  table: string;
  column: string;
  to: string;
  key?: string;
  onDelete?: 'cascade' | 'set null';
}

const of = (table: string, columns: Readonly<Record<string, string>>): Reference[] =>
  Object.entries(columns).map(([column, to]) => ({ table, column, to }));

export const references: readonly Reference[] = [
  ...of('branches', {
    brandId: 'brands',
    branchCategoryId: 'branchCategories',
    supplyingKitchenId: 'branches',
    currencyId: 'currencies',
    taxId: 'taxes',
  }),
  ...of('sections', { branchId: 'branches' }),
  ...of('subCategories', { parent: 'itemCategories' }),
  ...of('purchaseCategories', { approver: 'users' }),
  ...of('suppliers', { currency: 'currencies' }),
  ...of('brands', { logo: 'gallery' }),
  ...of('items', {
    category: 'itemCategories',
    subCategory: 'subCategories',
    purchaseCategory: 'purchaseCategories',
    section: 'sections',
    baseUnit: 'units',
    orderUnit: 'units',
    countUnit: 'units',
    recipeUnit: 'units',
    tax: 'taxes',
    image: 'gallery',
  }),
  ...of('itemBarcodes', { itemId: 'items' }),
  ...of('itemConversions', { itemId: 'items', fromUnit: 'units', toUnit: 'units' }),
  ...of('itemLevels', { itemId: 'items', branchId: 'branches' }),
  ...of('packagings', { itemId: 'items', supplierId: 'suppliers', unit: 'units' }),
  ...of('orderTemplates', { branch: 'branches', kitchen: 'branches' }),
  ...of('countSchedules', { branchId: 'branches' }),
  { table: 'sessions', column: 'userId', to: 'users', onDelete: 'cascade' },
  { table: 'places', column: 'branchId', to: 'branches', onDelete: 'cascade' },
  { table: 'balances', column: 'placeId', to: 'places', key: 'placeId' },
  ...of('balances', { itemId: 'items' }),
  ...of('stockMoves', { itemId: 'items' }),
  ...of('orders', { branch: 'branches', kitchen: 'branches' }),
  ...of('orderLines', { orderId: 'orders', itemId: 'items', unit: 'units' }),
  { table: 'reservations', column: 'lineId', to: 'orderLines', key: 'lineId' },
  ...of('reservations', { orderId: 'orders', itemId: 'items' }),
  { table: 'reservations', column: 'placeId', to: 'places', key: 'placeId' },
  { table: 'discrepancies', column: 'lineId', to: 'orderLines', key: 'lineId' },
  ...of('discrepancies', { orderId: 'orders', itemId: 'items', branch: 'branches', kitchen: 'branches' }),
  { table: 'discrepancies', column: 'followUpOrderId', to: 'orders', onDelete: 'set null' },
  ...of('wastage', { branch: 'branches', item: 'items', unit: 'units' }),
  ...of('importRows', { importId: 'imports' }),
  ...of('importChanges', { importId: 'imports' }),
];

/**
 * What a row refers to stays as long as the row does: the database itself says so from now on, and there is one base
 * currency. Rows of before that refer to nothing stay as they are, for `reconcile` to name; no new ones join them.
 */
export async function up(db: MigrationDb): Promise<void> {
  await oneBaseCurrency(db);
  for (const column of ['orderId', 'followUpOrderId'])
    await db.schema.createIndex(`discrepancies_${column}`).on('discrepancies').column(column).execute();
  if (dialectOf(db) === 'sqlite')
    for (const [table, own] of Map.groupBy(references, (reference) => reference.table))
      await rebuild(db, table, own);
  else for (const reference of references) await constrain(db, reference);
}

/** Where several were made the base at once, the one that was made so last is. */
async function oneBaseCurrency(db: MigrationDb): Promise<void> {
  const bases = await db
    .selectFrom('currencies')
    .select('_id')
    .where('isBase', '=', 1)
    .orderBy('updatedAt', 'desc')
    .orderBy('_id', 'desc')
    .execute();
  for (const { _id } of bases.slice(1))
    await db.updateTable('currencies').set({ isBase: 0 }).where('_id', '=', _id).execute();
  await sql`create unique index ${sql.ref('currencies_one_base')} on currencies (${sql.ref('isBase')})
    where ${sql.ref('isBase')} = 1`.execute(db);
}

/** Judged when the transaction ends, so that what belongs together may be written in any order. */
const clauseOf = ({ column, to, key = '_id', onDelete }: Reference) =>
  sql`foreign key (${sql.ref(column)}) references ${sql.table(to)} (${sql.ref(key)})
    ${sql.raw(onDelete ? `on delete ${onDelete}` : '')} deferrable initially deferred`;

async function constrain(db: MigrationDb, reference: Reference): Promise<void> {
  const { table, column, to, key = '_id' } = reference;
  const { rows } = await sql`select 1 as one from ${sql.table(table)} as child
    where ${sql.ref(`child.${column}`)} is not null and not exists (
      select 1 from ${sql.table(to)} as parent where ${sql.ref(`parent.${key}`)} = ${sql.ref(`child.${column}`)})
    limit 1`.execute(db);
  const isSound = rows.length === 0;
  await sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_${column}_fkey`)}
    ${clauseOf(reference)} ${sql.raw(isSound ? '' : 'not valid')}`.execute(db);
}

/** SQLite takes constraints with a table only: the rows move to one that has them. Foreign keys are off meanwhile. */
async function rebuild(db: MigrationDb, table: string, own: readonly Reference[]): Promise<void> {
  const { rows: parts } = await sql<{ type: string; sql: string }>`select type, sql from sqlite_schema
    where tbl_name = ${table} and sql is not null`.execute(db);
  const made = parts.find(({ type }) => type === 'table')?.sql ?? '';
  const columns = made.slice(made.indexOf('('), made.lastIndexOf(')'));
  const clauses = sql.join(own.map(clauseOf));
  const next = `${table}__next`;
  await sql`create table ${sql.table(next)} ${sql.raw(columns)}, ${clauses})`.execute(db);
  await sql`insert into ${sql.table(next)} select * from ${sql.table(table)}`.execute(db);
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(next)} rename to ${sql.table(table)}`.execute(db);
  for (const part of parts) if (part.type !== 'table') await sql.raw(part.sql).execute(db);
}
