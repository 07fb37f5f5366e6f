import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ItemDemand, itemDemand } from '../shapes.ts';
import { type OrderSuggestion, orderSuggestion } from '#modules/orders/shapes.ts';
import type { Posting } from '#modules/stock/postings.ts';
import { addDays } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { loadUnits } from '#modules/units/server/units.ts';
import { loadLocationDemand } from './series.ts';
import { computeCategoryShapes } from './profiles.ts';

/** A Monday; the day before is the last one with data. */
const today = '2026-03-02';
const { bun, milk, flour, tomato, box } = ids.items;
let t: TestApp;
let lines = 0;

async function postMovement(
  itemId: string,
  day: string,
  qty: number,
  kind: Posting['kind'] = 'consumption',
  place: string = ids.branch1,
) {
  const docId = `till-${++lines}`;
  const ends =
    kind === 'receipt'
      ? { fromPlace: 'supplier', toPlace: place, valueE4: 0 }
      : { fromPlace: place, toPlace: kind === 'waste' ? 'wastage' : 'consumption' };
  const doc = { docType: 'sales' as const, docId, docLineId: docId, lot: '' };
  const posting = { itemId, ...ends, ...doc, qtyMicro: qty * 1e6, kind, effectiveAt: `${day}T12:00:00.000Z` };
  const context = { userId: ids.users.admin, now: t.clock.now().toISOString() };
  await t.db.write((tx) => postStockChange(tx, { postings: [posting] }, context));
}

const getWeekday = (day: string) => new Date(day).getUTCDay();
/** Returns the last `days` days through yesterday, oldest first. */
const listPastDays = (days: number) => Array.from({ length: days }, (_, n) => addDays(today, n - days));

const loadGuide = async (
  deliveryDate = '2026-03-06',
  user: TestUser = 'branch',
  branch: string = ids.branch1,
) => {
  const { body, status, text } = await t
    .as(user)
    .get(`/orders/suggestions?branch=${branch}&deliveryDate=${deliveryDate}`);
  expect(status, text).toBe(200);
  return body as OrderSuggestion[];
};
const loadGuideRow = async (item: string, ...args: Parameters<typeof loadGuide>) => {
  const row = (await loadGuide(...args)).find(({ itemId }) => itemId === item);
  if (!row) throw new Error(`${item} is not in the guide`);
  return row;
};
const toBaseQty = (row: OrderSuggestion, qty = row.suggestedQty) => (qty * row.unitNum) / row.unitDen;
const loadDemand = async (item: string, user: TestUser = 'branch'): Promise<ItemDemand> => {
  const { body, status, text } = await t.as(user).get(`/demand?branch=${ids.branch1}&itemId=${item}`);
  expect(status, text).toBe(200);
  expect(buildResponseSchema(itemDemand).parse(body)).toEqual(body);
  return body as ItemDemand;
};
const markDay = (day: string, kind: string | null, itemId: string | null = bun, user: TestUser = 'branch') =>
  t.as(user).put('/demand/days', { branch: ids.branch1, itemId, day, kind });

beforeAll(async () => {
  t = await createTestApp({ now: `${today}T06:00:00.000Z` });
  const week = [1, 3, 5, 7].map((weekday) => ({ weekday, cutoffDaysBefore: 1, cutoffTime: '16:00' }));
  await t.db.writer
    .updateTable('branches')
    .set({ deliveryDays: JSON.stringify(week), timezone: 'UTC' })
    .where('_id', '=', ids.branch1)
    .execute();
  await receiveStock(t, ids.branch1, bun, 5000, 1);
  await receiveStock(t, ids.branch1, tomato, 5000, 1);
  // Twelve weeks: 42 on Fridays (46 on the last four), 46 on Saturdays, 20 on other days.
  for (const [n, day] of listPastDays(84).entries()) {
    const weekday = getWeekday(day);
    const friday = n >= 56 ? 46 : 40;
    await postMovement(bun, day, weekday === 5 ? friday : weekday === 6 ? 46 : 20);
  }
});
afterAll(async () => {
  expect([t.errors, await reconcile(t.db.read)]).toEqual([[], []]);
  await t.close();
});

