import { listOf } from '#platform/shapes/shape.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { submittedReview, submittedReviews, type Review, review, reviewDetail } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
/** A branch user who also maintains packs. */
let buyer: TestClient;
let itemCount = 0;
beforeAll(async () => {
  api = await createTestApp();
  const person = await api.as('admin').post('/users', {
    name: 'Test buyer',
    email: 'buyer@demo.test',
    password: 'correct horse battery',
    role: 'custom_role_sk',
    permissions: { canCreate: true, canEdit: true, canDelete: false, canView: true },
    allowedPages: ['procurements/creation/packaging'],
    branches: [ids.branch1],
  });
  buyer = await api.signIn(person.body._id);
});
afterAll(() => api.close());

const branch = () => api.as('branch');
const admin = () => api.as('admin');
const buildItem = (fields = {}) => ({
  itemCode: `PROP-${++itemCount}`,
  name: `Proposed ${itemCount}`,
  kind: 'raw',
  category: ids.category,
  baseUnit: ids.units.kg,
  ...fields,
});
/** An existing item without proposals. */
async function createLiveItem(fields = {}): Promise<string> {
  const created = await admin().post('/items', buildItem(fields));
  expect(created.status, created.text).toBe(201);
  return created.body._id;
}
const getAsAdmin = (path: string) => admin().get(path);
async function propose(itemId: string, change: object, client = branch()) {
  const response = await client.put(`/items/${itemId}`, change);
  expect(response.status, response.text).toBe(202);
  return response.body.review;
}
const decide = (id: string, body: object, client = admin(), headers = {}) =>
  client.patch(`/reviews/${id}`, body, headers);

