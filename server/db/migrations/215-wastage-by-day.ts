import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What waste of some days cost, of all branches and of one, is added up from an index alone. */
export async function up(db: MigrationDb): Promise<void> {
  for (const [name, columns] of [
    ['wastage_businessDay', ['businessDay', 'status', 'branch', 'costE4']],
    ['wastage_branch_businessDay', ['branch', 'businessDay', 'status', 'costE4']],
  ] as const) {
    await sql`drop index ${ref(name)}`.execute(db);
    await sql`create index ${ref(name)} on wastage (${sql.join(columns.map(ref))})`.execute(db);
  }
}
