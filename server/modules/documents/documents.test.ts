import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentHit, WaitingDocuments } from '#contract/document-search.ts';
import { documents } from '../../documents/registry.ts';
import type { LoadedOrder } from '../orders/rows.ts';
import type { TestClient } from '../../testing/client.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { ids } from '../../testing/ids.ts';
import { orderIn } from '../../testing/orders.ts';

let api: TestApp;
let draft: LoadedOrder;
let reviewed: LoadedOrder;
let shipped: LoadedOrder;
let elsewhere: LoadedOrder;
let waste: { _id: string; number: string };
/** People without a place, and one who may open nothing but the page of waste. */
const others: Record<string, TestClient> = {};

beforeAll(async () => {
  api = await createTestApp();
  draft = await orderIn(api, 'Draft', { notes: 'For the Jubilee, by the back door' });
  reviewed = await orderIn(api, 'Under Review');
  shipped = await orderIn(api, 'Shipped');
  elsewhere = await orderIn(api, 'Under Review', { branch: ids.branch2, notes: 'Jubilee, too' });
  const thrown = { item: ids.items.flour, qty: 1, reason: 'other', note: 'Crème brûlée', status: 'Draft' };
  waste = (await api.as('branch').post('/wastage', thrown)).body;
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
    const made = await api.as('master').post('/users', { ...person, ...rights });
    expect([name, made.status]).toEqual([name, 201]);
    others[name] = await api.signIn(made.body._id);
  }
});
afterAll(() => api.close());

const search = async (as: TestClient, q: string, more = ''): Promise<DocumentHit[]> => {
  const answer = await as.get(`/documents/search?q=${encodeURIComponent(q)}${more}`);
  expect([q, answer.status, answer.text]).toEqual([q, 200, answer.text]);
  return answer.body;
};
const idsIn = (hits: readonly DocumentHit[]) => hits.map(({ _id }) => _id);
const waiting = async (as: TestClient): Promise<WaitingDocuments[]> =>
  (await as.get('/documents/waiting')).body;
const inShort = (groups: readonly WaitingDocuments[]) =>
  groups.map(({ collection, status, verbs, count }) => [collection, status, verbs.join(), count]);

/** In which order the newest of a kind are looked for, as SQLite plans it. */
async function planOfNewest(table: string): Promise<string> {
  const { rows } = await sql<{ detail: string }>`explain query plan
    select ${sql.ref('_id')} from ${sql.table(table)}
    order by ${sql.ref('createdAt')} desc, ${sql.ref('_id')} desc limit 500`.execute(api.db.read);
  return rows.map(({ detail }) => detail).join('; ');
}

