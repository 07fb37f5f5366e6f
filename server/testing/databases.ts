import { sql } from 'kysely';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/node/postgres.ts';
import { openSqliteMemory } from '../db/node/sqlite.ts';
import type { Db } from '../db/types.ts';

let lastSchema = 0;

/** An empty, migrated database: in memory, or a schema of its own on PostgreSQL when TEST_DATABASE_URL is set. */
export async function openTestDb(): Promise<Db> {
  const url = process.env['TEST_DATABASE_URL'];
  const db = url ? await openSchema(url) : openSqliteMemory();
  await migrate(db);
  return db;
}

async function openSchema(url: string): Promise<Db> {
  const schema = `test_${process.pid}_${++lastSchema}_${Date.now().toString(36)}`;
  const outside = openPostgres({ url, poolSize: 1 });
  await sql`create schema ${sql.table(schema)}`.execute(outside.writer);
  const db = openPostgres({ url, schema, poolSize: 25 });
  return {
    ...db,
    async close() {
      await db.close();
      await sql`drop schema ${sql.table(schema)} cascade`.execute(outside.writer);
      await outside.close();
    },
  };
}
