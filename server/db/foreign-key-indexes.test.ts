import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestDb } from '../testing/databases.ts';

/** Tables that stay so small that they may be read whole whenever a row is deleted that they refer to. */
const small = ['branches', 'sections', 'purchaseCategories', 'orderTemplates'];

it('what is deleted by the hundred is looked for by an index wherever it may be referred to', async () => {
  const db = await openTestDb();
  // Both engines have the same tables and indexes, and this one says so by name.
  if (db.dialect === 'sqlite') {
    const { rows } = await sql<{ column: string }>`
      select t.name || '.' || f."from" as "column" from sqlite_schema as t, pragma_foreign_key_list(t.name) as f
      where t.type = 'table' and not exists (
        select 1 from pragma_index_list(t.name) as i, pragma_index_info(i.name) as c
        where c.seqno = 0 and c.name = f."from")
      order by 1`.execute(db.writer);
    const slow = rows.map(({ column }) => column).filter((one) => !small.includes(one.split('.')[0] ?? ''));
    expect(slow).toEqual([]);
  }
  await db.close();
});
