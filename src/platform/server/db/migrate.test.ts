import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDb } from '#app/server/testing/databases.ts';
import { ids } from '#app/server/testing/ids.ts';
import { seedMinimalBusiness } from '#app/server/testing/minimal-business.ts';
import { DevelopmentDatabaseError, migrate, NewerDatabaseError, getSchemaVersion } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { Db } from './types.ts';

let db: Db;
beforeEach(async () => {
  db = await openTestDb();
});
afterEach(() => db.close());

it('does nothing to a database that is up to date', async () => {
  await migrate(db);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    db.writer,
  );
  expect(rows.at(-1)?.name).toBe(getSchemaVersion());
});

it('runs migrations in name order, the baseline first', () => {
  const names = Object.keys(migrations);
  expect(names).toEqual(names.toSorted());
  expect(names[0]).toBe('001-baseline');
});

it('rejects a database from a newer version', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')`.execute(
    db.writer,
  );
  const migrationError = await migrate(db).catch((error: unknown) => error);
  expect(migrationError).toBeInstanceOf(NewerDatabaseError);
  expect(String(migrationError)).toContain('999-later');
});

it('rejects a database from a development version before the baseline', async () => {
  await sql`delete from kysely_migration`.execute(db.writer);
  for (const name of ['001-initial', '141-goods-receipts'])
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-01-01')`.execute(
      db.writer,
    );
  const migrationError = await migrate(db).catch((error: unknown) => error);
  expect(migrationError).toBeInstanceOf(DevelopmentDatabaseError);
  expect(String(migrationError)).toMatch(/created by a development version of Commissary before 1\.0\.0/);
  expect(String(migrationError)).not.toContain('newer');
});

const column = {
  stockMoves: 'kind',
  audit: 'action',
  orderHistory: 'reason',
  documentHistory: 'reason',
} as const;

it.each(Object.keys(column) as (keyof typeof column)[])(
  'rejects updates and deletes of %s',
  async (table) => {
    await insertSamples(db);
    const name = sql.table(table);
    await expect(sql`delete from ${name}`.execute(db.writer)).rejects.toThrow('is append-only');
    await expect(sql`update ${name} set ${sql.ref(column[table])} = 'x'`.execute(db.writer)).rejects.toThrow(
      'is append-only',
    );
  },
);

async function insertSamples({ writer, write }: Db): Promise<void> {
  await write((tx) => seedMinimalBusiness(tx, new Date('2026-03-04T09:00:00.000Z'), ''));
  const texts = {
    postedAt: '',
    effectiveAt: '',
    businessDay: '',
    arrivalDay: '',
    itemId: ids.items.flour,
    lot: '',
    docType: 'import' as const,
    docId: '',
    docLineId: '',
    kind: 'opening' as const,
    userId: '',
  };
  const numbers = { qtyMicro: 1, valueE4: 0, unitCostE4: 0, cycle: 0 };
  const move = { ...texts, ...numbers, fromPlace: 'a', toPlace: 'b', reason: null, reversesSeq: null };
  await writer.insertInto('stockMoves').values(move).execute();
  const auditDefaults = { userId: null, userName: null, entityId: null, before: null, after: null };
  await writer
    .insertInto('audit')
    .values({ ...auditDefaults, at: '', ip: '', action: '', entity: '', requestId: '' })
    .execute();
  const step = { from: null, to: '', by: '', byName: '', at: '', reason: null };
  await writer
    .insertInto('orderHistory')
    .values({ ...step, orderId: '' })
    .execute();
  const documentFields = { docType: 'wastage' as const, docId: '', verb: null };
  await writer
    .insertInto('documentHistory')
    .values({ ...step, ...documentFields })
    .execute();
}
