import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../collections.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { buildSample } from '#app/server/testing/samples.ts';

let api: TestApp;
let sampleNumber = 100;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

describe.each(resources.map((resource) => [resource.path, resource] as const))('%s', (path, resource) => {
  const admin = () => api.as('admin');

  it('stores, returns, changes and deletes a row exactly', async () => {
    const input = buildSample(resource, ++sampleNumber);
    const created = await admin().post(path, input);
    expect(created.status, created.text).toBe(201);
    expect(created.body).toMatchObject({ ...input, version: 1, isActive: true });
    const rowPath = `${path}/${created.body._id}`;
    const read = await admin().get(rowPath);
    expect([read.headers.get('etag'), read.body]).toEqual(['"1"', created.body]);
    expect(getSchemas(resource).row.parse(read.body)).toEqual(read.body);
    const list = await admin().get(`${path}?limit=500`);
    expect(list.body).toContainEqual(created.body);
    expect(list.headers.get('x-total-count')).toBe(String(list.body.length));

    const changed = await admin().put(rowPath, { name: `Renamed ${sampleNumber}` }, { 'if-match': '"1"' });
    expect(changed.body).toEqual({
      ...created.body,
      name: `Renamed ${sampleNumber}`,
      version: 2,
      updatedAt: changed.body.updatedAt,
    });
    expect((await admin().put(rowPath, { name: 'Late' }, { 'if-match': '"1"' })).status).toBe(412);
    const archived = await admin().put(rowPath, { isActive: false });
    expect(archived.body.isActive).toBe(false);
    expect((await admin().get(`${path}?active=false`)).body).toHaveLength(1);
    expect((await admin().delete(rowPath)).status).toBe(204);
    expect((await admin().get(rowPath)).status).toBe(404);
  });

  it('creates a row from the required fields only', async () => {
    const required = Object.entries(buildSample(resource, ++sampleNumber)).filter(
      ([name]) => resource.allFields[name]?.isRequired,
    );
    const created = await admin().post(path, Object.fromEntries(required));
    expect(created.status, created.text).toBe(201);
    expect(getSchemas(resource).row.parse(created.body)).toEqual(created.body);
  });

  it('rejects a second row with the same unique value and identifies the first', async () => {
    const input = buildSample(resource, ++sampleNumber);
    const first = await admin().post(path, input);
    const second = await admin().post(path, input);
    expect([second.status, second.body.code, second.body.details.id]).toEqual([
      409,
      'DUPLICATE',
      first.body._id,
    ]);
    expect(Object.keys(second.body.fields)).toEqual(resource.unique[0]);
  });

  it('reports every invalid field', async () => {
    const response = await admin().post(path, { name: 7, nonsense: true });
    expect([response.status, response.body.code]).toEqual([422, 'VALIDATION']);
    expect(response.body.fields).toMatchObject({ name: expect.any(String), nonsense: expect.any(String) });
  });

  it('can be read by all users, and written by users with access to its page', async () => {
    expect((await api.anonymous.get(path)).status).toBe(401);
    for (const user of ['branch', 'kitchen', 'viewer'] as const)
      expect((await api.as(user).get(path)).status).toBe(200);
    // The sample belongs to the kitchen, which manages its own check points.
    const kitchenStatus = resource.collection === 'check-points' ? 201 : 403;
    const kitchenSample = buildSample(resource, ++sampleNumber);
    expect((await api.as('kitchen').post(path, kitchenSample)).status).toBe(kitchenStatus);
    expect((await api.as('viewer').post(path, {})).status).toBe(403);
  });

  it('returns 404 for a missing row', async () => {
    for (const id of ['nothing', '%00', 'a'.repeat(200), "x' or '1'='1"]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const response = await admin().send(
          method,
          `${path}/${encodeURIComponent(id)}`,
          method === 'PUT' ? {} : undefined,
        );
        expect([id, method, response.status]).toEqual([id, method, 404]);
      }
    }
  });
});

describe('references', () => {
  it('must exist', async () => {
    const response = await api.as('admin').post('/sub-categories', { name: 'Lost', parent: 'nowhere' });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['parent']]);
  });

  it('filter a list by any of several values, or by having a value', async () => {
    const [first, second] = [ids.items.flour, ids.items.milk];
    await api.as('admin').put(`/items/${first}`, { branches: [ids.branch1] });
    await api.as('admin').put(`/items/${second}`, { branches: [ids.branch2] });
    const listIds = async (branches: string) =>
      (await api.as('admin').get(`/items?branches=${branches}`)).body
        .map(({ _id }: { _id: string }) => _id)
        .sort();
    expect(await listIds(ids.branch1)).toEqual([first]);
    expect(await listIds(`${ids.branch1},${ids.branch2}`)).toEqual([first, second].sort());
    expect(await listIds('any')).toEqual([first, second].sort());
    expect((await api.as('admin').get('/items?branches=a,,b')).status).toBe(400);
    for (const id of [first, second]) await api.as('admin').put(`/items/${id}`, { branches: [] });
  });

  it('prevent deletion, and the error suggests archiving', async () => {
    for (const path of [
      `/branch/${ids.branch1}`,
      `/units/${ids.units.kg}`,
      `/item-categories/${ids.category}`,
      `/sections/${ids.section}`,
    ]) {
      const response = await api.as('admin').delete(path);
      expect([path, response.status, response.body.code]).toEqual([path, 409, 'IN_USE']);
      expect(response.body.details).toMatchObject({
        archive: { isActive: false },
        usedBy: expect.any(String),
      });
    }
  });
});

