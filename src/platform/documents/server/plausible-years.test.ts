import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DayKind, findMistypedYear } from '#core/day.ts';
import { routes } from '#app/server/routes.ts';
import type { TestResponse } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSauceRecipe, createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';

/**
 * Every date and time in the body of a registered route has a kind, and if its year is a typo, it is rejected
 * with an error on its field. New fields must be listed here.
 */
let t: TestApp;
/** Ids of the rows to change, by kind. */
const rowIds: Record<string, string> = {};
const { flour, milk, tomato } = ids.items;

async function expectCreated(response: Promise<TestResponse>): Promise<TestResponse['body']> {
  const { status, text, body } = await response;
  expect(status, text).toBeLessThan(300);
  return body;
}
const post = (path: string, body: object) => t.as('admin').post(path, body);
const put = (path: string, body: object) => t.as('admin').put(path, body);
const patch = (path: string, body: object) => t.as('admin').patch(path, body);
const createAndGetId = async (path: string, body: object): Promise<string> =>
  (await expectCreated(post(path, body)))._id;

beforeAll(async () => {
  t = await createTestApp();
  const tracking = { trackLots: 1, trackExpiry: 1 } as const;
  for (const item of [milk, tomato])
    await t.db.writer.updateTable('items').set(tracking).where('_id', '=', item).execute();
  await receiveStock(t, ids.kitchen, milk, 50, 2, { lot: 'OLD', expiry: '2206-03-20' });
  await receiveStock(t, ids.kitchen, milk, 50, 2, { lot: 'A', expiry: '2026-03-20' });
  await receiveStock(t, ids.branch1, tomato, 50, 2, { lot: 'T', expiry: '2026-03-20' });
  const rememberOrder = async (name: string, order: Awaited<ReturnType<typeof createOrderInStatus>>) => {
    rowIds[name] = order.header._id;
    rowIds[`${name} line`] = order.lines[0]?.lineId ?? '';
  };
  const items = [{ itemId: milk, orderQty: 1, unit: 'l' }];
  await rememberOrder('draft', await createOrderInStatus(t, 'Draft'));
  await rememberOrder('picked', await createOrderInStatus(t, 'Under Process', { items }));
  await rememberOrder('shipped', await createOrderInStatus(t, 'Shipped', { items }));
  const transfer = await expectCreated(
    post('/transfers', { from: ids.branch1, to: ids.branch2, items: [{ itemId: tomato, qty: 1 }] }),
  );
  rowIds['transfer'] = transfer._id;
  rowIds['transfer line'] = transfer.items[0].lineId;
  const count = await expectCreated(
    post('/stock-counts', { type: 'spot', branch: ids.kitchen, itemIds: [flour] }),
  );
  rowIds['count'] = count._id;
  await expectCreated(patch(`/stock-counts/${rowIds['count']}`, { status: 'Counting' }));
  const supplier = await createSupplier(t);
  rowIds['supplier'] = supplier;
  const purchased = [{ itemId: flour, qty: 1, price: 1 }];
  rowIds['purchase'] = await createAndGetId('/purchase-orders', {
    supplier,
    place: ids.kitchen,
    items: purchased,
  });
  rowIds['invoice'] = await createAndGetId('/supplier-invoices', {
    supplier,
    place: ids.kitchen,
    number: 'I-0',
    date: '2026-03-04',
    total: 1,
    items: purchased,
  });
  rowIds['recipe'] = await createSauceRecipe(t);
  const batch = { recipeId: rowIds['recipe'], kitchen: ids.kitchen, plannedQty: 5, plannedFor: '2026-03-04' };
  rowIds['planned'] = await createAndGetId('/production-batches', batch);
  rowIds['batch'] = await createAndGetId('/production-batches', batch);
  await expectCreated(patch(`/production-batches/${rowIds['batch']}`, { status: 'In Progress' }));
  await expectCreated(
    patch(`/production-batches/${rowIds['batch']}`, {
      produced: [{ itemId: tomato, qty: 5, lot: 'MADE', expiry: '2026-03-30' }],
      part: true,
    }),
  );
  rowIds['tax'] = await createAndGetId('/taxes', { name: 'VAT', rate: 20 });
  rowIds['currency'] = await createAndGetId('/currencies', { name: 'Euro', code: 'EUR', symbol: '€' });
  rowIds['pack'] = await createAndGetId('/packagings', {
    itemId: flour,
    name: 'Bag',
    unit: ids.units.kg,
    contentsQty: 25,
    supplierId: supplier,
  });
  rowIds['wastage'] = await createAndGetId('/wastage', {
    branch: ids.kitchen,
    item: flour,
    qty: 1,
    reason: 'spoiled',
    status: 'Draft',
  });
});
afterAll(async () => {
  expect(t.errors).toEqual([]);
  await t.close();
});

