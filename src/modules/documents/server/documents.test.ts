import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentHit, WaitingDocuments } from '#platform/documents/document-search-shape.ts';
import { documents } from './registry.ts';
import type { LoadedOrder } from '#modules/orders/server/rows.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let api: TestApp;
let draft: LoadedOrder;
let reviewed: LoadedOrder;
let shipped: LoadedOrder;
let otherBranchOrder: LoadedOrder;
let waste: { _id: string; number: string };
/** Users without a location, and a user with access to the wastage page only. */
const limitedUsers: Record<string, TestClient> = {};

beforeAll(async () => {
  api = await createTestApp();
  draft = await createOrderInStatus(api, 'Draft', { notes: 'For the Jubilee, by the back door' });
  reviewed = await createOrderInStatus(api, 'Under Review');
  shipped = await createOrderInStatus(api, 'Shipped');
  otherBranchOrder = await createOrderInStatus(api, 'Under Review', {
    branch: ids.branch2,
    notes: 'Jubilee, too',
  });
  const wastage = { item: ids.items.flour, qty: 1, reason: 'other', note: 'Crème brûlée', status: 'Draft' };
  waste = (await api.as('branch').post('/wastage', wastage)).body;
  const allFlags = { canCreate: true, canEdit: true, canDelete: true, canView: true };
  const people = {
    'a branch user without a branch': { role: 'custom_role_sk', allowedPages: ['*'] },
    'a kitchen user without a kitchen': { role: 'custom_role_ck', allowedPages: ['*'] },
    'a user of the wastage page only': {
      role: 'custom_role_sk',
      branches: [ids.branch1],
      allowedPages: ['branch-order/wastage'],
    },
  };
  for (const [index, [name, rights]] of Object.entries(people).entries()) {
    const person = {
      name,
      email: `limited${index}@demo.test`,
      password: 'walnut-harbour',
      permissions: allFlags,
    };
    const created = await api.as('master').post('/users', { ...person, ...rights });
    expect([name, created.status]).toEqual([name, 201]);
    limitedUsers[name] = await api.signIn(created.body._id);
  }
});
afterAll(() => api.close());

const search = async (as: TestClient, q: string, params = ''): Promise<DocumentHit[]> => {
  const response = await as.get(`/documents/search?q=${encodeURIComponent(q)}${params}`);
  expect([q, response.status, response.text]).toEqual([q, 200, response.text]);
  return response.body;
};
const listIds = (hits: readonly DocumentHit[]) => hits.map(({ _id }) => _id);
const getWaiting = async (as: TestClient): Promise<WaitingDocuments[]> =>
  (await as.get('/documents/waiting')).body;
const summarise = (groups: readonly WaitingDocuments[]) =>
  groups.map(({ collection, status, verbs, count }) => [collection, status, verbs.join(), count]);

/** Returns SQLite's query plan for the newest documents of a kind. */
async function explainNewest(table: string): Promise<string> {
  const { rows } = await sql<{ detail: string }>`explain query plan
    select ${sql.ref('_id')} from ${sql.table(table)}
    order by ${sql.ref('createdAt')} desc, ${sql.ref('_id')} desc limit 500`.execute(api.db.read);
  return rows.map(({ detail }) => detail).join('; ');
}

