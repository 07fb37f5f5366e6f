import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  analyticsResponse,
  type AnalyticsResponse,
  demandResponse,
  type DemandResponse,
  failedOrders,
  type FailedOrders,
} from '../shapes.ts';
import type { TilesResponse } from '#modules/reports/figures-shapes.ts';
import type { ReportResponse } from '#modules/reports/shapes.ts';
import {
  type DrillDown,
  getDrillDown,
  narrowToRow,
  type FigureFilter,
  type DueOrderList,
} from '../drill-down.ts';
import { isUsageRecord, getUsageKinds } from '../stock.ts';
import { evaluateDelivery, getLastEndedDay } from '../service.ts';
import { analyticsShapes, type AnalyticsView } from '../views.ts';
import type { OrderStatus } from '#modules/orders/status.ts';
import type { MoveKind } from '#core/move-kinds.ts';
import { wallClockMs } from '#core/cutoff.ts';
import { addDays } from '#core/day.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, testAdmin } from '#app/server/testing/orders.ts';
import { postStockChange as postMoves } from '#modules/stock/server/ledger.ts';
import { loadDemandPattern } from './demand.ts';

const days = { from: '2026-03-01', to: '2026-03-31' };
const { flour, tomato, milk } = ids.items;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await receiveStock(t, ids.kitchen, flour, 1000, 2);
  await receiveStock(t, ids.kitchen, tomato, 1000, 1);
  await receiveStock(t, ids.branch1, milk, 100, 1.5);
  await createOrderInStatus(t, 'Received', { deliveryDate: '2026-03-04' });
  await createOrderInStatus(t, 'Received', { deliveryDate: '2026-03-04', branch: ids.branch2 });
  // Late: the delivery day was yesterday.
  await createOrderInStatus(t, 'Received', { deliveryDate: '2026-03-03' });
  await receiveShort();
  // Overdue and not received; due later and not received; rejected, so never promised.
  await createOrderInStatus(t, 'Shipped', { deliveryDate: '2026-03-02' });
  await createOrderInStatus(t, 'Shipped', { deliveryDate: '2026-03-20' });
  await createOrderInStatus(t, 'Rejected', { deliveryDate: '2026-03-02' });
  for (const [user, item, qty, reason] of [
    ['branch', milk, 4, 'spoiled'],
    ['branch', milk, 2, 'expired'],
    ['branch2', flour, 1, 'spoiled'],
  ] as const) {
    const created = await t.as(user).post('/wastage', { item, qty, reason });
    expect(created.status, created.text).toBe(201);
  }
});
afterAll(() => t.close());

/** Ships 4 of 5 ordered units of flour; 1 of them is missing on arrival. */
async function receiveShort(): Promise<void> {
  const order = await createOrderInStatus(t, 'Under Process', {
    deliveryDate: '2026-03-05',
    items: [{ itemId: flour, orderQty: 5 }],
  });
  const path = `/orders/${order.header._id}`;
  const { lineId } = order.lines[0] as { lineId: string };
  for (const [user, body] of [
    ['kitchen', { items: [{ lineId, pickedQty: 4, reason: 'out_of_stock' }] }],
    ['kitchen', { status: 'Shipped' }],
    ['branch', { items: [{ lineId, receivedQty: 3, damagedQty: 0, shortQty: 1, reason: 'short' }] }],
    ['branch', { status: 'Received' }],
  ] as const) {
    const response = await t.as(user).patch(path, body);
    expect(response.status, response.text).toBe(200);
  }
}

async function loadData<T>(
  path: string,
  more: Record<string, string> = {},
  user: TestUser = 'admin',
): Promise<T> {
  const response = await t.as(user).get(`${path}?${new URLSearchParams({ ...days, ...more })}`);
  expect(response.status, response.text).toBe(200);
  return response.body as T;
}

async function loadView(name: string, more: Record<string, string> = {}, user: TestUser = 'admin') {
  const result = await loadData<AnalyticsResponse>(`/analytics/${name}`, more, user);
  expect(buildResponseSchema(analyticsResponse).parse(result)).toEqual(result);
  return result;
}

