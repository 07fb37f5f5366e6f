import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/server/db/types.ts';

/**
 * Version of everything but sales that product costs depend on: mappings, recipes, packs, prices, rates and
 * items. Database triggers change it with every statement (migration 244).
 */
export async function loadCostVersion(db: Queryable): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select cast(count(*) as text) || ' ' || cast(coalesce(sum(mark), 0) as text) as mark from ${sql.table('costMarks')}`.execute(
    db,
  );
  return rows[0]?.mark ?? '';
}

/** Compacts several version rows into one with a new value. */
export async function compactCostVersions(tx: Tx): Promise<void> {
  const marks = sql.table('costMarks');
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${marks}`.execute(tx);
  if (Number(rows[0]?.count) < 2) return;
  await sql`delete from ${marks}`.execute(tx);
  await sql`insert into ${marks} (mark) values ((random() * 1099511627776)::bigint)`.execute(tx);
}
