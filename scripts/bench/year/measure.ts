import { existsSync, readFileSync } from 'node:fs';
import { type RawBuilder, sql } from 'kysely';
import { analyticsShapes } from '#modules/analytics/views.ts';
import { xlsxType } from '#core/xlsx-type.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { runClosingStep } from '#modules/stock/server/closings.ts';
import { runAggregationStep } from '#modules/stock/server/aggregates.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { updateDemandShapes } from '#modules/demand/server/profiles.ts';
import { suggestOrder } from '#modules/orders/server/suggestions.ts';
import { runReport, runTotals } from '#modules/reports/server/run.ts';
import { createTestRunner } from '#app/server/testing/jobs.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { addDays, daysBetween, utcDay } from '#core/day.ts';
import type { YearResult } from './fill.ts';

/** A measurement, the median of several runs; `bare` is the floor, where there is one. */
export interface YearFigure {
  /** Its row of the goals. */
  row: number;
  what: string;
  ms: number;
  /** The first run, with cold caches. */
  firstMs: number;
  bareMs: number | null;
  summary: string;
}

const usualTurns = 5;

async function timed(
  work: (turn: number) => Promise<string>,
  turns = usualTurns,
): Promise<{ ms: number; firstMs: number; summary: string }> {
  const all: number[] = [];
  let summary = '';
  for (let turn = 0; turn < turns; turn++) {
    const startedAt = performance.now();
    summary = await work(turn);
    all.push(performance.now() - startedAt);
  }
  const ms = all.toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? 0;
  return { ms, firstMs: all[0] ?? 0, summary };
}

/** The rows of the goals that need a history. */
export const measuredRows = [18, 22, 24, 25, 26] as const;

export async function* measureYear(
  t: TestApp,
  year: YearResult,
  rows: readonly number[] = measuredRows,
): AsyncGenerator<YearFigure> {
  const today = utcDay(t.clock.now());
  const days = daysBetween(year.firstDay, today);
  if (rows.includes(18)) yield* interactive(t, year);
  if (rows.includes(22)) {
    yield await nightly(t, { row: 22, what: 'closings that were missing' }, runClosingStep);
    yield* valuations(t, today, days);
  }
  if (rows.includes(25)) {
    yield await nightly(t, { row: 25, what: 'sums of days that were missing' }, runAggregationStep);
    yield* analytics(t, today, days);
  }
  if (rows.includes(24)) yield* suggestions(t, year);
  if (rows.includes(26)) yield* exports(t, year, today);
}

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

const bareOf = (t: TestApp, statement: RawBuilder<unknown>) =>
  timed(async () => {
    const { rows } = await statement.execute(t.db.read);
    return `${JSON.stringify(rows).length} bytes`;
  });

/** Row 18: interactive calls. Compare with a history of another length. */
async function* interactive(t: TestApp, { branches, items }: YearResult): AsyncGenerator<YearFigure> {
  const admin = t.as('admin');
  const orders = await t.db.read
    .selectFrom('orders')
    .select('_id')
    .orderBy('_id', 'desc')
    .limit(20)
    .execute();
  const [branch, item] = [branches[0] ?? '', items[0] ?? ''];
  const calls: [what: string, path: (nth: number) => string][] = [
    ['orders, first page', () => '/orders'],
    ['orders by status and branch', () => `/orders?status=Received&branch=${branch}&limit=50`],
    ['orders of a delivery date', () => '/orders?deliveryDate=2026-03-03'],
    ['orders by number', (nth) => `/orders?q=ORD-2026-000${100 + nth}`],
    ['an order with its lines', (nth) => `/orders/${orders[nth % orders.length]?._id}`],
    ['stock of a place', () => `/stock?placeId=${branch}`],
    ['stock, compact', () => '/stock?view=compact'],
    ['stock by name', () => '/stock?q=item'],
    ['shelves of a place', () => `/stock/shelves?placeId=${branch}`],
    ['moves of an item', () => `/stock/moves?itemId=${item}`],
    ['moves of a place', () => `/stock/moves?placeId=${branch}`],
  ];
  for (const [what, path] of calls) {
    const took = await timed(async (nth) => {
      const { status, text } = await admin.get(path(nth));
      if (status !== 200) throw new Error(`${path(nth)}: ${text}`);
      return `${text.length} bytes`;
    }, 15);
    yield { row: 18, what, ...took, bareMs: null };
  }
}

