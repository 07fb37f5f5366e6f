import { expect } from 'vitest';
import { resources } from '#modules/master-data/collections.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { newId } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { housekeeping } from '#app/server/housekeeping/clean-up.ts';
import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { documentSamples } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { buildSample } from '#app/server/testing/samples.ts';

/** Ids of a row of branch 1 and a row of branch 2; the same id twice for shared rows. */
export type MatrixRows = Readonly<Record<string, { own: string; other: string }>>;

/** Creates a row in every collection whose rows have ids. */
export async function createMatrixRows(api: TestApp): Promise<MatrixRows> {
  const rows: Record<string, { own: string; other: string }> = {
    users: buildSharedRow(ids.users.viewer),
    roles: buildSharedRow('01900000-0000-7000-8000-000000000001'),
    items: buildSharedRow(ids.items.flour),
    'item-levels': { own: ids.levels(0, 0), other: ids.levels(0, 1) },
    orders: { own: await createSentOrder(api), other: await createDraftOrder(api, 'branch2') },
    imports: { own: await startImport(api, 'branch'), other: await startImport(api, 'branch2') },
    stock: { own: await createLotAt(api, ids.branch1), other: await createLotAt(api, ids.branch2) },
    discrepancies: {
      own: await createDiscrepancy(api, ids.branch1),
      other: await createDiscrepancy(api, ids.branch2),
    },
  };
  for (const { type, collection } of documents)
    rows[collection] ??= {
      own: (await documentSamples[type]?.make(api, 'branch')) ?? '',
      other: (await documentSamples[type]?.make(api, 'branch2')) ?? '',
    };
  rows['sales'] = {
    own: await createSalesDay(api, ids.branch1),
    other: await createSalesDay(api, ids.branch2),
  };
  const jobId = await api.db.write((tx) => enqueue(tx, housekeeping, {}, { now: api.clock.now() }));
  rows['jobs'] = buildSharedRow(jobId as string);
  rows['mail-schedules'] = {
    own: await createMailSchedule(api, 'branch'),
    other: await createMailSchedule(api, 'branch2'),
  };
  rows['report-views'] = {
    own: await createReportView(api, 'branch'),
    other: await createReportView(api, 'branch2'),
  };
  rows['reviews'] = { own: await proposeItem(api, 'branch'), other: await proposeItem(api, 'branch2') };
  const pack = { itemId: ids.items.flour, name: 'Sack', unit: ids.units.kg, contentsQty: 25 };
  rows['packagings'] = buildSharedRow(await createRow(api, '/packagings', pack));
  const recipe = { name: 'Dough', yieldQty: 1, yieldUnit: ids.units.kg };
  rows['recipes'] = buildSharedRow(await createRow(api, '/recipes', recipe));
  rows['gallery'] = buildSharedRow(
    await createRow(api, '/gallery', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])),
  );
  for (const [index, resource] of resources.entries()) {
    rows[resource.collection] = buildSharedRow(
      await createRow(api, resource.path, buildSample(resource, 700 + index)),
    );
  }
  for (const [collection, branchField, otherFields] of [
    ['order-templates', 'branch', {}],
    ['count-schedules', 'branchId', {}],
    ['check-points', 'branchId', { kind: 'cleaning' }],
  ] as const) {
    const make = (branch: string) =>
      createRow(api, `/${collection}`, { name: 'Week', [branchField]: branch, ...otherFields });
    rows[collection] = { own: await make(ids.branch1), other: await make(ids.branch2) };
  }
  return rows;
}

