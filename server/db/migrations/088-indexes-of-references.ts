import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** Columns that hold ids of rows which a file brings by the hundred, and its undo takes away again. */
const referring: Readonly<Record<string, readonly string[]>> = {
  items: [
    'baseUnit',
    'orderUnit',
    'countUnit',
    'recipeUnit',
    'tax',
    'category',
    'subCategory',
    'purchaseCategory',
    'section',
  ],
  packagings: ['unit', 'supplierId'],
  itemConversions: ['fromUnit', 'toUnit'],
  wastage: ['unit'],
};

/**
 * Before a row is deleted, the database looks for what refers to it: without an index it reads the whole table for each
 * row and column. Five hundred units of a business with ten thousand items took twenty seconds.
 */
export async function up(db: MigrationDb): Promise<void> {
  for (const [table, columns] of Object.entries(referring))
    for (const column of columns)
      await sql`create index if not exists ${sql.ref(`${table}_refers_by_${column}`)}
        on ${sql.table(table)} (${sql.ref(column)}) where ${sql.ref(column)} is not null`.execute(db);
}
