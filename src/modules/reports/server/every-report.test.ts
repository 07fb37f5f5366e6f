import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import Papa from 'papaparse';
import readExcelFile from 'read-excel-file/node';
import { type ReportQueryInput } from '../input.ts';
import { type ReportResponse, reportResponse, reportListing } from '../shapes.ts';
import {
  groupedNames,
  getReportParams,
  type ReportName,
  reportNames,
  reportShapes,
  getRequiredParams,
  rowsNames,
} from '../report-shapes.ts';
import { getCsvLayout } from '#core/csv-layout.ts';
import { groupedShapes } from '../grouped-shapes.ts';
import type { GroupedShape, ReportColumnShape, RowsShape } from '#platform/reports/shape-types.ts';
import { addDays } from '#core/day.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { xlsxType } from '#core/xlsx-type.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createUserWithoutCosts } from '#app/server/testing/user-without-costs.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import { createReportBusiness, reportBusinessDays } from '#app/server/testing/report-business.ts';
import { reports } from './reports.ts';
import { runReport } from './run.ts';

const days = reportBusinessDays;
const { flour, tomato, milk } = ids.items;
/** An item name that a spreadsheet would evaluate. */
const formula = '=1+1 flour';
/** Formats a CSV cell; a formula gets a leading apostrophe. */
const toCsvCell = (value: unknown): string => String(value ?? '').replace(/^=/, "'=");

let t: TestApp;
let noCosts: TestClient;
beforeAll(async () => {
  t = await createTestApp();
  noCosts = await createUserWithoutCosts(t);
  await t.db.writer
    .updateTable('items')
    .set({ name: formula, search: formula })
    .where('_id', '=', flour)
    .execute();
  await createReportBusiness(t);
});
afterAll(() => t.close());

const query = (params: Readonly<Record<string, string>>) =>
  new URLSearchParams({ ...days, ...params }).toString();

/** Returns the client of a user; `noCosts` has access to everything except costs. */
const getClient = async (user: TestUser | 'noCosts'): Promise<TestClient> =>
  user === 'noCosts' ? noCosts : t.as(user);

async function loadReport(
  name: string,
  params: Record<string, string> = {},
  user: TestUser | 'noCosts' = 'admin',
) {
  const response = await (await getClient(user)).get(`/reports/${name}?${query(params)}`);
  expect(response.status, response.text).toBe(200);
  expect(buildResponseSchema(reportResponse).parse(response.body)).toEqual(response.body);
  return response.body as ReportResponse;
}

/** Whether a cell is a row id. */
const isId = (cell: unknown) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(cell));

const getValues = (report: ReportResponse, key: string) => report.rows.map((row) => row[key]);
const sum = (report: ReportResponse, key: string) =>
  Math.round(report.rows.reduce((total, row) => total + Number(row[key]), 0) * 1e6) / 1e6;

/** Percentage of one column in another, over rows that have both; null if there are none. */
function computeShare({ rows }: ReportResponse, { of, per }: { of: string; per: string }): unknown {
  const complete = rows.filter((row) => row[of] !== null && row[per] !== null);
  const total = (key: string) => complete.reduce((sum, row) => sum + Number(row[key]), 0);
  return total(per) > 0 ? expect.closeTo((total(of) * 100) / total(per), 2) : null;
}

/** Figures whose documents occur in several rows: with several items, or at both ends. */
const distinctCounts = new Set([
  'orders',
  'shippedOrders',
  'dueOrders',
  'onTimeInFull',
  'receipts',
  'transfers',
]);

