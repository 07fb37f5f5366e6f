import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** What a large import will write, in steps that follow one another once it is decided. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('importSteps')
    .addColumn('importId', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('importSteps_pk', ['importId', 'position'] as never)
    .addForeignKeyConstraint(
      'importSteps_importId_fkey',
      ['importId'] as never,
      'imports',
      ['_id'],
      (constraint) => constraint.deferrable().initiallyDeferred(),
    )
    .execute();
  // The few that are under way are asked for at every start.
  await sql`create index imports_applying on imports (${sql.ref('_id')}) where status = 'Applying'`.execute(
    db,
  );
}