describe('side effects of collections', () => {
  it('a branch gets its locations, which are deleted with it', async () => {
    const input = {
      code: 'P1',
      name: 'Places',
      type: 'branch',
      timezone: 'Europe/London',
      supplyingKitchenId: ids.kitchen,
    };
    const created = await api.as('admin').post('/branch', input);
    const loadLocations = () =>
      api.db.read
        .selectFrom('places')
        .select(['placeId', 'type', 'name'])
        .where('branchId', '=', created.body._id)
        .orderBy('type')
        .execute();
    expect((await loadLocations()).map(({ type }) => type)).toEqual(['branch', 'hold', 'transit']);
    await api.as('admin').put(`/branch/${created.body._id}`, { name: 'Moved' });
    expect((await loadLocations()).map(({ name }) => name)).toEqual([
      'Moved',
      'Moved (hold)',
      'Moved (in transit)',
    ]);
    await api.as('admin').delete(`/branch/${created.body._id}`);
    expect(await loadLocations()).toEqual([]);
  });

  it('a branch is supplied by the only kitchen, or by a specified one if there are several', async () => {
    const admin = api.as('admin');
    const createPlace = (code: string, values: object) =>
      admin.post('/branch', { code, name: `Place ${code}`, timezone: 'Europe/London', ...values });
    const withoutKitchen = await createPlace('K1', { type: 'branch' });
    expect([withoutKitchen.status, withoutKitchen.body.supplyingKitchenId]).toEqual([201, ids.kitchen]);
    const expectedRefusal = { status: 422, fields: ['supplyingKitchenId'] };
    const summarize = ({ status, body }: { status: number; body: { fields: object } }) => ({
      status,
      fields: Object.keys(body.fields),
    });
    expect(summarize(await createPlace('K2', { type: 'branch', supplyingKitchenId: null }))).toEqual(
      expectedRefusal,
    );
    expect(
      summarize(await admin.put(`/branch/${withoutKitchen.body._id}`, { supplyingKitchenId: null })),
    ).toEqual(expectedRefusal);
    const secondKitchen = await createPlace('K3', { type: 'central_kitchen' });
    expect([secondKitchen.status, secondKitchen.body.supplyingKitchenId]).toEqual([201, null]);
    expect(summarize(await createPlace('K4', { type: 'branch' }))).toEqual(expectedRefusal);
    expect(summarize(await admin.put(`/branch/${secondKitchen.body._id}`, { type: 'branch' }))).toEqual(
      expectedRefusal,
    );
    expect(
      (await createPlace('K4', { type: 'branch', supplyingKitchenId: secondKitchen.body._id })).status,
    ).toBe(201);
    // An archived branch can't order, so it may lack a kitchen until it is restored.
    const archivedValues = { supplyingKitchenId: null, isActive: false };
    const archived = await admin.put(`/branch/${withoutKitchen.body._id}`, archivedValues);
    expect(archived.status).toBe(200);
    expect(summarize(await admin.put(`/branch/${withoutKitchen.body._id}`, { isActive: true }))).toEqual(
      expectedRefusal,
    );
  });

  it("a branch can't be supplied by itself or another branch", async () => {
    for (const supplyingKitchenId of [ids.branch1, ids.branch2]) {
      const response = await api.as('admin').put(`/branch/${ids.branch1}`, { supplyingKitchenId });
      expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['supplyingKitchenId']]);
    }
  });

  it.each([
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ deliveryDays: [{ weekday: 8, cutoffDaysBefore: 1, cutoffTime: '16:00' }] }, 'deliveryDays.0.weekday'],
    [
      { deliveryDays: [1, 1].map((weekday) => ({ weekday, cutoffDaysBefore: 1, cutoffTime: '16:00' })) },
      'deliveryDays',
    ],
    [
      { closedDays: [{ from: '2026-12-25', until: '2026-12-24', yearly: false, note: null }] },
      'closedDays.0.until',
    ],
    [
      { closedDays: [{ from: '2026-05-01', until: '2027-05-01', yearly: true, note: null }] },
      'closedDays.0.until',
    ],
    [
      { closedDays: [{ from: '2026-02-30', until: '2026-03-01', yearly: true, note: null }] },
      'closedDays.0.from',
    ],
    [{ minOrderValue: -1 }, 'minOrderValue'],
    [{ minOrderValue: 0.00001 }, 'minOrderValue'],
    [{ email: 'nobody' }, 'email'],
  ])('rejects %j on a branch', async (change, field) => {
    const response = await api.as('admin').put(`/branch/${ids.branch1}`, change);
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
  });

  it('a currency has one rate per day', async () => {
    const rates = [0.84, 0.85].map((rate) => ({ date: '2026-01-01', rate }));
    const response = await api.as('admin').put(`/currencies/${ids.currency}`, { rates });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['rates']]);
  });

  it('there is exactly one base currency', async () => {
    const created = await api
      .as('admin')
      .post('/currencies', { name: 'Euro', code: 'EUR', symbol: '€', isBase: true });
    expect(created.status).toBe(201);
    const bases = (await api.as('admin').get('/currencies?isBase=true')).body;
    expect(bases.map((row: { code: string }) => row.code)).toEqual(['EUR']);
    for (const change of [{ isBase: false }, { isActive: false }]) {
      expect((await api.as('admin').put(`/currencies/${created.body._id}`, change)).status).toBe(409);
    }
    expect((await api.as('admin').delete(`/currencies/${created.body._id}`)).status).toBe(409);
  });

  it('a tax records its previous rate when a new one starts later', async () => {
    const created = await api.as('admin').post('/taxes', { name: 'VAT', rate: 20, validFrom: '2011-01-04' });
    const rowPath = `/taxes/${created.body._id}`;
    const corrected = await api.as('admin').put(rowPath, { rate: 19 });
    expect(corrected.body).toMatchObject({ rate: 19, rates: [] });
    const raised = await api.as('admin').put(rowPath, { rate: 21, validFrom: '2027-01-01' });
    const rates = [{ from: '2011-01-04', rate: 19 }];
    expect(raised.body).toMatchObject({ rate: 21, validFrom: '2027-01-01', rates });
    expect((await api.as('admin').get(rowPath)).body).toEqual(raised.body);
    const [audit] = (await api.as('admin').get(`/audit?entityId=${created.body._id}&limit=1`)).body;
    expect([audit.before.rates, audit.after.rates]).toEqual([[], rates]);
    const futureRate = await api.as('admin').put(rowPath, { rates: [{ from: '2028-01-01', rate: 5 }] });
    expect([futureRate.status, Object.keys(futureRate.body.fields)]).toEqual([422, ['rates']]);
  });

  it('the factor of a used unit is locked', async () => {
    const response = await api.as('admin').put(`/units/${ids.units.kg}`, { factorNum: 999 });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([409, ['factorNum']]);
    expect((await api.as('admin').put(`/units/${ids.units.kg}`, { name: 'Kilo' })).status).toBe(200);
  });

  it("serves the paths of SPEC's second client", async () => {
    expect((await api.as('branch').get('/branches')).text).toBe((await api.as('branch').get('/branch')).text);
    expect((await api.as('branch').get('/categories')).text).toBe(
      (await api.as('branch').get('/item-categories')).text,
    );
  });

  it('lists the active sections', async () => {
    const created = await api.as('admin').post('/sections', { name: 'Old', code: 'OLD' });
    await api.as('admin').put(`/sections/${created.body._id}`, { isActive: false });
    const active = (await api.as('branch').get('/sections/active')).body;
    expect(active.map((row: { code: string }) => row.code)).not.toContain('OLD');
    expect(active.map((row: { code: string }) => row.code)).toContain('DRY');
  });
});