describe.each(groupedNames)('%s', (name) => {
  const { dimensions, columns: measures }: GroupedShape = groupedShapes[name];
  const summedKeys = measures
    .filter(({ type, key }) => !['quantity', 'percent'].includes(type) && !distinctCounts.has(key))
    .map(({ key }) => key);

  test('has the same totals for every grouping, and its rows add up to them', async () => {
    const { totals } = await loadReport(name);
    expect(Object.values(totals).some((total) => Number(total) > 0)).toBe(true);
    for (const dimension of dimensions) {
      const report = await loadReport(name, { by: dimension });
      expect([dimension, report.totals]).toEqual([dimension, totals]);
      for (const key of summedKeys)
        expect([dimension, key, sum(report, key)]).toEqual([dimension, key, totals[key]]);
    }
  });

  test('every row opens the documents behind it, with the same figures', async () => {
    for (const dimension of dimensions) {
      if (dimension === 'document') continue;
      for (const row of (await loadReport(name, { by: dimension })).rows) {
        const documentReport = await loadReport(name, {
          by: 'document',
          ...getDrillDownParams(dimension, String(row['key'])),
        });
        const figures = Object.fromEntries(
          measures.flatMap(({ key }) => (row[key] === undefined ? [] : [[key, row[key]]])),
        );
        expect([dimension, row['key'], documentReport.totals]).toMatchObject([
          dimension,
          row['key'],
          figures,
        ]);
        for (const { docType, key } of documentReport.rows) {
          const { collection } = documents.find(({ type }) => type === docType) ?? { collection: docType };
          expect((await t.as('admin').get(`/${collection}/${String(key)}`)).status).toBe(200);
        }
      }
    }
  });

  test('a branch sees only its own figures, whatever it requests', async () => {
    if (!(await canRead(name, 'branch'))) return;
    const ownReport = await loadReport(name, { by: 'branch' }, 'branch');
    const visibleBranches = reportShapes[name].area === 'kitchen' ? [] : [ids.branch1];
    expect([...new Set(getValues(ownReport, 'key'))]).toEqual(visibleBranches);
    const { rows, total, totals } = await loadReport(name, { branch: ids.branch2 }, 'branch');
    expect([rows, total, Object.values(totals).every((value) => !value)]).toEqual([[], 0, true]);
    const branchReport = await loadReport(name, { by: 'branch', branch: ids.branch1 });
    // Hidden figures are missing.
    expect(branchReport.totals).toMatchObject(ownReport.totals);
  });

  test('its file has all rows of the same query, with formulas neutralized', async () => {
    const by = { by: dimensions.includes('item') ? 'item' : dimensions[0] };
    const { columns, rows } = await loadReport(name, { ...by, limit: '1' });
    const whole = await loadReport(name, by);
    expect(rows).toEqual(whole.rows.slice(0, 1));
    const file = await loadFile(name, 'text/csv', by);
    const [header = '', ...lines] = file.trim().split('\r\n');
    expect(header.split(',')).toEqual(columns.map(({ key }) => key));
    expect(lines).toEqual(whole.rows.map((row) => columns.map(({ key }) => toCsvCell(row[key])).join(',')));
    expect((await loadFile(name, 'text/csv; header=absent', by)).trim().split('\r\n')).toEqual(lines);
    const german = getCsvLayout('de-DE');
    expect((await loadFile(name, 'text/csv; header=absent; locale=de-DE', by)).trim().split('\r\n')).toEqual(
      whole.rows.map((row) => german?.row(columns.map(({ key }) => row[key] ?? null))),
    );
    expect((await loadFile(name, 'text/csv; header=absent; locale=xx', by)).trim().split('\r\n')).toEqual(
      lines,
    );
  });
});

/** Required parameters of row reports. */
const parameterValues: Readonly<Record<string, string>> = { day: '2026-03-31', item: flour };
const requiredParams = (name: ReportName): Record<string, string> =>
  Object.fromEntries(
    getRequiredParams(reportShapes[name]).flatMap((param) =>
      param === 'days' ? [] : [[param, parameterValues[param] ?? '']],
    ),
  );