describe('demand-based suggestions', () => {
  it('S6: include the figures behind them, for the days until the next delivery', async () => {
    const row = await loadGuideRow(bun);
    expect(buildResponseSchema(orderSuggestion).parse(row)).toEqual(row);
    expect(row).toMatchObject({ coveredDays: ['2026-03-06', '2026-03-07'], basis: 'demand' });
    expect(row.reason).toMatchObject({
      code: 'demand',
      params: {
        source: 'used',
        weekday: 5,
        lastFour: 46,
        incoming: 0,
        unusable: 0,
        excludedDays: 0,
        knownDays: 84,
      },
    });
    const { average = 0, forecast = 0, safety = 0 } = row.reason?.params ?? {};
    // 40 before, 46 in the last four weeks; each week has 0.97 of the weight of the next.
    expect(average).toBeGreaterThan(41.9);
    expect(average).toBeLessThan(42.9);
    expect(forecast).toBeGreaterThan(80);
    expect(forecast).toBeLessThan(96);
    expect(toBaseQty(row, row.forecast ?? 0)).toBeCloseTo(forecast ?? 0, 0);
    expect(safety).toBeGreaterThan(0);
  });

  it('S3: deduct stock on hand, in transit and on order once each, and round up to whole packs', async () => {
    const [row] = [await loadGuideRow(bun)];
    const { forecast = 0, safety = 0, onHand = 0 } = row.reason?.params ?? {};
    // 5,000 were received, and more than half remains.
    expect(onHand).toBeGreaterThan(2000);
    expect(row.suggestedQty).toBe(0);
    await postMovement(bun, addDays(today, -83), onHand - 12, 'waste');
    const short = await loadGuideRow(bun);
    expect(short.reason?.params.onHand).toBe(12);
    // Twenty are used per day until Friday, so none of the twelve remains then.
    expect(short.reason?.params.usageBeforeDelivery).toBe(12);
    const missing = (forecast ?? 0) + (safety ?? 0);
    expect(Math.abs(toBaseQty(short) - missing)).toBeLessThanOrEqual(short.unitNum / short.unitDen);
    expect(toBaseQty(short)).toBeGreaterThanOrEqual(missing - 0.2);
    expect(short.reason?.params.oneIn ?? 99).toBeGreaterThanOrEqual(19);
    const order = (orderQty: number, deliveryDate: string) =>
      createOrderInStatus(t, 'Under Review', { items: [{ itemId: bun, orderQty }], deliveryDate });
    await order(1, '2026-03-06');
    const withOrder = await loadGuideRow(bun);
    expect(withOrder.suggestedQty).toBe(short.suggestedQty - 1);
    expect(withOrder.reason?.params.incoming).toBe(short.unitNum / short.unitDen);
    // Goods that arrive on Wednesday are sold on Wednesday.
    await order(0.1, '2026-03-04');
    const before = await loadGuideRow(bun);
    expect(before.suggestedQty).toBe(withOrder.suggestedQty);
    const pack = short.unitNum / short.unitDen;
    expect(before.reason?.params).toMatchObject({
      incoming: expect.closeTo(1.1 * pack, 6),
      usageBeforeDelivery: 12 + 0.1 * pack,
    });
  });

  it('S3: allow for usage until the delivery, which a par level already includes', async () => {
    const onHandQty = (await loadGuideRow(bun)).reason?.params.onHand ?? 0;
    await receiveStock(t, ids.branch1, bun, 200 - onHandQty, 1);
    // Deliveries on 4, 6 and 8 March; a delivery on the 3rd would arrive before any usage.
    const [next, wednesday, friday] = [
      await loadGuideRow(bun, '2026-03-03'),
      await loadGuideRow(bun, '2026-03-04'),
      await loadGuideRow(bun, '2026-03-06'),
    ];
    expect(next.reason?.params).toMatchObject({ onHand: 200, usageBeforeDelivery: 0 });
    const [oneDay = 0, threeDays = 0] = [wednesday, friday].map(
      ({ reason }) => reason?.params.usageBeforeDelivery ?? 0,
    );
    expect(oneDay).toBeGreaterThan(15);
    expect(oneDay).toBeLessThan(25);
    expect(threeDays).toBeGreaterThan(2.8 * oneDay);
    expect(threeDays).toBeLessThan(3.2 * oneDay);
    await postMovement(bun, today, 120, 'waste');
    const { unitNum, unitDen, suggestedQty, reason } = await loadGuideRow(bun);
    const {
      forecast = 0,
      safety = 0,
      onHand = 0,
      incoming = 0,
      usageBeforeDelivery = 0,
    } = reason?.params ?? {};
    const missing = (forecast ?? 0) + (safety ?? 0) - onHand - incoming + usageBeforeDelivery;
    expect(Math.abs((suggestedQty * unitNum) / unitDen - missing)).toBeLessThanOrEqual(unitNum / unitDen);
    const setRule = (orderRule: string) =>
      t.db.writer
        .updateTable('itemLevels')
        .set({ orderRule, parMicro: 300e6 })
        .where('itemId', '=', bun)
        .execute();
    await setRule('par');
    const parRow = await loadGuideRow(bun);
    expect(parRow.reason?.params).toMatchObject({ onHand: 80, usageBeforeDelivery: 0 });
    expect(toBaseQty(parRow)).toBeGreaterThanOrEqual(300 - 80 - incoming);
    expect(toBaseQty(parRow)).toBeLessThan(300 - 80 - incoming + unitNum / unitDen);
    await setRule('demand');
    await postMovement(bun, today, 68, 'waste');
  });

  it('S3: exclude stock on hold or expired by the delivery', async () => {
    await t.db.writer
      .updateTable('items')
      .set({ trackExpiry: 1, shelfLifeDays: 3 })
      .where('_id', '=', milk)
      .execute();
    await receiveStock(t, ids.branch1, milk, 24, 1);
    // Expires on 5 March: available for a delivery on the 4th, and not on the 6th.
    const [early, late] = [await loadGuideRow(milk, '2026-03-04'), await loadGuideRow(milk, '2026-03-06')];
    expect([early.reason?.params.unusable, late.reason?.params.unusable]).toEqual([0, 24]);
    expect(late.reason?.params.onHand).toBe((early.reason?.params.onHand ?? 0) - 24);
    expect(toBaseQty(late)).toBeGreaterThan(toBaseQty(early));
  });

  it('S1: exclude days without stock, show them, and let users include them', async () => {
    for (const day of listPastDays(40).slice(0, 30)) await postMovement(tomato, day, 10);
    // The remaining stock is wasted, so there is nothing to sell for ten days.
    const { onHand = 0 } = (await loadGuideRow(tomato)).reason?.params ?? {};
    await postMovement(tomato, addDays(today, -11), onHand - 0, 'waste');
    const row = await loadGuideRow(tomato);
    expect(row.reason?.params).toMatchObject({ average: 10, lastFour: 10 });
    expect(row.reason?.params.excludedDays).toBeGreaterThanOrEqual(10);
    const { days } = await loadDemand(tomato);
    expect(days.filter(({ state }) => state === 'out')).toHaveLength(row.reason?.params.excludedDays ?? 0);
    const last = addDays(today, -1);
    expect((await markDay(last, 'counts', tomato)).status).toBe(200);
    expect((await loadDemand(tomato)).days.at(-1)).toMatchObject({ state: 'counts', mark: 'counts' });
    expect((await loadGuideRow(tomato)).reason?.params.excludedDays).toBe(
      (row.reason?.params.excludedDays ?? 0) - 1,
    );
    expect((await markDay(last, null, tomato)).body).toMatchObject({ kind: null });
    expect((await loadDemand(tomato)).days.at(-1)).toMatchObject({ state: 'out', mark: null });
  });

  it("S1: a concurrent posting doesn't shift the earlier days", async () => {
    const row = await t.db.read
      .selectFrom('branches')
      .selectAll()
      .where('_id', '=', ids.branch1)
      .executeTakeFirstOrThrow();
    const place = { ...row, closedDays: [] };
    const item = { _id: tomato, category: null, baseUnit: ids.units.kg };
    const request = { items: [item], units: await loadUnits(t.db.read), now: t.clock.now(), until: today };
    const loadStockOuts = async (db: Queryable) =>
      (await loadLocationDemand(db, place, request)).series[0]?.out;
    const before = await loadStockOuts(t.db.read);
    expect(before).toContain(1);
    let isPosted = false;
    const concurrentPosting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isPosted && result.rows.some((row) => 'days' in row)) {
          isPosted = true;
          await postMovement(tomato, today, 3, 'receipt');
        }
        return result;
      },
    };
    const interceptedDb = Object.assign(t.db.read.withPlugin(concurrentPosting), {
      dialect: t.db.read.dialect,
    });
    expect([await loadStockOuts(interceptedDb), isPosted]).toEqual([before, true]);
    await postMovement(tomato, today, 3, 'waste');
  });

  it('S2: use ordered quantities, not shipped ones, and exclude waste and transfers', async () => {
    const recentDay = listPastDays(21);
    for (const day of recentDay)
      await createOrderInStatus(t, 'Under Review', {
        items: [{ itemId: flour, orderQty: 2 }],
        deliveryDate: day,
      });
    const row = await loadGuideRow(flour);
    expect(row.reason?.params).toMatchObject({ source: 'ordered', average: 20, knownDays: 21 });
    const before = (await loadGuideRow(bun)).reason?.params.average;
    await receiveStock(t, ids.branch1, bun, 300, 1);
    await postMovement(bun, addDays(today, -3), 300, 'waste');
    expect((await loadGuideRow(bun)).reason?.params.average).toBe(before);
  });

  it('S12: propose a catering order as an exception, and exclude it once a user confirms', async () => {
    const day = addDays(today, -10);
    await receiveStock(t, ids.branch1, bun, 1000, 1);
    await postMovement(bun, day, 900);
    const unmarked = await loadDemand(bun);
    expect(unmarked.days.filter(({ isProposed }) => isProposed).map((day) => day.day)).toEqual([day]);
    const withOutlier = (await loadGuideRow(bun)).reason?.params;
    expect((await markDay(day, 'exceptional')).body).toEqual({
      branch: ids.branch1,
      itemId: bun,
      day,
      kind: 'exceptional',
      note: null,
    });
    const marked = await loadDemand(bun);
    expect(marked.days.find((entry) => entry.day === day)).toMatchObject({
      state: 'exceptional',
      isProposed: false,
    });
    const withoutOutlier = (await loadGuideRow(bun)).reason?.params;
    expect(withoutOutlier?.excludedDays).toBe(1);
    // A day marked for the whole branch may still count for one item.
    const other = addDays(today, -20);
    await markDay(other, 'exceptional', null);
    expect((await loadDemand(bun)).days.find((day) => day.day === other)).toMatchObject({
      state: 'exceptional',
    });
    await markDay(other, 'counts');
    expect((await loadDemand(bun)).days.find((day) => day.day === other)).toMatchObject({
      state: 'counts',
      mark: 'counts',
    });
    await markDay(other, null);
    await markDay(other, null, null);
    expect(withoutOutlier?.safety ?? 0).toBeLessThan((withOutlier?.safety ?? 0) / 2);
  });

  it('S12: only a user who orders for the branch can mark days, and repeating it changes nothing', async () => {
    const day = addDays(today, -10);
    expect((await markDay(day, 'exceptional', bun, 'branch2')).status).toBe(404);
    expect((await markDay(day, 'exceptional', bun, 'viewer')).status).toBe(403);
    expect((await markDay(day, 'exceptional', 'nothing')).status).toBe(422);
    expect((await markDay('2026-02-30', 'exceptional')).status).toBe(422);
    const responses = await Promise.all([
      markDay(day, 'exceptional', milk),
      markDay(day, 'exceptional', milk),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await t.as('branch2').get(`/demand?branch=${ids.branch1}&itemId=${bun}`)).status).toBe(404);
    expect((await t.as('kitchen').get(`/demand?branch=${ids.branch1}&itemId=${bun}`)).body).toMatchObject({
      canMark: false,
    });
  });

  it("S7: expect nothing on closed days, and use the branch's holidays", async () => {
    const closed = [{ from: '2026-03-07', until: '2026-03-07', yearly: false, note: null }];
    const before = await loadGuideRow(bun);
    const setClosedDays = (closedDays: object[]) =>
      t.db.writer
        .updateTable('branches')
        .set({ closedDays: JSON.stringify(closedDays) })
        .where('_id', '=', ids.branch1)
        .execute();
    await setClosedDays(closed);
    const row = await loadGuideRow(bun);
    expect(row.coveredDays).toEqual(['2026-03-06']);
    expect(row.forecast ?? 0).toBeLessThan(0.6 * (before.forecast ?? 0));
    await setClosedDays([{ from: '2026-03-06', until: '2026-03-07', yearly: false, note: null }]);
    const none = await loadGuideRow(bun);
    expect(none).toMatchObject({ coveredDays: [], forecast: 0, suggestedQty: 0, reason: { code: 'demand' } });
    expect(none.reason?.params).toMatchObject({ weekday: null, average: null, lastFour: null });
    await setClosedDays([]);
    const day = addDays(today, -7);
    await markDay(day, 'holiday', null);
    const futureDay = addDays(today, 40);
    await markDay(futureDay, 'holiday', null);
    const result = await loadDemand(milk);
    expect(result.days.find((entry) => entry.day === day)).toMatchObject({ isHoliday: true });
    expect(result.holidays).toEqual([futureDay, day]);
    await markDay(futureDay, null, null);
    await markDay(day, null, null);
    expect((await loadDemand(milk)).holidays).toEqual([]);
  });

  it('S8: the service level of the category determines the safety stock', async () => {
    const setServiceLevel = (serviceLevel: number) =>
      t.as('admin').put(`/item-categories/${ids.category}`, { serviceLevel });
    const paramsAt95 = (await loadGuideRow(bun)).reason?.params;
    expect((await setServiceLevel(100)).status).toBe(422);
    expect((await setServiceLevel(99)).body).toMatchObject({ serviceLevel: 99 });
    const paramsAt99 = (await loadGuideRow(bun)).reason?.params;
    expect((paramsAt99?.safety ?? 0) / (paramsAt95?.safety ?? 1)).toBeCloseTo(2.326 / 1.645, 0);
    expect(await loadDemand(bun)).toMatchObject({ serviceLevel: 99 });
    await setServiceLevel(95);
  });

  it('use the par level for items with the par rule', async () => {
    await t.db.writer
      .updateTable('itemLevels')
      .set({ orderRule: 'par' })
      .where('itemId', '=', bun)
      .where('branchId', '=', ids.branch1)
      .execute();
    const row = await loadGuideRow(bun);
    expect(row).toMatchObject({ basis: 'par', forecast: null, reason: { code: 'par' } });
    await t.db.writer
      .updateTable('itemLevels')
      .set({ orderRule: 'demand' })
      .where('itemId', '=', bun)
      .execute();
  });
});

