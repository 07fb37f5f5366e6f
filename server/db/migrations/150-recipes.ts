import { sql } from 'kysely';
import {
  dialectOf,
  integers,
  master,
  type MigrationDb,
  optionalIntegers,
  optionalTexts,
  sequenced,
  texts,
} from './columns.ts';

const ref = (name: string) => sql.ref(name);

type Table = ReturnType<typeof texts>;

/** A reference that is judged when the transaction ends; what belongs to a row goes with it. */
const refers = (table: Table, name: string, column: string, to: string, isOwned = false): Table =>
  table.addForeignKeyConstraint(`${name}_${column}_fkey`, [column], to, ['_id'], (constraint) =>
    (isOwned ? constraint.onDelete('cascade') : constraint).deferrable().initiallyDeferred(),
  );

/**
 * Recipes with every version that they have had, what each takes, what they cost by list prices and what they did cost;
 * and the list of what has changed that a cost depends on, which the database keeps itself: no writer can forget it.
 */
export async function up(db: MigrationDb): Promise<void> {
  await recipesTable(db);
  await versionsTable(db);
  await usesTable(db);
  await costsTables(db);
  await queue(db);
}

async function recipesTable(db: MigrationDb): Promise<void> {
  const named = texts(master(db, 'recipes'), 'kind', 'yieldUnit', 'components', 'steps');
  const optional = optionalTexts(named, 'code', 'brand', 'outputItem', 'validFrom', 'tax', 'image');
  const counted = integers(optional, 'yieldQtyMicro', 'priceIncludesVAT');
  let table: Table = optionalIntegers(counted, 'portionsMicro', 'priceE4', 'targetFoodCostPercentMicro');
  for (const [column, to] of Object.entries({
    brand: 'brands',
    outputItem: 'items',
    yieldUnit: 'units',
    tax: 'taxes',
    image: 'gallery',
  }))
    table = refers(table, 'recipes', column, to);
  await table.execute();
  await db.schema.createIndex('recipes_code_unique').on('recipes').column('code').unique().execute();
  for (const column of ['brand', 'outputItem', 'yieldUnit', 'tax', 'image'])
    await db.schema.createIndex(`recipes_${column}`).on('recipes').column(column).execute();
}

async function versionsTable(db: MigrationDb): Promise<void> {
  const table = texts(
    db.schema
      .createTable('recipeVersions')
      .addColumn('_id', 'text', (column) => column.primaryKey().notNull()) as Table,
    'recipeId',
    'validFrom',
    'content',
    'createdAt',
  ).addColumn('no', 'bigint', (column) => column.notNull());
  await refers(table, 'recipeVersions', 'recipeId', 'recipes', true).execute();
  await db.schema
    .createIndex('recipeVersions_recipeId_no')
    .on('recipeVersions')
    .columns(['recipeId', 'no'])
    .unique()
    .execute();
  await refuseUpdates(db, 'recipeVersions', 'recipeVersions only grows: make another version');
}

async function usesTable(db: MigrationDb): Promise<void> {
  const keyed = sequenced(db, 'recipeUses');
  const table = integers(
    optionalTexts(texts(keyed, 'versionId', 'recipeId'), 'itemId', 'subRecipeId', 'unit'),
    'isAlternative',
  );
  const owned = refers(table, 'recipeUses', 'versionId', 'recipeVersions', true);
  const items = refers(owned, 'recipeUses', 'itemId', 'items');
  const recipes = refers(items, 'recipeUses', 'subRecipeId', 'recipes');
  await refers(recipes, 'recipeUses', 'unit', 'units').execute();
  for (const column of ['versionId', 'recipeId', 'itemId', 'subRecipeId', 'unit'])
    await db.schema.createIndex(`recipeUses_${column}`).on('recipeUses').column(column).execute();
}

async function costsTables(db: MigrationDb): Promise<void> {
  const key = db.schema
    .createTable('recipeRollups')
    .addColumn('recipeId', 'text', (column) => column.primaryKey().notNull()) as Table;
  const rollups = optionalTexts(texts(key, 'versionId', 'day', 'costedAt', 'missing', 'allergens'), 'cost');
  const figures = ['costE4', 'plateCostE4', 'marginE4', 'foodCostPercentMicro'];
  await refers(optionalIntegers(rollups, ...figures), 'recipeRollups', 'recipeId', 'recipes').execute();
  const steps = texts(sequenced(db, 'recipeCosts'), 'recipeId', 'versionId', 'at', 'day', 'why');
  const history = optionalIntegers(optionalTexts(steps, 'whyId'), 'costE4', 'plateCostE4');
  await refers(history, 'recipeCosts', 'recipeId', 'recipes').execute();
  for (const column of ['recipeId', 'at'])
    await db.schema.createIndex(`recipeCosts_${column}`).on('recipeCosts').column(column).execute();
  await refuseUpdates(db, 'recipeCosts', 'recipeCosts only grows');
}

