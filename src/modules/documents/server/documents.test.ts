import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentHit, WaitingDocuments } from '#platform/documents/document-search-shape.ts';
import { documents } from './registry.ts';
import type { LoadedOrder } from '#modules/orders/server/rows.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { orderIn } from '#app/server/testing/orders.ts';

let api: TestApp;
let draft: LoadedOrder;
let reviewed: LoadedOrder;
let shipped: LoadedOrder;
let elsewhere: LoadedOrder;
let waste: { _id: string; number: string };
/** Users without a location, and one with access to the wastage page only. */
const others: Record<string, TestClient> = {};

beforeAll(async () => {
  api = await createTestApp();
  draft = await orderIn(api, 'Draft', { notes: 'For the Jubilee, by the back door' });
  reviewed = await orderIn(api, 'Under Review');
  shipped = await orderIn(api, 'Shipped');
  elsewhere = await orderIn(api, 'Under Review', { branch: ids.branch2, notes: 'Jubilee, too' });
  const wastage = { item: ids.items.flour, qty: 1, reason: 'other', note: 'Crème brûlée', status: 'Draft' };
  waste = (await api.as('branch').post('/wastage', wastage)).body;
  const everything = { canCreate: true, canEdit: true, canDelete: true, canView: true };
  const people = {
    'a branch user with no place': { role: 'custom_role_sk', allowedPages: ['*'] },
    'a kitchen user with no place': { role: 'custom_role_ck', allowedPages: ['*'] },
    'who sees waste alone': {
      role: 'custom_role_sk',
      branches: [ids.branch1],
      allowedPages: ['branch-order/wastage'],
    },
  };
  for (const [at, [name, rights]] of Object.entries(people).entries()) {
    const person = { name, email: `one${at}@demo.test`, password: 'walnut-harbour', permissions: everything };
    const created = await api.as('master').post('/users', { ...person, ...rights });
    expect([name, created.status]).toEqual([name, 201]);
    others[name] = await api.signIn(created.body._id);
  }
});
afterAll(() => api.close());

const search = async (as: TestClient, q: string, more = ''): Promise<DocumentHit[]> => {
  const response = await as.get(`/documents/search?q=${encodeURIComponent(q)}${more}`);
  expect([q, response.status, response.text]).toEqual([q, 200, response.text]);
  return response.body;
};
const idsIn = (hits: readonly DocumentHit[]) => hits.map(({ _id }) => _id);
const waiting = async (as: TestClient): Promise<WaitingDocuments[]> =>
  (await as.get('/documents/waiting')).body;
const inShort = (groups: readonly WaitingDocuments[]) =>
  groups.map(({ collection, status, verbs, count }) => [collection, status, verbs.join(), count]);

/** The query plan of SQLite for the newest documents of a kind. */
async function planOfNewest(table: string): Promise<string> {
  const { rows } = await sql<{ detail: string }>`explain query plan
    select ${sql.ref('_id')} from ${sql.table(table)}
    order by ${sql.ref('createdAt')} desc, ${sql.ref('_id')} desc limit 500`.execute(api.db.read);
  return rows.map(({ detail }) => detail).join('; ');
}

describe('documents are found', () => {
  it('of every kind by an index on creation time, without sorting all of them', async ({ skip }) => {
    if (api.db.dialect !== 'sqlite') return skip('asked of the plans of SQLite');
    for (const { table } of documents)
      expect([table, await planOfNewest(table)]).toEqual([table, expect.not.stringMatching(/FOR ORDER BY/)]);
  });

  it('by number, its beginning in any case, and its last digits', async () => {
    const { orderNo } = shipped.head;
    for (const typed of [orderNo, orderNo.toLowerCase(), String(Number(orderNo.slice(-6)))])
      expect([typed, idsIn(await search(api.as('branch'), typed))]).toEqual([
        typed,
        expect.arrayContaining([shipped.head._id]),
      ]);
    const [hit] = await search(api.as('branch'), orderNo);
    expect(hit).toEqual({
      collection: 'orders',
      _id: shipped.head._id,
      number: orderNo,
      status: 'Shipped',
      branch: ids.branch1,
      branchName: shipped.head.branchName,
      branchNameAlt: null,
      day: '2026-03-06',
      matched: null,
    });
    expect(idsIn(await search(api.as('branch'), waste.number))).toEqual([waste._id]);
  });

  it('by the delivery note number, which is then shown', async () => {
    const note = shipped.head.deliveryNoteNo ?? '';
    const hits = await search(api.as('kitchen'), note);
    expect(hits.map(({ _id, matched }) => [_id, matched])).toEqual([[shipped.head._id, note]]);
  });

  it('by text regardless of accents, and by item', async () => {
    const [byNote] = await search(api.as('branch'), 'creme BRULEE');
    expect(byNote).toMatchObject({ collection: 'wastage', _id: waste._id, matched: 'Crème brûlée' });
    const [byItem] = await search(api.as('branch'), 'flou');
    expect(byItem).toMatchObject({ _id: waste._id, matched: expect.stringMatching(/flour/i) });
    expect(idsIn(await search(api.as('branch'), 'jubilee'))).toEqual([draft.head._id]);
  });

  it('by location, newest first, limited per kind', async () => {
    const hits = await search(api.as('admin'), shipped.head.branchName);
    expect(idsIn(hits.filter(({ collection }) => collection === 'orders'))).toEqual([
      shipped.head._id,
      reviewed.head._id,
      draft.head._id,
    ]);
    expect(idsIn(hits)).toContain(waste._id);
    const few = await search(api.as('admin'), shipped.head.branchName, '&limit=1');
    expect(few.map(({ collection }) => collection)).toEqual(['orders', 'wastage']);
  });

  it('not by an empty text or by wildcards of the database', async () => {
    for (const typed of ['', '  ', '%', '_', '\\', '*'])
      expect([typed, await search(api.as('admin'), typed)]).toEqual([typed, []]);
    expect((await api.as('admin').get('/documents/search')).body).toEqual([]);
    const responses = ['0', '99', '501'].map((limit) =>
      api.as('admin').get(`/documents/search?q=x&limit=${limit}`),
    );
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([400, 200, 200]);
  });
});

