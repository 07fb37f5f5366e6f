import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** How many postings came after an evening of the past is counted among those that were entered after they happened, which are few. */
export async function up(db: MigrationDb): Promise<void> {
  const columns = ['postedAt', 'businessDay', 'arrivalDay', 'fromPlace', 'toPlace', 'itemId'].map((name) =>
    sql.ref(name),
  );
  await sql`create index ${sql.ref('stockMoves_entered_later')} on ${sql.table('stockMoves')} (${sql.join(columns)})
    where ${sql.ref('effectiveAt')} < ${sql.ref('postedAt')}`.execute(db);
}