describe('quantities on order', () => {
  // Deliveries are on 4, 6 and 8 March; the first covers the 4th and 5th, the second the 6th and 7th.
  const loadOrdered = () =>
    Promise.all(
      ['2026-03-04', '2026-03-06', '2026-03-08'].map(
        async (day) => (await loadGuideRow(flour, day)).alreadyOrdered ?? 0,
      ),
    );
  /** Returns the increase of the ordered quantity for each delivery, in kilograms. */
  const computeAdded = async (before: readonly number[]) =>
    (await loadOrdered()).map((qty, index) => Math.round((qty - (before[index] ?? 0)) * 10));

  it.each([
    ['for a past day', '2026-02-27', [10, 10, 10]],
    ['for the first delivery', '2026-03-04', [10, 10, 10]],
    ['for a day that the first one covers', '2026-03-05', [10, 10, 10]],
    ['for the second', '2026-03-06', [0, 10, 10]],
    ['for a day that the second one covers', '2026-03-07', [0, 10, 10]],
    ['for the third', '2026-03-08', [0, 0, 10]],
    ['for a much later day', '2026-04-08', [0, 0, 0]],
  ])('S3: an order counts for the deliveries by which it arrives: %s', async (_, deliveryDate, counts) => {
    const before = await loadOrdered();
    await createOrderInStatus(t, 'Sent to Central Kitchen', {
      items: [{ itemId: flour, orderQty: 1 }],
      deliveryDate,
    });
    expect(await computeAdded(before)).toEqual(counts);
  });

  it.each([
    ['late', '2026-02-20', [10, 10, 10]],
    ['without an expected day', null, [10, 10, 10]],
    ['for the first delivery', '2026-03-04', [10, 10, 10]],
    ['before the second', '2026-03-05', [10, 10, 10]],
    ['with the second', '2026-03-06', [0, 10, 10]],
    ['after the third', '2026-03-10', [0, 0, 0]],
  ])('S3: a purchase order counts as well: %s', async (_, expectedOn, counts) => {
    const before = await loadOrdered();
    const supplier = await t
      .as('admin')
      .post('/suppliers', { code: `S${expectedOn}`, name: `S${expectedOn}` });
    const created = await t.as('admin').post('/purchase-orders', {
      supplier: supplier.body._id,
      place: ids.branch1,
      items: [{ itemId: flour, qty: 10, price: 1 }],
    });
    const sent = await t.as('admin').patch(`/purchase-orders/${created.body._id}`, { status: 'Sent' });
    expect([created.status, sent.status], created.text + sent.text).toEqual([201, 200]);
    await t.db.writer
      .updateTable('purchaseOrders')
      .set({ expectedOn })
      .where('_id', '=', String(created.body._id))
      .execute();
    expect(await computeAdded(before)).toEqual(counts);
  });

  it("S3: a reviewer sees quantities that arrive by the order's delivery, but not by the next one", async () => {
    const order = (deliveryDate: string) =>
      createOrderInStatus(t, 'Under Review', { items: [{ itemId: flour, orderQty: 1 }], deliveryDate });
    const { header } = await order('2026-03-04');
    const loadAlreadyOrdered = async () =>
      (await t.as('admin').get(`/orders/${header._id}/figures`)).body.lines[0].alreadyOrdered as number;
    const before = await loadAlreadyOrdered();
    await order('2026-03-06');
    expect((await loadAlreadyOrdered()) - before).toBe(0);
    await order('2026-03-05');
    expect((await loadAlreadyOrdered()) - before).toBe(1);
  });
});

