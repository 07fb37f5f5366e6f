import { sql } from 'kysely';
import { dialectOf, integers, type MigrationDb, texts } from './columns.ts';

/**
 * What of the audit was written to files. The database goes on refusing to change the audit, and lets rows go only that
 * stand in a file; how many went of each document stays known, since its version is their number.
 */
export async function up(db: MigrationDb): Promise<void> {
  const archives = db.schema
    .createTable('auditArchives')
    .addColumn('file', 'text', (c) => c.primaryKey().notNull());
  await integers(texts(archives, 'from', 'before', 'hash', 'createdAt'), 'lastSeq', 'rows').execute();
  await integers(texts(db.schema.createTable('auditArchived'), 'entity', 'entityId'), 'rows')
    .addPrimaryKeyConstraint('auditArchived_pk', ['entity', 'entityId'] as never)
    .execute();
  const isInFile = sql`exists (select 1 from ${sql.table('auditArchives')} as a
    where old.at >= a.${sql.ref('from')} and old.at < a.${sql.ref('before')} and old.seq <= a.${sql.ref('lastSeq')})`;
  const message = sql.lit('audit only grows: correct it with a new row');
  if (dialectOf(db) === 'sqlite') {
    await sql`drop trigger ${sql.ref('audit_no_delete')}`.execute(db);
    await sql`create trigger ${sql.ref('audit_no_delete')} before delete on audit when not ${isInFile}
      begin select raise(abort, ${message}); end`.execute(db);
    return;
  }
  await sql`drop trigger ${sql.ref('audit_append_only')} on audit`.execute(db);
  await sql`create trigger ${sql.ref('audit_append_only')} before update or truncate on audit
    for each statement execute function ${sql.ref('audit_refuse')}()`.execute(db);
  await sql`create function ${sql.ref('audit_refuse_delete')}() returns trigger language plpgsql as $$ begin
    if not ${isInFile} then raise exception '%', ${message}; end if;
    return old; end $$`.execute(db);
  await sql`create trigger ${sql.ref('audit_no_delete')} before delete on audit
    for each row execute function ${sql.ref('audit_refuse_delete')}()`.execute(db);
}