describe('list queries', () => {
  it('search words ignoring case and accents, filter, sort and paginate', async () => {
    await api.as('admin').post('/brands', { name: 'Ålesund Fisk' });
    await api.as('admin').post('/brands', { name: '100% Juice', code: 'JU' });
    const listNames = async (query: string) =>
      (await api.as('branch').get(`/brands?${query}`)).body.map((row: { name: string }) => row.name);
    expect(await listNames('q=fisk%20alesund')).toEqual(['Ålesund Fisk']);
    expect(await listNames('q=100%25')).toEqual(['100% Juice']);
    expect(await listNames('code=JU')).toEqual(['100% Juice']);
    const all = await listNames('sort=-name&limit=500');
    expect(await listNames('sort=-name&limit=1&page=2')).toEqual([all[1]]);
    expect(await listNames('nonsense=1&limit=1')).toHaveLength(1);
  });

  it.each(['limit=-1', 'limit=x', 'page=0', 'sort=search', 'sort=password', 'active=1'])(
    'reject %s with 400',
    async (query) => {
      const response = await api.as('branch').get(`/brands?${query}`);
      expect([response.status, response.body.code]).toEqual([400, 'MALFORMED']);
    },
  );

  it('accept a limit above the maximum', async () => {
    expect((await api.as('branch').get('/brands?limit=100000')).status).toBe(200);
  });
});
