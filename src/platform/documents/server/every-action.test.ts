import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeAudit } from '#platform/server/http/audit.ts';
import type { NewAuditEntry } from '#platform/server/http/route.ts';
import { routes } from '#app/server/routes.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { documentSamples } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import type { AnyDocument } from './define.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { syncVersions } from './versions.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  const mail = {
    host: 'mail.olive.test',
    port: 587,
    security: 'starttls',
    user: 'olive',
    password: 'a quiet secret',
    senderName: 'Olive',
    senderAddress: 'office@olive.test',
    dashboardUrl: 'https://olive.test/',
    externalReports: [],
  };
  const saved = await t.as('admin').put('/mail/settings', mail);
  expect(saved.status, saved.text).toBe(200);
});
afterAll(async () => {
  expect(t.errors).toEqual([]);
  await t.close();
});

type Method = 'post' | 'put' | 'patch' | 'delete';
const collections = documents.map(({ collection }) => collection);

/** Requests that succeeded, with ids removed. */
const succeeded = new Set<string>();
async function call(method: Method, path: string, body: object = {}) {
  const admin = t.as('admin');
  const response = await (method === 'delete' ? admin.delete(path) : admin[method](path, body));
  if (response.status < 300) succeeded.add(`${method} ${path.replace(/[\da-f]{8}-[\da-f-]{27}/g, ':id')}`);
  return response;
}

interface Transition {
  to: string;
  verb: string;
}
interface Document {
  _id: string;
  status: string;
  items?: { lineId: string }[];
}
type Collection = (typeof collections)[number];
const read = async (collection: Collection, id: string): Promise<Document> =>
  (await t.as('admin').get(`/${collection}/${id}`)).body;

/** Transitions that need additional input, or that aren't made by changing the status with PATCH. */
const customTransitions: Partial<
  Record<Collection, (document: Document, transition: Transition) => Promise<{ status: number }>>
> = {
  wastage: ({ _id }, { to }) =>
    to === 'Reversed'
      ? call('delete', `/wastage/${_id}`)
      : call('put', `/wastage/${_id}`, { item: ids.items.flour, qty: 0.5, reason: 'spoiled', status: to }),
  discrepancies: ({ _id }, { verb }) => call('patch', `/discrepancies/${_id}`, { action: verb }),
  async 'stock-counts'({ _id, items = [] }, { to }) {
    const path = `/stock-counts/${_id}`;
    const lines = items.map(({ lineId }) => lineId);
    if (to === 'Submitted') {
      const { bookSeq } = (await t.as('admin').get(`${path}/progress`)).body;
      const events = lines.map((lineId, index) => ({
        device: 'tablet',
        seq: Date.parse(t.clock.now().toISOString()) + index,
        lineId,
        mode: 'set',
        qty: 3,
        lastSeenSeq: 0,
        bookSeq,
        countedAt: t.clock.now().toISOString(),
      }));
      await call('post', `${path}/events`, { events });
    }
    if (to === 'Recount')
      await call('patch', path, { items: lines.map((lineId) => ({ lineId, isMarkedForRecount: true })) });
    return call('patch', path, { status: to });
  },
};

async function makeTransition(
  collection: Collection,
  document: Document,
  transition: Transition,
): Promise<boolean> {
  const path = `/${collection}/${document._id}`;
  const custom = customTransitions[collection];
  if (custom) return (await custom(document, transition)).status < 300;
  const { to } = transition;
  if ((await call('patch', path, { status: to })).status < 300) return true;
  await call('patch', path, { transitionReason: 'As agreed' });
  if ((await call('patch', path, { status: to })).status < 300) return true;
  return (await call('patch', path, { status: to, transitionReason: 'As agreed' })).status < 300;
}

/**
 * Returns the transitions from a status: untested ones first, then the others by their distance to an untested one.
 */
function orderTransitions(document: AnyDocument, status: string, madeTransitions: ReadonlySet<string>) {
  const { transitions } = document.lifecycle;
  const targets = new Set(listMissing(document, madeTransitions));
  const steps = new Map<string, number>();
  for (
    let reached = transitions.filter((candidate) => targets.has(formatTransition(candidate.from, candidate))),
      depth = 0;
    reached.length > 0;
    depth++
  ) {
    for (const { from } of reached) if (!steps.has(from)) steps.set(from, depth);
    reached = transitions.filter(({ from, to }) => steps.get(to) === depth && !steps.has(from));
  }
  const distance = (candidate: (typeof transitions)[number]) =>
    targets.has(formatTransition(candidate.from, candidate)) ? -1 : (steps.get(candidate.to) ?? 99);
  return transitions.filter(({ from }) => from === status).toSorted((a, b) => distance(a) - distance(b));
}
const formatTransition = (status: string, { to, verb }: Transition) => `${status} > ${to} (${verb})`;