/** G8: the first nightly run, and the longest time that a posting may wait for one of its steps. */
async function nightly(
  t: TestApp,
  { row, what }: Pick<YearFigure, 'row' | 'what'>,
  further: (tx: Tx, now: Date) => Promise<boolean>,
): Promise<YearFigure> {
  const steps: number[] = [];
  const startedAt = performance.now();
  for (let goesOn = true; goesOn; ) {
    const at = performance.now();
    goesOn = await t.db.write((tx) => further(tx, t.clock.now()));
    steps.push(performance.now() - at);
  }
  const inOrder = steps.toSorted((a, b) => a - b);
  const part = (share: number) => (inOrder[Math.floor((inOrder.length - 1) * share)] ?? 0).toFixed(0);
  const ms = performance.now() - startedAt;
  const summary = `${steps.length} steps, half of them within ${part(0.5)} ms, 99 of 100 within ${part(0.99)} ms, the longest ${part(1)} ms`;
  return { row, what, ms, firstMs: ms, bareMs: null, summary };
}

/** Row 22: valuation of all stock at the end of recent and distant days. */
async function* valuations(t: TestApp, today: string, days: number): AsyncGenerator<YearFigure> {
  const bareMs = await bareOf(
    t,
    sql`select ${ref('placeId')}, ${ref('itemId')}, ${ref('onHandMicro')}, ${ref('valueE4')} from balances`,
  );
  for (const back of [1, 30, Math.round(days / 2), days - 4])
    for (const by of ['happened', 'posted'] as const) {
      const day = addDays(today, -back);
      const took = await timed(async () => {
        const asking = { actor: testAdmin, now: t.clock.now(), leadsWithAlt: false };
        const run = await runReport(t.db.read, 'valuation', { day, by }, asking);
        return `${run.total} rows worth ${run.totals['value']}`;
      });
      yield { row: 22, what: `valuation ${back} days ago, ${by}`, ...took, bareMs: bareMs.ms };
      const summed = await timed(async () => {
        const asking = { actor: testAdmin, now: t.clock.now(), leadsWithAlt: false };
        const { total } = await runTotals(t.db.read, 'valuation', { day, by }, asking);
        return `the totals of ${total} rows alone`;
      });
      yield { row: 22, what: `its totals ${back} days ago, ${by}`, ...summed, bareMs: bareMs.ms };
    }
}

/** Row 25: every analytics view, over four weeks and over a quarter. */
async function* analytics(t: TestApp, today: string, days: number): AsyncGenerator<YearFigure> {
  const admin = t.as('admin');
  for (const length of [28, 91].filter((some) => some < days)) {
    const [from, to] = [addDays(today, -length), addDays(today, -1)];
    const moved = (
      columns: RawBuilder<unknown>,
    ) => sql`select ${columns}, sum(${ref('valueE4')}) from ${table('stockDaily')}
      where ${ref('businessDay')} between ${from} and ${to} group by ${columns}`;
    const places = sql`${ref('placeId')}, kind`;
    const floors = {
      service: sql`select branch, count(*), sum(${ref('linesOrdered')}), sum(${ref('linesShippedComplete')}),
        sum(${ref('unitsOrderedMicro')}), sum(${ref('unitsShippedMicro')}) from orders
        where ${ref('deliveryDate')} between ${from} and ${to} group by branch`,
      wastage: moved(places),
      stock: moved(sql`${ref('placeId')}, ${ref('itemId')}, kind`),
      branches: moved(places),
    };
    for (const view of Object.keys(analyticsShapes) as (keyof typeof analyticsShapes)[]) {
      const bareMs = await bareOf(t, floors[view]);
      for (const by of analyticsShapes[view].by) {
        const took = await timed(async () => {
          const { status, body, text } = await admin.get(`/analytics/${view}?from=${from}&to=${to}&by=${by}`);
          if (status !== 200) throw new Error(text);
          return `${body.rows.length} rows`;
        });
        yield { row: 25, what: `analytics ${view} by ${by}, ${length} days`, ...took, bareMs: bareMs.ms };
      }
    }
    const bareMs = await bareOf(
      t,
      sql`select ${ref('dateTime')}, ${ref('lineCount')} from orders
        where ${ref('dateTime')} >= ${from} and ${ref('dateTime')} < ${today}`,
    );
    const took = await timed(async () => {
      const { status, body, text } = await admin.get(`/analytics/demand?from=${from}&to=${to}`);
      if (status !== 200) throw new Error(text);
      return `${body.totals.orders} orders`;
    });
    yield { row: 25, what: `analytics demand, ${length} days`, ...took, bareMs: bareMs.ms };
  }
  const fourWeeks = `from=${addDays(today, -28)}&to=${addDays(today, -1)}`;
  for (const path of [
    '/stock/summary',
    '/orders?limit=10',
    '/orders/submission',
    `/reports/tiles?${fourWeeks}&today=${today}&which=light`,
    `/reports/tiles?${fourWeeks}&today=${today}&which=heavy`,
    `/food-cost/branches?${fourWeeks}`,
  ])
    yield {
      row: 25,
      what: `dashboard: GET ${path}`,
      ...(await timed(async () => `${(await admin.get(path)).text.length} bytes`)),
      bareMs: null,
    };
}

