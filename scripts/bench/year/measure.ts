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
import { addDays, countDaysBetween, toUtcDay } from '#core/day.ts';
import type { YearResult } from './fill.ts';

/** A measurement, as the median of several runs; `bareMs` is the baseline, if there is one. */
export interface YearMeasurement {
  /** The table row of its goal. */
  row: number;
  name: string;
  ms: number;
  /** The first run, with cold caches. */
  firstMs: number;
  bareMs: number | null;
  summary: string;
}

const defaultRuns = 5;

async function timeRuns(
  work: (run: number) => Promise<string>,
  runs = defaultRuns,
): Promise<{ ms: number; firstMs: number; summary: string }> {
  const times: number[] = [];
  let summary = '';
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now();
    summary = await work(run);
    times.push(performance.now() - startedAt);
  }
  const ms = times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  return { ms, firstMs: times[0] ?? 0, summary };
}

/** The rows of the goals that need a history. */
export const measuredRows = [18, 22, 24, 25, 26] as const;

export async function* measureYear(
  t: TestApp,
  year: YearResult,
  rows: readonly number[] = measuredRows,
): AsyncGenerator<YearMeasurement> {
  const today = toUtcDay(t.clock.now());
  const days = countDaysBetween(year.firstDay, today);
  if (rows.includes(18)) yield* measureInteractive(t, year);
  if (rows.includes(22)) {
    yield await measureNightlyJob(t, { row: 22, name: 'missing closings' }, runClosingStep);
    yield* measureValuations(t, today, days);
  }
  if (rows.includes(25)) {
    yield await measureNightlyJob(t, { row: 25, name: 'missing daily totals' }, runAggregationStep);
    yield* measureAnalytics(t, today, days);
  }
  if (rows.includes(24)) yield* measureSuggestions(t, year);
  if (rows.includes(26)) yield* measureExports(t, year, today);
}

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

const timeBare = (t: TestApp, statement: RawBuilder<unknown>) =>
  timeRuns(async () => {
    const { rows } = await statement.execute(t.db.read);
    return `${JSON.stringify(rows).length} bytes`;
  });

/** Row 18: interactive requests. Compare with a history of a different length. */
async function* measureInteractive(
  t: TestApp,
  { branches, items }: YearResult,
): AsyncGenerator<YearMeasurement> {
  const admin = t.as('admin');
  const orders = await t.db.read
    .selectFrom('orders')
    .select('_id')
    .orderBy('_id', 'desc')
    .limit(20)
    .execute();
  const [branch, item] = [branches[0] ?? '', items[0] ?? ''];
  const calls: [name: string, path: (index: number) => string][] = [
    ['orders, first page', () => '/orders'],
    ['orders by status and branch', () => `/orders?status=Received&branch=${branch}&limit=50`],
    ['orders of a delivery date', () => '/orders?deliveryDate=2026-03-03'],
    ['orders by number', (index) => `/orders?q=ORD-2026-000${100 + index}`],
    ['an order with its lines', (index) => `/orders/${orders[index % orders.length]?._id}`],
    ['stock of a location', () => `/stock?placeId=${branch}`],
    ['stock, compact', () => '/stock?view=compact'],
    ['stock by name', () => '/stock?q=item'],
    ['stock list of a location', () => `/stock/shelves?placeId=${branch}`],
    ['moves of an item', () => `/stock/moves?itemId=${item}`],
    ['moves of a location', () => `/stock/moves?placeId=${branch}`],
  ];
  for (const [name, path] of calls) {
    const timing = await timeRuns(async (index) => {
      const { status, text } = await admin.get(path(index));
      if (status !== 200) throw new Error(`${path(index)}: ${text}`);
      return `${text.length} bytes`;
    }, 15);
    yield { row: 18, name, ...timing, bareMs: null };
  }
}

/** G8: the first nightly run, and the longest time that a posting may wait for one of its steps. */
async function measureNightlyJob(
  t: TestApp,
  { row, name }: Pick<YearMeasurement, 'row' | 'name'>,
  runStep: (tx: Tx, now: Date) => Promise<boolean>,
): Promise<YearMeasurement> {
  const steps: number[] = [];
  const startedAt = performance.now();
  for (let hasMore = true; hasMore; ) {
    const at = performance.now();
    hasMore = await t.db.write((tx) => runStep(tx, t.clock.now()));
    steps.push(performance.now() - at);
  }
  const sorted = steps.toSorted((a, b) => a - b);
  const getPercentile = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  const ms = performance.now() - startedAt;
  const summary = `${steps.length} steps: median ${getPercentile(0.5)} ms, 99th percentile ${getPercentile(0.99)} ms, maximum ${getPercentile(1)} ms`;
  return { row, name, ms, firstMs: ms, bareMs: null, summary };
}