describe('document search', () => {
  it('reads the newest documents of every kind from an index instead of sorting them', async ({ skip }) => {
    if (api.db.dialect !== 'sqlite') return skip('reads query plans of SQLite');
    for (const { table } of documents)
      expect([table, await explainNewest(table)]).toEqual([table, expect.not.stringMatching(/FOR ORDER BY/)]);
  });

  it("finds a document by its number regardless of case, and by the number's last digits", async () => {
    const { orderNo } = shipped.header;
    for (const query of [orderNo, orderNo.toLowerCase(), String(Number(orderNo.slice(-6)))])
      expect([query, listIds(await search(api.as('branch'), query))]).toEqual([
        query,
        expect.arrayContaining([shipped.header._id]),
      ]);
    const [hit] = await search(api.as('branch'), orderNo);
    expect(hit).toEqual({
      collection: 'orders',
      _id: shipped.header._id,
      number: orderNo,
      status: 'Shipped',
      branch: ids.branch1,
      branchName: shipped.header.branchName,
      branchNameAlt: null,
      day: '2026-03-06',
      matchedText: null,
    });
    expect(listIds(await search(api.as('branch'), waste.number))).toEqual([waste._id]);
  });

  it('finds a document by its delivery note number, and returns that as the match', async () => {
    const note = shipped.header.deliveryNoteNo ?? '';
    const hits = await search(api.as('kitchen'), note);
    expect(hits.map(({ _id, matchedText }) => [_id, matchedText])).toEqual([[shipped.header._id, note]]);
  });

  it('finds documents by text regardless of accents, and by item', async () => {
    const [byNote] = await search(api.as('branch'), 'creme BRULEE');
    expect(byNote).toMatchObject({ collection: 'wastage', _id: waste._id, matchedText: 'Crème brûlée' });
    const [byItem] = await search(api.as('branch'), 'flou');
    expect(byItem).toMatchObject({ _id: waste._id, matchedText: expect.stringMatching(/flour/i) });
    expect(listIds(await search(api.as('branch'), 'jubilee'))).toEqual([draft.header._id]);
  });

  it('finds documents by location, newest first, limited per kind', async () => {
    const hits = await search(api.as('admin'), shipped.header.branchName);
    expect(listIds(hits.filter(({ collection }) => collection === 'orders'))).toEqual([
      shipped.header._id,
      reviewed.header._id,
      draft.header._id,
    ]);
    expect(listIds(hits)).toContain(waste._id);
    const limitedHits = await search(api.as('admin'), shipped.header.branchName, '&limit=1');
    expect(limitedHits.map(({ collection }) => collection)).toEqual(['orders', 'wastage']);
  });

  it('finds nothing for empty text or database wildcards', async () => {
    for (const query of ['', '  ', '%', '_', '\\', '*'])
      expect([query, await search(api.as('admin'), query)]).toEqual([query, []]);
    expect((await api.as('admin').get('/documents/search')).body).toEqual([]);
    const responses = ['0', '99', '501'].map((limit) =>
      api.as('admin').get(`/documents/search?q=x&limit=${limit}`),
    );
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([400, 200, 200]);
  });
});

describe("documents that a user can't see", () => {
  it('are never found if they belong to a different branch', async () => {
    for (const query of [shipped.header.orderNo, waste.number, 'back door', 'brulee', 'flour', 'ORD-'])
      for (const { _id } of await search(api.as('branch2'), query))
        expect([query, _id]).toEqual([query, otherBranchOrder.header._id]);
    expect(listIds(await search(api.as('branch2'), 'jubilee'))).toEqual([otherBranchOrder.header._id]);
  });

  it('are hidden from a kitchen until they are sent there', async () => {
    expect(await search(api.as('kitchen'), draft.header.orderNo)).toEqual([]);
    expect(listIds(await search(api.as('kitchen'), 'ORD-'))).toEqual([shipped.header._id]);
  });

  it.each(['a branch user without a branch', 'a kitchen user without a kitchen'])(
    'are hidden from %s',
    async (name) => {
      const client = limitedUsers[name] as TestClient;
      for (const query of ['ORD-', 'WST-', 'flour', shipped.header.branchName])
        expect([query, await search(client, query)]).toEqual([query, []]);
      expect(await getWaiting(client)).toEqual([]);
    },
  );

  it('are hidden if the user may not read their kind', async () => {
    const client = limitedUsers['a user of the wastage page only'] as TestClient;
    const kinds = (await search(client, shipped.header.branchName)).map(({ collection }) => collection);
    expect(kinds).toEqual(['wastage']);
    expect(summarise(await getWaiting(client))).toEqual([['wastage', 'Draft', 'post', 1]]);
  });

  it('require a session', async () => {
    for (const path of ['/documents/search?q=ORD', '/documents/waiting'])
      expect([path, (await api.anonymous.get(path)).status]).toEqual([path, 401]);
  });
});

