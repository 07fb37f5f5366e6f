import type { CountLine, StockCount } from '../shapes.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
  for (const item of [flour, milk]) await receiveStock(api, ids.branch1, item, 100, 2);
});
afterEach(async () => {
  expect(await reconcile(api.db.read)).toEqual([]);
  expect(api.errors).toEqual([]);
  await api.close();
});

const { flour, milk, tomato } = ids.items;
type Count = StockCount & { items: CountLine[] };
let seq = 0;

const branch = () => api.as('branch');
async function expectOk<T>(response: Promise<{ status: number; text: string; body: T }>): Promise<T> {
  const { status, text, body } = await response;
  expect([200, 201, 204], text).toContain(status);
  return body;
}
const changeStatus = (id: string, status: string): Promise<Count> =>
  expectOk(api.as('admin').patch(`/stock-counts/${id}`, { status }));
const getCount = (id: string): Promise<Count> => expectOk(api.as('admin').get(`/stock-counts/${id}`));

/** Creates a count with one entered line per item that isn't submitted yet. */
async function createCountWithEntries(
  amounts: Record<string, number>,
  place: string = ids.branch1,
): Promise<Count> {
  const body = { type: 'spot', branch: place, itemIds: Object.keys(amounts) };
  const { _id } = await expectOk<Count>(api.as('admin').post('/stock-counts', body));
  const { items } = await changeStatus(_id, 'Counting');
  const events = items.map(({ lineId, itemId }) => ({
    device: 'tablet',
    seq: (seq += 1),
    mode: 'set',
    lineId,
    qty: amounts[itemId],
  }));
  await expectOk(api.as('admin').post(`/stock-counts/${_id}/events`, { events }));
  api.clock.advance(60_000);
  return getCount(_id);
}

/** Records waste with an effective time. */
const recordWaste = (item: string, qty: number, dateTime: string) =>
  expectOk<{ _id: string }>(
    api.as('admin').post('/wastage', { branch: ids.branch1, item, qty, reason: 'spoiled', dateTime }),
  );

/**
 * Loads the lists *Resolve* and *Approve* as pairs of a count's id and its number of lines with questions.
 */
async function loadLists(): Promise<{ resolve: [string, number][]; approve: [string, number][] }> {
  const loadList = async (filter: string) =>
    (
      await expectOk<Count[]>(api.as('admin').get(`/stock-counts?status=Submitted&hasQuestions=${filter}`))
    ).map(({ _id, openQuestionLines }): [string, number] => [_id, openQuestionLines]);
  return { resolve: await loadList('yes'), approve: await loadList('no') };
}

it('C14: a late movement puts a count on the list to resolve, and answering it removes the count', async () => {
  const before = api.clock.now().toISOString();
  api.clock.advance(60_000);
  const { _id, items } = await createCountWithEntries({ [flour]: 95, [milk]: 100 });
  await changeStatus(_id, 'Submitted');
  expect(await loadLists()).toEqual({ resolve: [], approve: [[_id, 0]] });
  await recordWaste(flour, 5, before);
  expect(await loadLists()).toEqual({ resolve: [[_id, 1]], approve: [] });
  // The data that an open count sheet reloads.
  expect(await getCount(_id)).toMatchObject({ openQuestionLines: 1, progress: { openQuestionLines: 1 } });
  const lineId = items.find(({ itemId }) => itemId === flour)?.lineId;
  await expectOk(
    branch().patch(`/stock-counts/${_id}`, { items: [{ lineId, lateMovementAnswer: 'before' }] }),
  );
  expect(await loadLists()).toEqual({ resolve: [], approve: [[_id, 0]] });
  // One late movement of the other item, and a newer unanswered one of the first.
  await recordWaste(milk, 2, before);
  await recordWaste(flour, 1, before);
  expect(await loadLists()).toEqual({ resolve: [[_id, 2]], approve: [] });
});