type Call = (day: string) => Promise<TestResponse>;

const buildClosedDays = (from: string, until: string) => ({
  closedDays: [{ from, until, yearly: false, note: null }],
});
const branch = {
  code: 'B9',
  name: 'Harbour',
  type: 'branch',
  timezone: 'Europe/London',
  supplyingKitchenId: ids.kitchen,
};
const toMoment = (day: string) => `${day}T09:00:00.000Z`;
const buildPurchase = () => ({
  supplier: rowIds['supplier'],
  place: ids.kitchen,
  items: [{ itemId: flour, qty: 1, price: 1 }],
});
const buildInvoice = () => ({ ...buildPurchase(), number: 'I-1', total: 1 });
const waste = { branch: ids.kitchen, item: flour, qty: 1, reason: 'spoiled', status: 'Draft' };
const dough = { name: 'Dough', kind: 'sub-recipe', yieldQty: 1, yieldUnit: ids.units.kg };
const buildPack = () => ({
  itemId: flour,
  name: 'Sack',
  unit: ids.units.kg,
  contentsQty: 10,
  supplierId: rowIds['supplier'],
  price: 9,
});
const buildRates = (date: string) => ({ rates: [{ date, rate: 1.2 }] });
const buildLines = (name: string, line: object) => ({ items: [{ lineId: rowIds[`${name} line`], ...line }] });
const buildOtherLot = (expiry: string) => [{ lot: 'OTHER', expiry, receivedQty: 1 }];

/**
 * Date fields by route and path: the kind of day, a request that sends it, and the field with the error if it
 * differs.
 */
