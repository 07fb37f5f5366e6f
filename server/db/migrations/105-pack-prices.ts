import { sql } from 'kysely';
import { dialectOf, type MigrationDb, optionalIntegers, optionalTexts, sequenced, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** Every price that a pack has had: the one that it has is the first. No price is changed, another one is entered. */
export async function up(db: MigrationDb): Promise<void> {
  const keyed = texts(sequenced(db, 'packPrices'), 'packagingId', 'validFrom', 'source', 'createdAt');
  const table = optionalIntegers(optionalTexts(keyed, 'supplierId', 'docType', 'docId'), 'priceE4');
  const deferred = (constraint: { deferrable(): { initiallyDeferred(): unknown } }) =>
    constraint.deferrable().initiallyDeferred() as never;
  await table
    .addForeignKeyConstraint(
      'packPrices_packagingId_fkey',
      ['packagingId' as never],
      'packagings',
      ['_id'],
      (constraint) => deferred(constraint.onDelete('cascade')),
    )
    .addForeignKeyConstraint(
      'packPrices_supplierId_fkey',
      ['supplierId' as never],
      'suppliers',
      ['_id'],
      deferred,
    )
    .execute();
  for (const column of ['packagingId', 'supplierId', 'docId'])
    await db.schema.createIndex(`packPrices_${column}`).on('packPrices').column(column).execute();
  await sql`insert into ${sql.table('packPrices')}
      (${sql.join(['packagingId', 'supplierId', 'priceE4', 'validFrom', 'source', 'createdAt'].map(ref))})
    select ${ref('_id')}, ${ref('supplierId')}, ${ref('priceE4')},
      coalesce(${ref('priceDate')}, substr(${ref('createdAt')}, 1, 10)), 'list', ${ref('updatedAt')}
    from packagings where ${ref('priceE4')} is not null order by ${ref('_id')}`.execute(db);
  await refuseUpdates(db);
}

/** What was a price stays one; only with its pack, or with the import that it came with, it goes. */
async function refuseUpdates(db: MigrationDb): Promise<void> {
  const message = 'packPrices only grows: enter another price';
  const [table, trigger] = [sql.table('packPrices'), ref('packPrices_no_update')];
  if (dialectOf(db) === 'sqlite') {
    await sql`create trigger ${trigger} before update on ${table}
      begin select raise(abort, ${sql.lit(message)}); end`.execute(db);
    return;
  }
  await sql`create or replace function ${ref('packPrices_refuse')}() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${message}'; end`)}`.execute(db);
  await sql`create trigger ${trigger} before update on ${table}
    for each statement execute function ${ref('packPrices_refuse')}()`.execute(db);
}
