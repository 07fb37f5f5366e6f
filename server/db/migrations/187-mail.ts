import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { integers, type MigrationDb, optionalIntegers, optionalTexts, texts } from './columns.ts';

/** What scheduled mails refer to. Their log stays when they are gone. */
export const mailReferences: readonly Reference[] = [
  { table: 'mailSchedules', column: 'owner', to: 'users' },
  { table: 'mailRecipients', column: 'scheduleId', to: 'mailSchedules' },
  { table: 'mailRecipients', column: 'userId', to: 'users' },
  { table: 'mailRuns', column: 'scheduleId', to: 'mailSchedules' },
];

const to = (table: string) =>
  sql`references ${sql.table(table)} (${sql.ref('_id')}) deferrable initially deferred`;

/**
 * What is mailed to whom, when it was, and what became of each mail; and in which language people read. One row of
 * `mailRuns` for each time of a schedule, whoever makes it: the database itself lets no second one in.
 */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('users').addColumn('language', 'text').execute();

  const schedules = db.schema
    .createTable('mailSchedules')
    .addColumn('_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('owner', 'text', (c) => c.notNull().modifyEnd(to('users')))
    .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
    .addColumn('isActive', 'integer', (c) => c.notNull().defaultTo(1)) as never;
  const described = texts(
    schedules,
    'createdAt',
    'updatedAt',
    'name',
    'about',
    'params',
    'every',
    'at',
    'timezone',
    'since',
  );
  await integers(
    optionalIntegers(optionalTexts(described, 'report'), 'onDay'),
    'onlyWithRows',
    'withFile',
  ).execute();
  await db.schema.createIndex('mailSchedules_owner').on('mailSchedules').columns(['owner']).execute();

  const recipients = db.schema
    .createTable('mailRecipients')
    .addColumn('_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('scheduleId', 'text', (c) => c.notNull().modifyEnd(to('mailSchedules')))
    .addColumn('userId', 'text', (c) => c.modifyEnd(to('users'))) as never;
  await optionalTexts(texts(recipients, 'token'), 'address', 'language', 'unsubscribedAt').execute();
  await db.schema
    .createIndex('mailRecipients_schedule')
    .on('mailRecipients')
    .columns(['scheduleId'])
    .execute();
  await db.schema.createIndex('mailRecipients_user').on('mailRecipients').columns(['userId']).execute();
  await db.schema
    .createIndex('mailRecipients_token')
    .unique()
    .on('mailRecipients')
    .columns(['token'])
    .execute();

  const runs = db.schema
    .createTable('mailRuns')
    .addColumn('_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('scheduleId', 'text', (c) => c.notNull().modifyEnd(to('mailSchedules'))) as never;
  await integers(texts(runs, 'due', 'createdAt', 'fromDay', 'toDay'), 'missed', 'mails', 'ended').execute();
  await db.schema
    .createIndex('mailRuns_once')
    .unique()
    .on('mailRuns')
    .columns(['scheduleId', 'due'])
    .execute();
  await db.schema.createIndex('mailRuns_createdAt').on('mailRuns').columns(['createdAt']).execute();

  const mails = db.schema
    .createTable('mails')
    .addColumn('_id', 'text', (c) => c.primaryKey().notNull()) as never;
  const told = texts(mails, 'createdAt', 'kind', 'state', 'messageId', 'payload');
  const optional = optionalTexts(
    told,
    'scheduleId',
    'runId',
    'docId',
    'recipientId',
    'userId',
    'toName',
    'address',
    'subject',
    'reason',
    'answer',
    'endedAt',
    'fromDay',
    'toDay',
  );
  await integers(optional, 'missed', 'attempts', 'round')
    .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex('mails_schedule').on('mails').columns(['scheduleId', '_id']).execute();
  await db.schema.createIndex('mails_run').on('mails').columns(['runId']).execute();
  await db.schema.createIndex('mails_doc').on('mails').columns(['docId', '_id']).execute();
  await db.schema.createIndex('mails_createdAt').on('mails').columns(['createdAt']).execute();
}
