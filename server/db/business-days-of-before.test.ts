import { expect, it } from 'vitest';
import { openTestDb } from '../testing/databases.ts';
import { migrate } from './migrate.ts';
import { reconcile } from '../modules/reconcile/reconcile.ts';

const at = '2026-03-04T09:00:00.000Z';
const common = (_id: string) => ({
  _id,
  name: _id,
  createdAt: at,
  updatedAt: at,
  version: 1,
  isActive: 1 as const,
  nameAlt: null,
  search: _id,
});

it('gives what is stored its days, by the clock of each place and around both changes of daylight saving', async () => {
  const db = await openTestDb('084-orders-by-value');
  const { writer } = db;
  const branch = (_id: string, timezone: string) => ({
    ...common(_id),
    code: _id,
    type: _id === 'akl' ? 'central_kitchen' : 'branch',
    timezone,
    deliveryDays: '[]',
    negativeStock: 'block',
  });
  await writer
    .insertInto('branches')
    .values([branch('akl', 'Pacific/Auckland'), branch('hnl', 'Pacific/Honolulu')] as never)
    .execute();
  await writer
    .insertInto('places')
    .values([
      { placeId: 'akl', type: 'central_kitchen', branchId: 'akl', name: 'Auckland' },
      { placeId: 'hnl', type: 'branch', branchId: 'hnl', name: 'Honolulu' },
      { placeId: 'hnl:transit', type: 'transit', branchId: 'hnl', name: 'On the way' },
    ])
    .execute();
  const category = { ...common('food'), code: null, sortOrder: 1 };
  await writer.insertInto('itemCategories').values(category).execute();
  const kg = { symbol: 'kg', dimension: 'mass', factorNum: 1000, factorDen: 1, decimals: 3, wholeOnly: 0 };
  await writer
    .insertInto('units')
    .values({ ...common('kg'), ...kg } as never)
    .execute();
  const lists = { brands: '[]', branches: '[]', barcodes: '[]', allergens: '{}', substitutes: '[]' };
  const flour = { itemCode: 'F', kind: 'raw', category: 'food', baseUnit: 'kg', orderUnit: 'kg', ...lists };
  await writer
    .insertInto('items')
    .values({ ...common('flour'), ...flour } as never)
    .execute();
  const moves = [
    // When it happened decides, not when it was written; minutes around Auckland's midnights as its clocks change.
    ['2026-04-04T10:59:00.000Z', 'akl', 'hnl:transit', '2026-04-04', '2026-04-04'],
    ['2026-04-04T11:01:00.000Z', 'akl', 'hnl:transit', '2026-04-05', '2026-04-04'],
    ['2026-04-05T12:01:00.000Z', 'akl', 'wastage', '2026-04-06', '2026-04-06'],
    ['2026-09-27T10:59:00.000Z', 'supplier', 'akl', '2026-09-27', '2026-09-27'],
    ['2026-09-27T11:01:00.000Z', 'supplier', 'akl', '2026-09-28', '2026-09-28'],
    ['2026-09-27T09:59:00.000Z', 'hnl:transit', 'hnl', '2026-09-26', '2026-09-26'],
    ['2026-09-27T10:01:00.000Z', 'hnl', 'consumption', '2026-09-27', '2026-09-27'],
    ['2026-09-27T23:01:00.000Z', 'supplier', 'consumption', '2026-09-27', '2026-09-27'],
  ] as const;
  const rest = { itemId: 'flour', postedAt: at, lot: '', docType: 'import', docId: 'd', userId: '' } as const;
  const kind = 'opening' as const;
  const figures = { qtyMicro: 1, valueE4: 0, unitCostE4: 0, cycle: 0 };
  // Some went out below zero, and what came next was dearer or cheaper.
  const correctionOf = (n: number, toPlace: string) =>
    toPlace === 'akl' && n % 3 === 0 ? (n % 2 === 0 ? 70 : -50) : 0;
  // Enough for more than one batch.
  const rows = Array.from({ length: 4100 }, (_, n) => ({ n, move: moves[n % moves.length] ?? moves[0] }));
  for (let n = 0; n < rows.length; n += 1025)
    await writer
      .insertInto('stockMoves')
      .values(
        rows.slice(n, n + 1025).map(({ n: line, move: [effectiveAt, fromPlace, toPlace] }) => ({
          ...rest,
          ...figures,
          kind,
          effectiveAt,
          fromPlace,
          toPlace,
          docLineId: `${line}`,
          revaluationE4: correctionOf(line, toPlace),
          reason: null,
          reversesSeq: null,
        })),
      )
      .execute();
  const record = { number: '', item: 'flour', itemName: '', unit: 'kg', unitSymbol: 'kg', reason: 'spoiled' };
  const wasted = { lot: '', status: 'Posted', userId: '', userName: '', qtyMicro: 1, unitNum: 1, unitDen: 1 };
  await writer
    .insertInto('wastage')
    .values(
      [
        { ...record, _id: 'w1', branch: 'hnl', dateTime: '2026-09-27T09:59:00.000Z' },
        { ...record, _id: 'w2', branch: 'akl', dateTime: '2026-09-27T11:01:00.000Z' },
      ].map((row) => ({ ...row, ...wasted, number: row._id, createdAt: at, updatedAt: at })) as never,
    )
    .execute();
  const order = {
    branchName: '',
    kitchenName: '',
    userId: '',
    userName: '',
    createdAt: at,
    updatedAt: at,
    deliveryDate: '2026-04-06',
    orderType: 'Regular',
    summary: '{}',
    branch: 'hnl',
    kitchen: 'akl',
  };
  await writer
    .insertInto('orders')
    .values([
      { ...order, _id: 'o1', orderNo: '1', status: 'Draft' },
      {
        ...order,
        _id: 'o2',
        orderNo: '2',
        status: 'Received',
        shippedAt: '2026-04-04T11:01:00.000Z',
        receivedAt: '2026-04-05T09:59:00.000Z',
      },
    ] as never)
    .execute();

  await migrate(db);

  const kept = await db.read
    .selectFrom('stockMoves')
    .select(['docLineId', 'businessDay', 'arrivalDay'])
    .where('kind', '!=', 'revaluation')
    .orderBy('seq')
    .execute();
  expect(kept).toEqual(
    rows.map(({ n, move: [, , , businessDay, arrivalDay] }) => ({
      docLineId: `${n}`,
      businessDay,
      arrivalDay,
    })),
  );
  const corrected = rows.flatMap(({ n, move: [, , toPlace, , arrivalDay] }) => {
    const worth = correctionOf(n, toPlace);
    const ends = worth > 0 ? ['adjustment', toPlace] : [toPlace, 'adjustment'];
    const [fromPlace, to] = ends;
    const days = { businessDay: arrivalDay, arrivalDay };
    return worth === 0
      ? []
      : [
          {
            docLineId: `${n}:opening`,
            fromPlace,
            toPlace: to,
            qtyMicro: 0,
            valueE4: Math.abs(worth),
            ...days,
          },
        ];
  });
  expect(corrected.length).toBeGreaterThan(100);
  expect(
    await db.read
      .selectFrom('stockMoves')
      .select(['docLineId', 'fromPlace', 'toPlace', 'qtyMicro', 'valueE4', 'businessDay', 'arrivalDay'])
      .where('kind', '=', 'revaluation')
      .orderBy('seq')
      .execute(),
  ).toEqual(corrected);
  const broken = await reconcile(db.read);
  expect(broken.filter(({ invariant }) => invariant === 'I12' || invariant === 'I1')).toEqual([]);
  const waste = await db.read.selectFrom('wastage').select(['_id', 'businessDay']).orderBy('_id').execute();
  expect(waste).toEqual([
    { _id: 'w1', businessDay: '2026-09-26' },
    { _id: 'w2', businessDay: '2026-09-28' },
  ]);
  const orders = await db.read
    .selectFrom('orders')
    .select(['shippedDay', 'receivedDay'])
    .orderBy('_id')
    .execute();
  expect(orders).toEqual([
    { shippedDay: null, receivedDay: null },
    { shippedDay: '2026-04-05', receivedDay: '2026-04-04' },
  ]);
  // It only grows, as before.
  await expect(writer.deleteFrom('stockMoves').execute()).rejects.toThrow('only grows');
  await db.close();
});