describe('a change by a user whose role requires reviews', () => {
  it('waits for review and leaves the row unchanged', async () => {
    const itemId = await createLiveItem({ unitPrice: 2 });
    const before = (await getAsAdmin(`/items/${itemId}`)).body;
    const response = await branch().put(`/items/${itemId}`, { unitPrice: 3, name: before.name });
    expect(response.status).toBe(202);
    expect(buildResponseSchema(submittedReview).parse(response.body)).toEqual(response.body);
    expect(response.body.review).toMatchObject({
      collection: 'items',
      operation: 'change',
      rowId: itemId,
      change: { unitPrice: 3 },
      baseVersion: 1,
      status: 'Pending',
      byName: 'Test branch',
      allowed: ['Withdrawn', 'Pending'],
    });
    expect((await getAsAdmin(`/items/${itemId}`)).body).toEqual(before);
  });

  it('is applied once another user approves it, with both steps in the audit', async () => {
    const itemId = await createLiveItem({ unitPrice: 2 });
    const { _id, version } = await propose(itemId, { unitPrice: 3.5 });
    const approved = await decide(_id, { status: 'Approved' }, admin(), { 'if-match': `"${version}"` });
    expect(approved.status, approved.text).toBe(200);
    expect(approved.body).toMatchObject({ status: 'Approved', decidedByName: 'Test admin', allowed: [] });
    expect((await getAsAdmin(`/items/${itemId}`)).body).toMatchObject({ unitPrice: 3.5, version: 2 });
    const audit = await admin().get(`/audit?entity=reviews&entityId=${_id}`);
    expect(audit.body.map(({ action, userName }: never) => [action, userName])).toEqual([
      ['approve', 'Test admin'],
      ['create', 'Test branch'],
    ]);
    expect((await decide(_id, { status: 'Approved' })).status).toBe(200);
    expect((await getAsAdmin(`/items/${itemId}`)).body.version).toBe(2);
    expect((await decide(_id, { status: 'Returned', reason: 'Late' })).status).toBe(409);
  });

  it('may create, archive or delete an item', async () => {
    const item = await branch().post('/items', buildItem());
    const created = await decide(item.body.review._id, { status: 'Approved' });
    expect(created.body.rowId).toEqual(expect.any(String));
    const itemId = created.body.rowId;
    expect((await getAsAdmin(`/items/${itemId}`)).body.name).toBe(item.body.review.name);
    const archive = await propose(itemId, { isActive: false });
    await decide(archive._id, { status: 'Approved' });
    expect((await getAsAdmin(`/items/${itemId}`)).body.isActive).toBe(false);
    const deletion = await branch().delete(`/items/${itemId}`);
    expect(deletion.status).toBe(202);
    expect((await getAsAdmin(`/items/${itemId}`)).status).toBe(200);
    expect((await decide(deletion.body.review._id, { status: 'Approved' })).status).toBe(200);
    expect((await getAsAdmin(`/items/${itemId}`)).status).toBe(404);
  });

  it('is rejected immediately if it could never be approved', async () => {
    const itemId = await createLiveItem();
    const existingItem = (await getAsAdmin(`/items/${await createLiveItem()}`)).body;
    expect((await branch().post('/items', buildItem({ category: 'none' }))).status).toBe(422);
    expect((await branch().put(`/items/${itemId}`, { itemCode: existingItem.itemCode })).status).toBe(409);
    expect((await branch().put(`/items/${itemId}`, { name: 'X' }, { 'if-match': '"9"' })).status).toBe(412);
    expect((await branch().put('/items/none', { name: 'X' })).status).toBe(404);
    expect((await branch().get(`/reviews?rowId=${itemId}`)).body).toEqual([]);
  });

  it('returns the same response for the same key', async () => {
    const itemId = await createLiveItem();
    const headers = { 'idempotency-key': `key-${itemId}` };
    const first = await branch().put(`/items/${itemId}`, { name: 'Once' }, headers);
    const second = await branch().put(`/items/${itemId}`, { name: 'Once' }, headers);
    expect([second.status, second.text]).toEqual([202, first.text]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await branch().get(`/reviews?rowId=${itemId}`)).body).toHaveLength(1);
  });

  it("extends the user's pending proposal, discards it when reverted, and blocks other users", async () => {
    const itemId = await createLiveItem({ unitPrice: 2, name: 'Stays' });
    const { _id } = await propose(itemId, { unitPrice: 3 });
    const second = await propose(itemId, { nameAlt: 'ثابت' });
    expect([second._id, second.version, second.change]).toEqual([_id, 2, { unitPrice: 3, nameAlt: 'ثابت' }]);
    const otherUserResponse = await api.as('branch2').put(`/items/${itemId}`, { name: 'Mine' });
    expect([otherUserResponse.status, otherUserResponse.body.code, otherUserResponse.body.error]).toEqual([
      409,
      'REVIEW_NEEDED',
      expect.stringContaining('Test branch has already proposed a change to Stays'),
    ]);
    const reverted = await branch().put(`/items/${itemId}`, { unitPrice: 2, nameAlt: null });
    expect([reverted.status, reverted.body.version]).toEqual([200, 1]);
    expect((await branch().get(`/reviews/${_id}`)).body.status).toBe('Withdrawn');
  });

  it('may archive several rows: each change waits, and restoring them discards it', async () => {
    const [first, second] = [await createLiveItem({ unitPrice: 2 }), await createLiveItem()];
    const price = await propose(first, { unitPrice: 3 });
    const archive = (isActive: boolean, client = branch(), otherIds: string[] = []) =>
      client.post('/items/archive', { ids: [first, second, ...otherIds], isActive });
    const missing = await archive(false, branch(), ['none']);
    expect([missing.status, missing.body.details.id]).toEqual([404, 'none']);
    const submitted = await archive(false);
    expect([submitted.status, buildResponseSchema(submittedReviews).parse(submitted.body)]).toEqual([
      202,
      submitted.body,
    ]);
    expect(new Map(submitted.body.reviews.map(({ rowId, change }: Review) => [rowId, change]))).toEqual(
      new Map([
        [first, { unitPrice: 3, isActive: false }],
        [second, { isActive: false }],
      ]),
    );
    for (const id of [first, second]) {
      const { isActive, version } = (await getAsAdmin(`/items/${id}`)).body;
      expect({ isActive, version }).toEqual({ isActive: true, version: 1 });
    }
    const otherUserResponse = await archive(false, api.as('branch2'));
    expect([otherUserResponse.status, otherUserResponse.body.code]).toEqual([409, 'REVIEW_NEEDED']);
    const reverted = await archive(true);
    expect([reverted.status, reverted.body.reviews.length]).toEqual([202, 1]);
    expect((await getAsAdmin(`/reviews/${price._id}`)).body).toMatchObject({
      status: 'Pending',
      change: { unitPrice: 3 },
    });
    expect((await getAsAdmin(`/reviews?rowId=${second}`)).body).toMatchObject([{ status: 'Withdrawn' }]);
  });

  it('may archive several packs, applied by one approval', async () => {
    const itemId = await createLiveItem();
    const pack = { itemId, unit: ids.units.kg };
    const createPack = (name: string, contentsQty: number) =>
      admin().post('/packagings', { ...pack, name, contentsQty });
    const created = [await createPack('Sack', 25), await createPack('Bag', 5)];
    const rowIds = created.map(({ body }) => body._id);
    const pending = await buyer.post('/packagings/archive', { ids: rowIds, isActive: false });
    expect(pending.status, pending.text).toBe(202);
    const reviews = pending.body.reviews.map(({ _id, version }: Review) => ({ _id, version }));
    expect((await admin().post('/reviews/approve', { reviews })).status).toBe(200);
    for (const id of rowIds) expect((await getAsAdmin(`/packagings/${id}`)).body.isActive).toBe(false);
    const repeated = await buyer.post('/packagings/archive', { ids: rowIds, isActive: false });
    expect([repeated.status, repeated.body.length]).toEqual([200, 2]);
  });

  it("can't be proposed twice for the same new row", async () => {
    const body = buildItem();
    expect((await branch().post('/items', body)).status).toBe(202);
    const second = await api.as('branch2').post('/items', { ...body, name: 'Another' });
    expect([second.status, second.body.fields]).toEqual([409, { itemCode: expect.any(String) }]);
  });
});

