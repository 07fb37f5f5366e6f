import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { items } from '#modules/items/collection.ts';
import { resources } from '#modules/master-data/collections.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { buildSample } from '#app/server/testing/samples.ts';

interface ReceivedEvent {
  collection: string;
  id: string;
  change: string;
}

let api: TestApp;
let n = 7000;
const closeStreams: (() => Promise<void>)[] = [];
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(async () => {
  for (const end of closeStreams) await end();
  await api.close();
});

const admin = () => api.as('admin');
const buildTemplate = (branch: string) => ({
  name: `Week ${++n}`,
  branch,
  lines: [{ itemId: ids.items.flour, qty: 1, unit: ids.units.kg }],
});

/** Collects the events that the user receives from now on. */
async function listen(user: TestUser): Promise<ReceivedEvent[]> {
  const response = await api.app.request('/api/events', {
    headers: { authorization: `Bearer ${api.as(user).token}` },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  closeStreams.push(() => reader.cancel());
  const received: ReceivedEvent[] = [];
  void (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const [, data] = /^event: change\ndata: (.*)$/m.exec(new TextDecoder().decode(value)) ?? [];
      if (data) received.push(JSON.parse(data) as ReceivedEvent);
    }
  })();
  // On PostgreSQL the listening connection opens in the background.
  await waitFor(async () => {
    await admin().post('/brands', { name: `Warm ${++n}` });
    expect(received.length).toBeGreaterThan(0);
  });
  return received;
}

/** Returns the changes received about a row, sorted because PostgreSQL may deliver them in any order. */
const listChanges = (received: readonly ReceivedEvent[], id: string) =>
  received
    .filter((event) => event.id === id)
    .map(({ change }) => change)
    .toSorted();

it('sends row events of every collection: created, changed, archived and deleted', async () => {
  const received = await listen('admin');
  for (const resource of [...resources, items]) {
    const created = await admin().post(resource.path, buildSample(resource, ++n));
    expect(created.status, created.text).toBe(201);
    const id: string = created.body._id;
    await admin().put(`${resource.path}/${id}`, { nameAlt: 'اسم' });
    await admin().post(`${resource.path}/archive`, { ids: [id], isActive: false });
    expect((await admin().delete(`${resource.path}/${id}`)).status).toBe(204);
    await waitFor(() =>
      expect(listChanges(received, id), resource.path).toEqual(['changed', 'changed', 'created', 'deleted']),
    );
  }
});

it("sends a branch's rows to that branch only, and a moved row to both", async () => {
  const [all, own, other] = [await listen('admin'), await listen('branch'), await listen('branch2')];
  const created = await admin().post('/order-templates', buildTemplate(ids.branch1));
  const id: string = created.body._id;
  await admin().put(`/order-templates/${id}`, { name: `Week ${++n}` });
  await admin().put(`/order-templates/${id}`, { branch: ids.branch2 });
  await admin().delete(`/order-templates/${id}`);
  await waitFor(() => expect(listChanges(all, id)).toContain('deleted'));
  await waitFor(() => expect(listChanges(other, id)).toEqual(['changed', 'deleted']));
  await waitFor(() => expect(listChanges(own, id)).toEqual(['changed', 'changed', 'created']));
});

it('sends a proposal to its author and its approvers, and to no other branch', async () => {
  const [approver, own, other] = [await listen('admin'), await listen('branch'), await listen('branch2')];
  const proposed = await api.as('branch').put(`/items/${ids.items.flour}`, { unitPrice: 99 });
  const { _id } = proposed.body.review;
  await waitFor(() => expect(listChanges(approver, _id)).toEqual(['Pending']));
  await waitFor(() => expect(listChanges(own, _id)).toEqual(['Pending']));
  await api.as('branch2').put(`/items/${ids.items.milk}`, { unitPrice: 98 });
  await waitFor(() => expect(other.some(({ collection }) => collection === 'reviews')).toBe(true));
  expect(listChanges(other, _id)).toEqual([]);
});
