import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/**
 * What a place used on a day says by a mark of its own which making it is of: whoever keeps at hand what such rows come to asks their marks alone.
 * They stand in an index, as a row is long.
 */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('stockDayUse')
    .addColumn('mark', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index ${sql.ref('stockDayUse_marks')} on ${sql.table('stockDayUse')} (${sql.join(['placeId', 'day', 'mark'].map((name) => sql.ref(name)))})`.execute(
    db,
  );
}
