import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { reconcile } from '../modules/reconcile/reconcile.ts';
import { formerOn } from '../modules/recipes/former-values.ts';
import { lineOfBefore, openBefore } from '../testing/before.ts';

it('prices in ten-thousandths become millionths, and what guards and follows them goes on', async () => {
  const { db, insert, migrate } = await openBefore('260-returned-before-billed');
  const { writer } = db;
  const at = '2026-03-04T09:00:00.000Z';
  await writer
    .updateTable('items')
    .set({ unitPriceE4: 21, standardCostE4: 25 } as never)
    .execute();
  const pack = {
    createdAt: at,
    updatedAt: at,
    version: 1,
    isActive: 1,
    itemId: 'flour',
    unit: 'kg',
  };
  await insert('packagings', [
    { ...pack, _id: 'sack', name: 'Sack', contentsQtyMicro: 25_000_000, priceE4: 208_061 },
    { ...pack, _id: 'free', name: 'Free', contentsQtyMicro: 1_000_000, priceE4: null },
  ]);
  const listed = { packagingId: 'sack', validFrom: '2026-03-01', source: 'list', createdAt: at };
  await insert('packPrices', [
    { ...listed, priceE4: 200_000 },
    { ...listed, priceE4: 208_061 },
  ]);
  await insert('orderLines', [{ ...lineOfBefore, lineId: 'line', position: 0, unitCostE4: 12_345 }]);
  await insert('formerValues', [{ ofRow: 'flour', field: 'standardCostE4', at: '2026-03-10', was: '20' }]);

  await migrate();
  const all = async (table: string, ...columns: string[]) =>
    (
      await sql<object>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} order by 1`.execute(
        db.read,
      )
    ).rows;
  expect(await all('items', 'unitPriceMicro', 'standardCostMicro')).toEqual([
    { unitPriceMicro: 2_100, standardCostMicro: 2_500 },
  ]);
  expect(await all('packagings', '_id', 'priceMicro')).toEqual([
    { _id: 'free', priceMicro: null },
    { _id: 'sack', priceMicro: 20_806_100 },
  ]);
  expect(await all('packPrices', 'priceMicro')).toEqual([
    { priceMicro: 20_000_000 },
    { priceMicro: 20_806_100 },
  ]);
  expect(await all('orderLines', 'unitCostMicro')).toEqual([{ unitCostMicro: 1_234_500 }]);
  expect(
    (await formerOn(db.read, ['flour'], ['standardCostMicro'], '2026-03-05')).values.get('flour'),
  ).toEqual({
    standardCostMicro: 2_000,
  });
  expect((await reconcile(db.read)).filter(({ invariant }) => invariant === 'prices')).toEqual([]);

  await expect(writer.updateTable('packPrices').set({ priceMicro: 1 }).execute()).rejects.toThrow(
    'packPrices only grows',
  );
  // A later change keeps the former cost, and nothing else counts as a change.
  await writer
    .updateTable('items')
    .set({ standardCostMicro: 2_081, updatedAt: '2026-04-01T00:00:00.000Z' })
    .execute();
  expect(await all('formerValues', 'was', 'field')).toEqual([
    { was: '2000', field: 'standardCostMicro' },
    { was: '2500', field: 'standardCostMicro' },
  ]);
  await db.close();
});
