import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** Which items counts found something of, or nothing: told from this index alone, for the thousands of lines of a few weeks. */
export async function up(db: MigrationDb): Promise<void> {
  await sql`create index ${sql.ref('stockCountLines_counted')} on ${sql.table('stockCountLines')}
    (${sql.ref('countId')}, ${sql.ref('itemId')}) where ${sql.ref('countedQtyMicro')} is not null`.execute(
    db,
  );
}