describe('waiting documents', () => {
  it('are shown to users who can advance them, by kind in lifecycle order', async () => {
    expect(summarise(await getWaiting(api.as('branch')))).toEqual([
      ['orders', 'Draft', 'submit', 1],
      ['orders', 'Under Review', 'send', 1],
      ['orders', 'Shipped', 'receive', 1],
      ['wastage', 'Draft', 'post', 1],
    ]);
    // Staff may create but not edit, so they can submit, but not review or receive.
    expect(summarise(await getWaiting(api.as('staff')))).toEqual([['orders', 'Draft', 'submit', 1]]);
    expect(summarise(await getWaiting(api.as('branch2')))).toEqual([['orders', 'Under Review', 'send', 1]]);
    expect(await getWaiting(api.as('viewer'))).toEqual([]);
  });

  it("are listed longest unchanged first, and marked if the user would act on someone else's behalf", async () => {
    const [review] = (await getWaiting(api.as('admin'))).filter(({ status }) => status === 'Under Review');
    expect(review).toMatchObject({ count: 2, isSubstitute: true, isCapped: false });
    expect(review?.documents.map(({ number }) => number).toSorted()).toEqual(
      [reviewed.header.orderNo, otherBranchOrder.header.orderNo].toSorted(),
    );
    const [first] = await getWaiting(api.as('branch'));
    expect(first).toMatchObject({
      isSubstitute: false,
      documents: [
        { _id: draft.header._id, number: draft.header.orderNo, branchName: draft.header.branchName },
      ],
    });
  });

  it('are shown to the kitchen once sent to it, and to both parties after a short delivery', async () => {
    const before = summarise(await getWaiting(api.as('kitchen')));
    expect(before).toEqual([]);
    const sent = await createOrderInStatus(api, 'Sent to Central Kitchen');
    expect(summarise(await getWaiting(api.as('kitchen')))).toEqual([
      ['orders', 'Sent to Central Kitchen', 'accept', 1],
    ]);
    const [line] = shipped.lines;
    const path = `/orders/${shipped.header._id}`;
    const items = [{ lineId: line?.lineId, receivedQty: 0.5 }];
    expect((await api.as('branch').patch(path, { items })).status).toBe(200);
    expect((await api.as('branch').patch(path, { status: 'Received' })).status).toBe(200);
    const findDiscrepancies = (groups: WaitingDocuments[]) =>
      groups.find(({ collection }) => collection === 'discrepancies');
    expect(findDiscrepancies(await getWaiting(api.as('kitchen')))).toMatchObject({
      status: 'Open',
      count: 1,
    });
    expect(findDiscrepancies(await getWaiting(api.as('kitchen')))?.verbs).toContain('resend');
    expect(findDiscrepancies(await getWaiting(api.as('branch')))?.verbs).not.toContain('resend');
    expect(findDiscrepancies(await getWaiting(api.as('branch2')))).toBeUndefined();
    expect(sent.header.status).toBe('Sent to Central Kitchen');
  });
});

describe('the history of an order', () => {
  it('can be read separately by users who see the order', async () => {
    const path = `/orders/${shipped.header._id}`;
    const { statusHistory } = (await api.as('admin').get(path)).body;
    expect(statusHistory.length).toBeGreaterThan(4);
    expect((await api.as('branch').get(`${path}/history`)).body).toEqual(statusHistory);
  });

  it('is hidden from other users', async () => {
    for (const path of [`/orders/${draft.header._id}`, '/orders/none'])
      for (const client of [api.as('branch2'), api.as('kitchen'), ...Object.values(limitedUsers).slice(0, 2)])
        expect([path, (await client.get(`${path}/history`)).status]).toEqual([path, 404]);
  });
});
