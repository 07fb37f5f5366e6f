import type { MigrationDb } from './columns.ts';

/** How the audit is read: newest first, of all, of a row, a person, a collection or an action; within days. */
const auditOrders = [[], ['entityId'], ['userId'], ['entity'], ['action']] as const;

/** When a session was last used, and the audit in the order in which people look through it. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('lastSeenAt', 'text').execute();
  await db.schema.dropIndex('audit_entity_entityId').execute();
  for (const columns of auditOrders) {
    await db.schema
      .createIndex(['audit', ...columns, 'at'].join('_'))
      .on('audit')
      .columns([...columns, 'at', 'seq'])
      .execute();
  }
}