describe('permissions', () => {
  it('let master admins and roles without review write directly', async () => {
    const itemId = await createLiveItem();
    expect((await api.as('master').put(`/items/${itemId}`, { unitPrice: 1 })).status).toBe(200);
    const roles = (await admin().get('/roles')).body;
    const role = roles.find(({ key }: { key: string }) => key === 'admin');
    expect(role.requiresReview).toBe(false);
    expect((await admin().put(`/roles/${role._id}`, { requiresReview: true })).body.requiresReview).toBe(
      true,
    );
    const { _id } = await propose(itemId, { unitPrice: 7 }, admin());
    const ownDecision = await decide(_id, { status: 'Approved' });
    expect([ownDecision.status, ownDecision.body.error]).toEqual([
      403,
      'You can’t decide on your own proposal. Ask someone else.',
    ]);
    expect((await admin().put(`/roles/${role._id}`, { requiresReview: false })).status).toBe(403);
    expect((await decide(_id, { status: 'Approved' }, api.as('master'))).status).toBe(200);
    expect((await api.as('master').put(`/roles/${role._id}`, { requiresReview: false })).status).toBe(200);
  });

  it('show proposers only their own proposals and let only reviewers decide', async () => {
    const { _id } = await propose(await createLiveItem(), { name: 'Renamed' });
    expect((await api.as('branch2').get(`/reviews/${_id}`)).status).toBe(404);
    expect((await branch().get(`/reviews/${_id}`)).status).toBe(200);
    expect((await decide(_id, { status: 'Approved' }, branch())).status).toBe(403);
    expect((await decide(_id, { status: 'Approved' }, api.as('viewer'))).status).toBe(403);
    expect((await decide(_id, { status: 'Withdrawn' })).status).toBe(403);
    expect((await decide(_id, { status: 'Withdrawn' }, branch())).body.status).toBe('Withdrawn');
    const mine = await api.as('branch2').get('/reviews?limit=500');
    expect(mine.body.filter(({ byName }: { byName: string }) => byName !== 'Test branch2')).toEqual([]);
  });

  it("don't let proposers approve their own pack", async () => {
    const itemId = await createLiveItem();
    const pack = await buyer.post('/packagings', {
      itemId,
      name: 'Sack',
      unit: ids.units.kg,
      contentsQty: 25,
    });
    expect([pack.status, pack.body.review.itemId]).toEqual([202, itemId]);
    expect(
      (await buyer.post('/reviews/approve', { reviews: [{ _id: pack.body.review._id, version: 1 }] })).status,
    ).toBe(403);
  });
});

