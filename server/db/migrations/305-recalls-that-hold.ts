import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { appendOnly, integers, type MigrationDb, optionalTexts, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);

export const recallHoldReferences: readonly Reference[] = [
  { table: 'recallLots', column: 'recallId', to: 'recalls' },
  { table: 'recallLots', column: 'lotId', to: 'lots' },
  { table: 'recallHolds', column: 'recallId', to: 'recalls' },
  { table: 'recallHolds', column: 'lotId', to: 'lots' },
  { table: 'recallNotices', column: 'recallId', to: 'recalls' },
  { table: 'lots', column: 'heldByRecall', to: 'recalls' },
];

const to = (table: string) =>
  sql`references ${sql.table(table)} (${ref('_id')}) deferrable initially deferred`;

/**
 * Lots in scope of a recall and how they came into it, the holds that a recall made, and which location was notified when. A lot
 * names the recall that holds it; answers say what was done with the goods.
 */
export async function up(db: MigrationDb): Promise<void> {
  const ofRecall = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('recallId', 'text', (column) => column.notNull().modifyEnd(to('recalls'))) as never;
  const ofLot = (name: string) =>
    (ofRecall(name) as ReturnType<typeof db.schema.createTable>).addColumn('lotId', 'text', (column) =>
      column.notNull().modifyEnd(to('lots')),
    ) as never;
  await integers(
    optionalTexts(texts(ofLot('recallLots'), 'addedAt', 'how'), 'fromLotId', 'docType', 'docId', 'docNo'),
    'depth',
  )
    .addPrimaryKeyConstraint('recallLots_pk', ['recallId', 'lotId'] as never)
    .execute();
  await db.schema.createIndex('recallLots_lotId').on('recallLots').column('lotId').execute();
  await optionalTexts(
    texts(ofLot('recallHolds'), 'at'),
    'releasedAt',
    'releasedBy',
    'releasedByName',
    'releaseReason',
    'releaseNote',
  )
    .addPrimaryKeyConstraint('recallHolds_pk', ['recallId', 'lotId'] as never)
    .execute();
  await sql`create index ${ref('recallHolds_active')} on ${sql.table('recallHolds')} (${ref('lotId')})
    where ${ref('releasedAt')} is null`.execute(db);
  await integers(texts(ofRecall('recallNotices'), 'branchId', 'at'), 'no')
    .addPrimaryKeyConstraint('recallNotices_pk', ['recallId', 'branchId', 'no'] as never)
    .execute();
  await sql`insert into ${sql.table('recallLots')} (${ref('recallId')}, ${ref('lotId')}, ${ref('addedAt')}, how, depth)
    select ${ref('_id')}, ${ref('lotId')}, ${ref('startedAt')}, 'recalled', 0 from recalls`.execute(db);
  for (const table of ['recallLots', 'recallNotices']) await appendOnly(db, table);
  await db.schema
    .alterTable('recallFindings')
    .addColumn('outcome', 'text', (column) => column.notNull().defaultTo('set_aside'))
    .execute();
  await db.schema.alterTable('lots').addColumn('heldByRecall', 'text').execute();
}
