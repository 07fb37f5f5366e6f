import type { TestResponse, TestClient } from '#app/server/testing/client.ts';
import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { toUtcDay } from '#core/day.ts';

/** Size of a business and its daily volume. */
export interface DaySize {
  branches: number;
  items: number;
  ordersPerBranch: number;
  linesPerOrder: number;
  linesPerSave: number;
  wastePerBranch: number;
}

/** Returns the body of a successful response. */
async function expectOk(response: Promise<TestResponse>): Promise<TestResponse['body']> {
  const { status, body, text } = await response;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}
let calls = 0;
/** Returns a new idempotency key, as the dashboard sends with each write. */
const createKeyHeader = () => ({ 'idempotency-key': `growth-${++calls}` });

interface Branch {
  _id: string;
  userId: string;
}

/** Ids and clients for a simulated day. */
export interface GrowthBusiness {
  size: DaySize;
  branches: Branch[];
  items: string[];
}

/** Creates a business of this size through the API. */
export async function createBusinessOfSize(api: TestApp, size: DaySize): Promise<GrowthBusiness> {
  const admin = api.as('admin');
  await expectOk(admin.put(`/branch/${ids.kitchen}`, { negativeStock: 'warn' }));
  const branches: Branch[] = [];
  for (let n = 0; n < size.branches; n++) {
    const body = { code: `G${n}`, name: `Branch number ${n}`, type: 'branch', timezone: 'Europe/Berlin' };
    const branch = await expectOk(
      admin.post(
        '/branch',
        { ...body, supplyingKitchenId: ids.kitchen, negativeStock: 'warn' },
        createKeyHeader(),
      ),
    );
    const person = await expectOk(
      api.as('master').post('/users', {
        name: `Person of branch ${n}`,
        email: `branch-${n}@growth.test`,
        password: 'a quiet morning',
        role: 'custom_role_sk',
        branches: [branch._id],
        allowedPages: ['branch-order', 'branch-order/wastage'],
      }),
    );
    branches.push({ _id: branch._id, userId: person._id });
  }
  const columns = ['itemCode', 'name', 'kind', 'category', 'baseUnit', 'unitPrice'];
  const importRow = await expectOk(admin.post('/imports', { kind: 'items', fileName: 'items.csv', columns }));
  for (let from = 0; from < size.items; from += 500) {
    const rows = Array.from({ length: Math.min(500, size.items - from) }, (_, index) => {
      const n = from + index;
      return {
        row: n + 2,
        cells: [`GR-${n}`, `Item of the medium-sized business ${n}`, 'raw', 'FOOD', 'kg', 2.5],
      };
    });
    await expectOk(admin.post(`/imports/${importRow._id}/rows`, { rows }));
  }
  await expectOk(admin.post(`/imports/${importRow._id}/check`));
  await expectOk(admin.post(`/imports/${importRow._id}/commit`));
  const createdItems = await api.db.read
    .selectFrom('items')
    .select('_id')
    .where('itemCode', 'like', 'GR-%')
    .execute();
  return { size, branches, items: createdItems.map(({ _id }) => _id) };
}

/**
 * Simulates a day: orders are submitted, reviewed, picked (with a save after every few lines), shipped and
 * received, and some waste is recorded.
 */
export async function simulateDay(
  api: TestApp,
  { size, branches, items }: GrowthBusiness,
): Promise<{ lines: number; calls: number }> {
  const callsBefore = calls;
  const kitchen = await api.signIn(ids.users.kitchen);
  const admin = await api.signIn(ids.users.admin);
  let lines = 0;
  for (const [index, { userId }] of branches.entries()) {
    const branch = await api.signIn(userId);
    for (let order = 0; order < size.ordersPerBranch; order++) {
      const first = index * 17 + order * size.linesPerOrder;
      const orderLines = Array.from({ length: size.linesPerOrder }, (_, n) => ({
        itemId: items[(first + n) % items.length] ?? '',
        orderQty: 2 + (n % 7),
      }));
      lines += orderLines.length;
      await processOrder({
        branch,
        admin,
        kitchen,
        deliveryDate: toUtcDay(api.clock.now()),
        lines: orderLines,
        linesPerSave: size.linesPerSave,
      });
      api.clock.advance(60_000);
    }
    for (let n = 0; n < size.wastePerBranch; n++) {
      const body = { item: items[(index * 17 + n) % items.length], qty: 0.5, reason: 'expired' };
      await expectOk(branch.post('/wastage', body, createKeyHeader()));
    }
  }
  return { lines, calls: calls - callsBefore };
}

interface OrderRun {
  branch: TestClient;
  admin: TestClient;
  kitchen: TestClient;
  deliveryDate: string;
  lines: { itemId: string; orderQty: number }[];
  linesPerSave: number;
}

async function processOrder(order: OrderRun): Promise<void> {
  const { branch, admin, kitchen, deliveryDate, lines: orderLines, linesPerSave } = order;
  const created = await expectOk(
    branch.post('/orders', { deliveryDate, items: orderLines }, createKeyHeader()),
  );
  const path = `/orders/${created._id}`;
  const lines = created.items as { lineId: string; orderQty: number }[];
  const changeStatus = (client: TestClient, status: string) =>
    expectOk(client.patch(path, { status }, createKeyHeader()));
  await changeStatus(branch, 'Under Review');
  await changeStatus(admin, 'Sent to Central Kitchen');
  await changeStatus(kitchen, 'Under Process');
  const save = async (client: TestClient, field: 'pickedQty' | 'receivedQty') => {
    for (let from = 0; from < lines.length; from += linesPerSave) {
      const batch = lines.slice(from, from + linesPerSave);
      const edit = { items: batch.map(({ lineId, orderQty }) => ({ lineId, [field]: orderQty })) };
      await expectOk(client.patch(path, edit, { ...createKeyHeader(), prefer: 'return=minimal' }));
    }
  };
  await save(kitchen, 'pickedQty');
  await changeStatus(kitchen, 'Shipped');
  await save(branch, 'receivedQty');
  await changeStatus(branch, 'Received');
}
