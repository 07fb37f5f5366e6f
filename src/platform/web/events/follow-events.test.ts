import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { api } from '#platform/web/api/api.ts';
import type { AnnouncedChange } from '#platform/web/cache/background.ts';
import { followEvents } from './follow-events.ts';

const mock = useMockApi();

/** Someone else creates a brand. */
async function makeBrand(name: string): Promise<void> {
  const { token } = await mock.api.signIn('master');
  await api.send('post', 'brands', { headers: { authorization: `Bearer ${token}` }, json: { name } });
}

function follow() {
  const heard: string[] = [];
  const changes: AnnouncedChange[] = [];
  let isOpen = false;
  const stop = followEvents(
    (change) => {
      heard.push(change.collection);
      changes.push(change);
    },
    () => {
      isOpen = true;
    },
  );
  onTestFinished(stop);
  return { heard, changes, untilOpen: () => waitFor(() => expect(isOpen).toBe(true)) };
}

test('G2: a change before the stream opened is received', async () => {
  await signInAsDemoUser('branch');
  await api.get('brands');
  await makeBrand('Between');
  const { heard } = follow();
  await waitFor(() => expect(heard).toContain('brands'));
  // Only this change, and not a notice that everything may have changed.
  expect(heard).not.toContain('*');
});

test('a server that does not report whether all missed changes follow is trusted the first time only', async () => {
  await signInAsDemoUser('branch');
  mock.api.fail({
    fault: 'answer',
    match: '/events',
    body: 'event: ready\ndata: {}\n\n',
    headers: { 'content-type': 'text/event-stream' },
    times: 1,
  });
  const { heard, untilOpen } = follow();
  await untilOpen();
  expect(heard).toEqual([]);
});

test('a server with a shorter history than requested causes everything to be refetched', async () => {
  await signInAsDemoUser('branch');
  mock.api.fail({
    fault: 'answer',
    match: '/events',
    body: 'event: ready\nid: 1\ndata: {"isWhole":false}\n\n',
    headers: { 'content-type': 'text/event-stream' },
    times: 1,
  });
  const { heard } = follow();
  await waitFor(() => expect(heard).toEqual(['orders', 'user', '*']));
});

test.each([
  [60_000, []],
  [0, ['orders', 'user', '*']],
])(
  'a server that started recently, and has the last %i ms, is trusted if the tab is younger',
  async (knownMs, heardOf) => {
    await signInAsDemoUser('branch');
    mock.api.fail({
      fault: 'answer',
      match: '/events',
      body: `event: ready\nid: 1\ndata: {"isWhole":false,"knownMs":${knownMs}}\n\n`,
      headers: { 'content-type': 'text/event-stream' },
      times: 1,
    });
    const { heard, untilOpen } = follow();
    await untilOpen();
    expect(heard).toEqual(heardOf);
  },
);

test('a new tab gets the changes it missed from the tab with the connection', async () => {
  await signInAsDemoUser('branch');
  const { heard, untilOpen } = follow();
  await untilOpen();
  await makeBrand('Just now');
  await waitFor(() => expect(heard).toContain('brands'));

  const beside = new BroadcastChannel('commissary-events');
  onTestFinished(() => beside.close());
  const published: unknown[] = [];
  beside.onmessage = ({ data }) => published.push(data);
  beside.postMessage({ sinceMs: 60_000 });
  await waitFor(() =>
    expect(published).toContainEqual(expect.objectContaining({ change: { collection: 'brands' } })),
  );
});

test('a tab forwards a changed order with its row, and accepts none of another session', async () => {
  await signInAsDemoUser('branch');
  const beside = new BroadcastChannel('commissary-events');
  onTestFinished(() => beside.close());
  const passedOn: unknown[] = [];
  beside.onmessage = ({ data }) => passedOn.push(data);
  const change = { collection: 'orders', id: 'o1', row: { _id: 'o1', version: 2 } };
  const gone = { collection: 'orders', id: 'o2', row: null };
  mock.api.fail({
    fault: 'answer',
    match: '/events',
    body: [
      'event: ready\nid: 1\ndata: {"isWhole":true}\n\n',
      ...[change, gone].map((one) => `event: change\nid: 2\ndata: ${JSON.stringify(one)}\n\n`),
    ].join(''),
    headers: { 'content-type': 'text/event-stream' },
    times: 1,
  });
  const { changes } = follow();
  await waitFor(() => expect(changes).toEqual([change, gone]));
  const session = expect.any(Number);
  await waitFor(() => expect(passedOn).toContainEqual({ session, change: gone }));
  expect(passedOn).toContainEqual({ session, change });

  const own = Number(readRecord(passedOn.find((message) => 'change' in readRecord(message)))['session']);
  beside.postMessage({ session: own - 1, change: { ...gone, id: 'of another session' } });
  beside.postMessage({ session: own, change: { ...gone, id: 'o3' } });
  await waitFor(() => expect(changes).toEqual([change, gone, { ...gone, id: 'o3' }]));
});
