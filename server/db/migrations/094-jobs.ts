import { sql } from 'kysely';
import { integers, type MigrationDb, optionalTexts, texts } from './columns.ts';

/** What is to be done after a business transaction, or at its time; and when each schedule was due last. */
export async function up(db: MigrationDb): Promise<void> {
  const table = db.schema
    .createTable('jobs')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull()) as never;
  const described = texts(table, 'createdAt', 'kind', 'payload', 'steps', 'state');
  const timed = optionalTexts(described, 'key', 'runAt', 'startedAt', 'finishedAt', 'keepUntil');
  const held = optionalTexts(timed, 'token', 'leaseUntil', 'error');
  await integers(held, 'attempts')
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex('jobs_key').unique().on('jobs').columns(['key']).execute();
  // What is open is a handful, however many are kept: whoever looks for work looks at these alone.
  await sql`create index jobs_open on jobs (${sql.ref('_id')}) where state in ('waiting', 'running')`.execute(
    db,
  );
  await db.schema.createIndex('jobs_state').on('jobs').columns(['state', '_id']).execute();
  await db.schema.createIndex('jobs_keepUntil').on('jobs').columns(['keepUntil']).execute();
  await texts(
    db.schema
      .createTable('jobSchedules')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull()) as never,
    'lastDue',
  ).execute();
}
