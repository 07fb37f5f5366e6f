import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** What waste of some days cost is added up from the index of its days alone. */
export async function up(db: MigrationDb): Promise<void> {
  const name = sql.ref('wastage_businessDay');
  const columns = ['businessDay', 'status', 'branch', 'costE4'].map((column) => sql.ref(column));
  await sql`drop index ${name}`.execute(db);
  await sql`create index ${name} on wastage (${sql.join(columns)})`.execute(db);
}