describe('service performance of branches', () => {
  it('shows fill rate and OTIF, with the orders that failed (A9)', async () => {
    const { totals, rows } = await loadView('service');
    // Six shipments: five with two lines, one with a single, short line. Two of the five due orders were
    // received on time and in full.
    expect(totals).toEqual({
      orders: 6,
      lines: 11,
      linesShort: 1,
      fillLines: 0.9091,
      fillUnits: expect.any(Number),
      due: 5,
      late: 2,
      onTime: 0.6,
      inFull: 0.6,
      otif: 0.4,
    });
    expect(rows.map(({ label, figures }) => [label, figures['due'], figures['otif']])).toEqual([
      ['Station', 1, 1],
      ['Riverside', 4, 0.25],
    ]);
    const failed = await loadData<FailedOrders>('/analytics/service/orders');
    expect(buildResponseSchema(failedOrders).parse(failed)).toEqual(failed);
    expect(failed.rows.map(({ deliveryDate, isLate, isShort }) => [deliveryDate, isLate, isShort])).toEqual([
      ['2026-03-05', false, true],
      ['2026-03-03', true, false],
      ['2026-03-02', true, false],
    ]);
    // The list of failed orders has the same total as the figure that links to it (A13).
    expect(failed.total).toBe(
      Number(totals['due']) - Math.round(Number(totals['due']) * Number(totals['otif'])),
    );
  });

  it('links to the failed lines, with the same total (A9, A13)', async () => {
    const { totals } = await loadView('service');
    const link = await loadData<{ totals: Record<string, number> }>('/reports/missing-items', {
      by: 'document',
    });
    expect(link.totals['notShippedLines']).toBe(totals['linesShort']);
  });

  it('equals the sum over individually evaluated orders, for every grouping', async () => {
    const orders = await t.db.read
      .selectFrom('orders')
      .selectAll()
      .where('deliveryDate', '>=', days.from)
      .where('deliveryDate', '<=', days.to)
      .execute();
    const evaluated = orders.flatMap((order) => {
      const evaluated = evaluateDelivery(
        {
          ...order,
          status: order.status as OrderStatus,
          linesOrdered: order.linesOrdered ?? 0,
          linesReceivedComplete: order.linesReceivedComplete ?? 0,
        },
        getLastEndedDay(t.clock.now()),
      );
      return evaluated ? [evaluated] : [];
    });
    for (const by of ['branch', 'week', 'day', 'weekday']) {
      const { totals, rows } = await loadView('service', { by });
      expect([by, totals['due']]).toEqual([by, evaluated.length]);
      expect([by, totals['late']]).toEqual([by, evaluated.filter(({ isOnTime }) => !isOnTime).length]);
      const sum = (key: string) => rows.reduce((all, { figures }) => all + Number(figures[key]), 0);
      for (const key of ['orders', 'lines', 'linesShort', 'due', 'late'])
        expect([by, key, sum(key)]).toEqual([by, key, totals[key]]);
    }
  });

  it('equals the fill rate of the daily order summary', async () => {
    const byDay = await loadData<{ lines: number; linesComplete: number }[]>('/orders/summary');
    const { totals } = await loadView('service');
    expect(byDay.reduce((sum, { lines }) => sum + lines, 0)).toBe(totals['lines']);
    expect(byDay.reduce((sum, { lines, linesComplete }) => sum + lines - linesComplete, 0)).toBe(
      totals['linesShort'],
    );
  });

  it('matches the order fill report and its tile (A2)', async () => {
    const { totals, rows } = await loadView('service');
    const report = await loadData<ReportResponse>('/reports/order-fill', { by: 'branch' });
    const result = (figures: Figures) => [figures['due'], expect.closeTo(Number(figures['otif']) * 100, 2)];
    const received = await t.db.read
      .selectFrom('orders')
      .select('_id')
      .where('status', '=', 'Received')
      .execute();
    // Due orders include those not received by the end of their delivery day.
    expect(Number(totals['due'])).toBeGreaterThan(received.length);
    expect([report.totals['dueOrders'], report.totals['otif']]).toEqual(result(totals));
    for (const { key, figures } of rows) {
      const row = report.rows.find((row) => row['key'] === key);
      expect([key, row?.['dueOrders'], row?.['otif']]).toEqual([key, ...result(figures)]);
    }
    const { tiles } = await loadData<TilesResponse>('/reports/tiles', { today: days.to });
    expect(tiles.find(({ key }) => key === 'otif')?.value).toBe(report.totals['otif']);
  });

  it('equals the order fill report, by lines and by units, and the line totals in base units', async () => {
    const { totals, rows } = await loadView('service');
    const report = await loadData<ReportResponse>('/reports/order-fill', { by: 'branch' });
    const inPercent = (figures: Figures) => [
      expect.closeTo(Number(figures['fillLines']) * 100, 2),
      expect.closeTo(Number(figures['fillUnits']) * 100, 2),
    ];
    expect([report.totals['lineFill'], report.totals['unitFill']]).toEqual(inPercent(totals));
    for (const { key, figures } of rows) {
      const row = report.rows.find((row) => row['key'] === key);
      expect([key, row?.['lineFill'], row?.['unitFill']]).toEqual([key, ...inPercent(figures)]);
    }
    const lines = await t.db.read
      .selectFrom('orderLines')
      .innerJoin('orders', 'orders._id', 'orderLines.orderId')
      .select(['orderQtyMicro', 'shippedQtyMicro', 'unitNum', 'unitDen'])
      .where('orders.status', 'in', ['Shipped', 'Received'])
      .where('orders.deliveryDate', '<=', days.to)
      .execute();
    const units = (key: 'orderQtyMicro' | 'shippedQtyMicro') =>
      lines.reduce((all, line) => all + (Number(line[key]) * Number(line.unitNum)) / Number(line.unitDen), 0);
    expect(totals['fillUnits']).toBeCloseTo(units('shippedQtyMicro') / units('orderQtyMicro'), 4);
    // One item is ordered by the dozen and another by ten kilograms, so the two fill rates differ.
    expect(totals['fillUnits']).not.toBe(totals['fillLines']);
  });

  it('is compared with the preceding period of the same length, row by row', async () => {
    const result = await loadView('service', { from: '2026-03-04', to: '2026-03-04', against: 'period' });
    expect(result.previousPeriod).toEqual({ from: '2026-03-03', to: '2026-03-03' });
    expect([result.totals['otif'], result.previousTotals?.['otif']]).toEqual([1, 0]);
    expect(result.rows.find(({ label }) => label === 'Riverside')?.previous).toMatchObject({ otif: 0 });
    expect(result.rows.find(({ label }) => label === 'Station')?.previous).toBeNull();
  });
});

