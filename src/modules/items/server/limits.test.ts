import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => {
  expect(t.errors).toEqual([]);
  await t.close();
});

const { kg, piece, case: caseUnit } = ids.units;
const big = 1_000_000_000;
let codeCount = 0;
const createItem = (values: object) =>
  t.as('admin').post('/items', {
    itemCode: `LIMIT${++codeCount}`,
    name: `Limit ${codeCount}`,
    kind: 'raw',
    category: ids.category,
    baseUnit: kg,
    ...values,
  });
const inCases = (num: number, den: number) => ({
  orderUnit: caseUnit,
  conversions: [{ fromUnit: caseUnit, toUnit: kg, num, den }],
});

test.each([
  ['a tiny order unit', inCases(1, big), 'orderUnit', 'a millionth'],
  [
    'a price that is too large per order unit',
    { ...inCases(big, 1), unitPrice: 100_000_000 },
    'unitPrice',
    'Enter a lower price',
  ],
  [
    'a standard cost that is too large per order unit',
    { ...inCases(big, 1), standardCost: 10_000 },
    'standardCost',
    'Enter a lower price',
  ],
  [
    'a transfer price that is too large per order unit',
    { ...inCases(big, 1), transferPrice: { mode: 'fixed', price: 10_000 } },
    'transferPrice',
    'Enter a lower price',
  ],
  [
    'a transfer price with too many decimals',
    { transferPrice: { mode: 'fixed', price: 0.000_000_1 } },
    'transferPrice.price',
    '6 decimals',
  ],
  ['a yield of 0', { yieldPercent: 0 }, 'yieldPercent', 'At least 0.01'],
  [
    'a standard cost that is too large per recipe unit after trimming',
    { standardCost: 100_000_000, yieldPercent: 0.01 },
    'standardCost',
    'Enter a lower price',
  ],
  ['a conversion beyond its limit', inCases(big + 1, 1), 'conversions.0.num', '1,000,000,000'],
  [
    'packs with almost no contents',
    { packs: [{ name: 'Crumb', unit: ids.units.g, contentsQty: 0.000_001 }] },
    'packs.0.contentsQty',
    'Enter a larger quantity',
  ],
  [
    'packs with a price that is too large per base unit',
    { packs: [{ name: 'Gold', unit: ids.units.g, contentsQty: 0.001, price: 100_000_000 }] },
    'packs.0.price',
    'Enter a lower price',
  ],
])('rejects an item with %s and suggests a correction', async (_, values, field, remedy) => {
  const response = await createItem(values);
  expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, [field]]);
  expect(response.body.fields[field]).toContain(remedy);
});

test('an item can be archived even if its prices are out of range', async () => {
  const created = await createItem({});
  expect(created.status).toBe(201);
  await t.db.writer
    .updateTable('items')
    .set({ unitPriceMicro: Number.MAX_SAFE_INTEGER })
    .where('_id', '=', created.body._id)
    .execute();
  const archived = await t.as('admin').put(`/items/${created.body._id}`, { isActive: false });
  expect([archived.status, archived.body.isActive]).toEqual([200, false]);
});

const levels = (itemId: string, values: object) => ({ itemId, branchId: ids.branch2, ...values });

