import type { MigrationDb } from './columns.ts';

/** Photos name the type of their document as the ledger does. */
export async function up(db: MigrationDb): Promise<void> {
  await db.updateTable('attachments').set({ docType: 'order' }).where('docType', '=', 'orders').execute();
}
