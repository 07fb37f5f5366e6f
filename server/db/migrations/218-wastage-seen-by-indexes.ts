import { sql } from 'kysely';
import { dialectOf, type MigrationDb } from './columns.ts';

/** As the ledgers (216): what was wasted in the latest weeks is told from indexes alone as well. Records change once, when they are posted. */
export async function up(db: MigrationDb): Promise<void> {
  if (dialectOf(db) !== 'postgres') return;
  await sql`alter table wastage set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02)`.execute(
    db,
  );
}
