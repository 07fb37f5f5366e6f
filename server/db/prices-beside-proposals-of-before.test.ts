import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { ids } from '../testing/ids.ts';
import { up } from './migrations/240-prices-beside-proposals.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => t.close());

it('a price of before that waits is known to come from an invoice by the reason it gives', async () => {
  const { writer } = t.db;
  const proposal = async (person: boolean) => {
    const { body, text } = await t.as('admin').post('/packagings', {
      itemId: ids.items.flour,
      name: person ? 'By a person' : 'By an invoice',
      unit: ids.units.kg,
      contentsQty: 25,
    });
    expect(body._id, text).toBeDefined();
    const at = '2026-03-04T09:00:00.000Z';
    const step = { what: 'Proposed', at, byName: 'Sam', reason: person ? null : 'INV-1', change: {} };
    const row = {
      _id: `review-${body._id}`,
      createdAt: at,
      updatedAt: at,
      version: 1,
      collection: 'packagings',
      operation: 'change',
      rowId: body._id,
      name: body.name,
      search: '',
      change: '{"price":2,"priceDate":"2026-03-04"}',
      status: 'Pending',
      byId: ids.users.admin,
      byName: 'Sam',
      at,
      history: JSON.stringify([step]),
    };
    await writer
      .insertInto('reviews')
      .values(row as never)
      .execute();
    return row._id;
  };
  await sql`drop index ${sql.ref('reviewsPendingOnce')}`.execute(writer);
  await writer.schema.alterTable('reviews').dropColumn('source').execute();
  await sql`create unique index ${sql.ref('reviewsPendingOnce')} on reviews (collection, ${sql.ref('rowId')})
    where status = 'Pending' and ${sql.ref('rowId')} is not null`.execute(writer);
  const [person, invoice] = [await proposal(true), await proposal(false)];
  await up(writer as never);
  const found = await writer.selectFrom('reviews').select(['_id', 'source']).orderBy('_id').execute();
  expect(Object.fromEntries(found.map(({ _id, source }) => [_id, source]))).toEqual({
    [person]: '',
    [invoice]: 'invoice',
  });
});