const dayFields: Readonly<Record<string, [kind: DayKind, call: Call, field?: string]>> = {
  'post /branch closedDays.n.from': [
    'effective',
    (day) => post('/branch', { ...branch, ...buildClosedDays(day, day) }),
  ],
  'post /branch closedDays.n.until': [
    'effective',
    (day) => post('/branch', { ...branch, ...buildClosedDays(day, day) }),
  ],
  'put /branch/:id closedDays.n.from': [
    'effective',
    (day) => put(`/branch/${ids.branch2}`, buildClosedDays(day, day)),
  ],
  'put /branch/:id closedDays.n.until': [
    'effective',
    (day) => put(`/branch/${ids.branch2}`, buildClosedDays(day, day)),
  ],
  'post /branch dayEnds.n.from': [
    'effective',
    (from) => post('/branch', { ...branch, dayEnds: [{ from, at: '03:00' }] }),
  ],
  'put /branch/:id dayEnds.n.from': [
    'effective',
    (from) => put(`/branch/${ids.branch2}`, { dayEnds: [{ from, at: '03:00' }] }),
  ],
  'post /taxes validFrom': ['effective', (validFrom) => post('/taxes', { name: 'Duty', rate: 1, validFrom })],
  'post /taxes rates.n.from': [
    'effective',
    (from) => post('/taxes', { name: 'Duty', rate: 1, validFrom: '2999-01-01', rates: [{ from, rate: 2 }] }),
  ],
  'put /taxes/:id validFrom': ['effective', (validFrom) => put(`/taxes/${rowIds['tax']}`, { validFrom })],
  'put /taxes/:id rates.n.from': [
    'effective',
    (from) => put(`/taxes/${rowIds['tax']}`, { validFrom: '2999-01-01', rates: [{ from, rate: 2 }] }),
  ],
  'post /currencies rates.n.date': [
    'effective',
    (day) => post('/currencies', { name: 'Yen', code: 'JPY', symbol: '¥', ...buildRates(day) }),
  ],
  'put /currencies/:id rates.n.date': [
    'effective',
    (day) => put(`/currencies/${rowIds['currency']}`, buildRates(day)),
  ],
  'post /packagings priceDate': [
    'effective',
    (priceDate) => post('/packagings', { ...buildPack(), priceDate }),
  ],
  'put /packagings/:id priceDate': [
    'effective',
    (priceDate) => put(`/packagings/${rowIds['pack']}`, { price: 8, priceDate }),
  ],
  'post /items packs.n.priceDate': [
    'effective',
    (priceDate) =>
      post('/items', {
        name: 'Salt',
        itemCode: 'S-1',
        kind: 'raw',
        category: ids.category,
        baseUnit: ids.units.kg,
        packs: [
          {
            name: 'Bag',
            unit: ids.units.kg,
            contentsQty: 1,
            supplierId: rowIds['supplier'],
            price: 1,
            priceDate,
          },
        ],
      }),
  ],
  'post /recipes validFrom': [
    'effective',
    (validFrom) =>
      post('/recipes', { ...dough, components: [{ itemId: flour, qty: 1, unit: ids.units.kg }], validFrom }),
  ],
  'put /recipes/:id validFrom': [
    'effective',
    (validFrom) => put(`/recipes/${rowIds['recipe']}`, { validFrom }),
  ],
  'put /demand/days day': [
    'effective',
    (day) => put('/demand/days', { branch: ids.branch1, day, kind: 'holiday' }),
  ],
  'post /sales rows.n.day': [
    'past',
    (day) =>
      post('/sales', { source: 'Till', rows: [{ branch: ids.branch1, day, code: 'X', qty: 1, net: 1 }] }),
  ],
  'post /wastage dateTime': ['past', (day) => post('/wastage', { ...waste, dateTime: toMoment(day) })],
  'put /wastage/:id dateTime': [
    'past',
    (day) => put(`/wastage/${rowIds['wastage']}`, { ...waste, dateTime: toMoment(day) }),
  ],
  'post /goods-receipts receivedAt': [
    'past',
    (day) => post('/goods-receipts', { ...buildPurchase(), receivedAt: toMoment(day) }),
  ],
  'post /supplier-invoices date': ['past', (date) => post('/supplier-invoices', { ...buildInvoice(), date })],
  'patch /supplier-invoices/:id date': [
    'past',
    (date) => patch(`/supplier-invoices/${rowIds['invoice']}`, { date }),
  ],
  'put /settings booksClosedUntil': ['past', (day) => put('/settings', { booksClosedUntil: day })],
  'post /orders deliveryDate': [
    'planned',
    (deliveryDate) =>
      post('/orders', { branch: ids.branch1, deliveryDate, items: [{ itemId: flour, orderQty: 1 }] }),
  ],
  'patch /orders/:id deliveryDate': [
    'planned',
    (deliveryDate) => patch(`/orders/${rowIds['draft']}`, { deliveryDate }),
  ],
  'post /orders eventAt': [
    'planned',
    (day) =>
      post('/orders', {
        branch: ids.branch1,
        deliveryDate: '2026-03-05',
        occasion: 'Wedding',
        eventAt: toMoment(day),
        items: [{ itemId: flour, orderQty: 1 }],
      }),
  ],
  'patch /orders/:id eventAt': [
    'planned',
    (day) => patch(`/orders/${rowIds['draft']}`, { occasion: 'Wedding', eventAt: toMoment(day) }),
  ],
  'patch /orders/:id departsAt': [
    'planned',
    (day) => patch(`/orders/${rowIds['picked']}`, { departsAt: toMoment(day) }),
  ],
  'post /orders/ship departsAt': [
    'planned',
    (day) =>
      post('/orders/ship', { orders: [{ orderId: rowIds['picked'], version: 1 }], departsAt: toMoment(day) }),
  ],
  'post /purchase-orders expectedOn': [
    'planned',
    (expectedOn) => post('/purchase-orders', { ...buildPurchase(), expectedOn }),
  ],
  'patch /purchase-orders/:id expectedOn': [
    'planned',
    (expectedOn) => patch(`/purchase-orders/${rowIds['purchase']}`, { expectedOn }),
  ],
  'post /purchase-orders/drafts orders.n.expectedOn': [
    'planned',
    (expectedOn) => {
      const { place, ...order } = buildPurchase();
      return post('/purchase-orders/drafts', { place, orders: [{ ...order, expectedOn }] });
    },
  ],
  'post /production-batches plannedFor': [
    'planned',
    (plannedFor) =>
      post('/production-batches', {
        recipeId: rowIds['recipe'],
        kitchen: ids.kitchen,
        plannedQty: 5,
        plannedFor,
      }),
  ],
  'patch /production-batches/:id plannedFor': [
    'planned',
    (plannedFor) => patch(`/production-batches/${rowIds['planned']}`, { plannedFor }),
  ],
  'post /production/plan day': [
    'planned',
    (day) => post('/production/plan', { kitchen: ids.kitchen, day, stamp: 'x', batches: [], buy: false }),
  ],
  'post /production/prep day': [
    'planned',
    (day) =>
      post('/production/prep', { kitchen: ids.kitchen, day, batchId: 'missing', qty: 1, shownMadeQty: 0 }),
  ],
  'post /goods-receipts items.n.expiry': [
    'expiry',
    (expiry) =>
      post('/goods-receipts', {
        ...buildPurchase(),
        items: [{ itemId: milk, qty: 1, price: 1, lot: 'CAME', expiry }],
      }),
  ],
  'patch /production-batches/:id produced.n.expiry': [
    'expiry',
    (expiry) =>
      patch(`/production-batches/${rowIds['batch']}`, {
        produced: [{ itemId: tomato, qty: 1, lot: 'M2', expiry }],
      }),
  ],
  'post /production-batches/:id/labels labels.n.useBy': [
    'expiry',
    (useBy) =>
      post(`/production-batches/${rowIds['batch']}/labels`, {
        labels: [{ itemId: tomato, lot: 'MADE', cause: 'opened', copies: 1, useBy }],
      }),
  ],
  'post /stock/openings items.n.expiry': [
    'expiry',
    (expiry) =>
      post('/stock/openings', {
        place: ids.branch2,
        items: [{ itemId: tomato, qty: 1, unitCost: 1, lot: 'FIRST', expiry }],
      }),
  ],
  'post /stock-counts/:id/events events.n.expiry': [
    'expiry',
    (expiry) =>
      post(`/stock-counts/${rowIds['count']}/events`, {
        events: [{ device: 'd', seq: 1, itemId: milk, lot: 'FOUND', expiry, mode: 'set', qty: 1 }],
      }),
  ],
  'post /stock-counts/:id/lines items.n.expiry': [
    'expiry',
    (expiry) =>
      post(`/stock-counts/${rowIds['count']}/lines`, { items: [{ itemId: milk, lot: 'THERE', expiry }] }),
  ],
  'patch /orders/:id items.n.lots.n.expiry': [
    'expiry',
    (expiry) =>
      patch(`/orders/${rowIds['picked']}`, buildLines('picked', { lots: [{ lot: 'A', qty: 1, expiry }] })),
    'items.LINE.lots',
  ],
  'patch /orders/:id items.n.receivedLots.n.expiry': [
    'expiry',
    (expiry) =>
      patch(`/orders/${rowIds['shipped']}`, buildLines('shipped', { receivedLots: buildOtherLot(expiry) })),
    'items.LINE.receivedLots',
  ],
  'patch /transfers/:id items.n.lots.n.expiry': [
    'expiry',
    (expiry) =>
      patch(
        `/transfers/${rowIds['transfer']}`,
        buildLines('transfer', { lots: [{ lot: 'NONE', qty: 1, expiry }] }),
      ),
    'items.LINE.lots',
  ],
  'patch /transfers/:id items.n.receivedLots.n.expiry': [
    'expiry',
    (expiry) =>
      patch(
        `/transfers/${rowIds['transfer']}`,
        buildLines('transfer', { receivedLots: buildOtherLot(expiry) }),
      ),
    'items.LINE.receivedLots',
  ],
};