describe('documents are found', () => {
  it('of every kind by an index of when they were made: nobody who types waits until all of them are sorted', async ({
    skip,
  }) => {
    if (api.db.dialect !== 'sqlite') return skip('asked of the plans of SQLite');
    for (const { table } of documents)
      expect([table, await planOfNewest(table)]).toEqual([table, expect.not.stringMatching(/FOR ORDER BY/)]);
  });

  it('by their number, by its beginning, in small letters and by its last digits', async () => {
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

  it('by the number of the delivery note, which is then named', async () => {
    const note = shipped.head.deliveryNoteNo ?? '';
    const hits = await search(api.as('kitchen'), note);
    expect(hits.map(({ _id, matched }) => [_id, matched])).toEqual([[shipped.head._id, note]]);
  });

  it('by what people wrote on them, whatever the accents, and by the item', async () => {
    const [byNote] = await search(api.as('branch'), 'creme BRULEE');
    expect(byNote).toMatchObject({ collection: 'wastage', _id: waste._id, matched: 'Crème brûlée' });
    const [byItem] = await search(api.as('branch'), 'flou');
    expect(byItem).toMatchObject({ _id: waste._id, matched: expect.stringMatching(/flour/i) });
    expect(idsIn(await search(api.as('branch'), 'jubilee'))).toEqual([draft.head._id]);
  });

  it('by their place, newest first, at most so many of a kind', async () => {
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

  it('by nothing at all not, nor by signs that a database takes for any text', async () => {
    for (const typed of ['', '  ', '%', '_', '\\', '*'])
      expect([typed, await search(api.as('admin'), typed)]).toEqual([typed, []]);
    expect((await api.as('admin').get('/documents/search')).body).toEqual([]);
    const answers = ['0', '99', '501'].map((limit) =>
      api.as('admin').get(`/documents/search?q=x&limit=${limit}`),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 200, 200]);
  });
});

describe('what is out of sight is not found', () => {
  it('of another branch, however it is asked for', async () => {
    for (const typed of [shipped.head.orderNo, waste.number, 'back door', 'brulee', 'flour', 'ORD-'])
      for (const { _id } of await search(api.as('branch2'), typed))
        expect([typed, _id]).toEqual([typed, elsewhere.head._id]);
    expect(idsIn(await search(api.as('branch2'), 'jubilee'))).toEqual([elsewhere.head._id]);
  });

  it('by a kitchen before it was sent there', async () => {
    expect(await search(api.as('kitchen'), draft.head.orderNo)).toEqual([]);
    expect(idsIn(await search(api.as('kitchen'), 'ORD-'))).toEqual([shipped.head._id]);
  });

  it.each(['a branch user with no place', 'a kitchen user with no place'])('by %s', async (name) => {
    const client = others[name] as TestClient;
    for (const typed of ['ORD-', 'WST-', 'flour', shipped.head.branchName])
      expect([typed, await search(client, typed)]).toEqual([typed, []]);
    expect(await waiting(client)).toEqual([]);
  });

  it('of a kind that somebody may not read', async () => {
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

describe('what waits', () => {
  it('waits for those who can bring it a step further, by kind and in the order of its life', async () => {
    expect(inShort(await waiting(api.as('branch')))).toEqual([
      ['orders', 'Draft', 'submit', 1],
      ['orders', 'Under Review', 'send', 1],
      ['orders', 'Shipped', 'receive', 1],
      ['wastage', 'Draft', 'post', 1],
    ]);
    // Who may create and not edit hands in, and neither reviews nor receives.
    expect(inShort(await waiting(api.as('staff')))).toEqual([['orders', 'Draft', 'submit', 1]]);
    expect(inShort(await waiting(api.as('branch2')))).toEqual([['orders', 'Under Review', 'send', 1]]);
    expect(await waiting(api.as('viewer'))).toEqual([]);
  });

  it('names the documents, the longest untouched first, and says for whom somebody only stands in', async () => {
    const [review] = (await waiting(api.as('admin'))).filter(({ status }) => status === 'Under Review');
    expect(review).toMatchObject({ count: 2, standsIn: true, isCapped: false });
    expect(review?.documents.map(({ number }) => number).toSorted()).toEqual(
      [reviewed.head.orderNo, elsewhere.head.orderNo].toSorted(),
    );
    const [own] = await waiting(api.as('branch'));
    expect(own).toMatchObject({
      standsIn: false,
      documents: [{ _id: draft.head._id, number: draft.head.orderNo, branchName: draft.head.branchName }],
    });
  });

  it('for the kitchen when it is sent there, and for both when a delivery was short', async () => {
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

describe('the steps of an order', () => {
  it('are told by themselves, too, to who sees it', async () => {
    const path = `/orders/${shipped.head._id}`;
    const { statusHistory } = (await api.as('admin').get(path)).body;
    expect(statusHistory.length).toBeGreaterThan(4);
    expect((await api.as('branch').get(`${path}/history`)).body).toEqual(statusHistory);
  });

  it('are told to nobody else', async () => {
    for (const path of [`/orders/${draft.head._id}`, '/orders/none'])
      for (const client of [api.as('branch2'), api.as('kitchen'), ...Object.values(others).slice(0, 2)])
        expect([path, (await client.get(`${path}/history`)).status]).toEqual([path, 404]);
  });
});
