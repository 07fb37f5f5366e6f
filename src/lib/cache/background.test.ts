import { focusManager, type QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionStore } from '../api/connection.ts';
import { beginSession, endSession } from '../session/session.ts';
import { announceChange, heardFromStream, lostStream, resumeOrders } from './background.ts';
import { breakerStore } from './breaker.ts';
import { clientWithPolicies, countedQuery, minute, second, show } from './testing.ts';

const drafts = () => countedQuery(['orders_data', 'list', { status: 'Draft' }]);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function lookAgain(): void {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onTestFinished(() => focusManager.setFocused(undefined));
}

test('a list on screen is fetched anew when its lifetime has passed, ten times; then saved orders are served', async () => {
  const queryClient = clientWithPolicies();
  const list = drafts();
  await show(queryClient, list);
  await wait(21 * minute);
  expect(list.calls).toHaveLength(1 + 10);
  expect(breakerStore.get().size).toBe(0);
  await wait(60 * minute);
  expect(list.calls).toHaveLength(1 + 10);
  expect([...breakerStore.get()]).toEqual(['orders_data']);
});

test('counted per collection: three lists of orders share the ten', async () => {
  const queryClient = clientWithPolicies();
  const lists = [1, 2, 3].map((page) => countedQuery(['orders_data', 'list', { page }]));
  const submission = countedQuery(['orders_submission_data', 'list', {}], minute);
  for (const list of [...lists, submission]) await show(queryClient, list);
  await wait(9 * minute);
  expect(lists.flatMap((list) => list.calls)).toHaveLength(3 + 10);
  expect(breakerStore.get().has('orders_submission_data')).toBe(false);
});

test('at most one fetch per five seconds: two looks at the tab fetch each list once', async () => {
  const queryClient = clientWithPolicies();
  const lists = [drafts(), countedQuery(['orders_data', 'list', { page: 2 }])];
  for (const list of lists) await show(queryClient, list);
  await wait(10 * second);
  lookAgain();
  lookAgain();
  await wait(4 * second);
  lookAgain();
  await wait(20 * second);
  const [first = 0, other = 0, ...more] = lists
    .flatMap((list) => list.calls.slice(1))
    .toSorted((a, b) => a - b);
  expect(more).toEqual([]);
  expect(other - first).toBeGreaterThanOrEqual(5 * second);
});

test('what a person does goes at once and resets throttle and count', async () => {
  const queryClient = clientWithPolicies();
  const list = drafts();
  const { refetch } = await show(queryClient, list);
  await wait(25 * minute);
  expect(breakerStore.get().size).toBe(1);
  void refetch();
  await wait(200);
  expect(breakerStore.get().size).toBe(0);
  expect(list.calls).toHaveLength(12);
  await wait(5 * second);
  lookAgain();
  await wait(200);
  expect(list.calls).toHaveLength(13);
  await wait(19 * minute);
  expect(list.calls).toHaveLength(22);
  expect(breakerStore.get().size).toBe(0);
});

const closers: [what: string, act: (queryClient: QueryClient) => void][] = [
  ['Resume', resumeOrders],
  ['an order changed here', (queryClient) => queryClient.setQueryData(['orders_data', 'one', '1'], 'answer')],
  [
    'an order opened',
    (queryClient) => void queryClient.query(countedQuery(['orders_data', 'one', '2']).options),
  ],
  ['a change the server announces', (queryClient) => announceChange(queryClient, 'orders')],
  ['signing in', () => beginSession('token', person)],
];
const person = {
  _id: 'u1',
  name: 'Ama',
  email: 'ama@demo.test',
  roleDescription: null,
  roleLabel: null,
  mustChangePassword: false,
  baseCurrency: 'GBP',
  role: 'admin',
  isMasterAdmin: false,
  permissions: { canCreate: true, canEdit: true, canDelete: true, canView: true },
  allowedPages: ['*'],
  branches: [],
  kitchens: [],
};

test.each(closers)('%s closes the breaker', async (_what, act) => {
  const queryClient = clientWithPolicies();
  onTestFinished(() => endSession('signed-out'));
  await show(queryClient, drafts());
  await wait(25 * minute);
  expect(breakerStore.get().size).toBe(1);
  act(queryClient);
  await wait(second);
  expect(breakerStore.get().size).toBe(0);
});

