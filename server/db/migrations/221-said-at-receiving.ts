import type { MigrationDb } from './columns.ts';

/**
 * A line says which of its note and its reason were said of how it came. What a branch noted when it ordered, or a kitchen when it
 * approved and shipped, answers nothing of what is asked at the door.
 */
export async function up(db: MigrationDb): Promise<void> {
  for (const column of ['noteOfReceipt', 'reasonOfReceipt'])
    await db.schema.alterTable('orderLines').addColumn(column, 'integer').execute();
}