/** Transitions that no sample reaches; they are covered by the tests of their kinds. */
const testedElsewhere = [
  // Nothing requires approval if there is no limit.
  'Pending Approval',
  // Discrepancies with damaged or excess goods.
  '(returned)',
  '(confirmed)',
  '> Resolved (written_off)',
  // Orders that were received in full.
  'Sent > Closed (close)',
  // Returns to a supplier that were closed.
  'Received > Sent (reopen)',
];

const listMissing = ({ lifecycle }: AnyDocument, madeTransitions: ReadonlySet<string>): string[] =>
  lifecycle.transitions
    .map((candidate) => formatTransition(candidate.from, candidate))
    .filter((key) => !madeTransitions.has(key) && !testedElsewhere.some((part) => key.includes(part)));

/**
 * Moves documents of a kind through their lifecycle until every transition has been made; returns the
 * transitions made.
 */
async function makeEveryTransition(document: AnyDocument): Promise<Set<string>> {
  const { type, collection } = document;
  const madeTransitions = new Set<string>();
  const sample = documentSamples[type];
  // Each document makes as many transitions as it can; while one is missing, a new document is created.
  for (
    let documents = 0;
    sample && documents < 40 && listMissing(document, madeTransitions).length > 0;
    documents++
  ) {
    const id = await sample.make(t, 'branch');
    if (sample.edit) await call(sample.edit.method, `/${collection}/${id}`, sample.edit.body);
    for (let steps = 0; steps < 20; steps++) {
      const current = await read(collection, id);
      let next: string | undefined;
      for (const transition of orderTransitions(document, current.status, madeTransitions))
        if (await makeTransition(collection, current, transition)) {
          next = formatTransition(current.status, transition);
          break;
        }
      if (next === undefined) break;
      madeTransitions.add(next);
    }
  }
  return madeTransitions;
}

/** Makes the requests that are neither edits nor transitions, each on its own document. */
async function makeOtherCalls(): Promise<void> {
  const make = (type: string) => documentSamples[type]?.make(t, 'branch') ?? Promise.reject(new Error(type));
  const callOk = async (...args: Parameters<typeof call>) => {
    const response = await call(...args);
    expect(response.status, response.text).toBeLessThan(300);
    return response.body;
  };
  for (const { type, collection } of documents)
    if (documentSamples[type]?.isDeletable) await callOk('delete', `/${collection}/${await make(type)}`);
  await callOk('patch', `/discrepancies/${await make('discrepancy')}`, { comment: 'Not on the van' });
  await t.db.writer.updateTable('suppliers').set({ email: 'orders@mill.test' }).execute();
  const purchase = `/purchase-orders/${await make('purchase_order')}`;
  await callOk('patch', purchase, { status: 'Sent' });
  await callOk('post', `${purchase}/mail`, { language: 'en' });
  const batch = `/production-batches/${await make('production_batch')}`;
  await callOk('patch', batch, { status: 'In Progress' });
  await callOk('patch', batch, { status: 'Completed' });
  await callOk('post', `${batch}/labels`, { labels: [{ itemId: ids.items.tomato, lot: '', copies: 1 }] });
  const count = `/stock-counts/${await make('stock_count')}`;
  await callOk('patch', count, { status: 'Counting' });
  await callOk('post', `${count}/lines`, { items: [{ itemId: ids.items.milk }] });
  await callOk('post', `${count}/sections`, { section: ids.section, action: 'take' });
  await callOk('patch', count, { status: 'Cancelled' });
}

it('I8: reconcile finds no violation after every action on every kind of document, and the period can be closed', async () => {
  const missed: string[] = [];
  for (const document of documents)
    missed.push(...listMissing(document, await makeEveryTransition(document)));
  expect(missed).toEqual([]);
  await makeOtherCalls();
  const writes = routes.flatMap(({ method, path }) =>
    method !== 'get' && collections.some((collection) => path.startsWith(`/${collection}/:id`))
      ? [`${method} ${path}`]
      : [],
  );
  // Photos have their own audit rows.
  const expected = writes.filter((path) => !path.includes('/attachments'));
  expect([...succeeded].toSorted()).toEqual(expect.arrayContaining(expected));
  expect(await reconcile(t.db.read)).toEqual([]);
  const closed = await t.as('admin').put('/settings', { booksClosedUntil: '2026-03-04' });
  expect([closed.status, closed.text]).toEqual([200, expect.any(String)]);
});

it("I8: increments the version at the end of the write if an audited change didn't", async () => {
  const id = await (documentSamples['purchase_order']?.make(t, 'branch') ?? '');
  const entry: NewAuditEntry = { action: 'status', entity: 'purchase-orders', id, after: { mailedTo: 'x' } };
  const origin = { actor: null, ip: 'test', now: t.clock.now(), requestId: 'test' };
  await t.db.write((tx) => writeAudit(tx, origin, [entry]));
  expect(await reconcile(t.db.read)).toHaveLength(1);
  await t.db.write((tx) => syncVersions(tx, [entry]));
  expect(await reconcile(t.db.read)).toEqual([]);
});
