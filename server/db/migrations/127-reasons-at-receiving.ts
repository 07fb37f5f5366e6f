import type { MigrationDb } from './columns.ts';

/** Of a line of a transfer: what the taker says of what came otherwise than it was sent, beside why goods go back. */
export async function up(db: MigrationDb): Promise<void> {
  for (const column of ['receivedReason', 'receivedReasonCode', 'receivedReasonNote'])
    await db.schema.alterTable('transferLines').addColumn(column, 'text').execute();
}