describe('wastage', () => {
  it('equals the total of the wastage report, and is a percentage of waste plus usage', async () => {
    const { totals, rows } = await loadView('wastage');
    const report = await loadData<{ totals: Record<string, number> }>('/reports/wastage');
    expect([totals['records'], totals['cost']]).toEqual([report.totals['records'], report.totals['cost']]);
    const used = Number(totals['used']);
    expect(used).toBeGreaterThan(0);
    expect(totals['wastage']).toBeCloseTo(Number(totals['cost']) / (used + Number(totals['cost'])), 4);
    expect(rows.map(({ key }) => key)).toEqual(['spoiled', 'expired']);
    const shares = rows.reduce((sum, { figures }) => sum + Number(figures['wastage']), 0);
    expect(shares).toBeCloseTo(Number(totals['wastage']), 3);
    for (const by of ['branch', 'week', 'day']) {
      const result = await loadView('wastage', { by });
      expect([by, result.totals]).toEqual([by, totals]);
      for (const key of ['cost', 'used', 'records'])
        expect([by, key, result.rows.reduce((sum, { figures }) => sum + Number(figures[key]), 0)]).toEqual([
          by,
          key,
          expect.closeTo(Number(totals[key]), 3),
        ]);
    }
  });
});

describe('wastage percentage', () => {
  it('matches its report and its tile, in total and by location (A2)', async () => {
    const { totals, rows } = await loadView('wastage', { by: 'branch' });
    const report = await loadData<ReportResponse>('/reports/wastage-share');
    const percent = ({ wastage }: Figures) =>
      wastage === null || wastage === undefined ? null : Math.round(Number(wastage) * 10_000) / 100;
    expect(percent(totals)).toBeGreaterThan(0);
    expect([report.totals['wastage'], report.totals['cost'], report.totals['used']]).toEqual([
      percent(totals),
      totals['cost'],
      totals['used'],
    ]);
    for (const { key, figures } of rows) {
      const row = report.rows.find((row) => row['key'] === key);
      expect([key, row?.['wastage'], row?.['used']]).toEqual([key, percent(figures), figures['used']]);
      const { tiles } = await loadData<TilesResponse>('/reports/tiles', { today: days.to, branch: key });
      const rows = await loadView('wastage', { by: 'branch', branch: key });
      const tile = tiles.find((each) => each.key === 'wastageShare');
      expect([key, tile?.value]).toEqual([key, percent(rows.totals)]);
    }
    const { tiles } = await loadData<TilesResponse>('/reports/tiles', { today: days.to });
    expect(tiles.find(({ key }) => key === 'wastageShare')?.value).toBe(percent(totals));
  });
});

