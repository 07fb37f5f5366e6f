import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestDb } from '../testing/databases.ts';
import { migrate } from './migrate.ts';
import { reconcile } from '../modules/reconcile/reconcile.ts';

const at = '2026-03-04T09:00:00.000Z';
const common = (_id: string, name: string) => ({
  _id,
  name,
  createdAt: at,
  updatedAt: at,
  version: 1,
  isActive: 1 as const,
  nameAlt: null,
  search: `${name}\n\n`,
});

it('takes rows of before as they are, names what refers to nothing, and lets nothing more join it', async () => {
  const db = await openTestDb('021-search-lines');
  const { writer } = db;
  await writer
    .insertInto('itemCategories')
    .values({ ...common('food', 'Food'), code: null, sortOrder: 1 })
    .execute();
  const kg = {
    symbol: 'kg',
    dimension: 'mass',
    factorNum: 1000,
    factorDen: 1,
    decimals: 3,
    wholeOnly: 0 as const,
  };
  await writer
    .insertInto('units')
    .values({ ...common('kg', 'Kilogram'), ...kg })
    .execute();
  const item = (_id: string, category: string, brands: string) => ({
    ...common(_id, _id),
    itemCode: _id,
    kind: 'raw',
    category,
    baseUnit: 'kg',
    orderUnit: 'kg',
    brands,
    branches: '[]',
    barcodes: '[]',
    allergens: '{}',
    substitutes: '[]',
  });
  const items = [item('flour', 'food', '[]'), item('bun', 'gone', '["lost"]')];
  await writer
    .insertInto('items')
    .values(items as never)
    .execute();
  const texts = {
    effectiveAt: at,
    lot: '',
    docType: 'goods_receipt',
    docId: 'r',
    kind: 'receipt',
    userId: '',
  } as const;
  const move = { ...texts, postedAt: at, qtyMicro: 1, valueE4: 0, revaluationE4: 0, unitCostE4: 0, cycle: 0 };
  const ends = { itemId: 'flour', fromPlace: 'supplier', toPlace: 'consumption', docLineId: 'r' };
  await writer
    .insertInto('stockMoves')
    .values({ ...move, ...ends, reason: null, reversesSeq: null })
    .execute();
  const currency = { symbol: 'x', minorUnits: 2, isBase: 1 as const, rates: '[]' };
  await writer
    .insertInto('currencies')
    .values([
      { ...common('pound', 'Pound'), ...currency, code: 'GBP' },
      { ...common('euro', 'Euro'), ...currency, code: 'EUR', updatedAt: '2026-03-05T09:00:00.000Z' },
    ])
    .execute();

  await migrate(db);

  expect(await db.read.selectFrom('items').select('_id').orderBy('_id').execute()).toHaveLength(2);
  const moves = await db.read.selectFrom('stockMoves').select(['seq', 'itemId']).execute();
  expect(moves).toEqual([{ seq: 1, itemId: 'flour' }]);
  const base = await db.read.selectFrom('currencies').select('_id').where('isBase', '=', 1).execute();
  expect(base).toEqual([{ _id: 'euro' }]);
  expect(await reconcile(db.read)).toEqual([
    { invariant: 'I11', message: 'items: category gone is not in itemCategories' },
    { invariant: 'I11', message: 'items bun: brands names lost, which is not in brands' },
  ]);
  // The row can still be changed and mended, and no other is lost as it was.
  const set = (_id: string, change: object) =>
    writer.updateTable('items').set(change).where('_id', '=', _id).execute();
  await set('bun', { name: 'Bun' });
  await expect(set('flour', { category: 'gone, too' })).rejects.toThrow(/foreign key/i);
  await set('bun', { category: 'food', brands: '[]' });
  expect(await reconcile(db.read)).toEqual([]);
  // What only grew does so still, and goes on counting.
  await expect(sql`delete from ${sql.table('stockMoves')}`.execute(writer)).rejects.toThrow('only grows');
  const { revaluationE4: _, ...now } = move;
  await writer
    .insertInto('stockMoves')
    .values({ ...now, ...ends, docLineId: 's', reason: null, reversesSeq: null })
    .execute();
  expect((await db.read.selectFrom('stockMoves').select('seq').execute()).map(({ seq }) => seq)).toEqual([
    1, 2,
  ]);
  await db.close();
});
