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
const fetched = vi.fn<(url: string | Request, init?: RequestInit) => Promise<Response>>();
const requestedPaths = () => fetched.mock.calls.map(([url]) => String(url).replace(`${origin}/api/`, ''));

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
    fetch: fetched,
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
const sessionOf = (user: object, overrides: object = {}) => ({
  token,
  'commissary.session': { of: token.slice(-16), startedAt: Date.now(), client: 'first', user, ...overrides },
});
const branch = { _id: 'u1', isMasterAdmin: false, allowedPages: ['/branch-order/order-history'] };
const rows = 'orders?page=1&limit=50';

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async () => new Response('[]', { headers: { 'x-total-count': '0' } }));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  dropPrefetched();
  vi.unstubAllGlobals();
});

const history = { path: '/branch-order/order-history' };
test.each<[string, Visit, string[]]>([
  ['no user is signed in', { ...history, storage: {} }, []],
  ['the user may open the page', { ...history, storage: sessionOf(branch) }, ['users/profile', rows]],
  [
    'a master admin has every page',
    { path: '/branch-orders', storage: sessionOf({ isMasterAdmin: true }) },
    ['users/profile', rows],
  ],
  [
    'the user may not open the page',
    { path: '/branch-orders', storage: sessionOf(branch) },
    ['users/profile'],
  ],
  [
    'the address requests something else',
    { ...history, search: '?q=x', storage: sessionOf(branch) },
    ['users/profile'],
  ],
  ['no user is remembered', { ...history, storage: { token } }, ['users/profile']],
  [
    'another user is remembered',
    { ...history, storage: sessionOf(branch, { of: 'another-token-16' }) },
    ['users/profile'],
  ],
  [
    'the session is older than eight hours',
    { ...history, storage: sessionOf(branch, { startedAt: Date.now() - 28_800_000 }) },
    [],
  ],
  [
    'the remembered session cannot be parsed',
    { ...history, storage: { token, 'commissary.session': '{' } },
    ['users/profile'],
  ],
  [
    'the remembered session is null',
    { ...history, storage: { token, 'commissary.session': 'null' } },
    ['users/profile'],
  ],
])('sends the expected requests before any code has loaded if %s', (_case, pageVisit, expected) => {
  visit(pageVisit);
  expect(requestedPaths()).toEqual(expected);
  expect(fetched.mock.calls.every(([, init]) => init?.cache === 'no-store')).toBe(true);
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

test('an identical request gets the prefetched response, once', async () => {
  visit({ ...history, storage: sessionOf(branch) });
  const response = await fetchWithPrefetch(request(rows));
  expect([response.status, await response.text(), response.headers.get('x-total-count')]).toEqual([
    200,
    '[]',
    '0',
  ]);
  expect(requestedPaths()).toEqual(['users/profile', rows]);
  await fetchWithPrefetch(request(rows));
  expect(fetched).toHaveBeenCalledTimes(3);
});

test.each([
  ['another person', { authorization: 'Bearer another' }],
  ['the other language', { 'accept-language': 'ar' }],
])('a request for %s is sent separately', async (_case, headers) => {
  visit({ ...history, storage: sessionOf(branch) });
  await fetchWithPrefetch(request(rows, headers));
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('a failed prefetch is requested again, and an aborted request gets no response', async () => {
  fetched
    .mockRejectedValueOnce(new TypeError('No network'))
    .mockRejectedValueOnce(new TypeError('No network'));
  visit({ ...history, storage: sessionOf(branch) });
  expect((await fetchWithPrefetch(request(rows))).status).toBe(200);
  const stop = new AbortController();
  const call = fetchWithPrefetch(new Request(request('users/profile'), { signal: stop.signal }));
  stop.abort();
  await expect(call).rejects.toThrow(/abort/i);
});

/** Returns whether each of the first two requests of `public/theme.js` was cancelled. */
const areCancelled = () => fetched.mock.calls.slice(0, 2).map(([, init]) => init?.signal?.aborted);

test('drops prefetched responses and cancels pending prefetches', async () => {
  visit({ ...history, storage: sessionOf(branch) });
  expect(areCancelled()).toEqual([false, false]);
  dropPrefetched();
  expect(areCancelled()).toEqual([true, true]);
  await fetchWithPrefetch(request(rows));
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('aborting a request cancels the prefetched request that it uses', async () => {
  fetched.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  visit({ ...history, storage: sessionOf(branch) });
  const stop = new AbortController();
  const call = fetchWithPrefetch(new Request(request(rows), { signal: stop.signal }));
  fetched.mockImplementation(async () => new Response('[]'));
  stop.abort();
  await expect(call).rejects.toThrow(/abort/i);
  expect(areCancelled()).toEqual([false, true]);
});

test('a response that has arrived is returned synchronously, once, and only on success', async () => {
  visit({ ...history, storage: sessionOf(branch) });
  expect(takePrefetchedResponse(request(rows))).toBeNull();
  await Promise.all((globalThis.commissaryPrefetched ?? []).map(({ pending }) => pending));
  expect(takePrefetchedResponse(request(rows, { authorization: 'Bearer another' }))).toBeNull();
  expect(takePrefetchedResponse(request(rows))).toMatchObject({ text: '[]' });
  expect(takePrefetchedResponse(request(rows))).toBeNull();

  fetched.mockImplementation(async () => new Response('{"code":"FORBIDDEN"}', { status: 403 }));
  visit({ ...history, storage: sessionOf(branch) });
  await Promise.all((globalThis.commissaryPrefetched ?? []).map(({ pending }) => pending));
  expect(takePrefetchedResponse(request(rows))).toBeNull();
  expect((await fetchWithPrefetch(request(rows))).status).toBe(403);
  expect(hasPrefetched()).toBe(true);
});