describe('wastage percentage with reversed usage', () => {
  it('is null in view, report and tile if more usage was reversed than posted, so it never exceeds 100 %', async () => {
    // Milk used in April is reversed in May, when some of it is wasted.
    const post = (at: string, [fromPlace, toPlace, kind]: [string, string, MoveKind], qty: number) =>
      other.db.write((tx) =>
        postMoves(
          tx,
          {
            postings: [
              {
                itemId: milk,
                fromPlace,
                toPlace,
                qtyMicro: qty * 1e6,
                unitCostE4: 15_000,
                kind,
                docType: 'sales',
                docId: `sale-${at}`,
                docLineId: `sale-${at}`,
                lot: '',
                expiry: null,
              },
            ],
          },
          { userId: testAdmin._id, now: at },
        ),
      );
    const other = await createTestApp();
    onTestFinished(() => other.close());
    await receiveStock(other, ids.branch1, milk, 100, 1.5);
    await receiveStock(other, ids.branch2, milk, 10, 1.5);
    await post('2026-03-02T10:00:00.000Z', [ids.branch1, 'consumption', 'consumption'], 30);
    await post('2026-03-03T10:00:00.000Z', ['consumption', ids.branch1, 'consumption_reversal'], 20);
    await post('2026-03-03T11:00:00.000Z', [ids.branch2, 'consumption', 'consumption'], 4);
    const created = await other.as('branch').post('/wastage', { item: milk, qty: 25, reason: 'spoiled' });
    expect(created.status, created.text).toBe(201);
    const day = String((created.body as { businessDay: string }).businessDay);
    const result = async (path: string, more: Record<string, string>) => {
      const response = await other
        .as('admin')
        .get(`${path}?${new URLSearchParams({ from: '2026-03-03', to: day, ...more })}`);
      expect(response.status, response.text).toBe(200);
      return response.body as { rows: { key: string; figures: Figures }[]; totals: Figures };
    };
    for (const by of ['reason', 'branch', 'week'] as const) {
      const { totals, rows } = await result('/analytics/wastage', { by });
      expect([by, totals]).toEqual([by, { records: 1, cost: 37.5, used: -24, wastage: null }]);
      expect(
        rows.filter(({ figures }) => figures['wastage'] !== null && Number(figures['wastage']) !== 0),
      ).toEqual([]);
    }
    const sideBySide = await result('/analytics/branches', {});
    expect([
      sideBySide.totals['wastage'],
      sideBySide.rows.find(({ key }) => key === ids.branch1)?.figures['wastage'],
    ]).toEqual([null, null]);
    const report = await result('/reports/wastage-share', {});
    expect(report.totals).toMatchObject({ cost: 37.5, used: -24, wastage: null });
    expect(report.rows.find(({ key }) => key === ids.branch1)).toMatchObject({
      cost: 37.5,
      used: -30,
      wastage: null,
    });
    // If the period includes the day of the usage, there is a percentage.
    const whole = await result('/reports/wastage-share', { from: '2026-03-02' });
    expect(whole.totals['wastage']).toBeCloseTo(100 * (37.5 / (15 + 6 + 37.5)), 2);
  });
});

