import type { Kysely } from 'kysely';
import { compareByBytes, dialectOf, type MigrationDb } from './columns.ts';

/** On PostgreSQL texts compare by their bytes; until now they compared by the collation of the database. */
export async function up(db: MigrationDb): Promise<void> {
  if (dialectOf(db) === 'postgres') await compareByBytes(db as unknown as Kysely<never>);
}
