import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestDb } from '#app/server/testing/databases.ts';

/** Tables small enough to scan whenever a row that they reference is deleted. */
const smallTables = ['branches', 'sections', 'purchaseCategories', 'orderTemplates'];

it('every reference to a table with many deletions has an index', async () => {
  const db = await openTestDb();
  // Both engines have the same tables and indexes; SQLite lists them by name.
  if (db.dialect === 'sqlite') {
    const { rows } = await sql<{ column: string }>`
      select t.name || '.' || f."from" as "column" from sqlite_schema as t, pragma_foreign_key_list(t.name) as f
      where t.type = 'table' and not exists (
        select 1 from pragma_index_list(t.name) as i, pragma_index_info(i.name) as c
        where c.seqno = 0 and c.name = f."from")
      order by 1`.execute(db.writer);
    const unindexed = rows
      .map(({ column }) => column)
      .filter((reference) => !smallTables.includes(reference.split('.')[0] ?? ''));
    expect(unindexed).toEqual([]);
  }
  await db.close();
});