/** Row 24: the order guide of one branch, of every branch in turn, and the nightly forecasts. */
async function* suggestions(t: TestApp, { branches }: YearResult): AsyncGenerator<YearFigure> {
  const runner = createTestRunner({ db: t.db, clock: t.clock, jobs: [updateDemandShapes] });
  await t.db.write((tx) => enqueue(tx, updateDemandShapes, {}, { now: t.clock.now() }));
  const startedAt = performance.now();
  await runner.runDue();
  const nightMs = performance.now() - startedAt;
  yield {
    row: 24,
    what: 'the night: shapes of the week',
    ms: nightMs,
    firstMs: nightMs,
    bareMs: null,
    summary: 'once',
  };
  const guide = async (branch: string) => {
    const rows = await suggestOrder(t.db.read, testAdmin, { branch }, t.clock.now());
    return rows.filter(({ basis }) => basis === 'demand').length;
  };
  const one = await timed(async () => `${await guide(branches[0] ?? '')} items by demand`);
  yield { row: 24, what: 'the order guide of one branch', ...one, bareMs: null };
  const all = performance.now();
  let items = 0;
  for (const branch of branches) items += await guide(branch);
  const ms = performance.now() - all;
  yield {
    row: 24,
    what: `the order guides of all ${branches.length} branches`,
    ms,
    firstMs: ms,
    bareMs: null,
    summary: `${items} items by demand`,
  };
}

const rowsWanted = 1_000_000;

/** Memory of this process alone, without shared file pages. */
function heldBytes(): number {
  if (!existsSync('/proc/self/status')) return process.memoryUsage().rss;
  const [, kilobytes = '0'] = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/**
 * Row 26: ledger exports of a million rows, and the rise of memory. Each is preceded by an export of one day,
 * so that caches of the database and the runtime are warm.
 */
async function* exports(t: TestApp, year: YearResult, today: string): AsyncGenerator<YearFigure> {
  const { token } = t.as('admin');
  const perDay = (year.moves * 1.8) / Math.max(1, daysBetween(year.firstDay, today));
  const firstDay = addDays(today, -Math.ceil(rowsWanted / perDay) - 1);
  const begin = firstDay < year.firstDay ? year.firstDay : firstDay;
  for (const [name, accept] of [
    ['CSV', 'text/csv'],
    ['an Excel workbook', xlsxType],
  ] as const)
    for (const from of [addDays(today, -1), begin]) {
      const memory = { before: heldBytes(), most: 0 };
      const heap = { before: process.memoryUsage().heapTotal, most: 0 };
      const startedAt = performance.now();
      const response = await t.app.request(`/api/reports/ledger?from=${from}&to=${today}`, {
        headers: { accept, authorization: `Bearer ${token}` },
      });
      if (!response.ok || !response.body) throw new Error(await response.text());
      let [bytes, firstMs] = [0, 0];
      for await (const piece of response.body) {
        if (bytes === 0) firstMs = performance.now() - startedAt;
        bytes += piece.length;
        memory.most = Math.max(memory.most, heldBytes());
        heap.most = Math.max(heap.most, process.memoryUsage().heapTotal);
      }
      const rose = ({ before, most }: { before: number; most: number }) => Math.round((most - before) / 1e6);
      yield {
        row: 26,
        what: `the ledger as ${name}, ${response.headers.get('x-total-count')} rows`,
        ms: performance.now() - startedAt,
        firstMs,
        bareMs: null,
        summary: `${Math.round(bytes / 1e6)} MB, memory rose by ${rose(memory)} MB, of it ${rose(heap)} MB of the heap`,
      };
    }
}
