import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TolerantList } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { createQueryClient } from '#platform/web/cache/client.ts';
import { readToken, readUser } from '#platform/web/session/read-user.ts';
import { beginSession, endSession } from '#platform/web/session/session.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { compactLevelsQuery } from '#modules/item-levels/web/queries/item-levels.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { orderQuery, ordersQuery, orderSubmissionQuery } from '#modules/orders/web/queries/queries.ts';
import { activeSectionsQuery } from '#modules/sections/web/queries.ts';
import { compactStockQuery } from '#modules/stock/web/queries/stock.ts';
import { suggestionsQuery } from '#modules/ordering/web/queries.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';

/** A possible server response; JSON with status 200 by default. */
interface ServerResponse {
  body: unknown;
  status?: number;
  headers?: Record<string, string>;
}

const json = (body: unknown, headers: Record<string, string> = {}): ServerResponse => ({ body, headers });
const errorResponse = (status: number, body: unknown, headers = {}): ServerResponse => ({
  body,
  status,
  headers,
});
const htmlPage = (status: number): ServerResponse => ({
  body: '<!doctype html><title>Welcome to the café</title>',
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

const context = { signal: new AbortController().signal };
const summarizeRows = ({ rows, total, skipped }: TolerantList<{ _id: string }>) => ({
  ids: rows.map((row) => row._id),
  total,
  skipped,
});
const twoRows = (total: number | null = null, skipped = 0) => ({ ids: ['1', '2'], total, skipped });

/** Values that the dashboard reads from a response. */
const readers = {
  orders: async () => summarizeRows(await ordersQuery().queryFn(context)),
  drafts: async () => summarizeRows(await ordersQuery({ status: 'Draft' }).queryFn(context)),
  order: () => orderQuery('1').queryFn(context),
  branches: () => branchesQuery().queryFn(context),
  items: () => compactItemsQuery().queryFn(context),
  sections: () => activeSectionsQuery().queryFn(context),
  units: () => unitsQuery().queryFn(context),
  levels: () => compactLevelsQuery().queryFn(context),
  stock: async () => (await compactStockQuery().queryFn(context)).rows,
  guide: async () => (await suggestionsQuery('b').queryFn(context)).rows,
  user: async () => readUser((await api.get('users/profile')).data),
  token: async () => readToken((await api.get('users/login')).data),
  deleted: async () => (await api.send('delete', 'orders/1')).data,
  failure: () => catchError(api.get('orders')),
  isMissing: async () => isMissingEndpoint(await catchError(api.get('stock'))),
};

const network = 'Network connection failed. Please check your internet connection and try again.';

const table: [name: string, response: ServerResponse, reader: keyof typeof readers, expected: unknown][] = [
  // Lists
  ['a plain array', json([{ _id: '1' }, { _id: '2' }]), 'orders', twoRows()],
  [
    'a plain array with its total in a header',
    json([{ id: 1 }, { id: 2 }], { 'x-total-count': '31' }),
    'orders',
    twoRows(31),
  ],
  [
    'orders with total',
    json({ orders: [{ _id: '1' }, { _id: '2' }], total: 7, page: 1 }),
    'orders',
    twoRows(7),
  ],
  [
    'items with count as text',
    json({ items: [{ _id: '1' }, { _id: '2' }], count: '7' }),
    'orders',
    twoRows(7),
  ],
  ['data', json({ success: true, data: [{ _id: '1' }, { _id: '2' }] }), 'orders', twoRows()],
  [
    'results with a next page',
    json({ results: [{ id: 1 }, { id: 2 }], next: null, count: 2 }),
    'orders',
    twoRows(2),
  ],
  ['a list within data', json({ data: { orders: [{ id: 1 }, { id: 2 }], total: 9 } }), 'orders', twoRows(9)],
  [
    'docs with totalDocs',
    json({ docs: [{ _id: '1' }, { _id: '2' }], totalDocs: 40, hasNextPage: true }),
    'orders',
    twoRows(40),
  ],
  ['the total in meta', json({ data: [{ id: 1 }, { id: 2 }], meta: { total: 12 } }), 'orders', twoRows(12)],
  [
    'the total in pagination',
    json({ data: [{ id: 1 }, { id: 2 }], pagination: { totalCount: 12 } }),
    'orders',
    twoRows(12),
  ],
  ['a list with an unknown name', json({ ok: 1, bestellungen: [{ id: 1 }, { id: 2 }] }), 'orders', twoRows()],
  ['an empty list', json([]), 'orders', { ids: [], total: null, skipped: 0 }],
  ['an empty body', json(''), 'orders', { ids: [], total: null, skipped: 0 }],
  ['null', json(null), 'orders', { ids: [], total: null, skipped: 0 }],
  [
    'an object without a list',
    json({ message: 'nothing yet' }),
    'orders',
    { ids: [], total: null, skipped: 0 },
  ],
  [
    'rows without an id among others',
    json([{ id: 1 }, { status: 'Draft' }, null, 'x', { id: 2 }]),
    'orders',
    twoRows(null, 3),
  ],
  [
    'more rows than requested',
    json(
      [
        { id: 1, status: 'Draft' },
        { id: 9, status: 'Shipped' },
        { id: 2, status: 'Draft' },
      ],
      { 'x-total-count': '3' },
    ),
    'drafts',
    twoRows(),
  ],

  // Ids and references
  ['a numeric id', json({ id: 1 }), 'order', { _id: '1', orderNo: '1' }],
  ['an id in $oid', json({ _id: { $oid: 'abc' } }), 'order', { _id: 'abc' }],
  ['both ids', json({ _id: 'abc', id: 7 }), 'order', { _id: 'abc' }],
  ['a bare reference', json({ id: 1, branch: 4 }), 'order', { branch: '4', branchName: '' }],
  [
    'a populated reference',
    json({ id: 1, branch: { id: 4, name: 'Harbour' } }),
    'order',
    { branch: '4', branchName: 'Harbour' },
  ],
  [
    'a reference next to its name',
    json({ id: 1, branch: 'b', branchName: 'Harbour' }),
    'order',
    { branch: 'b', branchName: 'Harbour' },
  ],
  ['no reference', json({ id: 1, branch: null }), 'order', { branch: '', branchName: '' }],

  // One document
  [
    'wrapped in its name',
    json({ order: { id: 1, status: 'Draft' } }),
    'order',
    { _id: '1', status: 'Draft' },
  ],
  [
    'wrapped twice',
    json({ success: true, data: { order: { id: 1, status: 'Draft' } } }),
    'order',
    { _id: '1', status: 'Draft' },
  ],
  ['in a list with one row', json([{ id: 1, status: 'Draft' }]), 'order', { _id: '1', status: 'Draft' }],

  // Fields
  ['numbers as text', json({ id: 1, value: '12.50', version: '3' }), 'order', { value: 12.5, version: 3 }],
  [
    'text instead of a number',
    json({ id: 1, value: 'much', lineCount: '' }),
    'order',
    { value: 0, lineCount: 0 },
  ],
  [
    'an unknown status',
    json({ id: 1, status: 'Waiting for van' }),
    'order',
    { status: 'Waiting for van', allowedMoves: [] },
  ],
  [
    'only an id',
    json({ id: 1 }),
    'order',
    { status: '', userName: '', items: [], statusHistory: [], fillRate: null },
  ],
  ['unknown keys', json({ id: 1, colour: 'blue', nested: { a: [] } }), 'order', { _id: '1' }],
  [
    'times in seconds and milliseconds',
    json({ id: 1, createdAt: 1763625600, sentAt: 1763625600000 }),
    'order',
    { createdAt: '2025-11-20T08:00:00.000Z', sentAt: '2025-11-20T08:00:00.000Z' },
  ],
  [
    'a time in $date',
    json({ id: 1, createdAt: { $date: '2025-11-20T08:00:00Z' } }),
    'order',
    { createdAt: '2025-11-20T08:00:00Z' },
  ],
  [
    'lines with other field names',
    json({ id: 1, items: [{ item: 5, name: 'Rice', quantity: '2.5', unit: 'kg' }] }),
    'order',
    {
      lineCount: 1,
      items: [
        expect.objectContaining({
          itemId: '5',
          itemName: 'Rice',
          orderQty: 2.5,
          unitSymbol: 'kg',
          shippedQty: null,
        }),
      ],
    },
  ],
  [
    'a branch with only its name',
    json([{ id: 3, name: 'Harbour' }]),
    'branches',
    [expect.objectContaining({ _id: '3', type: 'branch', isActive: true, deliveryDays: [] })],
  ],
  [
    'closed days of a branch and its kitchen, with only the required fields',
    json([
      {
        id: 3,
        supplyingKitchenId: { id: 4 },
        closedDays: [{ from: '2026-12-25' }, { until: '2026-12-26' }, 'x'],
      },
      { id: 4, closedDays: [{ from: '2026-12-30', until: '2027-01-02', yearly: 1, note: 'New year' }] },
    ]),
    'branches',
    [
      expect.objectContaining({
        closedDays: [{ from: '2026-12-25', until: '2026-12-25', yearly: false, note: null }],
        kitchenClosedDays: [{ from: '2026-12-30', until: '2027-01-02', yearly: true, note: 'New year' }],
      }),
      expect.objectContaining({ _id: '4', kitchenClosedDays: [] }),
    ],
  ],
  [
    'a branch in an unknown time zone',
    json([{ id: 3, timezone: 'Mars/Olympus' }]),
    'branches',
    [expect.objectContaining({ timezone: expect.stringMatching(/^\w+/) })],
  ],
  [
    'an item with a code, references and flags as numbers',
    json([{ id: 5, name: 'Rice', code: 'R1', baseUnit: { id: 1 }, isActive: 1, isOrderable: '0' }]),
    'items',
    [
      expect.objectContaining({
        _id: '5',
        itemCode: 'R1',
        baseUnit: '1',
        isActive: true,
        isOrderable: false,
      }),
    ],
  ],
  [
    'a section without an order',
    json({ sections: [{ _id: 's' }] }),
    'sections',
    [expect.objectContaining({ _id: 's', name: 's', sortOrder: 0 })],
  ],
  [
    'a unit without a symbol',
    json({ data: [{ id: 1, name: 'box' }] }),
    'units',
    [expect.objectContaining({ symbol: 'box', wholeOnly: false })],
  ],
  [
    'stock with numbers as text',
    json([{ itemId: { _id: 'i' }, placeId: 'p', onHand: '2.50' }]),
    'stock',
    [{ itemId: 'i', placeId: 'p', onHand: 2.5, reserved: 0, avgCost: null, value: null }],
  ],
  [
    'a guide with only some values',
    json([{ itemId: 5, itemName: 'Rice', par: '6' }]),
    'guide',
    [expect.objectContaining({ itemId: '5', par: 6, onHand: 0, lastOrderQty: null })],
  ],

  // Users
  [
    'a flat user',
    json({ _id: 'u', name: 'Ada', role: 'admin', email: 'a@b.c' }),
    'user',
    { _id: 'u', name: 'Ada', role: 'admin' },
  ],
  [
    'a wrapped user',
    json({ success: true, data: { user: { id: 3, name: 'Ada' } } }),
    'user',
    { _id: '3', name: 'Ada', role: 'user' },
  ],
  [
    'a user with an email but no id',
    json({ user: { email: 'a@b.c' } }),
    'user',
    { _id: 'a@b.c', name: 'User' },
  ],
  [
    'a populated role, flags as numbers',
    json({ id: 1, role: { key: 'admin' }, permissions: { canView: 1 }, isMasterAdmin: 'false' }),
    'user',
    {
      role: 'admin',
      isMasterAdmin: false,
      permissions: { canView: true, canEdit: false, canCreate: false, canDelete: false },
    },
  ],
  [
    'a user without permissions',
    json({ id: 1, allowedPages: null, permissions: [] }),
    'user',
    { allowedPages: [], permissions: { canView: false, canEdit: false, canCreate: false, canDelete: false } },
  ],
  ['no user', json({ ok: true }), 'user', null],
  ['a token with another name', json({ data: { accessToken: 't' } }), 'token', 't'],
  ['no token', json({ token: '' }), 'token', null],

  // Writes
  ['a response without a body', { body: '', status: 204 }, 'deleted', null],

  // Errors
  [
    'a sentence in error',
    errorResponse(409, { error: 'Not allowed in this status.', code: 'ILLEGAL_TRANSITION' }),
    'failure',
    { status: 409, code: 'ILLEGAL_TRANSITION', message: 'Not allowed in this status.' },
  ],
  [
    'a sentence in message',
    errorResponse(400, { message: 'Too many.' }),
    'failure',
    { status: 400, code: 'HTTP_ERROR', message: 'Too many.' },
  ],
  [
    'a sentence in error.message',
    errorResponse(422, { error: { code: 'E1', message: 'Too many.' } }),
    'failure',
    { code: 'E1', message: 'Too many.' },
  ],
  [
    'a sentence in detail',
    errorResponse(422, { title: 'Unprocessable', detail: 'Too many.' }),
    'failure',
    { message: 'Too many.' },
  ],
  [
    'sentences in a list, with the name of the status',
    errorResponse(400, { statusCode: 400, error: 'Bad Request', message: ['No date.', 'No branch.'] }),
    'failure',
    { message: 'No date. No branch.' },
  ],
  [
    'a refusal without a message',
    errorResponse(400, {}),
    'failure',
    { message: 'The server refused this request.', isGeneric: true },
  ],
  [
    'a refusal that is not JSON',
    errorResponse(403, 'Forbidden'),
    'failure',
    { status: 403, message: 'The server refused this request.' },
  ],
  [
    'an expired token',
    errorResponse(401, { message: 'jwt expired' }),
    'failure',
    { status: 401, message: 'Authentication failed. Please login again.' },
  ],
  [
    'a server error',
    errorResponse(500, { error: 'E11000 duplicate key' }),
    'failure',
    { status: 500, message: 'Server error. Please try again later.' },
  ],
  ['a page instead of data', htmlPage(200), 'failure', { status: 0, code: 'NETWORK', message: network }],
  [
    'a proxy without a reachable server',
    htmlPage(502),
    'failure',
    { status: 0, code: 'NETWORK', message: network },
  ],
  [
    'a page with status 404',
    htmlPage(404),
    'failure',
    { status: 404, message: 'The server refused this request.' },
  ],
  [
    'a truncated response',
    json('{"orders":[{"_id"'),
    'failure',
    { status: 0, code: 'NETWORK', message: network },
  ],

  // Additional endpoints that SPEC does not define
  ['an unknown endpoint', errorResponse(404, {}), 'isMissing', true],
  ['an unsupported method', errorResponse(405, { message: 'Method Not Allowed' }), 'isMissing', true],
  [
    'the 404 of a deleted row',
    errorResponse(404, { error: 'Deleted.', code: 'NOT_FOUND' }),
    'isMissing',
    false,
  ],
  ['levels of a server without them', errorResponse(404, {}), 'levels', []],
  ['levels that the user may not see', errorResponse(403, { error: 'Not yours.' }), 'levels', []],
];

let requested: string[] = [];

function respondWith(getResponse: (path: string) => ServerResponse): void {
  vi.stubGlobal('fetch', async (input: Request) => {
    requested.push(new URL(input.url).pathname);
    const { body, status = 200, headers = {} } = getResponse(new URL(input.url).pathname);
    const content = status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(content, { status, headers: { 'content-type': 'application/json', ...headers } });
  });
}

async function catchError(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.catch((error: unknown) => error);
  return outcome as ApiError;
}

const reader = readUser({ _id: 'u1', role: 'admin' });

beforeEach(() => {
  if (reader) beginSession('token', reader);
  requested = [];
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  endSession('signed-out');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each(table)('%s', async (_name, response, reader, expected) => {
  respondWith(() => response);
  const result = await readers[reader]();
  if (typeof expected === 'object' && expected !== null && !Array.isArray(expected))
    expect(result).toMatchObject(expected);
  else expect(result).toEqual(expected);
});

test('the table has no duplicate rows', () => {
  expect(table.length).toBeGreaterThanOrEqual(40);
  expect(new Set(table.map(([name]) => name)).size).toBe(table.length);
});

test('logs a row that cannot be read', async () => {
  respondWith(() => json([{ id: 1 }, { name: 'no id' }]));
  await readers.orders();
  expect(console.warn).toHaveBeenCalledWith(
    expect.stringContaining('Could not read a row'),
    { name: 'no id' },
    null,
  );
});

test('requests several statuses separately if the server supports only one', async () => {
  const rows = [
    { id: 1, status: 'Draft' },
    { id: 2, status: 'Under Review' },
    { id: 3, status: 'Shipped' },
  ];
  vi.stubGlobal('fetch', async (input: Request) => {
    const statusFilter = new URL(input.url).searchParams.get('status');
    return Response.json(rows.filter(({ status }) => status === statusFilter));
  });
  const list = await ordersQuery({ status: 'Draft,Under Review' }).queryFn(context);
  expect(summarizeRows(list)).toEqual(twoRows());
});

test('builds the submission list from all orders after a 5xx, without extra rows', async () => {
  respondWith((path) =>
    path.endsWith('/submission')
      ? errorResponse(501, {})
      : json([
          { id: 1, status: 'Draft' },
          { id: 2, status: 'Under Review' },
          { id: 3, status: 'Received' },
        ]),
  );
  expect(summarizeRows(await orderSubmissionQuery().queryFn(context))).toEqual(twoRows());
  expect(requested.map((path) => path.replace(/^.*\/api/, ''))).toEqual(['/orders/submission', '/orders']);
});

test('offers items without suggestions if there is no guide', async () => {
  respondWith((path) =>
    path.endsWith('/suggestions') ? errorResponse(404, {}) : json([{ id: 5, name: 'Rice', unit: 'kg' }]),
  );
  expect(await readers.guide()).toEqual([
    expect.objectContaining({
      itemId: '5',
      itemName: 'Rice',
      unitSymbol: 'kg',
      onHand: null,
      suggestedQty: 0,
    }),
  ]);
});

test('looks up names of orders that contain only ids', async () => {
  respondWith((path) => {
    if (path.includes('/branch')) return json([{ id: 4, name: 'Harbour' }]);
    if (path.endsWith('/items')) return json([{ id: 5, name: 'Rice', baseUnit: 1 }]);
    if (path.endsWith('/units')) return json([{ id: 1, symbol: 'kg' }]);
    return json({ id: 1, branch: 4, items: [{ itemId: 5, orderQty: 2 }] });
  });
  const client = createQueryClient();
  const order = await orderQuery('1').queryFn({ ...context, client });
  expect(order).toMatchObject({ branchName: 'Harbour', items: [{ itemName: 'Rice', unitSymbol: 'kg' }] });
  client.clear();
});
