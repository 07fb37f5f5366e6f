import { sql } from 'kysely';
import { dialectOf, type MigrationDb } from './columns.ts';

/**
 * PostgreSQL cleans up after a hundredth of new rows instead of a fifth in the two tables that only grow. Until it does, whoever reads an
 * index alone has to look up each new row beside it: of a year the latest ten weeks, which are what is asked for.
 */
export async function up(db: MigrationDb): Promise<void> {
  if (dialectOf(db) !== 'postgres') return;
  for (const name of ['stockMoves', 'stockDaily'])
    await sql`alter table ${sql.table(name)} set (autovacuum_vacuum_insert_scale_factor = 0.01)`.execute(db);
}
