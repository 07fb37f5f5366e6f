import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** What an undo in steps left as it is, because somebody changed or used it meanwhile: the first of them, and how many. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('kept', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await db.schema
    .alterTable('imports')
    .addColumn('keptCount', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  // An undo in steps whose answer nobody had.
  await db.schema
    .alterTable('imports')
    .addColumn('isUndoUntold', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  // The few that are under way are asked for at every start.
  await sql`create index imports_undoing on imports (${sql.ref('_id')}) where status = 'Undoing'`.execute(db);
}