it('C14: an answer covers the movements that were shown; later ones raise a new question', async () => {
  const before = api.clock.now().toISOString();
  api.clock.advance(60_000);
  const { _id } = await createCountWithEntries({ [flour]: 95 });
  await changeStatus(_id, 'Submitted');
  await recordWaste(flour, 5, before);
  const loadLine = async () => (await getCount(_id)).items.find(({ itemId }) => itemId === flour);
  const { lineId, lateMovementSeq } = (await loadLine()) ?? {};
  expect(lateMovementSeq).toBeGreaterThan(0);
  await recordWaste(flour, 1, before);
  const answerQuestion = (decision: object) =>
    expectOk(
      branch().patch(`/stock-counts/${_id}`, {
        items: [{ lineId, lateMovementAnswer: 'before', ...decision }],
      }),
    );
  await answerQuestion({ lateMovementSeq });
  expect(await loadLine()).toMatchObject({ bookQty: 95, varianceQty: 0, questions: [{ question: 'moves' }] });
  await answerQuestion({ lateMovementSeq: (await loadLine())?.lateMovementSeq });
  expect(await loadLine()).toMatchObject({ bookQty: 94, varianceQty: 1 });
  expect((await loadLine())?.questions).not.toContainEqual({ question: 'moves' });
});

it("C14: a late movement during an open count raises a question on submission; a movement made after the count doesn't", async () => {
  const before = api.clock.now().toISOString();
  api.clock.advance(60_000);
  const late = await createCountWithEntries({ [flour]: 95 });
  await recordWaste(flour, 5, before);
  await changeStatus(late._id, 'Submitted');
  const other = await createCountWithEntries({ [milk]: 90 });
  await changeStatus(other._id, 'Submitted');
  await recordWaste(milk, 5, api.clock.now().toISOString());
  expect(await loadLists()).toEqual({ resolve: [[late._id, 1]], approve: [[other._id, 0]] });
});

it('C3: a posting by another count puts this one on the list to resolve', async () => {
  const first = await createCountWithEntries({ [flour]: 90 });
  const second = await createCountWithEntries({ [flour]: 90 });
  for (const { _id } of [first, second]) await changeStatus(_id, 'Submitted');
  await changeStatus(first._id, 'Approved');
  expect(await loadLists()).toEqual({ resolve: [[second._id, 1]], approve: [] });
});

it('a later reservation raises a question until it is released', async () => {
  await receiveStock(api, ids.kitchen, tomato, 10, 2);
  const order = await createOrderInStatus(api, 'Sent to Central Kitchen', {
    items: [{ itemId: tomato, orderQty: 4 }],
  });
  const count = await createCountWithEntries({ [tomato]: 7 }, ids.kitchen);
  await changeStatus(count._id, 'Submitted');
  expect((await loadLists()).resolve).toEqual([]);
  const path = `/orders/${order.header._id}`;
  await expectOk(api.as('admin').patch(path, { status: 'Under Process' }));
  expect((await getCount(count._id)).items[0]?.questions.map(({ question }) => question)).toEqual(
    (await loadLists()).resolve.length > 0 ? ['promised'] : [],
  );
  await expectOk(api.as('admin').patch(path, { status: 'Shipped' }));
  expect((await loadLists()).resolve.map(([id]) => id)).toEqual(
    (await getCount(count._id)).items.some(({ questions }) => questions.length > 0) ? [count._id] : [],
  );
});

it('a late movement concurrent with the submission is detected, whichever comes first', async () => {
  const before = api.clock.now().toISOString();
  api.clock.advance(60_000);
  for (let round = 0; round < 8; round += 1) {
    const { _id } = await createCountWithEntries({ [flour]: 50, [milk]: 50 });
    await Promise.all([
      recordWaste(flour, 1, before),
      changeStatus(_id, 'Submitted'),
      recordWaste(milk, 1, before),
    ]);
    const openLines = (await getCount(_id)).items.filter(({ questions }) => questions.length > 0).length;
    // Both movements are late because they are posted after the entries; they are detected in either order.
    expect(openLines).toBe(2);
    expect((await loadLists()).resolve).toEqual([[_id, 2]]);
    await changeStatus(_id, 'Cancelled');
  }
});

it('notifies other clients when a count has new questions', async () => {
  const before = api.clock.now().toISOString();
  api.clock.advance(60_000);
  const { _id } = await createCountWithEntries({ [flour]: 95 });
  await changeStatus(_id, 'Submitted');
  const response = await api.app.request('/api/events', {
    headers: { authorization: `Bearer ${api.as('branch').token}` },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let received = '';
  void (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      received += new TextDecoder().decode(next.value);
  })();
  await waitFor(() => expect(received).toContain('event: ready'));
  await recordWaste(flour, 5, before);
  await waitFor(() => expect(received).toContain(`"collection":"stock-counts","id":"${_id}"`));
  await reader.cancel();
});
