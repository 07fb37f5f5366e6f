import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { integers, type MigrationDb, optionalIntegers, optionalTexts, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What the rows of batches refer to; nothing of it goes while they are there. */
export const productionReferences: readonly Reference[] = [
  { table: 'productionBatches', column: 'recipeId', to: 'recipes' },
  { table: 'productionBatches', column: 'versionId', to: 'recipeVersions' },
  { table: 'productionBatches', column: 'kitchen', to: 'branches' },
  { table: 'productionBatches', column: 'itemId', to: 'items' },
  { table: 'productionLines', column: 'batchId', to: 'productionBatches' },
  { table: 'productionLines', column: 'itemId', to: 'items' },
  { table: 'productionParts', column: 'batchId', to: 'productionBatches' },
];

/** Judged when the transaction ends, so that what belongs together may be written in any order. */
const to = (table: string) =>
  sql`text not null references ${sql.table(table)} (${ref('_id')}) deferrable initially deferred`;

/** What kitchens make: batches, what each takes and makes, and the parts in which they were finished. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('recipes')
    .addColumn('keepsToIngredients', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  const head = texts(
    db.schema
      .createTable('productionBatches')
      .addColumn('_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('recipeId', to('recipes'))
      .addColumn('versionId', to('recipeVersions'))
      .addColumn('kitchen', to('branches'))
      .addColumn('itemId', to('items')),
    'createdAt',
    'updatedAt',
    'number',
    'status',
    'recipeName',
    'kitchenName',
    'itemCode',
    'itemName',
    'unitSymbol',
    'plannedFor',
    'userId',
    'userName',
    'allergens',
  );
  const optional = optionalTexts(
    head,
    'recipeNameAlt',
    'kitchenNameAlt',
    'itemNameAlt',
    'shift',
    'startedAt',
    'startedByName',
    'completedAt',
    'completedByName',
    'reason',
    'reasonCode',
    'reasonNote',
    'notes',
    'transitionReason',
  );
  await integers(
    optional,
    'version',
    'recipeVersion',
    'plannedQtyMicro',
    'goodQtyMicro',
    'lostQtyMicro',
    'parts',
    'lossMicro',
    'labourE4',
    'valueE4',
    'keepsToIngredients',
  ).execute();
  await db.schema
    .createIndex('productionBatches_number_unique')
    .on('productionBatches')
    .column('number')
    .unique()
    .execute();
  await indexes(db, 'productionBatches', [
    ['kitchen', 'createdAt', '_id'],
    ['kitchen', 'status', 'plannedFor'],
    ['status', 'createdAt', '_id'],
    ['createdAt', '_id'],
    ['recipeId'],
    ['versionId'],
    ['itemId', 'createdAt'],
  ]);

  const line = texts(
    db.schema
      .createTable('productionLines')
      .addColumn('lineId', 'text', (c) => c.primaryKey().notNull())
      .addColumn('batchId', to('productionBatches'))
      .addColumn('itemId', to('items')),
    'side',
    'itemCode',
    'itemName',
    'unitSymbol',
    'lots',
  );
  await optionalIntegers(
    integers(
      optionalTexts(line, 'itemNameAlt', 'lot', 'expiry'),
      'position',
      'neededQtyMicro',
      'postedQtyMicro',
      'valueE4',
    ),
    'enteredQtyMicro',
    'costShareMicro',
    'fixedValueE4',
  ).execute();
  await indexes(db, 'productionLines', [
    ['batchId', 'position'],
    ['itemId', 'batchId'],
  ]);

  const part = texts(
    db.schema
      .createTable('productionParts')
      .addColumn('partId', 'text', (c) => c.primaryKey().notNull())
      .addColumn('batchId', to('productionBatches')),
    'at',
    'byName',
  );
  await integers(
    optionalTexts(part, 'reason', 'reasonCode', 'reasonNote', 'takenBackAt'),
    'no',
    'goodMicro',
    'lostMicro',
    'labourE4',
    'valueE4',
    'lostE4',
  ).execute();
  await db.schema
    .createIndex('productionParts_batchId_no_unique')
    .on('productionParts')
    .columns(['batchId', 'no'])
    .unique()
    .execute();
}

async function indexes(db: MigrationDb, table: string, all: readonly string[][]): Promise<void> {
  for (const columns of all)
    await db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute();
}
