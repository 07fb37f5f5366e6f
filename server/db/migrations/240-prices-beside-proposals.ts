import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** What an invoice proposes stands beside what people propose of the same pack. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('reviews')
    .addColumn('source', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  const waiting = await db
    .selectFrom('reviews')
    .select(['_id', 'history'])
    .where('collection', '=', 'packagings')
    .where('operation', '=', 'change')
    .where('status', '=', 'Pending')
    .execute();
  // People give no reason for what they propose; an invoice says which one it is.
  for (const { _id, history } of waiting as { _id: string; history: string }[]) {
    const steps = JSON.parse(history) as { reason: string | null }[];
    if (steps.length === 1 && steps[0]?.reason)
      await db.updateTable('reviews').set({ source: 'invoice' }).where('_id', '=', _id).execute();
  }
  await sql`drop index ${sql.ref('reviewsPendingOnce')}`.execute(db);
  await sql`create unique index ${sql.ref('reviewsPendingOnce')}
    on reviews (collection, ${sql.ref('rowId')}, source)
    where status = 'Pending' and ${sql.ref('rowId')} is not null`.execute(db);
}