test('announced changes reset the count, but not the five seconds', async () => {
  const queryClient = clientWithPolicies();
  const list = drafts();
  await show(queryClient, list);
  for (let n = 0; n < 60; n++) {
    announceChange(queryClient, 'orders');
    await wait(second);
  }
  await wait(10 * second);
  expect(list.calls.length - 1).toBeGreaterThan(10);
  expect(list.calls.length - 1).toBeLessThanOrEqual(14);
  expect(breakerStore.get().size).toBe(0);
  expect(list.calls.at(-1)).toBeGreaterThanOrEqual(Date.now() - 11 * second);
});

test.each([
  ['of a list', ['orders_data', 'list', { status: 'Draft' }]],
  ['of one order', ['orders_data', 'one', '1']],
])('a change %s announced while an answer is on its way is asked for again', async (_what, queryKey) => {
  const queryClient = clientWithPolicies();
  const query = countedQuery(queryKey);
  const { refetch } = await show(queryClient, query);
  void refetch();
  await wait(50);
  expect(queryClient.isFetching()).toBe(1);
  announceChange(queryClient, 'orders');
  await wait(6 * second);
  expect(query.calls).toHaveLength(3);
});

test('an announced change marks what is not on screen, so that it is fetched when it is next shown', async () => {
  const queryClient = clientWithPolicies();
  const [list, guide] = [drafts(), countedQuery(['orders_data', 'suggestions'])];
  (await show(queryClient, list)).leave();
  await show(queryClient, guide);
  announceChange(queryClient, 'orders');
  await wait(10 * second);
  expect(list.calls).toHaveLength(1);
  expect(guide.calls).toHaveLength(1);
  await show(queryClient, list);
  expect(list.calls).toHaveLength(2);
});

test('while the event stream is heard, no timer asks; without it the timer is back', async () => {
  const queryClient = clientWithPolicies();
  const list = drafts();
  lostStream();
  heardFromStream();
  await show(queryClient, list);
  for (let n = 0; n < 30; n++) {
    heardFromStream();
    await wait(20 * second);
  }
  expect(list.calls).toHaveLength(1);
  await wait(90 * second);
  expect(list.calls).toHaveLength(2);
});

test('a stream is no proof for what was fetched before it was opened: that is asked for once more', async () => {
  const queryClient = clientWithPolicies();
  const list = drafts();
  lostStream();
  await show(queryClient, list);
  for (let n = 0; n < 30; n++) {
    await wait(20 * second);
    heardFromStream();
  }
  expect(list.calls).toHaveLength(2);
});

test('when the stream ends, timers ask again at once', async () => {
  const queryClient = clientWithPolicies();
  const list = drafts();
  lostStream();
  heardFromStream();
  await show(queryClient, list);
  for (let n = 0; n < 30; n++) {
    heardFromStream();
    await wait(20 * second);
  }
  expect(list.calls).toHaveLength(1);
  lostStream();
  await wait(6 * second);
  expect(list.calls).toHaveLength(2);
});

test('nobody is asked while the tab is hidden or the server does not answer; coming back asks', async () => {
  const queryClient = clientWithPolicies();
  const list = drafts();
  await show(queryClient, list);
  focusManager.setFocused(false);
  await wait(10 * minute);
  expect(list.calls).toHaveLength(1);
  focusManager.setFocused(true);
  onTestFinished(() => focusManager.setFocused(undefined));
  await wait(second);
  expect(list.calls).toHaveLength(2);
  connectionStore.set({ isAlive: false, lastHeardAt: null });
  await wait(10 * minute);
  expect(list.calls).toHaveLength(2);
  connectionStore.set({ isAlive: true, lastHeardAt: null });
  await wait(second);
  expect(list.calls).toHaveLength(3);
});

test('one order on screen is followed where its screen says so, uncounted', async () => {
  const queryClient = clientWithPolicies();
  const order = countedQuery(['orders_data', 'one', '1']);
  const live = { ...order, options: { ...order.options, meta: { isLive: true } } };
  await show(queryClient, live);
  await show(queryClient, countedQuery(['orders_data', 'one', '2']));
  await wait(41 * minute);
  expect(order.calls.length).toBeGreaterThan(15);
  expect(breakerStore.get().size).toBe(0);
});