describe('documents out of scope are not found', () => {
  it('of another branch, by any search', async () => {
    for (const typed of [shipped.head.orderNo, waste.number, 'back door', 'brulee', 'flour', 'ORD-'])
      for (const { _id } of await search(api.as('branch2'), typed))
        expect([typed, _id]).toEqual([typed, elsewhere.head._id]);
    expect(idsIn(await search(api.as('branch2'), 'jubilee'))).toEqual([elsewhere.head._id]);
  });

  it('by a kitchen before they were sent there', async () => {
    expect(await search(api.as('kitchen'), draft.head.orderNo)).toEqual([]);
    expect(idsIn(await search(api.as('kitchen'), 'ORD-'))).toEqual([shipped.head._id]);
  });

  it.each(['a branch user with no place', 'a kitchen user with no place'])('by %s', async (name) => {
    const client = others[name] as TestClient;
    for (const typed of ['ORD-', 'WST-', 'flour', shipped.head.branchName])
      expect([typed, await search(client, typed)]).toEqual([typed, []]);
    expect(await waiting(client)).toEqual([]);
  });

  it('of a kind without permission to read', async () => {
    const client = others['who sees waste alone'] as TestClient;
    const kinds = (await search(client, shipped.head.branchName)).map(({ collection }) => collection);
    expect(kinds).toEqual(['wastage']);
    expect(inShort(await waiting(client))).toEqual([['wastage', 'Draft', 'post', 1]]);
  });

  it('without a session', async () => {
    for (const path of ['/documents/search?q=ORD', '/documents/waiting'])
      expect([path, (await api.anonymous.get(path)).status]).toEqual([path, 401]);
  });
});

describe('waiting documents', () => {
  it('are shown to users who can advance them, by kind in lifecycle order', async () => {
    expect(inShort(await waiting(api.as('branch')))).toEqual([
      ['orders', 'Draft', 'submit', 1],
      ['orders', 'Under Review', 'send', 1],
      ['orders', 'Shipped', 'receive', 1],
      ['wastage', 'Draft', 'post', 1],
    ]);
    // Staff may create but not edit, so they submit and neither review nor receive.
    expect(inShort(await waiting(api.as('staff')))).toEqual([['orders', 'Draft', 'submit', 1]]);
    expect(inShort(await waiting(api.as('branch2')))).toEqual([['orders', 'Under Review', 'send', 1]]);
    expect(await waiting(api.as('viewer'))).toEqual([]);
  });

  it('are listed with the longest unchanged first, and marked where the user only substitutes', async () => {
    const [review] = (await waiting(api.as('admin'))).filter(({ status }) => status === 'Under Review');
    expect(review).toMatchObject({ count: 2, standsIn: true, isCapped: false });
    expect(review?.documents.map(({ number }) => number).toSorted()).toEqual(
      [reviewed.head.orderNo, elsewhere.head.orderNo].toSorted(),
    );
    const [first] = await waiting(api.as('branch'));
    expect(first).toMatchObject({
      standsIn: false,
      documents: [{ _id: draft.head._id, number: draft.head.orderNo, branchName: draft.head.branchName }],
    });
  });

  it("are the kitchen's once sent there, and both sides' after a short delivery", async () => {
    const before = inShort(await waiting(api.as('kitchen')));
    expect(before).toEqual([]);
    const sent = await orderIn(api, 'Sent to Central Kitchen');
    expect(inShort(await waiting(api.as('kitchen')))).toEqual([
      ['orders', 'Sent to Central Kitchen', 'accept', 1],
    ]);
    const [line] = shipped.lines;
    const path = `/orders/${shipped.head._id}`;
    const items = [{ lineId: line?.lineId, receivedQty: 0.5 }];
    expect((await api.as('branch').patch(path, { items })).status).toBe(200);
    expect((await api.as('branch').patch(path, { status: 'Received' })).status).toBe(200);
    const open = (groups: WaitingDocuments[]) =>
      groups.find(({ collection }) => collection === 'discrepancies');
    expect(open(await waiting(api.as('kitchen')))).toMatchObject({ status: 'Open', count: 1 });
    expect(open(await waiting(api.as('kitchen')))?.verbs).toContain('resend');
    expect(open(await waiting(api.as('branch')))?.verbs).not.toContain('resend');
    expect(open(await waiting(api.as('branch2')))).toBeUndefined();
    expect(sent.head.status).toBe('Sent to Central Kitchen');
  });
});

describe('the history of an order', () => {
  it('can be read separately by users who see the order', async () => {
    const path = `/orders/${shipped.head._id}`;
    const { statusHistory } = (await api.as('admin').get(path)).body;
    expect(statusHistory.length).toBeGreaterThan(4);
    expect((await api.as('branch').get(`${path}/history`)).body).toEqual(statusHistory);
  });

  it('is hidden from others', async () => {
    for (const path of [`/orders/${draft.head._id}`, '/orders/none'])
      for (const client of [api.as('branch2'), api.as('kitchen'), ...Object.values(others).slice(0, 2)])
        expect([path, (await client.get(`${path}/history`)).status]).toEqual([path, 404]);
  });
});