interface Watched {
  table: string;
  on: 'insert' | 'update' | 'delete';
  /** Of an update: the columns that matter. */
  columns?: readonly string[];
  note(row: string): string;
}

/** Of an item only where a recipe takes it: who has no recipes has no list. */
const noted = (row: string, column: string) => `select 'item', ${row}."${column}", {now}
  where exists (select 1 from "recipeUses" where "recipeUses"."itemId" = ${row}."${column}")`;
const everything = () => `select 'all', '', {now} where exists (select 1 from "recipes")`;
const ofPack = (row: string) => `select 'item', "packagings"."itemId", {now} from "packagings"
  where "packagings"."_id" = ${row}."packagingId"
  and exists (select 1 from "recipeUses" where "recipeUses"."itemId" = "packagings"."itemId")`;

const watched: readonly Watched[] = [
  {
    table: 'items',
    on: 'update',
    columns: ['baseUnit', 'yieldPercentMicro', 'standardCostE4', 'allergens'],
    note: (row) => noted(row, '_id'),
  },
  { table: 'itemConversions', on: 'insert', note: (row) => noted(row, 'itemId') },
  { table: 'itemConversions', on: 'update', note: (row) => noted(row, 'itemId') },
  { table: 'itemConversions', on: 'delete', note: (row) => noted(row, 'itemId') },
  { table: 'packagings', on: 'insert', note: (row) => noted(row, 'itemId') },
  {
    table: 'packagings',
    on: 'update',
    columns: ['itemId', 'unit', 'contentsQtyMicro', 'preferred', 'isActive'],
    note: (row) => noted(row, 'itemId'),
  },
  { table: 'packagings', on: 'delete', note: (row) => noted(row, 'itemId') },
  { table: 'packPrices', on: 'insert', note: ofPack },
  { table: 'packPrices', on: 'delete', note: ofPack },
  { table: 'units', on: 'update', columns: ['dimension', 'factorNum', 'factorDen'], note: everything },
  { table: 'taxes', on: 'update', columns: ['rateMicro', 'rates', 'validFrom'], note: everything },
  { table: 'currencies', on: 'update', columns: ['rates', 'isBase'], note: everything },
  { table: 'suppliers', on: 'update', columns: ['currency'], note: everything },
  { table: 'recipeVersions', on: 'insert', note: (row) => `select 'recipe', ${row}."recipeId", {now}` },
  {
    table: 'recipes',
    on: 'update',
    columns: ['priceE4', 'priceIncludesVAT', 'tax', 'outputItem'],
    note: (row) => `select 'recipe', ${row}."_id", {now}`,
  },
];

/**
 * What changed, in the order in which it did. Rows are only added and taken away, so that nobody waits for another who
 * changes something else; the same may stand there twice.
 */
async function queue(db: MigrationDb): Promise<void> {
  await texts(sequenced(db, 'recipesToCost'), 'kind', 'id', 'since').execute();
  const isSqlite = dialectOf(db) === 'sqlite';
  const now = isSqlite
    ? `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
    : `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  for (const { table, on, columns = [], note } of watched) {
    const name = `${table}_${on}_costs`;
    const row = on === 'delete' ? 'old' : 'new';
    const insert = `insert into "recipesToCost" ("kind", "id", "since") ${note(row).replaceAll('{now}', now)}`;
    const isOther = isSqlite
      ? (column: string) => `old."${column}" is not new."${column}"`
      : (column: string) => `old."${column}" is distinct from new."${column}"`;
    const isWatched = columns.map(isOther).join(' or ');
    if (isSqlite) {
      const when = isWatched === '' ? '' : `when (${isWatched})`;
      await sql
        .raw(`create trigger "${name}" after ${on} on "${table}" for each row ${when} begin ${insert}; end`)
        .execute(db);
      continue;
    }
    // Asked within: a column that a trigger names in its own condition cannot be given another collation.
    const done = isWatched === '' ? `${insert};` : `if ${isWatched} then ${insert}; end if;`;
    await sql
      .raw(`create or replace function "${name}_note"() returns trigger language plpgsql as $note$
        begin ${done} return null; end $note$`)
      .execute(db);
    await sql
      .raw(
        `create trigger "${name}" after ${on} on "${table}" for each row execute function "${name}_note"()`,
      )
      .execute(db);
  }
}

/** What was so stays; only with its recipe it goes. */
async function refuseUpdates(db: MigrationDb, name: string, message: string): Promise<void> {
  const [table, trigger] = [sql.table(name), ref(`${name}_no_update`)];
  if (dialectOf(db) === 'sqlite') {
    await sql`create trigger ${trigger} before update on ${table}
      begin select raise(abort, ${sql.lit(message)}); end`.execute(db);
    return;
  }
  await sql`create or replace function ${ref(`${name}_refuse`)}() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${message}'; end`)}`.execute(db);
  await sql`create trigger ${trigger} before update on ${table}
    for each statement execute function ${ref(`${name}_refuse`)}()`.execute(db);
}