/** Row 22: valuation of all stock at the end of recent and distant days. */
async function* measureValuations(t: TestApp, today: string, days: number): AsyncGenerator<YearMeasurement> {
  const bareMs = await timeBare(
    t,
    sql`select ${ref('placeId')}, ${ref('itemId')}, ${ref('onHandMicro')}, ${ref('valueE4')} from balances`,
  );
  for (const daysAgo of [1, 30, Math.round(days / 2), days - 4])
    for (const by of ['effective', 'posted'] as const) {
      const day = addDays(today, -daysAgo);
      const timing = await timeRuns(async () => {
        const context = { actor: testAdmin, now: t.clock.now(), prefersAltName: false };
        const run = await runReport(t.db.read, 'valuation', { day, by }, context);
        return `${run.total} rows worth ${run.totals['value']}`;
      });
      yield { row: 22, name: `valuation ${daysAgo} days ago, ${by}`, ...timing, bareMs: bareMs.ms };
      const totalsTiming = await timeRuns(async () => {
        const context = { actor: testAdmin, now: t.clock.now(), prefersAltName: false };
        const { total } = await runTotals(t.db.read, 'valuation', { day, by }, context);
        return `totals of ${total} rows`;
      });
      yield {
        row: 22,
        name: `valuation totals ${daysAgo} days ago, ${by}`,
        ...totalsTiming,
        bareMs: bareMs.ms,
      };
    }
}

/** Row 25: every analytics view, over four weeks and over a quarter. */
async function* measureAnalytics(t: TestApp, today: string, days: number): AsyncGenerator<YearMeasurement> {
  const admin = t.as('admin');
  for (const length of [28, 91].filter((weeks) => weeks < days)) {
    const [from, to] = [addDays(today, -length), addDays(today, -1)];
    const sumMoves = (
      columns: RawBuilder<unknown>,
    ) => sql`select ${columns}, sum(${ref('valueE4')}) from ${table('stockDaily')}
      where ${ref('businessDay')} between ${from} and ${to} group by ${columns}`;
    const places = sql`${ref('placeId')}, kind`;
    const baselineQueries = {
      service: sql`select branch, count(*), sum(${ref('linesOrdered')}), sum(${ref('linesShippedComplete')}),
        sum(${ref('unitsOrderedMicro')}), sum(${ref('unitsShippedMicro')}) from orders
        where ${ref('deliveryDate')} between ${from} and ${to} group by branch`,
      wastage: sumMoves(places),
      stock: sumMoves(sql`${ref('placeId')}, ${ref('itemId')}, kind`),
      branches: sumMoves(places),
    };
    for (const view of Object.keys(analyticsShapes) as (keyof typeof analyticsShapes)[]) {
      const bareMs = await timeBare(t, baselineQueries[view]);
      for (const by of analyticsShapes[view].by) {
        const timing = await timeRuns(async () => {
          const { status, body, text } = await admin.get(`/analytics/${view}?from=${from}&to=${to}&by=${by}`);
          if (status !== 200) throw new Error(text);
          return `${body.rows.length} rows`;
        });
        yield { row: 25, name: `analytics ${view} by ${by}, ${length} days`, ...timing, bareMs: bareMs.ms };
      }
    }
    const bareMs = await timeBare(
      t,
      sql`select ${ref('dateTime')}, ${ref('lineCount')} from orders
        where ${ref('dateTime')} >= ${from} and ${ref('dateTime')} < ${today}`,
    );
    const timing = await timeRuns(async () => {
      const { status, body, text } = await admin.get(`/analytics/demand?from=${from}&to=${to}`);
      if (status !== 200) throw new Error(text);
      return `${body.totals.orders} orders`;
    });
    yield { row: 25, name: `analytics demand, ${length} days`, ...timing, bareMs: bareMs.ms };
  }
  const fourWeeks = `from=${addDays(today, -28)}&to=${addDays(today, -1)}`;
  for (const path of [
    '/stock/summary',
    '/orders?limit=10',
    '/orders/submission',
    `/reports/tiles?${fourWeeks}&today=${today}&cost=light`,
    `/reports/tiles?${fourWeeks}&today=${today}&cost=heavy`,
    `/reports/tiles/trends?${fourWeeks}&today=${today}`,
    `/food-cost/branches?${fourWeeks}`,
  ])
    yield {
      row: 25,
      name: `dashboard: GET ${path}`,
      ...(await timeRuns(async () => `${(await admin.get(path)).text.length} bytes`)),
      bareMs: null,
    };
}

