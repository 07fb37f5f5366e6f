import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** Lists of wasted goods, the newest first, are read in their order: of all places, and of one status. */
export async function up(db: MigrationDb): Promise<void> {
  for (const columns of [
    ['dateTime', '_id'],
    ['status', 'dateTime', '_id'],
  ])
    await sql`create index ${sql.ref(`wastage_${columns.join('_')}`)} on wastage (${sql.join(columns.map((name) => sql.ref(name)))})`.execute(
      db,
    );
}
