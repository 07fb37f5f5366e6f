import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { api } from '#platform/web/api/api.ts';
import type { AnnouncedChange } from '#platform/web/cache/background.ts';
import { followEvents } from './follow-events.ts';

const mock = useMockApi();

/** Creates a brand as another user. */
async function createBrand(name: string): Promise<void> {
  const { token } = await mock.api.signIn('master');
  await api.send('post', 'brands', { headers: { authorization: `Bearer ${token}` }, json: { name } });
}

function follow() {
  const collections: string[] = [];
  const changes: AnnouncedChange[] = [];
  let isOpen = false;
  const stop = followEvents(
    (change) => {
      collections.push(change.collection);
      changes.push(change);
    },
    () => {
      isOpen = true;
    },
  );
  onTestFinished(stop);
  return { collections, changes, waitUntilOpen: () => waitFor(() => expect(isOpen).toBe(true)) };
}

test('G2: a change before the stream opened is received', async () => {
  await signInAsDemoUser('branch');
  await api.get('brands');
  await createBrand('Before the stream');
  const { collections } = follow();
  await waitFor(() => expect(collections).toContain('brands'));
  // Only this change, and not a notice that everything may have changed.
  expect(collections).not.toContain('*');
});

test('on the first connection, trusts a server that does not report whether it sent all missed changes', async () => {
  await signInAsDemoUser('branch');
  mock.api.fail({
    fault: 'response',
    match: '/events',
    body: 'event: ready\ndata: {}\n\n',
    headers: { 'content-type': 'text/event-stream' },
    times: 1,
  });
  const { collections, waitUntilOpen } = follow();
  await waitUntilOpen();
  expect(collections).toEqual([]);
});

test('everything is refetched if the server’s history is shorter than requested', async () => {
  await signInAsDemoUser('branch');
  mock.api.fail({
    fault: 'response',
    match: '/events',
    body: 'event: ready\nid: 1\ndata: {"isComplete":false}\n\n',
    headers: { 'content-type': 'text/event-stream' },
    times: 1,
  });
  const { collections } = follow();
  await waitFor(() => expect(collections).toEqual(['orders', 'user', '*']));
});

test.each([
  [60_000, []],
  [0, ['orders', 'user', '*']],
])('a history of %i ms is accepted only if it covers the age of the tab', async (coveredMs, expected) => {
  await signInAsDemoUser('branch');
  mock.api.fail({
    fault: 'response',
    match: '/events',
    body: `event: ready\nid: 1\ndata: {"isComplete":false,"coveredMs":${coveredMs}}\n\n`,
    headers: { 'content-type': 'text/event-stream' },
    times: 1,
  });
  const { collections, waitUntilOpen } = follow();
  await waitUntilOpen();
  expect(collections).toEqual(expected);
});

test('a new tab gets the changes it missed from the tab with the connection', async () => {
  await signInAsDemoUser('branch');
  const { collections, waitUntilOpen } = follow();
  await waitUntilOpen();
  await createBrand('Just now');
  await waitFor(() => expect(collections).toContain('brands'));

  const otherTab = new BroadcastChannel('commissary-events');
  onTestFinished(() => otherTab.close());
  const published: unknown[] = [];
  otherTab.onmessage = ({ data }) => published.push(data);
  otherTab.postMessage({ sinceMs: 60_000 });
  await waitFor(() =>
    expect(published).toContainEqual(expect.objectContaining({ change: { collection: 'brands' } })),
  );
});

test('a tab forwards a changed order with its row, and accepts none from another session', async () => {
  await signInAsDemoUser('branch');
  const otherTab = new BroadcastChannel('commissary-events');
  onTestFinished(() => otherTab.close());
  const forwarded: unknown[] = [];
  otherTab.onmessage = ({ data }) => forwarded.push(data);
  const change = { collection: 'orders', id: 'o1', row: { _id: 'o1', version: 2 } };
  const removal = { collection: 'orders', id: 'o2', row: null };
  mock.api.fail({
    fault: 'response',
    match: '/events',
    body: [
      'event: ready\nid: 1\ndata: {"isComplete":true}\n\n',
      ...[change, removal].map((message) => `event: change\nid: 2\ndata: ${JSON.stringify(message)}\n\n`),
    ].join(''),
    headers: { 'content-type': 'text/event-stream' },
    times: 1,
  });
  const { changes } = follow();
  await waitFor(() => expect(changes).toEqual([change, removal]));
  const session = expect.any(Number);
  await waitFor(() => expect(forwarded).toContainEqual({ session, change: removal }));
  expect(forwarded).toContainEqual({ session, change });

  const ownSession = Number(
    readRecord(forwarded.find((message) => 'change' in readRecord(message)))['session'],
  );
  otherTab.postMessage({ session: ownSession - 1, change: { ...removal, id: 'of another session' } });
  otherTab.postMessage({ session: ownSession, change: { ...removal, id: 'o3' } });
  await waitFor(() => expect(changes).toEqual([change, removal, { ...removal, id: 'o3' }]));
});
