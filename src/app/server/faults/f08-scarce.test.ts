import { afterAll, describe, expect, it } from 'vitest';
import type { OrderStatus } from '#modules/orders/status.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import { type Business, openBusiness, countByStatus } from './business.ts';
import { type FaultEngine, engines, stopEngines } from './engines.ts';
import { createSeededRandom } from './random.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';

const clients = 50;
const rounds = chooseRepetitions(60, 1000);

afterAll(stopEngines);

const buildSingleItemOrder = (itemId: string) => ({ items: [{ itemId, orderQty: 1, unit: 'kg' }] });

/** Creates a business whose kitchen has exactly this many kilograms of tomatoes. */
async function createBusinessWithTomatoes(engine: FaultEngine, kilograms: number): Promise<Business> {
  const t = await openBusiness(engine);
  const { onHand } = await getStock(t, ids.kitchen, ids.items.tomato);
  await createOrderInStatus(t, 'Shipped', {
    items: [{ itemId: ids.items.tomato, orderQty: onHand - kilograms, unit: 'kg' }],
  });
  return t;
}

async function listViolations(t: Business): Promise<string[]> {
  return (await reconcile(t.db.read)).map(({ invariant, message }) => `${invariant} ${message}`);
}

describe.each(engines)('F8: demand exceeds stock, on $name', (engine) => {
  it(`reserves exactly 10 if ${clients} clients reserve 1 of 10 each`, async () => {
    const t = await createBusinessWithTomatoes(engine, 10);
    const orders = [];
    for (let n = 0; n < clients; n += 1)
      orders.push(
        await createOrderInStatus(t, 'Sent to Central Kitchen', buildSingleItemOrder(ids.items.tomato)),
      );
    const responses = await Promise.all(
      orders.map(({ header }) => t.as('kitchen').patch(`/orders/${header._id}`, { status: 'Under Process' })),
    );
    expect(countByStatus(responses)).toEqual({ 200: clients });
    expect(await getStock(t, ids.kitchen, ids.items.tomato)).toEqual({ onHand: 10, reserved: 10 });
    const shipped = await Promise.all(
      orders.map(({ header }) => t.as('kitchen').patch(`/orders/${header._id}`, { status: 'Shipped' })),
    );
    expect(countByStatus(shipped)).toEqual({ 200: 10, 409: clients - 10 });
    expect(await getStock(t, ids.kitchen, ids.items.tomato)).toEqual({ onHand: 0, reserved: 0 });
    expect(await listViolations(t)).toEqual([]);
    expect(t.errors).toEqual([]);
    await t.drop();
  });

  it(`produces exactly 10 and rejects the others if ${clients} batches use 1 of 10 each`, async () => {
    const t = await openBusiness(engine);
    const item = {
      name: 'Saffron',
      itemCode: 'SAF',
      kind: 'raw',
      category: ids.category,
      baseUnit: ids.units.kg,
      orderUnit: ids.units.kg,
    };
    const { body: saffron } = await t.as('admin').post('/items', item);
    await receiveStock(t, ids.kitchen, saffron._id, 10, 3);
    const { body: recipe } = await t.as('admin').post('/recipes', {
      name: 'Saffron water',
      kind: 'sub-recipe',
      outputItem: ids.items.tomato,
      yieldQty: 1,
      yieldUnit: ids.units.kg,
      components: [{ itemId: saffron._id, qty: 1, unit: ids.units.kg }],
    });
    const planned = { recipeId: recipe._id, plannedQty: 1, plannedFor: '2026-03-06' };
    const batches: string[] = [];
    for (let n = 0; n < clients; n += 1) {
      const { body } = await t.as('kitchen').post('/production-batches', planned);
      await t.as('kitchen').patch(`/production-batches/${body._id}`, { status: 'In Progress' });
      batches.push(`/production-batches/${body._id}`);
    }
    const responses = await Promise.all(
      batches.map((path) => t.as('kitchen').patch(path, { status: 'Completed' })),
    );
    expect(countByStatus(responses)).toEqual({ 200: 10, 409: clients - 10 });
    expect(await getStock(t, ids.kitchen, saffron._id)).toEqual({ onHand: 0, reserved: 0 });
    expect(await listViolations(t)).toEqual([]);
    expect(t.errors).toEqual([]);
    await t.drop();
  });

  it(`B1: receives exactly 10 if ${clients} users receive 1 of 10 ordered each`, async () => {
    const t = await openBusiness(engine);
    const { body: supplier } = await t.as('admin').post('/suppliers', { code: 'MILL', name: 'Mill' });
    const orderLine = { itemId: ids.items.flour, qty: 10, price: 2 };
    const orderBody = { supplier: supplier._id, items: [orderLine] };
    const { body: order } = await t.as('branch').post('/purchase-orders', orderBody);
    const { body: sent } = await t.as('branch').patch(`/purchase-orders/${order._id}`, { status: 'Sent' });
    const before = await getStock(t, ids.branch1, ids.items.flour);
    const receipt = { purchaseOrder: order._id, items: [{ poLineId: sent.items[0].lineId, qty: 1 }] };
    const responses = await Promise.all(
      Array.from({ length: clients }, () => t.as('branch').post('/goods-receipts', receipt)),
    );
    const counts = countByStatus(responses);
    expect([counts[201], Object.keys(counts).length]).toEqual([10, 2]);
    const after = await getStock(t, ids.branch1, ids.items.flour);
    expect(after.onHand - before.onHand).toBe(10);
    expect((await t.as('branch').get(`/purchase-orders/${order._id}`)).body.receivedStatus).toBe('Received');
    expect(await listViolations(t)).toEqual([]);
    expect(t.errors).toEqual([]);
    await t.drop();
  });

  it(`keeps the books consistent at every read in ${rounds} random rounds`, async () => {
    const t = await createBusinessWithTomatoes(engine, 20);
    const random = createSeededRandom(8);
    const orders: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const { header } = await createOrderInStatus(t, 'Sent to Central Kitchen', {
        items: [{ itemId: ids.items.tomato, orderQty: 1 + random(5), unit: 'kg' }],
      });
      orders.push(header._id);
    }
    const targets: OrderStatus[] = [
      'Under Process',
      'Shipped',
      'Sent to Central Kitchen',
      'Under Process',
      'Received',
    ];
    const counts: Record<number, number> = {};
    let reads = 0;
    for (let round = 0; round < rounds; round += 1) {
      const actions = Array.from({ length: 6 }, async () => {
        const to = targets[random(targets.length)] as OrderStatus;
        const { status } = await t
          .as('admin')
          .patch(`/orders/${orders[random(orders.length)]}`, { status: to });
        counts[status] = (counts[status] ?? 0) + 1;
      });
      if (random(8) === 0) actions.push(receiveStock(t, ids.kitchen, ids.items.tomato, 1 + random(6), 2));
      const check = listViolations(t).then((violations) => expect(violations).toEqual([]));
      await Promise.all([...actions, check]);
      reads += 1;
      if (random(3) === 0)
        orders[random(orders.length)] = (
          await createOrderInStatus(t, 'Sent to Central Kitchen', buildSingleItemOrder(ids.items.tomato))
        ).header._id;
    }
    expect(Object.keys(counts).toSorted()).toEqual(['200', '409']);
    expect(await listViolations(t)).toEqual([]);
    expect(t.errors).toEqual([]);
    recordMeasurement('F8', engine.name, {
      clients,
      'random rounds': rounds,
      'ledger reads': reads,
      done: counts[200] ?? 0,
      rejected: counts[409] ?? 0,
    });
    await t.drop();
  });
});
