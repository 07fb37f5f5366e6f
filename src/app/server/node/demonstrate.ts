import { migrate } from '#platform/server/db/migrate.ts';
import type { Db } from '#platform/server/db/types.ts';
import type { PasswordHasher } from '#platform/server/http/services.ts';
import { type Config, isReachable } from './config.ts';

interface DemonstrateOptions {
  db: Db;
  clock: { now(): Date };
  passwords: PasswordHasher;
  config: Pick<Config, 'host' | 'isBehindProxy' | 'isEmpty'>;
}

/** Returns whether the database has no users, branches or items yet. */
export async function isDatabaseEmpty({ read }: Db): Promise<boolean> {
  for (const table of ['users', 'branches', 'items'] as const) {
    if (await read.selectFrom(table).select('_id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/**
 * Seeds the demo business into a new database, unless the database must stay empty or other machines can
 * reach it. Loads the seeding code only if needed.
 *
 * @returns whether it was seeded
 */
export async function seedDemonstrationIfNew({
  db,
  clock,
  passwords,
  config,
}: DemonstrateOptions): Promise<boolean> {
  if (config.isEmpty || isReachable(config) || !(await isDatabaseEmpty(db))) return false;
  const { seedDemonstration } = await import('#app/server/seed/demonstration.ts');
  if (db.dialect === 'sqlite') await seedDemonstration(db, clock, passwords);
  else await seedByCopy(db, (into) => seedDemonstration(into, clock, passwords));
  return true;
}

/**
 * Seeds a PostgreSQL database through in-memory SQLite: the demo data takes a hundred thousand statements,
 * whose round trips would take longer than the work.
 */
export async function seedByCopy(db: Db, seed: (into: Db) => Promise<void>): Promise<void> {
  const { openSqliteMemory } = await import('#platform/server/db/node/sqlite.ts');
  const { copyIntoPostgres } = await import('#platform/server/db/node/copy-into-postgres.ts');
  const memory = openSqliteMemory();
  try {
    await migrate(memory);
    await seed(memory);
    await copyIntoPostgres(memory.read, db);
  } finally {
    await memory.close();
  }
}