describe.each(rowsNames)('%s', (name) => {
  const shape: RowsShape = reportShapes[name];
  const columns: readonly ReportColumnShape[] = shape.columns;

  test('has rows, and totals over all pages', async () => {
    const whole = await loadReport(name, { ...requiredParams(name), limit: '5000' });
    expect(whole.rows.length).toBeGreaterThan(0);
    expect(whole.total).toBe(whole.rows.length);
    expect(whole.columns.map(({ key }) => key)).toEqual(columns.map(({ key }) => key));
    for (const { key, hasTotal } of whole.columns) {
      const share = columns.find((column) => column.key === key)?.share;
      const expected = share ? computeShare(whole, share) : sum(whole, key);
      if (hasTotal) expect([key, whole.totals[key]]).toEqual([key, expected]);
    }
    const page = await loadReport(name, { ...requiredParams(name), limit: '1' });
    expect([page.total, page.totals, page.rows]).toEqual([whole.total, whole.totals, whole.rows.slice(0, 1)]);
    expect(new Set(getValues(whole, 'key')).size).toBe(whole.rows.length);
  });

  test('shows names instead of ids', async () => {
    const { columns: shownColumns, rows } = await loadReport(name, {
      ...requiredParams(name),
      limit: '5000',
    });
    for (const { key } of shownColumns)
      expect([key, rows.map((row) => row[key]).filter(isId)]).toEqual([key, []]);
  });

  test('can be sorted by every column', async () => {
    const { rows } = await loadReport(name, requiredParams(name));
    for (const { key } of columns)
      expect((await loadReport(name, { ...requiredParams(name), sort: `-${key}` })).rows).toHaveLength(
        rows.length,
      );
  });

  test('a branch sees only its own figures, whatever it requests', async () => {
    if (!getReportParams(shape).includes('branch') || !(await canRead(name, 'branch'))) return;
    const branchReport = await loadReport(name, { ...requiredParams(name), branch: ids.branch2 }, 'branch');
    expect([branchReport.rows, branchReport.total]).toEqual([[], 0]);
    const ownReport = await loadReport(name, requiredParams(name), 'branch');
    const filtered = await loadReport(name, { ...requiredParams(name), branch: ids.branch1 });
    expect(ownReport.total).toBe(filtered.total);
    for (const { key } of ownReport.columns)
      expect([key, ownReport.totals[key]]).toEqual([key, filtered.totals[key]]);
  });

  test('shows costs only to users with access', async () => {
    const hidden = columns.filter(({ restriction }) => restriction === 'costs').map(({ key }) => key);
    if (!(await canRead(name, 'noCosts'))) return;
    const withoutCosts = await loadReport(name, requiredParams(name), 'noCosts');
    expect(withoutCosts.columns.filter(({ key }) => hidden.includes(key))).toEqual([]);
    for (const row of withoutCosts.rows)
      expect(Object.keys(row).filter((key) => hidden.includes(key))).toEqual([]);
    expect(Object.keys(withoutCosts.totals).filter((key) => hidden.includes(key))).toEqual([]);
  });

  test('its files have all rows of the same query, in the same order', async () => {
    const whole = await loadReport(name, { ...requiredParams(name), limit: '5000' });
    const keys = whole.columns.map(({ key }) => key);
    const rows = parseCsv(await loadFile(name, 'text/csv', requiredParams(name)));
    expect(rows[0]).toEqual(keys);
    expect(rows.slice(1)).toEqual(whole.rows.map((row) => keys.map((key) => toCsvCell(row[key]))));
    const sheet = await loadSheet(name, requiredParams(name));
    expect(sheet).toHaveLength(whole.rows.length + 1);
    const figures = whole.columns.flatMap(({ type }, index) =>
      ['count', 'quantity', 'money', 'price', 'percent'].includes(type) ? [index] : [],
    );
    for (const [index, row] of whole.rows.entries())
      for (const figure of figures)
        expect(sheet[index + 1]?.[figure] ?? null).toBe(row[keys[figure] ?? ''] ?? null);
  });
});

