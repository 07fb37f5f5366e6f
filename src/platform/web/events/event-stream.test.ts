import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { maintainEventStream, computeReconnectDelayMs } from './event-stream.ts';

const address = 'http://localhost/api/events';
let responses: (() => Response)[];
let requests: RequestInit[];
let queryStrings: string[];
let stop: (() => void) | null;

beforeEach(() => {
  vi.useFakeTimers();
  [responses, requests, queryStrings, stop] = [[], [], [], null];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    queryStrings.push(url.slice(address.length));
    requests.push(init);
    const createResponse = responses.shift();
    return createResponse
      ? Promise.resolve(createResponse())
      : Promise.reject(new TypeError('Failed to fetch'));
  });
});
afterEach(() => {
  stop?.();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const buildStream = (text: string, isOpen = false) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        if (!isOpen) controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );

function connect() {
  const events: string[] = [];
  const requestCountsAtLoss: number[] = [];
  let heartbeats = 0;
  const connection = maintainEventStream({
    address,
    token: 'secret',
    ageMs: () => 1500.2,
    onMessage: ({ event }) => void events.push(event),
    onActivity: () => {
      heartbeats += 1;
    },
    onLost: () => void requestCountsAtLoss.push(requests.length),
    onRefused: () => void events.push('refused'),
  });
  stop = connection.stop;
  return { ...connection, events, requestCountsAtLoss, getHeartbeats: () => heartbeats };
}

it('sends the bearer header and passes messages on', async () => {
  responses = [() => buildStream('event: ready\ndata: {}\n\nevent: change\ndata: {}\n\n', true)];
  const { events } = connect();
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual(['ready', 'change']);
  expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret' });
});

it('G2: requests the changes since the page was opened, and after a reconnection those after the last message', async () => {
  responses = [
    () =>
      buildStream(
        'event: ready\nid: 7\ndata: {}\n\nevent: change\nid: 8\ndata: {}\n\nevent: change\ndata: {}\n\n',
      ),
    () => buildStream('event: ready\nid: 9\ndata: {}\n\n', true),
  ];
  connect();
  await vi.advanceTimersByTimeAsync(2000);
  // Ten seconds more than the page's age, because the request itself takes time.
  expect(queryStrings).toEqual(['?since=11501', '']);
  expect(requests.map(({ headers }) => new Headers(headers).get('last-event-id'))).toEqual([null, '8']);
});

it('reports a heartbeat', async () => {
  responses = [() => buildStream(': still here\n\n', true)];
  const { events, getHeartbeats } = connect();
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual([]);
  expect(getHeartbeats()).toBe(1);
});

it('reconnects when the stream ends, waiting longer after each failure', async () => {
  responses = [() => buildStream('event: ready\ndata: {}\n\n')];
  connect();
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(requests.length).toBeGreaterThanOrEqual(3);
  const requestsBefore = requests.length;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(requests.length - requestsBefore).toBeLessThan(50);
  expect(requests.length - requestsBefore).toBeGreaterThan(15);
});

it('waits 1 s, doubling up to 30 s, minus up to half as random jitter', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((failures) => computeReconnectDelayMs(failures, () => 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(computeReconnectDelayMs(5, () => 1)).toBe(15_000);
});

it.each([
  ['401', () => new Response('{}', { status: 401 }), ['refused']],
  ['403', () => new Response('{}', { status: 403 }), []],
  ['404', () => new Response('{}', { status: 404 }), []],
])('stops permanently at %s', async (_status, createResponse, expectedEvents) => {
  responses = [createResponse, () => buildStream('event: ready\ndata: {}\n\n', true)];
  const { events } = connect();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toHaveLength(1);
  expect(events).toEqual(expectedEvents);
});

it('reports the end before it reconnects', async () => {
  responses = [
    () => buildStream('event: ready\ndata: {}\n\n'),
    () => buildStream('event: ready\ndata: {}\n\n', true),
  ];
  const { events, requestCountsAtLoss } = connect();
  await vi.advanceTimersByTimeAsync(0);
  expect([events, requestCountsAtLoss]).toEqual([['ready'], [1]]);
  await vi.advanceTimersByTimeAsync(2000);
  expect([events, requestCountsAtLoss]).toEqual([['ready', 'ready'], [1]]);
});

it('ignores an HTML page and retries', async () => {
  responses = [
    () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
    () => buildStream('event: ready\ndata: {}\n\n', true),
  ];
  const { events } = connect();
  await vi.advanceTimersByTimeAsync(1000);
  expect(events).toEqual(['ready']);
});

it('closes a connection that is silent for a minute', async () => {
  responses = [() => buildStream('event: ready\ndata: {}\n\n', true)];
  connect();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(requests[0]?.signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(requests[0]?.signal?.aborted).toBe(true);
});

it('reconnects at once on request, and closes the connection when stopped', async () => {
  const { reconnectNow, stop: stopStream } = connect();
  await vi.advanceTimersByTimeAsync(0);
  reconnectNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(2);
  stopStream();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.signal?.aborted).toBe(true);
});