describe('a returned proposal', () => {
  it('shows its reason and can be changed, resubmitted and approved', async () => {
    const itemId = await createLiveItem({ unitPrice: 2 });
    const { _id } = await propose(itemId, { unitPrice: 30 });
    expect((await decide(_id, { status: 'Returned' })).body.fields).toEqual({ reason: expect.any(String) });
    const returned = await decide(_id, { status: 'Returned', reason: 'Is this per case?' });
    expect(returned.body).toMatchObject({ status: 'Returned', reason: 'Is this per case?' });
    expect((await branch().get('/reviews/summary')).body.ownReturned).toBeGreaterThan(0);
    const resubmitted = await decide(_id, { change: { unitPrice: 3 } }, branch());
    expect(resubmitted.body).toMatchObject({
      status: 'Pending',
      change: { unitPrice: 3 },
      reason: null,
      version: 3,
    });
    expect((await decide(_id, { change: { unitPrice: -3 } }, branch())).body.fields).toHaveProperty(
      'unitPrice',
    );
    await decide(_id, { status: 'Approved' });
    const detail = (await branch().get(`/reviews/${_id}`)).body;
    expect(detail.history.map(({ event }: { event: string }) => event)).toEqual([
      'Proposed',
      'Returned',
      'Changed',
      'Approved',
    ]);
    expect(buildResponseSchema(reviewDetail).parse(detail)).toEqual(detail);
    expect((await getAsAdmin(`/items/${itemId}`)).body.unitPrice).toBe(3);
  });

  it('is replaced when the row is saved again', async () => {
    const itemId = await createLiveItem({ unitPrice: 2 });
    const { _id } = await propose(itemId, { unitPrice: 30 });
    await decide(_id, { status: 'Returned', reason: 'No' });
    const reproposed = await propose(itemId, { name: 'Only the name' });
    expect([reproposed._id, reproposed.change]).toEqual([_id, { name: 'Only the name' }]);
  });
});

describe('a row changed after the proposal', () => {
  it('requires the reviewer to have seen the original, current and proposed values', async () => {
    const itemId = await createLiveItem({ unitPrice: 2 });
    const { _id } = await propose(itemId, { unitPrice: 3 });
    await admin().put(`/items/${itemId}`, { unitPrice: 2.5 });
    const stale = await decide(_id, { status: 'Approved' });
    expect([stale.status, stale.body.details.base.unitPrice, stale.body.details.current.unitPrice]).toEqual([
      412, 2, 2.5,
    ]);
    expect(stale.body.details.proposed).toEqual({ unitPrice: 3 });
    expect((await decide(_id, { status: 'Approved', rowVersion: 2 })).status).toBe(200);
    expect((await getAsAdmin(`/items/${itemId}`)).body.unitPrice).toBe(3);
  });

  it('can only be returned once it is deleted', async () => {
    const itemId = await createLiveItem();
    const { _id } = await propose(itemId, { name: 'Gone soon' });
    await admin().delete(`/items/${itemId}`);
    const response = await decide(_id, { status: 'Approved' });
    expect([response.status, response.body.details]).toEqual([409, { allowed: ['Returned'] }]);
    expect((await decide(_id, { status: 'Returned', reason: 'It was deleted' })).status).toBe(200);
  });

  it('is validated again on approval', async () => {
    const body = buildItem();
    const { review: created } = (await branch().post('/items', body)).body;
    await admin().post('/items', body);
    const response = await decide(created._id, { status: 'Approved' });
    expect([response.status, response.body.code]).toEqual([409, 'DUPLICATE']);
    expect((await branch().get(`/reviews/${created._id}`)).body.status).toBe('Pending');
  });
});