test.each(reportNames)('%s omits hidden columns in rows, totals and files', async (name) => {
  const whole = await loadReport(name, requiredParams(name));
  const [first, ...others] = whole.columns.map(({ key }) => key);
  // Hides every other column; the first column can't be hidden.
  const hiddenKeys = others.filter((_, n) => n % 2 === 0);
  const keys = [first, ...others.filter((key) => !hiddenKeys.includes(key))];
  const request = { ...requiredParams(name), hide: [first, ...hiddenKeys].join(',') };
  const reduced = await loadReport(name, request);
  expect(reduced.columns.map(({ key }) => key)).toEqual(keys);
  expect(reduced.total).toBe(whole.total);
  for (const [index, row] of reduced.rows.entries())
    for (const key of [...keys, ...hiddenKeys])
      expect([key, row[key ?? '']]).toEqual([
        key,
        hiddenKeys.includes(key ?? '') ? undefined : whole.rows[index]?.[key ?? ''],
      ]);
  expect(Object.keys(reduced.totals).filter((key) => hiddenKeys.includes(key))).toEqual([]);
  const [header] = parseCsv(await loadFile(name, 'text/csv', request));
  expect(header).toEqual(keys);
  const [headings] = await loadSheet(name, request);
  expect(headings).toHaveLength(keys.length);
});

test.each(reportNames)(
  '%s equals its independent computation, for head office and for a branch',
  async (name) => {
    const report = reports[name];
    const { measure, sum: computeProof } = report.reconcilesWith;
    const columns: readonly ReportColumnShape[] = report.shape.columns;
    const type: string = columns.find(({ key }) => key === measure)?.type ?? 'count';
    const scale = { money: 1e4, quantity: 1e6 }[type] ?? 1;
    const branch = { ...testAdmin, role: 'custom_role_sk', branches: [ids.branch1] };
    for (const [user, actor] of [
      ['admin', testAdmin],
      ['branch', branch],
    ] as const)
      for (const item of type === 'quantity' ? [flour, tomato, milk] : [undefined]) {
        const reportQuery = {
          ...days,
          ...requiredParams(name),
          ...(item !== undefined && { item }),
          ...(report.shape.kind === 'grouped' && { by: 'document' }),
        } as ReportQueryInput;
        const context = { actor, now: t.clock.now(), prefersAltName: false };
        const run = await runReport(t.db.read, name, reportQuery, context);
        const proof = await computeProof(t.db.read, { ...context, query: { ...reportQuery } as never });
        const result = measure === 'rows' ? run.total : run.totals[measure];
        expect([user, item, Number(proof) / scale]).toEqual([user, item, result]);
        if (user === 'admin' && item === undefined) expect([name, result]).not.toEqual([name, 0]);
      }
  },
);

test("a workbook shows codes as the screen's labels, in the screen's language", async () => {
  const loadCells = async (name: ReportName, params: Record<string, string>, language = 'en') =>
    (await loadSheet(name, { ...requiredParams(name), ...params }, language)).flat().map(String);
  const ledger = await loadCells('ledger', {});
  expect(ledger).toEqual(expect.arrayContaining(['Goods received', 'Waste', 'supplier']));
  expect(await loadCells('ledger', {}, 'ar')).toEqual(expect.arrayContaining(['استلام بضاعة', 'المورّد']));
  expect(await loadCells('stock-card', { from: '2026-03-05' })).toContain('Brought forward');
  expect(await loadCells('below-par', {})).toContain('Out of stock');
  expect(await loadCells('recalls', {})).toEqual(
    expect.arrayContaining(['Mock recall', 'Awaiting response']),
  );
  expect(await loadCells('wastage', { by: 'weekday' })).toContain('Wednesday');
  expect(await loadCells('wastage', { by: 'weekday' }, 'ar')).toContain('الأربعاء');
  expect(await loadCells('production-yield', { by: 'reason' })).not.toContain('-');
  // A machine-readable file has codes, like the API.
  expect(await loadFile('ledger', 'text/csv', {})).toMatch(/,waste,/);
});

/** Whether a user may read a report. */
const canRead = async (name: ReportName, user: TestUser | 'noCosts'): Promise<boolean> =>
  (await getClient(user))
    .get(`/reports/${name}?${query(requiredParams(name))}`)
    .then(({ status }) => status === 200);

const parseCsv = (text: string): string[][] =>
  Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true }).data;

