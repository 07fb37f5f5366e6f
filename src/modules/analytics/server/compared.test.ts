import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyticsResponse } from '../shapes.ts';
import { analyticsShapes, type AnalyticsView } from '../views.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';

const { flour, bun, box } = ids.items;

let t: TestApp;
beforeAll(async () => {
  // Today is 4 March. One branch had deliveries in February only, the other in March; one waste reason occurs
  // only in February.
  t = await createTestApp();
  await receiveStock(t, ids.branch2, flour, 100, 2);
  await createOrderInStatus(t, 'Received', { deliveryDate: '2026-02-25', branch: ids.branch2 });
  await createOrderInStatus(t, 'Received', {
    deliveryDate: '2026-03-04',
    items: [
      // Both lines have a value of 96.00.
      { itemId: bun, orderQty: 5 },
      { itemId: box, orderQty: 8 },
    ],
  });
  for (const [item, at, reason] of [
    [flour, '2026-02-25T10:00:00.000Z', 'expired'],
    [flour, '2026-03-03T10:00:00.000Z', 'spoiled'],
  ] as const) {
    const created = await t.as('branch2').post('/wastage', { item, qty: 1, reason, dateTime: at });
    expect(created.status, created.text).toBe(201);
  }
});
afterAll(() => t.close());

const week = { from: '2026-03-01', to: '2026-03-07', against: 'period' };

async function loadView(name: string, more: Record<string, string>) {
  const response = await t.as('admin').get(`/analytics/${name}?${new URLSearchParams({ ...week, ...more })}`);
  expect(response.status, response.text).toBe(200);
  return buildResponseSchema(analyticsResponse).parse(response.body);
}

const groupings = Object.entries(analyticsShapes).flatMap(([name, shape]) =>
  shape.by.map((by) => [name as AnalyticsView, by] as const),
);

describe('a comparison with the previous period', () => {
  it.each(groupings)('of %s by %s has rows that add up to the totals of both periods', async (name, by) => {
    const result = await loadView(name, { by });
    const additiveFigures = analyticsShapes[name].figures.filter(
      ({ key, type }) =>
        (type === 'count' || type === 'money') && !(name === 'wastage' && by === 'reason' && key === 'used'),
    );
    for (const { key } of additiveFigures)
      for (const [rows, total] of [
        [result.rows.map(({ figures }) => figures[key]), result.totals[key]],
        [result.rows.map(({ previous }) => previous?.[key]), result.previousTotals?.[key]],
      ] as const)
        expect([name, by, key, rows.reduce<number>((sum, one) => sum + Number(one ?? 0), 0)]).toEqual([
          name,
          by,
          key,
          expect.closeTo(Number(total), 2),
        ]);
  });

  it('includes rows that occur only in the previous period, with zero current figures', async () => {
    const served = await loadView('service', { by: 'branch' });
    const formerRow = served.rows.find(({ key }) => key === ids.branch2);
    expect([formerRow?.label, formerRow?.figures, formerRow?.previous]).toMatchObject([
      'Station',
      { orders: 0, lines: 0, fillLines: null },
      { orders: 1, lines: 2, fillLines: 1 },
    ]);
    const days = await loadView('wastage', { by: 'day', from: '2026-03-02', to: '2026-03-08' });
    expect(days.rows.find(({ key }) => key === '2026-03-04')).toMatchObject({
      figures: { records: 0 },
      previous: { records: 1 },
    });
    expect((await loadView('wastage', { by: 'reason' })).rows).toMatchObject([
      { key: 'spoiled', figures: { records: 1 } },
      { key: 'expired', figures: { records: 0, cost: 0, wastage: 0 }, previous: { records: 1 } },
    ]);
  });
});

it('items with equal usage keep their ranking order, so that cumulative figures increase from row to row (A10)', async () => {
  await t.db.write((tx) =>
    tx.updateTable('items').set({ name: 'Zwieback bun' }).where('_id', '=', bun).execute(),
  );
  const { rows } = await loadView('stock', { by: 'item', from: '2026-03-04' });
  const first = rows.slice(0, 2).map(({ key, figures }) => [key, figures['used']]);
  expect(first).toEqual([
    [bun, 96],
    [box, 96],
  ]);
  const cumulative = rows.map(({ figures }) => Number(figures['cumulative']));
  expect(cumulative).toEqual(cumulative.toSorted((a, b) => a - b));
});