describe('with little history', () => {
  it('S9: uses the par level, otherwise the last order, and reports that rule as the reason', async () => {
    const row = await loadGuideRow(box);
    expect(row).toMatchObject({ forecast: null, reason: { params: { knownDays: 0 } } });
    expect(row.par === null ? ['last', 'no-history'] : ['par', 'par-little-history']).toEqual([
      row.basis,
      row.reason?.code,
    ]);
    await t.db.writer.updateTable('itemLevels').set({ parMicro: null }).where('itemId', '=', box).execute();
    expect(await loadGuideRow(box)).toMatchObject({
      basis: 'last',
      suggestedQty: 0,
      reason: { code: 'no-history' },
    });
    await createOrderInStatus(t, 'Under Review', {
      items: [{ itemId: box, orderQty: 3 }],
      deliveryDate: '2026-03-04',
    });
    expect(await loadGuideRow(box)).toMatchObject({
      basis: 'last',
      lastOrderQty: 3,
      reason: { code: 'last' },
    });
  });

  it('S1: uses the last order if too few days count because the item sold out on the others', async () => {
    // Eight arrive every morning and are sold out by noon.
    for (const day of listPastDays(60)) {
      await postMovement(box, day, 8, 'receipt', ids.branch2);
      await postMovement(box, day, 8, 'consumption', ids.branch2);
    }
    const order = { items: [{ itemId: box, orderQty: 9 }], deliveryDate: addDays(today, -1) };
    await createOrderInStatus(t, 'Received', { ...order, branch: ids.branch2 });
    const row = await loadGuideRow(box, '2026-03-06', 'branch2', ids.branch2);
    expect(row).toMatchObject({ basis: 'last', forecast: null, reason: { code: 'last' } });
    expect(row.reason?.params).toMatchObject({ knownDays: 0, excludedDays: 60 });
  });

  it("S9: a new item uses its category's weekly shape, and a new branch that of all branches", async () => {
    const shapes = await computeCategoryShapes(t.db.read, today);
    const friday = shapes.get(ids.category)?.[4] ?? 0;
    expect(friday).toBeGreaterThan(1.2);
    await t.db.writer
      .insertInto('demandProfiles')
      .values({ categoryId: ids.category, shape: JSON.stringify(shapes.get(ids.category)), updatedAt: today })
      .execute();
    await receiveStock(t, ids.branch2, bun, 5000, 1);
    for (const day of listPastDays(15)) await postMovement(bun, day, 10, 'consumption', ids.branch2);
    const row = await loadGuideRow(bun, '2026-03-06', 'branch2', ids.branch2);
    expect(row).toMatchObject({ coveredDays: ['2026-03-06'], reason: { code: 'demand-of-category' } });
    expect(row.reason?.params.forecast ?? 0).toBeGreaterThan(11);
    // Two Fridays are fewer than four, and a weekday without counted days has no average.
    expect(row.reason?.params).toMatchObject({ average: 10, lastFour: null });
    for (const friday of listPastDays(15).filter((day) => getWeekday(day) === 5))
      await t.as('branch2').put('/demand/days', {
        branch: ids.branch2,
        itemId: bun,
        day: friday,
        kind: 'exceptional',
      });
    await postMovement(bun, addDays(today, -16), 10, 'consumption', ids.branch2);
    await postMovement(bun, addDays(today, -18), 10, 'consumption', ids.branch2);
    const untrackedRow = await loadGuideRow(bun, '2026-03-06', 'branch2', ids.branch2);
    expect(untrackedRow).toMatchObject({ reason: { code: 'demand-of-category', params: { average: null } } });
  });
});