async function loadSheet(
  name: ReportName,
  params: Record<string, string>,
  language = 'en',
): Promise<unknown[][]> {
  const path = `/api/reports/${name}?${query(params)}`;
  const { token } = t.as('admin');
  const response = await t.app.request(path, {
    headers: { authorization: `Bearer ${token}`, accept: xlsxType, 'accept-language': language },
  });
  expect(response.headers.get('content-type')).toBe(xlsxType);
  const [sheet] = await readExcelFile(Buffer.from(await response.arrayBuffer()));
  return sheet?.data ?? [];
}

async function loadFile(
  name: ReportName,
  accept: string,
  params: Record<string, string> = { by: 'item' },
): Promise<string> {
  const response = await t.as('admin').get(`/reports/${name}?${query(params)}`, { accept });
  expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
  return response.text;
}

function getDrillDownParams(dimension: string, key: string): Record<string, string> {
  if (dimension === 'day') return { from: key, to: key };
  if (dimension !== 'week') return { [dimension]: key };
  const sunday = addDays(key, 6);
  return { from: key < days.from ? days.from : key, to: sunday > days.to ? days.to : sunday };
}

test('shows how closely suggestions were followed, excluding lines without one', async () => {
  const { totals, rows } = await loadReport('suggested-ordered');
  // The flour suggestion of 2 was raised to 3 and the one of 6 lowered to 5; milk was accepted; no other line
  // had a suggestion.
  const result = {
    suggestedLines: 3,
    changedLines: 2,
    raisedLines: 1,
    loweredLines: 1,
    acceptedPercent: 33.33,
  };
  expect(totals).toMatchObject(result);
  expect(totals['lines']).toBe((await loadReport('order-patterns')).totals['lines']);
  expect(Object.keys(totals)).not.toContain('suggested');
  const findRow = (item: string) => rows.find(({ key }) => key === item);
  const { suggested, orderedOfSuggested, difference } = findRow(flour) ?? {};
  expect(Number(suggested)).toBeGreaterThan(0);
  expect(findRow(flour)).toMatchObject({
    suggestedLines: 2,
    acceptedPercent: 0,
    difference: 0,
    orderedShare: 100,
  });
  expect([orderedOfSuggested, difference]).toEqual([suggested, 0]);
  expect(findRow(milk)).toMatchObject({
    suggestedLines: 1,
    changedLines: 0,
    acceptedPercent: 100,
    orderedShare: 100,
  });
  expect(findRow(tomato)).toMatchObject({
    suggestedLines: 0,
    acceptedPercent: null,
    suggested: 0,
    orderedShare: null,
  });
});

test('counts orders like the list, and unshipped lines like the fill rate', async () => {
  const { totals } = await loadReport('order-patterns');
  const submittedStatuses = 'Under Review,Sent to Central Kitchen,Under Process,Shipped,Received';
  const list = await t.as('admin').get(`/orders?from=${days.from}&to=${days.to}&status=${submittedStatuses}`);
  expect(totals['orders']).toBe(list.body.total);
  const byDay = (await t.as('admin').get(`/orders/summary?from=${days.from}&to=${days.to}`)).body as {
    lines: number;
    linesComplete: number;
  }[];
  const missed = byDay.reduce((count, { lines, linesComplete }) => count + lines - linesComplete, 0);
  expect((await loadReport('missing-items')).totals['notShippedLines']).toBe(missed);
  const wasteByDay = (await t.as('admin').get(`/wastage/summary?from=${days.from}&to=${days.to}`)).body as {
    cost: number;
    records: number;
  }[];
  const waste = await loadReport('wastage', { by: 'day' });
  expect(getValues(waste, 'cost')).toEqual(wasteByDay.map(({ cost }) => cost));
  expect(getValues(waste, 'records')).toEqual(wasteByDay.map(({ records }) => records));
});

test('shows the missing quantity of an item in its base unit', async () => {
  const [row] = (await loadReport('missing-items', { item: flour })).rows;
  // A case of flour is ten kilograms.
  expect(row).toMatchObject({
    label: formula,
    unit: 'kg',
    missed: 1,
    ordered: 50,
    notShipped: 10,
    short: 10,
    damaged: 10,
  });
  expect(getValues(await loadReport('missing-items', { by: 'reason' }), 'label')).toHaveLength(1);
});