test('rejects a par level of half a piece, entered individually, in bulk or in a file', async () => {
  const item = (await createItem({ baseUnit: piece })).body;
  const response = await t.as('admin').post('/item-levels', levels(item._id, { par: 0.5 }));
  expect([response.status, response.body.fields]).toEqual([
    422,
    { par: 'piece is counted in whole numbers. Enter a whole number.' },
  ]);
  const weekdayResponse = await t
    .as('admin')
    .post('/item-levels', levels(item._id, { weekdayPar: { 1: 2.5 } }));
  expect([weekdayResponse.status, Object.keys(weekdayResponse.body.fields)]).toEqual([422, ['weekdayPar']]);
  const bulkResponse = await t.as('admin').put('/item-levels/bulk', {
    branchId: ids.branch2,
    rows: [
      { itemId: ids.items.flour, safetyStock: 2.5 },
      { itemId: item._id, safetyStock: 1.25 },
    ],
  });
  expect([bulkResponse.status, Object.keys(bulkResponse.body.fields)]).toEqual([422, ['rows.1.safetyStock']]);
  const wholeNumbers = await t
    .as('admin')
    .post('/item-levels', levels(item._id, { par: 3, weekdayPar: { 1: 4 } }));
  expect(wholeNumbers.status).toBe(201);
  expect((await t.as('admin').put(`/item-levels/${wholeNumbers.body._id}`, { max: 9.5 })).status).toBe(422);

  const levelErrors = await loadImportErrors(
    'item-levels',
    ['itemId', 'branchId', 'par'],
    [[item.itemCode, 'B1', '0.5']],
  );
  expect(levelErrors).toEqual([
    { column: 'par', message: 'piece is counted in whole numbers. Enter a whole number.' },
  ]);
  const itemErrors = await loadImportErrors(
    'items',
    ['itemCode', 'name', 'kind', 'category', 'baseUnit', 'level.branchId', 'level.par'],
    [['FILED', 'Filed', 'raw', 'Food', 'piece', 'B1', '0.5']],
  );
  expect(itemErrors).toEqual([
    { column: 'level.par', message: 'piece is counted in whole numbers. Enter a whole number.' },
  ]);
});

test("rejects a par level that can't be represented exactly in the order unit", async () => {
  const item = (await createItem(inCases(1, 1_000_000))).body;
  const response = await t.as('admin').post('/item-levels', levels(item._id, { par: big }));
  expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['par']]);
  expect(response.body.fields.par).toContain('Enter a smaller one');
});

test("a file reports packs and prices that can't be stored exactly", async () => {
  const columns = [
    'itemCode',
    'name',
    'kind',
    'category',
    'baseUnit',
    'pack.name',
    'pack.unit',
    'pack.contentsQty',
    'pack.price',
  ];
  const created = await loadImportErrors('items', columns, [
    ['PACKED', 'Packed', 'raw', 'Food', 'kg', 'Crumb', 'g', '0.000001', '1'],
  ]);
  expect(created.map(({ column }) => column)).toEqual(['pack.contentsQty']);
  const secondImport = await loadImportErrors(
    'packagings',
    ['itemId', 'name', 'unit', 'contentsQty', 'price'],
    [['Bread flour', 'Gold', 'g', '0.001', '100000000']],
  );
  expect(secondImport.map(({ column }) => column)).toEqual(['price']);
});

test('an order template has the same quantity rules as an order', async () => {
  const template = (qty: number, unit: string, itemId: string) =>
    t
      .as('admin')
      .post('/order-templates', { name: `T${qty}`, branch: ids.branch1, lines: [{ itemId, qty, unit }] });
  const response = await template(0.5, piece, ids.items.bun);
  expect([response.status, response.body.fields]).toEqual([
    422,
    { 'lines.0.qty': 'piece is counted in whole numbers. Enter a whole number.' },
  ]);
});

test('rejects opening stock with a cost that is too high per order unit', async () => {
  const item = (await createItem(inCases(big, 1))).body;
  const response = await t.as('admin').post('/stock/openings', {
    place: ids.branch1,
    items: [{ itemId: item._id, qty: 1, unit: 'kg', unitCost: 10_000 }],
  });
  expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, ['items.0.unitCost']]);
});

