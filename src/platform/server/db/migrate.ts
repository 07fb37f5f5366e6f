import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { compareByBytes } from './migrations/kit.ts';
import { migrations } from './migrations/index.ts';
import type { Db } from './types.ts';

/** Thrown for a database that a later version of the program has migrated. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor(migration: string) {
    super(
      `The database was upgraded by a newer version of Commissary (${migration}). Start that version, or restore a backup from before the upgrade.`,
    );
  }
}

/**
 * Thrown if the database was created by a development version before 1.0.0. Those migrations were replaced by
 * a baseline, so it can't be upgraded.
 */
export class DevelopmentDatabaseError extends Error {
  override readonly name = 'DevelopmentDatabaseError';

  constructor() {
    super(
      "The database was created by a development version of Commissary before 1.0.0, which can't be upgraded. Set DATA_DIR or DATABASE_URL to a new one, or start the version that created it.",
    );
  }
}

/** Table with the names of the applied migrations. */
export const migrationTable = 'kysely_migration';

/**
 * Returns the schema of this connection: a PostgreSQL database may contain several installations, one per
 * schema.
 */
async function getCurrentSchema(db: Db): Promise<string | undefined> {
  if (db.dialect === 'sqlite') return undefined;
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db.writer);
  return rows[0]?.schema;
}

/** Returns the names of the applied migrations; empty for a new database. */
async function listAppliedMigrations(db: Db, schema: string | undefined): Promise<string[]> {
  const tables = await db.writer.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === migrationTable && (!schema || table.schema === schema)))
    return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(migrationTable)} order by name`.execute(db.writer);
  return rows.map((row) => row.name);
}

/**
 * Checks that this version contains all applied migrations. Every release starts with the baseline, so a
 * database without it predates 1.0.0.
 *
 * @throws NewerDatabaseError, DevelopmentDatabaseError
 */
export function assertUpgradable(applied: readonly string[]): void {
  const unknown = applied.find((name) => !Object.hasOwn(migrations, name));
  if (unknown === undefined) return;
  const [baseline = ''] = Object.keys(migrations);
  throw applied.includes(baseline) ? new NewerDatabaseError(unknown) : new DevelopmentDatabaseError();
}

/**
 * Applies pending migrations, each atomically.
 *
 * @throws NewerDatabaseError, DevelopmentDatabaseError
 */
export async function migrate(db: Db): Promise<void> {
  const schema = await getCurrentSchema(db);
  const applied = await listAppliedMigrations(db, schema);
  assertUpgradable(applied);
  // A migration that rebuilds a table briefly drops it, so foreign keys can't be enforced in the meantime.
  const isRebuilding = db.dialect === 'sqlite' && applied.length < Object.keys(migrations).length;
  if (isRebuilding) await sql`pragma foreign_keys = off`.execute(db.writer);
  const pending = db.dialect === 'postgres' ? checkConstraintsBefore(migrations) : { ...migrations };
  const provider = { getMigrations: async () => pending };
  const migrator = new Migrator({ db: db.writer, provider, ...(schema && { migrationTableSchema: schema }) });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (isRebuilding) await sql`pragma foreign_keys = on`.execute(db.writer);
  if (error) throw error;
  // Runs after all migrations, so that none of them needs to handle collations.
  if (db.dialect === 'postgres' && results.length > 0)
    await db.writer.transaction().execute((tx) => compareByBytes(tx as unknown as Kysely<never>));
}

/**
 * Checks all deferred constraints before each migration: PostgreSQL can't alter a table with pending
 * constraint checks from a previous migration in the same transaction.
 */
function checkConstraintsBefore(all: Readonly<Record<string, Migration>>): Record<string, Migration> {
  const wrap = ([name, migration]: [string, Migration]): [string, Migration] => [
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
  return Object.fromEntries(Object.entries(all).map(wrap));
}

/** Returns the name of this program's newest migration, used as the key of database snapshots. */
export function getSchemaVersion(): string {
  return Object.keys(migrations).at(-1) ?? 'none';
}