describe('concurrent and bulk decisions', () => {
  it('approves several proposals, all or none', async () => {
    const [a, b] = [await createLiveItem({ unitPrice: 1 }), await createLiveItem({ unitPrice: 1 })];
    const [first, second] = [await propose(a, { unitPrice: 2 }), await propose(b, { unitPrice: 2 })];
    const approvals = [first, second].map(({ _id, version }) => ({ _id, version }));
    await admin().put(`/items/${b}`, { name: 'Changed meanwhile' });
    const refused = await admin().post('/reviews/approve', { reviews: approvals });
    expect([refused.status, refused.body.details.review]).toEqual([412, second._id]);
    expect((await getAsAdmin(`/items/${a}`)).body.unitPrice).toBe(1);
    await decide(second._id, { change: { unitPrice: 2 } }, branch());
    const approved = await admin().post('/reviews/approve', {
      reviews: [
        { _id: first._id, version: 1 },
        { _id: second._id, version: 2 },
      ],
    });
    expect(approved.status, approved.text).toBe(200);
    expect(buildResponseSchema(listOf(review)).parse(approved.body)).toHaveLength(2);
    expect((await getAsAdmin(`/items/${b}`)).body.unitPrice).toBe(2);
  });

  it('applies a proposal once for concurrent approvals', async () => {
    const itemId = await createLiveItem({ unitPrice: 1 });
    const { _id } = await propose(itemId, { unitPrice: 2 });
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => decide(_id, { status: 'Approved' })),
      ...Array.from({ length: 4 }, () => decide(_id, { status: 'Approved' }, api.as('master'))),
    ]);
    // Repeated decisions by the same reviewer succeed; the slower of two reviewers gets an error.
    const outcomes = responses.map(({ status, body }) => (status === 200 ? body.decidedByName : body.error));
    const { decidedByName } = (await getAsAdmin(`/reviews/${_id}`)).body;
    const late = expect.stringMatching(new RegExp(`^${decidedByName} has already approved .*\\.$`));
    expect(outcomes.filter((outcome) => outcome === decidedByName)).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome !== decidedByName)).toEqual([late, late, late, late]);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(4);
    expect((await getAsAdmin(`/items/${itemId}`)).body.version).toBe(2);
  });

  it('rejects a second decision, regardless of its version', async () => {
    const itemId = await createLiveItem({ unitPrice: 1 });
    const { _id, version } = await propose(itemId, { unitPrice: 2 });
    const ifMatch = { 'if-match': `"${version}"` };
    expect((await decide(_id, { status: 'Approved' }, admin(), ifMatch)).status).toBe(200);
    for (const decision of [{ status: 'Approved' }, { status: 'Returned', reason: 'No' }]) {
      const second = await decide(_id, decision, api.as('master'), ifMatch);
      expect([second.status, second.body.code, second.body.details]).toEqual([
        409,
        'ILLEGAL_TRANSITION',
        { allowed: [] },
      ]);
      expect(second.body.error).toMatch(/^Test admin has already approved .*\.$/);
    }
    const several = { reviews: [{ _id, version }] };
    expect((await admin().post('/reviews/approve', several)).status).toBe(200);
    expect((await api.as('master').post('/reviews/approve', several)).status).toBe(409);
    expect((await getAsAdmin(`/items/${itemId}`)).body.version).toBe(2);
  });

  it('keeps one result of a concurrent approval and return', async () => {
    const itemId = await createLiveItem({ unitPrice: 1 });
    const { _id } = await propose(itemId, { unitPrice: 2 });
    const statuses = (
      await Promise.all([
        decide(_id, { status: 'Approved' }),
        decide(_id, { status: 'Returned', reason: 'No' }, api.as('master')),
      ])
    ).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { status } = (await getAsAdmin(`/reviews/${_id}`)).body;
    expect((await getAsAdmin(`/items/${itemId}`)).body.version).toBe(status === 'Approved' ? 2 : 1);
  });
});