/** Dates of queries, which aren't stored, and timestamps of devices. */
const queries = [
  'post /fair-share day',
  ...['post /report-views', 'patch /report-views/:id'].flatMap((route) =>
    ['from', 'to', 'day'].map((name) => `${route} params.${name}`),
  ),
  'post /stock-counts/:id/events events.n.countedAt',
  'post /safety-checks dueAt',
];

interface Json {
  format?: string;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
}

/** Lists the paths of dates and times in a body. */
function listDayPaths(schema: Json | undefined, path: readonly string[] = []): string[] {
  if (!schema) return [];
  const { format = '', properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  if (['date', 'date-time'].includes(format)) return [path.join('.')];
  return [
    ...[...anyOf, ...oneOf, ...allOf].flatMap((schemaPart) => listDayPaths(schemaPart, path)),
    ...Object.entries(properties).flatMap(([name, schemaPart]) => listDayPaths(schemaPart, [...path, name])),
    ...listDayPaths(items, [...path, 'n']),
  ];
}

it('has a case for every date in a request body', () => {
  const dateFields = routes
    .filter(({ path }) => !path.startsWith('/branches'))
    .flatMap((route) => {
      if (!('body' in route) || !route.body) return [];
      const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Json;
      return listDayPaths(schema).map((day) => `${route.method} ${route.path} ${day}`);
    });
  expect(new Set(dateFields)).toEqual(new Set([...Object.keys(dayFields), ...queries]));
});

describe('rejects a mistyped year under its field', () => {
  it.each(Object.entries(dayFields))('%s', async (name, [kind, call, otherField]) => {
    const field = (otherField ?? name.split(' ')[2] ?? '').replaceAll('.n', '.0');
    const listErrorFields = (response: TestResponse) =>
      Object.keys(response.body.fields ?? {}).map((path) => path.replace(/^items\.[\w-]{9,}/, 'items.LINE'));
    for (const day of ['0026-03-05', '2206-03-05']) {
      const response = await call(day);
      expect([response.status, listErrorFields(response)], response.text).toEqual([
        422,
        expect.arrayContaining([field]),
      ]);
      // A past date in the future is rejected with another error; only the date of a document may be ahead.
      const isFuture = kind === 'past' && field !== 'date' && day > '2026';
      const days = findMistypedYear(kind, day, t.clock.now());
      if (!isFuture) expect(response.text).toContain(`${days?.from} to ${days?.to} are accepted`);
    }
    const plausible = await call(kind === 'planned' ? '2026-03-05' : '2026-03-03');
    expect(listErrorFields(plausible)).not.toContain(field);
  });
});

describe('stored dates with implausible years', () => {
  const implausibleDay = '2206-03-20';

  it('do not prevent picking, counting and receiving their lots', async () => {
    await expectCreated(
      patch(
        `/orders/${rowIds['picked']}`,
        buildLines('picked', { lots: [{ lot: 'OLD', qty: 1, expiry: implausibleDay }] }),
      ),
    );
    const counted = { items: [{ itemId: milk, lot: 'OLD', expiry: implausibleDay }] };
    await expectCreated(post(`/stock-counts/${rowIds['count']}/lines`, counted));
    const receivedLines = [{ itemId: milk, qty: 1, price: 1, lot: 'OLD', expiry: implausibleDay }];
    await expectCreated(post('/goods-receipts', { ...buildPurchase(), items: receivedLines }));
  });

  it('are saved unchanged with their documents and rows', async () => {
    const days = JSON.stringify([{ date: implausibleDay, rate: 1.2 }]);
    await t.db.writer.updateTable('currencies').set({ rates: days }).where('code', '=', 'EUR').execute();
    await t.db.writer
      .updateTable('taxes')
      .set({ validFrom: implausibleDay })
      .where('name', '=', 'VAT')
      .execute();
    await t.db.writer.updateTable('purchaseOrders').set({ expectedOn: implausibleDay }).execute();
    const rates = [...buildRates(implausibleDay).rates, ...buildRates('2026-03-01').rates];
    await expectCreated(put(`/currencies/${rowIds['currency']}`, { rates, symbol: 'E' }));
    const rejected = await put(`/currencies/${rowIds['currency']}`, {
      rates: [...rates, ...buildRates('2207-01-01').rates],
    });
    expect(Object.keys(rejected.body.fields)).toEqual(['rates.2.date']);
    await expectCreated(put(`/taxes/${rowIds['tax']}`, { validFrom: implausibleDay, rate: 21 }));
    await expectCreated(
      patch(`/purchase-orders/${rowIds['purchase']}`, {
        expectedOn: implausibleDay,
        notes: 'By the back door',
      }),
    );
  });

  it('of a device clock are replaced by the current time in a count', async () => {
    const events = [
      { device: 'd', seq: 9, itemId: flour, mode: 'set', qty: 1, countedAt: '1970-01-01T00:00:00.000Z' },
    ];
    const { items } = await expectCreated(post(`/stock-counts/${rowIds['count']}/events`, { events }));
    expect(items).toMatchObject([{ countedAt: t.clock.now().toISOString() }]);
  });

  it('can be cleared from demand days', async () => {
    await expectCreated(put('/demand/days', { branch: ids.branch1, day: implausibleDay, kind: null }));
  });
});