async function startImport(api: TestApp, user: 'branch' | 'branch2'): Promise<string> {
  const body = { kind: 'item-levels', fileName: 'levels.csv', columns: ['itemId', 'branchId', 'par'] };
  const response = await api.as(user).post('/imports', body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}

/** Imports a till's sales of one day. */
async function createSalesDay(api: TestApp, branch: string): Promise<string> {
  const rows = [{ branch, day: '2026-03-02', code: 'SOUP', qty: 1, net: 4 }];
  const response = await api.as('admin').post('/sales', { source: 'Till', rows });
  expect(response.status, response.text).toBe(201);
  return response.body.days[0]._id;
}

const buildSharedRow = (id: string) => ({ own: id, other: id });

async function createRow(api: TestApp, path: string, body: unknown): Promise<string> {
  const response = await api.as('admin').post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}

async function createMailSchedule(api: TestApp, user: 'branch' | 'branch2'): Promise<string> {
  const response = await api.as(user).post('/mail-schedules', {
    name: 'Waste',
    contentType: 'report',
    report: 'wastage',
    params: {},
    cadence: 'day',
    sendDay: null,
    sendTime: '07:00',
    timezone: 'Europe/London',
    onlyWithRows: false,
    withFile: false,
    isActive: true,
    recipients: [{ userId: ids.users[user] }],
  });
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}

/** Saves a private report view. */
async function createReportView(api: TestApp, user: 'branch' | 'branch2'): Promise<string> {
  const body = { report: 'wastage', name: 'Week', params: { period: 'last-week' }, isShared: false };
  const response = await api.as(user).post('/report-views', body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}

/** Proposes a new item as a branch user, which awaits review. */
async function proposeItem(api: TestApp, user: 'branch' | 'branch2'): Promise<string> {
  const body = {
    itemCode: `PROPOSED-${user}`,
    name: `Proposed by ${user}`,
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.kg,
  };
  const response = await api.as(user).post('/items', body);
  expect(response.status, response.text).toBe(202);
  return response.body.review._id;
}

async function createDraftOrder(api: TestApp, user: 'branch' | 'branch2'): Promise<string> {
  const items = [{ itemId: ids.items.flour, orderQty: 1 }];
  const response = await api.as(user).post('/orders', { deliveryDate: '2026-03-06', items });
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}

async function createSentOrder(api: TestApp): Promise<string> {
  const id = await createDraftOrder(api, 'branch');
  for (const status of ['Under Review', 'Sent to Central Kitchen']) {
    const response = await api.as('branch').patch(`/orders/${id}`, { status });
    expect(response.status, response.text).toBe(200);
  }
  return id;
}

/** Inserts a discrepancy directly, because creating one through the API requires a complete delivery. */
async function createDiscrepancy(api: TestApp, branch: string): Promise<string> {
  const at = api.clock.now().toISOString();
  const _id = newId(api.clock);
  const line = await api.db.read
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders._id', 'orderLines.orderId')
    .select(['orderId', 'orderNo', 'lineId'])
    .where('branch', '=', branch)
    .executeTakeFirstOrThrow();
  await api.db.writer
    .insertInto('discrepancies')
    .values({
      _id,
      createdAt: at,
      updatedAt: at,
      version: 1,
      ...line,
      itemId: ids.items.flour,
      itemName: 'Bread flour',
      branch,
      kitchen: ids.kitchen,
      type: 'short',
      unit: ids.units.kg,
      unitSymbol: 'kg',
      qtyMicro: 1_000_000,
      valueE4: 12_000,
      status: 'Open',
      action: null,
      chargedTo: null,
      resolvedBy: null,
      resolvedByName: null,
      resolvedAt: null,
      note: null,
      photo: null,
      followUpOrderId: null,
    })
    .execute();
  return _id;
}

/** Creates a lot that is in stock at one branch only. */
async function createLotAt(api: TestApp, placeId: string): Promise<string> {
  const at = api.clock.now().toISOString();
  const _id = newId(api.clock);
  const origin = { originType: 'import', originId: 'matrix', originDay: '2026-03-04', originPlace: placeId };
  const lotRow = { createdAt: at, updatedAt: at, version: 1, itemId: ids.items.flour, code: _id };
  await api.db.writer
    .insertInto('lots')
    .values({ _id, ...lotRow, ...origin })
    .execute();
  await api.db.writer
    .insertInto('lotBalances')
    .values({ placeId, itemId: ids.items.flour, lotId: _id, onHandMicro: 1_000_000, reservedMicro: 0 })
    .execute();
  return _id;
}