describe('stock', () => {
  it('shows turnover and cover by item, consistent with valuation and ledger (A2, A10)', async () => {
    const { rows } = await loadView('stock');
    const places = await t.db.read.selectFrom('places').select(['name', 'type', 'branchId']).execute();
    const shelves = new Set(
      places.flatMap(({ name, type, branchId }) =>
        branchId !== null && type !== 'transit' && type !== 'hold' ? [name] : [],
      ),
    );
    const loadShelfRows = async (report: string, more: Record<string, string>) =>
      (await loadData<ReportResponse>(`/reports/${report}`, { limit: '5000', ...more })).rows.filter((row) =>
        shelves.has(String(row['place'])),
      );
    const sumValues = (list: ReportResponse['rows']) =>
      list.reduce((all, row) => all + Number(row['value']), 0);
    expect(rows.length).toBeGreaterThan(1);
    for (const { key: item, figures } of rows) {
      const closing = sumValues(await loadShelfRows('valuation', { day: days.to, item }));
      const opening = sumValues(await loadShelfRows('valuation', { day: '2026-02-28', item }));
      const moves = Map.groupBy(await loadShelfRows('ledger', { item }), (row) => row['place']);
      let used = 0;
      for (const placeMoves of moves.values()) {
        const recordsUsage = placeMoves.some(({ kind }) => isUsageRecord(String(kind)));
        const kinds: readonly string[] = getUsageKinds('combined', recordsUsage);
        const counted = sumValues(placeMoves.filter(({ kind }) => kinds.includes(String(kind))));
        used += recordsUsage ? -counted : counted;
      }
      expect([item, figures['used'], figures['closing']]).toEqual([
        item,
        expect.closeTo(used, 3),
        expect.closeTo(closing, 3),
      ]);
      const turnover = opening + closing > 0 ? (used * 2) / (opening + closing) : null;
      // Only the four days of March that have started count; later days have no usage yet.
      const cover = used > 0 ? (closing * 4) / used : null;
      for (const [key, expected] of [
        ['turnover', turnover],
        ['cover', cover],
      ] as const)
        expect([item, key, figures[key]]).toEqual([
          item,
          key,
          expected === null ? null : expect.closeTo(expected, 1),
        ]);
    }
    expect(rows.some(({ figures }) => Number(figures['turnover']) > 0 && Number(figures['cover']) > 0)).toBe(
      true,
    );
  });

  it('ranks items by usage, and totals equal those by location, without waste and internal transfers (A10)', async () => {
    const byItem = await loadView('stock');
    const byBranch = await loadView('stock', { by: 'branch' });
    const { class: _, share: __, cumulative: ___, ...totals } = byBranch.totals;
    expect(byItem.totals).toMatchObject(totals);
    // Branches that don't record usage are measured by their deliveries; the kitchen's shipments aren't
    // usage.
    const names = byItem.rows.filter(({ figures }) => Number(figures['used']) > 0).map(({ key }) => key);
    expect(names).toEqual([flour, tomato]);
    expect(byItem.rows[0]?.figures).toMatchObject({ class: 'A' });
    expect(byBranch.rows.find(({ key }) => key === ids.kitchen)?.figures).toMatchObject({
      used: 0,
      cover: null,
    });
    expect(byItem.rows.reduce((sum, { figures }) => sum + Number(figures['used']), 0)).toBeCloseTo(
      Number(totals['used']),
      3,
    );
  });

  it('matches the value of stock on hand', async () => {
    const { totals } = await loadView('stock', { by: 'branch' });
    const shelves = await loadData<{ value: number }>('/stock/summary');
    expect(totals['closing']).toBe(shelves.value);
  });

  it("counts a kitchen's shipments as usage if only the kitchen is selected", async () => {
    const { totals } = await loadView('stock', { branch: ids.kitchen });
    expect(Number(totals['used'])).toBeGreaterThan(0);
  });
});

describe('demand', () => {
  it('uses the time zone of each branch, and a cell links to its orders (A13)', async () => {
    const result = await loadData<DemandResponse>('/analytics/demand');
    expect(buildResponseSchema(demandResponse).parse(result)).toEqual(result);
    // Seven orders were submitted, one of which was rejected.
    expect(result.totals.orders).toBe(6);
    expect(result.cells.reduce((sum, { orders }) => sum + orders, 0)).toBe(result.totals.orders);
    const [cell] = result.cells;
    const link = await loadData<DemandResponse>('/analytics/demand', {
      weekday: String(cell?.weekday),
      hour: String(cell?.hour),
    });
    expect(link.orders).toHaveLength(cell?.orders ?? -1);
    // Number of elapsed days per weekday, the divisor of the averages; future days have no orders yet.
    expect(result.weekdays.map(({ days: count }) => count)).toEqual([1, 1, 1, 0, 0, 0, 1]);
  });
});