describe("branches whose sales don't deplete stock", () => {
  it('S9: contribute to the category patterns of all branches as well', async () => {
    const category = await t.as('admin').post('/item-categories', { name: 'Cakes', code: 'CK' });
    const cake = await t.as('admin').post('/items', {
      name: 'Honey cake',
      itemCode: 'HC',
      kind: 'finished',
      category: category.body._id,
      baseUnit: ids.units.piece,
      orderUnit: ids.units.piece,
    });
    expect([category.status, cake.status], cake.text).toEqual([201, 201]);
    const till = { source: 'Cake till' };
    await t.as('admin').put('/sales/till-items', { ...till, code: 'HC', itemId: cake.body._id, portions: 1 });
    const rows = listPastDays(80).map((day) => {
      const qty = getWeekday(day) === 5 ? 60 : 20;
      return { branch: ids.branch2, day, code: 'HC', qty, net: qty };
    });
    expect((await t.as('admin').post('/sales', { ...till, rows })).status).toBe(201);
    const shape = (await computeCategoryShapes(t.db.read, today)).get(String(category.body._id));
    expect(shape?.[4]).toBeGreaterThan(2);
    expect(shape?.[1]).toBeLessThan(0.9);
  });
});

describe('a branch that starts to deplete stock', () => {
  it('S2: continues the series of sales with the ledger usage', async () => {
    const till = { source: 'Harbour till' };
    const mapped = await t
      .as('admin')
      .put('/sales/till-items', { ...till, code: 'F', itemId: flour, portions: 1 });
    expect(mapped.status, mapped.text).toBe(200);
    const sell = async (days: string[], depletesStock: 0 | 1) => {
      await t.db.writer
        .updateTable('branches')
        .set({ depletesStock })
        .where('_id', '=', ids.branch2)
        .execute();
      const rows = days.map((day) => ({ branch: ids.branch2, day, code: 'F', qty: 30, net: 90 }));
      const { status, text } = await t.as('admin').post('/sales', { ...till, rows });
      expect(status, text).toBe(201);
    };
    await receiveStock(t, ids.branch2, flour, 9000, 1);
    await sell(listPastDays(80).slice(0, 40), 0);
    await sell(listPastDays(40), 1);
    const { reason } = await loadGuideRow(flour, '2026-03-06', 'branch2', ids.branch2);
    expect(reason?.params).toMatchObject({ source: 'sold', average: 30, lastFour: 30, knownDays: 80 });
    expect(reason?.params.forecast).toBeCloseTo(30, 0);
  });
});

