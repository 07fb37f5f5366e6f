import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/**
 * A batch that is not divided into portions is one: what takes a portion of it has a cost now. Such recipes are noted, and
 * costed with all above them at the next change or by the hour.
 */
export async function up(db: MigrationDb): Promise<void> {
  await sql`insert into ${sql.table('recipesToCost')} (kind, id, since)
    select 'recipe', ${sql.ref('_id')}, ${new Date().toISOString()} from ${sql.table('recipes')}
    where ${sql.ref('portionsMicro')} is null`.execute(db);
}