describe('demand compared with the previous period', () => {
  it('is shown by weekday, and is null for days without data', async () => {
    // All orders were submitted on one day, which is part of the previous period here.
    const [day = ''] = (await t.db.read.selectFrom('orders').select('dateTime').execute()).flatMap(
      ({ dateTime }) => dateTime?.slice(0, 10) ?? [],
    );
    const next = (days: number) => addDays(day, days);
    const after = { from: next(2), to: next(4), against: 'period' };
    const result = await loadData<DemandResponse>('/analytics/demand', after);
    expect(buildResponseSchema(demandResponse).parse(result)).toEqual(result);
    const before = await loadData<DemandResponse>('/analytics/demand', { from: next(-1), to: next(1) });
    expect(result.previousPeriod).toEqual({ from: next(-1), to: next(1) });
    expect(result.totals.orders).toBe(0);
    expect(result.previousTotals).toEqual(before.totals);
    expect(result.previousTotals?.orders).toBeGreaterThan(0);
    expect(result.previousWeekdays?.map(({ orders }) => orders)).toEqual(
      before.weekdays.map(({ orders }) => orders),
    );
    // There were no sales then.
    expect(result.previousWeekdays?.every(({ sold }) => sold === null)).toBe(true);
    const year = await loadData<DemandResponse>('/analytics/demand', { against: 'year' });
    expect([year.totals.orders > 0, year.previousTotals]).toEqual([true, null]);
  });

  it('links to the orders of a weekday and of the period, with the same totals (A13)', async () => {
    const result = await loadData<DemandResponse>('/analytics/demand');
    expect(result.listedTotals).toBeNull();
    const all = await loadData<DemandResponse>('/analytics/demand', { weekday: 'all' });
    expect(all.listedTotals).toEqual(result.totals);
    expect(all.orders?.reduce((sum, { lines }) => sum + lines, 0)).toBe(result.totals.lines);
    for (const { weekday, orders } of result.weekdays) {
      const link = await loadData<DemandResponse>('/analytics/demand', { weekday: String(weekday) });
      expect([weekday, link.orders?.length, link.listedTotals?.orders]).toEqual([weekday, orders, orders]);
    }
  });

  it('links to the days on which a weekday had sales, with the same total (A13)', async () => {
    const rows = [
      ['2026-02-23', 4],
      ['2026-03-02', 3],
      ['2026-03-03', 5],
    ].map(([day, qty]) => ({ branch: ids.branch1, day, code: 'PIE', qty, net: 10 }));
    const from = '2026-02-20';
    expect((await t.as('admin').post('/sales', { source: 'Till', rows })).status).toBe(201);
    const result = await loadData<DemandResponse>('/analytics/demand', { from });
    expect(result.weekdays.map(({ sold }) => sold)).toEqual([7, 5, 0, 0, 0, 0, 0]);
    for (const { weekday, sold } of result.weekdays) {
      const { sales } = await loadData<DemandResponse>('/analytics/demand', {
        from,
        weekday: String(weekday),
      });
      expect([weekday, sales?.reduce((sum, day) => sum + day.sold, 0)]).toEqual([weekday, sold]);
    }
  });
});

/** Time zones with hour and quarter-hour offsets, and with changes of an hour or half an hour. */
const zones = [
  'UTC',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Europe/Berlin',
];