test('weeks begin on Monday, days of the week are numbered, and a single one can be requested', async () => {
  const weeks = await loadReport('order-patterns', { by: 'week' });
  expect(getValues(weeks, 'key')).toEqual(['2026-03-02', '2026-03-09', '2026-03-16']);
  const weekdays = await loadReport('order-patterns', { by: 'weekday' });
  expect(weekdays.rows.map((row) => [row['key'], row['orders']])).toEqual([
    ['1', 2],
    ['5', 2],
  ]);
  expect((await loadReport('order-patterns', { weekday: '5' })).totals['orders']).toBe(2);
});

test('rejects invalid parameters and unknown reports', async () => {
  const loadStatus = async (path: string, user: TestUser = 'admin') => (await t.as(user).get(path)).status;
  expect(await loadStatus('/reports/wastage')).toBe(400);
  expect(await loadStatus(`/reports/wastage?${query({ by: 'nothing' })}`)).toBe(400);
  expect(await loadStatus(`/reports/order-patterns?${query({ by: 'reason' })}`)).toBe(400);
  // Row reports accept no dimension.
  expect(await loadStatus(`/reports/valuation?${query({ day: days.to, by: 'week' })}`)).toBe(400);
  const standard = await t.as('admin').get(`/reports/price-changes?${query({ basis: 'standard' })}`);
  expect(standard.body).toMatchObject({ reason: 'one-of', params: { options: 'list, last, average' } });
  expect(await loadStatus(`/reports/wastage?${query({ sort: 'nothing' })}`)).toBe(400);
  expect(await loadStatus('/reports/wastage?from=2026-03-02&to=2026-03-01')).toBe(400);
  expect(await loadStatus('/reports/wastage?from=2016-03-02&to=2026-03-01')).toBe(400);
  expect(await loadStatus(`/reports/constructor?${query({})}`)).toBe(404);
  expect(await loadStatus(`/reports/wastage?${query({})}`, 'kitchen')).toBe(403);
  const listing = (await t.as('branch').get('/reports')).body;
  expect(buildResponseSchema(reportListing).parse(listing)).toEqual(listing);
  const expectedNames = reportNames.filter(
    (name) => !reportShapes[name].needs.some((needed) => needed === 'costs' || needed === 'sales'),
  );
  expect(listing.map((entry: { name: string }) => entry.name)).toEqual(expectedNames);
});

test("every report names locations in the reader's language", async () => {
  const branches = () => t.db.writer.updateTable('branches').where('_id', '=', ids.branch1);
  await branches().set({ nameAlt: 'ريفرسايد' }).execute();
  for (const name of ['ledger', 'valuation', 'stock-card', 'movement', 'expiry', 'below-par'] as const) {
    const path = `/reports/${name}?${query({ ...requiredParams(name), branch: ids.branch1, limit: '5000' })}`;
    const { body } = await t.as('admin').get(path, { 'accept-language': 'ar' });
    const places = new Set(getValues(body, 'place'));
    expect([name, places.has('ريفرسايد'), places.has('Riverside')]).toEqual([name, true, false]);
  }
  await branches().set({ nameAlt: null }).execute();
});

test("has names in the reader's language, and is sorted by any column", async () => {
  await t.db.writer.updateTable('items').set({ nameAlt: 'دقيق' }).where('_id', '=', flour).execute();
  const response = await t.as('admin').get(`/reports/wastage?${query({})}`, { 'accept-language': 'ar' });
  expect(getValues(response.body, 'label')).toEqual(['دقيق']);
  const byLabel = await loadReport('order-patterns', { sort: 'label' });
  expect(getValues(byLabel, 'label')).toEqual([formula, 'Tomato', 'Whole milk']);
  expect(getValues(await loadReport('order-patterns', { sort: '-label' }), 'label')).toEqual(
    getValues(byLabel, 'label').toReversed(),
  );
});
