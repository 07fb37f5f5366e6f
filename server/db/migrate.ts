import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { compareByBytes } from './migrations/kit.ts';
import { migrations } from './migrations/index.ts';
import type { Db } from './types.ts';

/** Thrown for a database that a later version of the program has changed. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor(migration: string) {
    super(
      `The database was changed by a newer version of Commissary (${migration}): start that version, or restore a backup from before the update.`,
    );
  }
}

/** Where a database keeps the names of the migrations it has seen. */
export const migrationTable = 'kysely_migration';

/** PostgreSQL may hold several databases of ours, each in a schema of its own: the one this connection works in. */
async function currentSchema(db: Db): Promise<string | undefined> {
  if (db.dialect === 'sqlite') return undefined;
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db.writer);
  return rows[0]?.schema;
}

/** Names of the migrations a database has seen; empty when it is new. */
async function appliedMigrations(db: Db, schema: string | undefined): Promise<string[]> {
  const tables = await db.writer.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === migrationTable && (!schema || table.schema === schema)))
    return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(migrationTable)} order by name`.execute(db.writer);
  return rows.map((row) => row.name);
}

/** Throws NewerDatabaseError when one of these migrations is not known here. */
export function assertNotNewer(applied: readonly string[]): void {
  const unknown = applied.find((name) => !Object.hasOwn(migrations, name));
  if (unknown) throw new NewerDatabaseError(unknown);
}

/** Brings the database up to date, each migration whole or not at all. Throws NewerDatabaseError. */
export async function migrate(db: Db): Promise<void> {
  const schema = await currentSchema(db);
  const applied = await appliedMigrations(db, schema);
  assertNotNewer(applied);
  // A table that is made anew for a migration is away for a moment, which is no reason to refuse it.
  const isRebuilding = db.dialect === 'sqlite' && applied.length < Object.keys(migrations).length;
  if (isRebuilding) await sql`pragma foreign_keys = off`.execute(db.writer);
  const known = db.dialect === 'postgres' ? settled(migrations) : { ...migrations };
  const provider = { getMigrations: async () => known };
  const migrator = new Migrator({ db: db.writer, provider, ...(schema && { migrationTableSchema: schema }) });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (isRebuilding) await sql`pragma foreign_keys = on`.execute(db.writer);
  if (error) throw error;
  // Whatever a migration has made: none of them needs to know of collations.
  if (db.dialect === 'postgres' && results.length > 0)
    await db.writer.transaction().execute((tx) => compareByBytes(tx as unknown as Kysely<never>));
}

/**
 * The migrations, each begun with every reference checked: PostgreSQL alters no table while rows that the migration before
 * has written in the same transaction wait for their references to be looked at.
 */
function settled(all: Readonly<Record<string, Migration>>): Record<string, Migration> {
  const begun = ([name, migration]: [string, Migration]): [string, Migration] => [
    name,
    {
      ...migration,
      async up(db) {
        await sql`set constraints all immediate`.execute(db);
        await sql`set constraints all deferred`.execute(db);
        await migration.up(db);
      },
    },
  ];
  return Object.fromEntries(Object.entries(all).map(begun));
}

/** The name of the newest migration this program knows: keys a snapshot of the database. */
export function schemaVersion(): string {
  return Object.keys(migrations).at(-1) ?? 'none';
}
