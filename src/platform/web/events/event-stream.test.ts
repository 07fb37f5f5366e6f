import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { maintainEventStream, reconnectDelayMs } from './event-stream.ts';

const address = 'http://localhost/api/events';
let answers: (() => Response)[];
let requests: RequestInit[];
let addresses: string[];
let stop: (() => void) | null;

beforeEach(() => {
  vi.useFakeTimers();
  [answers, requests, addresses, stop] = [[], [], [], null];
  vi.stubGlobal('fetch', (from: string, init: RequestInit) => {
    addresses.push(from.slice(address.length));
    requests.push(init);
    const answer = answers.shift();
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('Failed to fetch'));
  });
});
afterEach(() => {
  stop?.();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const stream = (text: string, isOpen = false) =>
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
  const heard: string[] = [];
  const lost: number[] = [];
  let signs = 0;
  const kept = maintainEventStream({
    address,
    token: 'secret',
    ageMs: () => 1500.2,
    onMessage: ({ event }) => void heard.push(event),
    onHeard: () => {
      signs += 1;
    },
    onLost: () => void lost.push(requests.length),
    onRefused: () => void heard.push('refused'),
  });
  stop = kept.stop;
  return { ...kept, heard, lost, signs: () => signs };
}

it('sends the bearer header and passes messages on', async () => {
  answers = [() => stream('event: ready\ndata: {}\n\nevent: change\ndata: {}\n\n', true)];
  const { heard } = connect();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['ready', 'change']);
  expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret' });
});

it('G2: first requests changes since the page was opened, and later those after the last message', async () => {
  answers = [
    () =>
      stream(
        'event: ready\nid: 7\ndata: {}\n\nevent: change\nid: 8\ndata: {}\n\nevent: change\ndata: {}\n\n',
      ),
    () => stream('event: ready\nid: 9\ndata: {}\n\n', true),
  ];
  connect();
  await vi.advanceTimersByTimeAsync(2000);
  // Ten seconds more than the page's age, because the call itself takes time.
  expect(addresses).toEqual(['?since=11501', '']);
  expect(requests.map(({ headers }) => new Headers(headers).get('last-event-id'))).toEqual([null, '8']);
});

it('reports a heartbeat', async () => {
  answers = [() => stream(': still here\n\n', true)];
  const { heard, signs } = connect();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual([]);
  expect(signs()).toBe(1);
});

it('reconnects when the stream ends, waiting longer after each failure', async () => {
  answers = [() => stream('event: ready\ndata: {}\n\n')];
  connect();
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(requests.length).toBeGreaterThanOrEqual(3);
  const before = requests.length;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(requests.length - before).toBeLessThan(50);
  expect(requests.length - before).toBeGreaterThan(15);
});

it('waits 1 s, doubling to 30 s, with up to half as random jitter', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((failures) => reconnectDelayMs(failures, () => 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(reconnectDelayMs(5, () => 1)).toBe(15_000);
});

it.each([
  ['401', () => new Response('{}', { status: 401 }), ['refused']],
  ['403', () => new Response('{}', { status: 403 }), []],
  ['404', () => new Response('{}', { status: 404 }), []],
])('stops permanently at %s', async (_status, answer, message) => {
  answers = [answer, () => stream('event: ready\ndata: {}\n\n', true)];
  const { heard } = connect();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toHaveLength(1);
  expect(heard).toEqual(message);
});

it('reports the end before it reconnects', async () => {
  answers = [() => stream('event: ready\ndata: {}\n\n'), () => stream('event: ready\ndata: {}\n\n', true)];
  const { heard, lost } = connect();
  await vi.advanceTimersByTimeAsync(0);
  expect([heard, lost]).toEqual([['ready'], [1]]);
  await vi.advanceTimersByTimeAsync(2000);
  expect([heard, lost]).toEqual([['ready', 'ready'], [1]]);
});

it('ignores an HTML page and retries', async () => {
  answers = [
    () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
    () => stream('event: ready\ndata: {}\n\n', true),
  ];
  const { heard } = connect();
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard).toEqual(['ready']);
});

it('gives up a connection that is silent for a minute', async () => {
  answers = [() => stream('event: ready\ndata: {}\n\n', true)];
  connect();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(requests[0]?.signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(requests[0]?.signal?.aborted).toBe(true);
});

it('is closed when stopped, and reconnects at once on request', async () => {
  const { hurry, stop: end } = connect();
  await vi.advanceTimersByTimeAsync(0);
  hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(2);
  end();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.signal?.aborted).toBe(true);
});
