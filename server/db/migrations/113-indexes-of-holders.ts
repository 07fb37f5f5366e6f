import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** Columns with ids of rows that imports bring by the hundred, and whose undo takes them away again. */
const referring: Readonly<Record<string, readonly string[]>> = {
  itemBarcodes: ['itemId'],
  itemLevels: ['itemId'],
  reservations: ['itemId'],
  discrepancies: ['itemId', 'branch', 'kitchen'],
  wastage: ['item'],
  places: ['branchId'],
  branches: ['supplyingKitchenId', 'taxId', 'currencyId'],
  suppliers: ['currency'],
};

/** As migration 088: before a row is deleted, the database looks for what refers to it, in every such column. */
export async function up(db: MigrationDb): Promise<void> {
  for (const [table, columns] of Object.entries(referring))
    for (const column of columns)
      await sql`create index if not exists ${sql.ref(`${table}_refers_by_${column}`)}
        on ${sql.table(table)} (${sql.ref(column)}) where ${sql.ref(column)} is not null`.execute(db);
}