it('row 25: order hours use the time zone of each branch, for all branches together and for each one', async () => {
  const existingOrders = await t.db.read.selectFrom('orders').select('_id').orderBy('_id').execute();
  expect(existingOrders.length).toBeGreaterThan(5);
  const instants = fc.date({ min: new Date('2026-03-27'), max: new Date('2026-04-08'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(
      fc.array(instants, { minLength: existingOrders.length, maxLength: existingOrders.length }),
      fc.constantFrom(...zones),
      fc.constantFrom(...zones),
      async (submissionTimes, zone1, zone2) => {
        const span = { from: '2026-03-29', to: '2026-04-05' };
        const result = await t.db
          .write(async (tx) => {
            for (const [branch, timezone] of [
              [ids.branch1, zone1],
              [ids.branch2, zone2],
            ] as const)
              await tx.updateTable('branches').set({ timezone }).where('_id', '=', branch).execute();
            for (const [nth, { _id }] of existingOrders.entries())
              await tx
                .updateTable('orders')
                .set({ dateTime: submissionTimes[nth]?.toISOString() ?? '', status: 'Received' })
                .where('_id', '=', _id)
                .execute();
            const rows = await tx.selectFrom('orders').select(['branch', 'dateTime', 'lineCount']).execute();
            const demand = await loadDemandPattern(tx, testAdmin, span, t.clock.now());
            const listed = await loadDemandPattern(tx, testAdmin, { ...span, weekday: 'all' }, t.clock.now());
            throw Object.assign(new Error('roll back'), { rows, demand, listed });
          })
          .catch(
            (error: {
              rows: { branch: string; dateTime: string | null; lineCount: number }[];
              demand: DemandResponse;
              listed: DemandResponse;
            }) => error,
          );
        const expected = new Map<string, [orders: number, lines: number]>();
        for (const { branch, dateTime, lineCount } of result.rows) {
          const wall = wallClockMs(Date.parse(dateTime ?? ''), branch === ids.branch1 ? zone1 : zone2);
          const at = new Date(wall).toISOString();
          if (at.slice(0, 10) < span.from || at.slice(0, 10) > span.to) continue;
          const key = `${new Date(wall).getUTCDay() || 7} ${Number(at.slice(11, 13))}`;
          const [orders, lines] = expected.get(key) ?? [0, 0];
          expected.set(key, [orders + 1, lines + Number(lineCount)]);
        }
        const cells = result.demand.cells.map(({ weekday, hour, orders, lines }) => [
          `${weekday} ${hour}`,
          [orders, lines],
        ]);
        expect(new Map(cells as [string, [number, number]][])).toEqual(expected);
        expect(result.listed.orders).toHaveLength(result.demand.totals.orders);
        expect(result.listed.listedTotals).toEqual(result.demand.totals);
      },
    ),
    { numRuns: getCaseCount(40) },
  );
}, 60_000);

/** Follows the link of a figure and returns the total shown there. */
async function followLink(link: DrillDown, figure: string, narrowed: FigureFilter) {
  const { from, to, branch, weekday, usageScope } = narrowed;
  const narrowing = {
    from,
    to,
    ...(branch && { branch }),
    ...(weekday && { weekday }),
    ...(usageScope && { usageScope }),
  };
  if (link.to === 'report') {
    const query = { ...link.search, ...(link.by && { by: link.by }) };
    const response = await t.as('admin').get(`/reports/${link.report}?${new URLSearchParams(query)}`);
    expect(response.status, response.text).toBe(200);
    return link.total === null ? undefined : (response.body as { totals: Figures }).totals[link.total];
  }
  const params = String(new URLSearchParams(narrowing));
  if (link.to === 'view')
    return ((await t.as('admin').get(`/analytics/${link.view}?${params}`)).body as AnalyticsResponse).totals[
      figure
    ];
  const response = await t.as('admin').get(`/analytics/service/orders?${params}&list=${link.list}`);
  const failed = buildResponseSchema(failedOrders).parse(response.body);
  expect(failed.rows).toHaveLength(failed.total);
  return failed.total;
}

type Figures = Record<string, number | string | null>;

/** Expected total of the list of orders behind a figure. */
const getListTotal = (list: DueOrderList, figures: Figures) => {
  const figure = (key: string) => Number(figures[key]);
  const missed = (key: string) => figure('due') - Math.round(figure('due') * figure(key));
  return { due: figure('due'), late: figure('late'), incomplete: missed('inFull'), failed: missed('otif') }[
    list
  ];
};

const everyGrouping = Object.entries(analyticsShapes).flatMap(([name, shape]) =>
  shape.by.map((by) => [name as AnalyticsView, by] as const),
);

describe.each(everyGrouping)('every figure of %s by %s', (name, by) => {
  it('links to the rows behind it, with the same total (A13)', async () => {
    const { rows, totals } = await loadView(name, { by });
    expect(rows.length).toBeGreaterThan(0);
    const all = [
      { narrowed: days as FigureFilter, figures: totals },
      ...rows.slice(0, 12).map((row) => ({ narrowed: narrowToRow(by, row.key, days), figures: row.figures })),
    ];
    for (const { narrowed, figures } of all)
      for (const { key, type } of analyticsShapes[name].figures) {
        const link = getDrillDown(name, key, narrowed);
        // The ABC class is the only figure without a drill-down.
        if (link === null) expect([name, by, key]).toEqual([name, by, 'class']);
        if (link === null || figures[key] == null) continue;
        const total = await followLink(link, key, narrowed);
        const figure = Number(figures[key]);
        const label = [name, by, narrowed, key];
        if (link.to === 'orders')
          expect([...label, total]).toEqual([...label, getListTotal(link.list, figures)]);
        else if (total !== undefined)
          expect([...label, Number(total)]).toEqual([
            ...label,
            link.to === 'report' && type === 'share' ? Math.round(figure * 10_000) / 100 : figure,
          ]);
      }
  });
});

it.each(['stock', 'wastage'] as const)(
  'a location row of %s narrows the view to its own figures, even for a kitchen (A13)',
  async (name) => {
    for (const { key, figures } of (await loadView(name, { by: 'branch' })).rows) {
      const narrowed = narrowToRow('branch', key, days);
      const result = await loadView(name, {
        by: 'branch',
        branch: key,
        usageScope: narrowed.usageScope ?? '',
      });
      for (const [figure, total] of Object.entries(result.totals))
        if (figure !== 'class' && figure !== 'share' && figure !== 'cumulative')
          expect([key, figure, total]).toEqual([key, figure, figures[figure]]);
    }
    // If only the kitchen is selected, its shipments count as usage.
    const together = await loadView('stock', { by: 'branch', branch: ids.kitchen, usageScope: 'combined' });
    const alone = await loadView('stock', { by: 'branch', branch: ids.kitchen });
    expect(Number(alone.totals['used'])).toBeGreaterThan(Number(together.totals['used']));
  },
);

it('the daily totals of a weekday equal its row; an invalid weekday returns 400', async () => {
  const { rows } = await loadView('service', { by: 'weekday' });
  for (const { key, figures } of rows) {
    const result = await loadView('service', { by: 'day', weekday: key });
    expect([key, result.totals]).toEqual([key, figures]);
  }
  expect(
    (await t.as('admin').get(`/analytics/service?${new URLSearchParams({ ...days, weekday: '8' })}`)).status,
  ).toBe(400);
});

describe('visibility', () => {
  it('limits branches to their own locations, so that no other figures follow by subtraction (A11)', async () => {
    for (const name of ['service', 'demand']) {
      const figures = await loadData<{ totals: Record<string, number> }>(`/analytics/${name}`, {}, 'branch2');
      const asOne = await loadData<{ totals: Record<string, number> }>(`/analytics/${name}`, {
        branch: ids.branch2,
      });
      expect([name, figures.totals]).toEqual([name, asOne.totals]);
      const other = await loadData<{ totals: Record<string, number> }>(
        `/analytics/${name}`,
        { branch: ids.branch1 },
        'branch2',
      );
      expect([name, other.totals['orders']]).toEqual([name, 0]);
    }
    const { rows } = await loadView('service', {}, 'branch2');
    expect(rows.map(({ key }) => key)).toEqual([ids.branch2]);
    const failed = await loadData<FailedOrders>('/analytics/service/orders', {}, 'branch2');
    expect(failed.total).toBe(0);
  });

  it('users without access see no costs', async () => {
    for (const name of ['wastage', 'stock', 'branches'])
      expect([
        name,
        (await t.as('branch').get(`/analytics/${name}?${new URLSearchParams(days)}`)).status,
      ]).toEqual([name, 403]);
  });

  it('rejects unknown parameters', async () => {
    const status = async (path: string) => (await t.as('admin').get(path)).status;
    const params = String(new URLSearchParams(days));
    expect(await status(`/analytics/nothing?${params}`)).toBe(404);
    expect(await status(`/analytics/service?${params}&by=reason`)).toBe(400);
    expect(await status('/analytics/service?from=2026-03-31&to=2026-03-01')).toBe(400);
    expect(await status('/analytics/service?from=2024-03-01&to=2026-03-01')).toBe(400);
  });
});