describe('the details of a proposal', () => {
  it("show the pack price in the supplier's currency and costs in the base currency at today's rate", async () => {
    const rates = [{ date: '2026-01-01', rate: 0.8 }];
    const euro = (await admin().post('/currencies', { code: 'EUR', name: 'Euro', symbol: '€', rates })).body;
    const dollar = (await admin().post('/currencies', { code: 'USD', name: 'Dollar', symbol: '$' })).body;
    const european = (await admin().post('/suppliers', { code: 'EU1', name: 'European', currency: euro._id }))
      .body;
    const american = (
      await admin().post('/suppliers', { code: 'US1', name: 'American', currency: dollar._id })
    ).body;
    const itemId = await createLiveItem({ name: `Imported ${++itemCount}` });
    const pack = { itemId, name: 'Sack', unit: ids.units.kg, contentsQty: 10, supplierId: european._id };
    const created = (await admin().post('/packagings', { ...pack, price: 50 })).body;
    const loadEffects = async (change: object) => {
      const pending = (await buyer.put(`/packagings/${created._id}`, change)).body.review;
      const { effects } = (await getAsAdmin(`/reviews/${pending._id}`)).body;
      await admin().patch(`/reviews/${pending._id}`, { status: 'Returned', reason: 'No' });
      await buyer.patch(`/reviews/${pending._id}`, { status: 'Withdrawn' });
      return effects;
    };
    expect(await loadEffects({ price: 75 })).toEqual([
      { kind: 'packPrice', name: 'Sack', unitSymbol: 'kg', currency: 'EUR', before: 5, after: 7.5 },
      { kind: 'recipeCost', name: null, unitSymbol: 'kg', currency: null, before: 4, after: 6 },
    ]);
    // Without an exchange rate, recipe costs are unknown; prices in different currencies aren't compared.
    expect(await loadEffects({ supplierId: american._id })).toEqual([
      { kind: 'packPrice', name: 'Sack', unitSymbol: 'kg', currency: 'USD', before: null, after: 5 },
      { kind: 'recipeCost', name: null, unitSymbol: 'kg', currency: null, before: 4, after: null },
    ]);
  });

  it('show the price per base unit before and after, missing fields and duplicates', async () => {
    const name = `Twin ${++itemCount}`;
    const itemId = await createLiveItem({ name, standardCost: 1.5 });
    const created = await admin().post('/packagings', {
      itemId,
      name: 'Sack 25 kg',
      unit: ids.units.kg,
      contentsQty: 25,
      price: 50,
    });
    const pack = await buyer.put(`/packagings/${created.body._id}`, { price: 75 });
    const detail = (await getAsAdmin(`/reviews/${pack.body.review._id}`)).body;
    expect(detail.effects).toEqual([
      { kind: 'packPrice', name: 'Sack 25 kg', unitSymbol: 'kg', currency: null, before: 2, after: 3 },
      { kind: 'standardCost', name: null, unitSymbol: 'kg', currency: null, before: 1.5, after: 1.5 },
      { kind: 'recipeCost', name: null, unitSymbol: 'kg', currency: null, before: 2, after: 3 },
    ]);
    expect(detail.missing).toEqual(['supplierId', 'barcodes']);
    expect((await buyer.get(`/reviews/${pack.body.review._id}`)).body.effects).toHaveLength(1);

    const packs = [{ name: 'Jar', unit: ids.units.g, contentsQty: 500, price: 2 }];
    const root = await admin().get('/roles?q=admin');
    const role = root.body.find(({ key }: { key: string }) => key === 'admin');
    await admin().put(`/roles/${role._id}`, { requiresReview: true });
    const proposedItem = await admin().post('/items', buildItem({ packs }));
    await api.as('master').put(`/roles/${role._id}`, { requiresReview: false });
    const packDetail = (await getAsAdmin(`/reviews/${proposedItem.body.review._id}`)).body;
    expect(packDetail.effects).toEqual([
      { kind: 'packPrice', name: 'Jar', unitSymbol: 'kg', currency: null, before: null, after: 4 },
      { kind: 'recipeCost', name: null, unitSymbol: 'kg', currency: null, before: null, after: 4 },
    ]);
    expect(packDetail.missing).not.toContain('pack');

    const twin = await branch().post('/items', buildItem({ name: name.toUpperCase(), unitPrice: 4 }));
    const twinDetail = (await getAsAdmin(`/reviews/${twin.body.review._id}`)).body;
    expect(twinDetail.duplicates).toEqual([expect.objectContaining({ _id: itemId, isProposed: false })]);
    expect(twinDetail.missing).toEqual(expect.arrayContaining(['section', 'allergens', 'pack', 'par']));
    expect(twinDetail.effects).toEqual([
      { kind: 'unitPrice', name: null, unitSymbol: 'kg', currency: null, before: null, after: 4 },
    ]);
  });

  it.each(['50 % fat', 'fat_free', 'back\\slash'])('finds a duplicate called %s', async (name) => {
    const item = await api
      .as('admin')
      .post('/items', buildItem({ name, itemCode: `TW-${name.charCodeAt(2)}` }));
    expect(item.status).toBe(201);
    const twin = await branch().post('/items', buildItem({ name: name.toUpperCase() }));
    const twinDetail = (await getAsAdmin(`/reviews/${twin.body.review._id}`)).body;
    expect(twinDetail.duplicates).toEqual([
      expect.objectContaining({ _id: item.body._id, isProposed: false }),
    ]);
  });
});