/** Row 24: the order guide of one branch, of every branch in turn, and the nightly forecasts. */
async function* measureSuggestions(t: TestApp, { branches }: YearResult): AsyncGenerator<YearMeasurement> {
  const runner = createTestRunner({ db: t.db, clock: t.clock, jobs: [updateDemandShapes] });
  await t.db.write((tx) => enqueue(tx, updateDemandShapes, {}, { now: t.clock.now() }));
  const startedAt = performance.now();
  await runner.runDue();
  const nightMs = performance.now() - startedAt;
  yield {
    row: 24,
    name: 'nightly job: weekly demand shapes',
    ms: nightMs,
    firstMs: nightMs,
    bareMs: null,
    summary: 'once',
  };
  const countSuggestions = async (branch: string) => {
    const rows = await suggestOrder(t.db.read, testAdmin, { branch }, t.clock.now());
    return rows.filter(({ basis }) => basis === 'demand').length;
  };
  const guideTiming = await timeRuns(
    async () => `${await countSuggestions(branches[0] ?? '')} items by demand`,
  );
  yield { row: 24, name: 'the order guide of one branch', ...guideTiming, bareMs: null };
  const allStartedAt = performance.now();
  let items = 0;
  for (const branch of branches) items += await countSuggestions(branch);
  const ms = performance.now() - allStartedAt;
  yield {
    row: 24,
    name: `the order guides of all ${branches.length} branches`,
    ms,
    firstMs: ms,
    bareMs: null,
    summary: `${items} items by demand`,
  };
}

const exportedRows = 1_000_000;

/** Memory of this process alone, without shared file pages. */
function readMemoryBytes(): number {
  if (!existsSync('/proc/self/status')) return process.memoryUsage().rss;
  const [, kilobytes = '0'] = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/**
 * Row 26: ledger exports of a million rows, and the increase in memory use. An export of one day precedes
 * each, so that the database's and the runtime's caches are warm.
 */
async function* measureExports(t: TestApp, year: YearResult, today: string): AsyncGenerator<YearMeasurement> {
  const { token } = t.as('admin');
  const movesPerDay = (year.moves * 1.8) / Math.max(1, countDaysBetween(year.firstDay, today));
  const firstDay = addDays(today, -Math.ceil(exportedRows / movesPerDay) - 1);
  const start = firstDay < year.firstDay ? year.firstDay : firstDay;
  for (const [name, accept] of [
    ['CSV', 'text/csv'],
    ['an Excel workbook', xlsxType],
  ] as const)
    for (const from of [addDays(today, -1), start]) {
      const memory = { before: readMemoryBytes(), peak: 0 };
      const heap = { before: process.memoryUsage().heapTotal, peak: 0 };
      const startedAt = performance.now();
      const response = await t.app.request(`/api/reports/ledger?from=${from}&to=${today}`, {
        headers: { accept, authorization: `Bearer ${token}` },
      });
      if (!response.ok || !response.body) throw new Error(await response.text());
      let [bytes, firstMs] = [0, 0];
      for await (const chunk of response.body) {
        if (bytes === 0) firstMs = performance.now() - startedAt;
        bytes += chunk.length;
        memory.peak = Math.max(memory.peak, readMemoryBytes());
        heap.peak = Math.max(heap.peak, process.memoryUsage().heapTotal);
      }
      const formatRise = ({ before, peak }: { before: number; peak: number }) =>
        Math.round((peak - before) / 1e6);
      yield {
        row: 26,
        name: `the ledger as ${name}, ${response.headers.get('x-total-count')} rows`,
        ms: performance.now() - startedAt,
        firstMs,
        bareMs: null,
        summary: `${Math.round(bytes / 1e6)} MB, memory increased by ${formatRise(memory)} MB, of which ${formatRise(heap)} MB is heap`,
      };
    }
}
