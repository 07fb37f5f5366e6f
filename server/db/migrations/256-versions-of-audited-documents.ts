import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/**
 * Raises the version of documents that were audited without it (purchase orders that were mailed, discrepancies that were
 * commented on) to the number of their audit rows: `reconcile` compares the two, and books could not be closed.
 */
export async function up(db: MigrationDb): Promise<void> {
  for (const [entity, name] of [
    ['purchase-orders', 'purchaseOrders'],
    ['discrepancies', 'discrepancies'],
  ] as const) {
    const audited = sql`(select count(*) from audit as a where a.entity = ${sql.lit(entity)}
        and a.${ref('entityId')} = ${sql.table(name)}.${ref('_id')} and a.action <> 'denied')
      + coalesce((select f.rows from ${sql.table('auditArchived')} as f where f.entity = ${sql.lit(entity)}
        and f.${ref('entityId')} = ${sql.table(name)}.${ref('_id')}), 0)`;
    await sql`update ${sql.table(name)} set version = ${audited} where version < ${audited}`.execute(db);
  }
}