describe('the backtest', () => {
  it('S10: shows what each rule would have left over and missed in eight weeks', async () => {
    const { backtest, days } = await loadDemand(bun);
    expect(backtest.days).toBe(55);
    expect(backtest.forecast.demand).toBe(backtest.lastWeek.demand);
    const counted = days.slice(-56).filter(({ state }) => state === 'counts');
    expect(backtest.forecast.demand).toBeCloseTo(
      counted.reduce((sum, { demand }) => sum + demand, 0),
      -1,
    );
    for (const rule of [backtest.forecast, backtest.lastWeek, backtest.weekdayAverage])
      expect(rule.surplus + rule.missedDemand).toBeGreaterThan(0);
  });

  it('S10: compares all rules on the days for which each has a forecast', async () => {
    await postMovement(box, addDays(today, -41), 1000, 'receipt');
    for (const day of listPastDays(40)) await postMovement(box, day, 5 + (getWeekday(day) % 3));
    for (const day of listPastDays(40).slice(0, 12))
      expect((await markDay(day, 'exceptional', box)).status).toBe(200);
    const { backtest, days } = await loadDemand(box);
    // The first fourteen counted days have no forecast, and forecasts are made two days ahead.
    expect(backtest.days).toBe(13);
    const demandTotal = days.slice(-13).reduce((sum, day) => sum + day.demand, 0);
    for (const rule of ['forecast', 'lastWeek', 'weekdayAverage'] as const)
      expect([rule, backtest[rule].demand]).toEqual([rule, demandTotal]);
  });

  it('reveals nothing to users who count the item blind', async () => {
    const count = { branch: ids.branch1, type: 'spot', itemIds: [bun], blind: true };
    const { body } = await t.as('admin').post('/stock-counts', count);
    expect((await t.as('branch').patch(`/stock-counts/${body._id}`, { status: 'Counting' })).status).toBe(
      200,
    );
    expect((await loadDemand(bun)).days).toEqual([]);
    expect(await loadGuideRow(bun)).toMatchObject({ onHand: null, suggestedQty: 0, reason: null });
  });
});
