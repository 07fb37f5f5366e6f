import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initialRequests } from './initial-requests.ts';
import {
  fetchWithPrefetch,
  dropPrefetched,
  hasPrefetched,
  takePrefetchedResponse,
} from './prefetched-requests.ts';

/** The built `public/theme.js`, run at a given URL with the device's storage. */
const script = readFileSync('public/theme.js', 'utf8').replace(
  'var initialRequests = null;',
  `var initialRequests = ${JSON.stringify(initialRequests)};`,
);
const origin = 'https://shop.test';
const fetchMock = vi.fn<(url: string | Request, init?: RequestInit) => Promise<Response>>();
const requestedPaths = () => fetchMock.mock.calls.map(([url]) => String(url).replace(`${origin}/api/`, ''));

interface Visit {
  path: string;
  search?: string;
  storage: Record<string, unknown>;
}

function visit({ path, search = '', storage }: Visit): void {
  const texts = new Map(
    Object.entries(storage).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const page = {
    localStorage: { getItem: (key: string) => texts.get(key) ?? null },
    location: { origin, pathname: path, search },
    matchMedia: () => ({ matches: false }),
    document: {
      documentElement: { lang: 'en', classList: { toggle: () => undefined, remove: () => undefined } },
      currentScript: { dataset: { entry: '/assets/entry.js' } },
      readyState: 'loading',
      addEventListener: () => undefined,
    },
    fetch: fetchMock,
    AbortController,
    Response,
    Date,
  };
  const window = Object.assign(page, { window: page });
  runInNewContext(script, window);
  globalThis.commissaryPrefetched = (
    window as { commissaryPrefetched?: typeof commissaryPrefetched }
  ).commissaryPrefetched;
}

const token = 'a-token-of-thirty-two-characters';
const buildSession = (user: object, overrides: object = {}) => ({
  token,
  'commissary.session': {
    tokenSuffix: token.slice(-16),
    startedAt: Date.now(),
    client: 'first',
    user,
    ...overrides,
  },
});
const branch = { _id: 'u1', isMasterAdmin: false, allowedPages: ['/branch-order/order-history'] };
const orderListPath = 'orders?page=1&limit=50';

beforeEach(() => {
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => new Response('[]', { headers: { 'x-total-count': '0' } }));
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  dropPrefetched();
  vi.unstubAllGlobals();
});

const history = { path: '/branch-order/order-history' };
test.each<[string, Visit, string[]]>([
  ['no user is signed in', { ...history, storage: {} }, []],
  [
    'the user may open the page',
    { ...history, storage: buildSession(branch) },
    ['users/profile', orderListPath],
  ],
  [
    'a master admin has every page',
    { path: '/branch-orders', storage: buildSession({ isMasterAdmin: true }) },
    ['users/profile', orderListPath],
  ],
  [
    'the user may not open the page',
    { path: '/branch-orders', storage: buildSession(branch) },
    ['users/profile'],
  ],
  [
    'the URL has search parameters',
    { ...history, search: '?q=x', storage: buildSession(branch) },
    ['users/profile'],
  ],
  ['no user is stored', { ...history, storage: { token } }, ['users/profile']],
  [
    'another user is stored',
    { ...history, storage: buildSession(branch, { tokenSuffix: 'another-token-16' }) },
    ['users/profile'],
  ],
  [
    'the session is older than eight hours',
    { ...history, storage: buildSession(branch, { startedAt: Date.now() - 28_800_000 }) },
    [],
  ],
  [
    'the stored session cannot be parsed',
    { ...history, storage: { token, 'commissary.session': '{' } },
    ['users/profile'],
  ],
  [
    'the stored session is null',
    { ...history, storage: { token, 'commissary.session': 'null' } },
    ['users/profile'],
  ],
])('sends the expected requests before any code has loaded if %s', (_case, pageVisit, expected) => {
  visit(pageVisit);
  expect(requestedPaths()).toEqual(expected);
  expect(fetchMock.mock.calls.every(([, init]) => init?.cache === 'no-store')).toBe(true);
});