test('every accepted item is in the order guide, and its orders are accepted or rejected per line', async () => {
  // Lets the kitchen ship without stock.
  await t.db.writer
    .updateTable('branches')
    .set({ negativeStock: 'warn' })
    .where('_id', '=', ids.kitchen)
    .execute();
  const [admin, branch] = [t.as('admin'), t.as('branch')];
  const anyOf = <const T>(...values: T[]) => fc.constantFrom(...values);
  const outcomes = new Set<string>();
  const amount = anyOf(undefined, 0.0001, 1, 99_999.9999, 100_000_000);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        num: anyOf(1, 7, 1000, 1_000_000, big),
        den: anyOf(1, 3, 1000, 1_000_000, big),
        unitPrice: amount,
        standardCost: amount,
        yieldPercent: anyOf(undefined, 0.01, 33.333333, 100),
        recipeUnit: anyOf(undefined, caseUnit),
        percent: anyOf(0, 0.000001, 1000),
        contentsQty: anyOf(0.000001, 1, big),
        packPrice: amount,
        par: anyOf(0.000001, 1, 1_000_000, big),
        orderQty: anyOf(0.000001, 1, 999_999.999999, 1_000_000),
        shippedQty: anyOf(0.000001, 1, 1_000_000),
        overQty: anyOf(0, 1_000_000),
      }),
      async ({
        num,
        den,
        percent,
        contentsQty,
        packPrice,
        par,
        orderQty,
        shippedQty,
        overQty,
        ...values
      }) => {
        const created = await createItem({
          ...values,
          ...inCases(num, den),
          transferPrice: { mode: 'cost_plus', percent },
          packs: [{ name: 'Pack', unit: caseUnit, contentsQty, price: packPrice ?? null }],
        });
        if (!isAccepted(created, 'item')) return;
        const level = await admin.post('/item-levels', {
          itemId: created.body._id,
          branchId: ids.branch1,
          par,
        });
        const hasPar = isAccepted(level, 'level');
        const guide = await branch.get('/orders/suggestions');
        const row = (guide.body as { itemId: string; par: number | null }[]).find(
          ({ itemId }) => itemId === created.body._id,
        );
        expect([guide.status, typeof row, hasPar ? typeof row?.par : 'number']).toEqual([
          200,
          'object',
          'number',
        ]);
        const items = [{ itemId: created.body._id, orderQty }];
        const order = await branch.post('/orders', { deliveryDate: '2026-03-06', items });
        if (!isAccepted(order, 'order')) return;
        const path = `/orders/${order.body._id}`;
        const { lineId } = order.body.items[0];
        for (const status of ['Under Review', 'Sent to Central Kitchen', 'Under Process'])
          if (!isAccepted(await admin.patch(path, { status }), status)) return;
        const shipped = { lineId, shippedQty, reason: 'as it is' };
        if (!isAccepted(await admin.patch(path, { items: [shipped] }), 'shipped')) return;
        if (!isAccepted(await admin.patch(path, { status: 'Shipped' }), 'ship')) return;
        if (
          !isAccepted(
            await branch.patch(path, { items: [{ lineId, overQty, receivedQty: shippedQty + overQty }] }),
            'received',
          )
        )
          return;
        if (!isAccepted(await branch.patch(path, { status: 'Received' }), 'receive')) return;
        for (const readPath of [
          path,
          '/orders?view=full',
          '/stock',
          '/stock/summary',
          '/discrepancies',
          '/items?view=compact',
        ])
          expect([readPath, (await admin.get(readPath)).status]).toEqual([readPath, 200]);
      },
    ),
    { numRuns: getCaseCount(150), seed: 15 },
  );
  expect([...outcomes].toSorted()).toEqual(
    expect.arrayContaining(['item 201', 'item 422', 'order 201', 'order 422', 'receive 200']),
  );

  /** Returns whether the request was accepted; otherwise the error must name a field of the body. */
  function isAccepted(response: Awaited<ReturnType<typeof createItem>>, field: string): boolean {
    outcomes.add(`${field} ${response.status}`);
    if (response.status < 300) return true;
    expect([field, response.status, response.text]).toEqual([field, 422, response.text]);
    expect([field, Object.keys(response.body.fields ?? {})]).not.toEqual([field, []]);
    return false;
  }
}, 60_000);

/** Checks a file and returns the errors of its first row. */
async function loadImportErrors(kind: string, columns: string[], rows: string[][]) {
  const admin = t.as('admin');
  const created = await admin.post('/imports', { kind, fileName: 'file.csv', columns });
  expect(created.status, created.text).toBe(201);
  const sent = await admin.post(`/imports/${created.body._id}/rows`, {
    rows: rows.map((cells, index) => ({ row: index + 2, cells })),
  });
  expect(sent.status, sent.text).toBeLessThan(300);
  const checked = await admin.post(`/imports/${created.body._id}/check`, {});
  expect(checked.status, checked.text).toBeLessThan(300);
  const faultyRows = await admin.get(`/imports/${created.body._id}/rows?outcome=invalid`);
  const [row] = faultyRows.body as { problems: { column: string; message: string }[] }[];
  return (row?.problems ?? []).map(({ column, message }) => ({ column, message }));
}