const request = (path: string, headers: Record<string, string> = {}) =>
  new Request(`${origin}/api/${path}`, {
    headers: {
      accept: 'application/json',
      'accept-language': 'en',
      authorization: `Bearer ${token}`,
      ...headers,
    },
  });

test('the first identical request gets the prefetched response', async () => {
  visit({ ...history, storage: buildSession(branch) });
  const response = await fetchWithPrefetch(request(orderListPath));
  expect([response.status, await response.text(), response.headers.get('x-total-count')]).toEqual([
    200,
    '[]',
    '0',
  ]);
  expect(requestedPaths()).toEqual(['users/profile', orderListPath]);
  await fetchWithPrefetch(request(orderListPath));
  expect(fetchMock).toHaveBeenCalledTimes(3);
});

test.each([
  ['by another user', { authorization: 'Bearer another' }],
  ['in the other language', { 'accept-language': 'ar' }],
])('a request %s is sent separately', async (_case, headers) => {
  visit({ ...history, storage: buildSession(branch) });
  await fetchWithPrefetch(request(orderListPath, headers));
  expect(fetchMock).toHaveBeenCalledTimes(3);
});

test('a failed prefetch is requested again, and an aborted request gets no response', async () => {
  fetchMock
    .mockRejectedValueOnce(new TypeError('No network'))
    .mockRejectedValueOnce(new TypeError('No network'));
  visit({ ...history, storage: buildSession(branch) });
  expect((await fetchWithPrefetch(request(orderListPath))).status).toBe(200);
  const controller = new AbortController();
  const call = fetchWithPrefetch(new Request(request('users/profile'), { signal: controller.signal }));
  controller.abort();
  await expect(call).rejects.toThrow(/abort/i);
});

/** Returns whether each of the first two requests of `public/theme.js` was cancelled. */
const areCancelled = () => fetchMock.mock.calls.slice(0, 2).map(([, init]) => init?.signal?.aborted);

test('drops prefetched responses and cancels pending prefetches', async () => {
  visit({ ...history, storage: buildSession(branch) });
  expect(areCancelled()).toEqual([false, false]);
  dropPrefetched();
  expect(areCancelled()).toEqual([true, true]);
  await fetchWithPrefetch(request(orderListPath));
  expect(fetchMock).toHaveBeenCalledTimes(3);
});

test('aborting a request cancels the prefetched request that it uses', async () => {
  fetchMock.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  visit({ ...history, storage: buildSession(branch) });
  const controller = new AbortController();
  const call = fetchWithPrefetch(new Request(request(orderListPath), { signal: controller.signal }));
  fetchMock.mockImplementation(async () => new Response('[]'));
  controller.abort();
  await expect(call).rejects.toThrow(/abort/i);
  expect(areCancelled()).toEqual([false, true]);
});

test('a response that has arrived is returned synchronously, once, and only on success', async () => {
  visit({ ...history, storage: buildSession(branch) });
  expect(takePrefetchedResponse(request(orderListPath))).toBeNull();
  await Promise.all((globalThis.commissaryPrefetched ?? []).map(({ pending }) => pending));
  expect(takePrefetchedResponse(request(orderListPath, { authorization: 'Bearer another' }))).toBeNull();
  expect(takePrefetchedResponse(request(orderListPath))).toMatchObject({ text: '[]' });
  expect(takePrefetchedResponse(request(orderListPath))).toBeNull();

  fetchMock.mockImplementation(async () => new Response('{"code":"FORBIDDEN"}', { status: 403 }));
  visit({ ...history, storage: buildSession(branch) });
  await Promise.all((globalThis.commissaryPrefetched ?? []).map(({ pending }) => pending));
  expect(takePrefetchedResponse(request(orderListPath))).toBeNull();
  expect((await fetchWithPrefetch(request(orderListPath))).status).toBe(403);
  expect(hasPrefetched()).toBe(true);
});
