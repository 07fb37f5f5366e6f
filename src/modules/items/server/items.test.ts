import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { item, itemCompactRow } from '../input.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
let itemCount = 0;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const admin = () => api.as('admin');
const input = (values = {}) => ({
  itemCode: `NEW-${++itemCount}`,
  name: `New item ${itemCount}`,
  kind: 'raw',
  category: ids.category,
  baseUnit: ids.units.kg,
  ...values,
});
const flour = `/items/${ids.items.flour}`;

describe('one item', () => {
  it('is stored exactly, including its conversions', async () => {
    const conversions = [{ fromUnit: ids.units.case, toUnit: ids.units.kg, num: 15, den: 2 }];
    const body = input({
      nameAlt: 'صنف جديد',
      section: ids.section,
      branches: [ids.branch1],
      orderUnit: ids.units.case,
      countUnit: ids.units.g,
      barcodes: ['5012345678900'],
      unitPrice: 1.2345,
      transferPrice: { mode: 'cost_plus', percent: 12.5 },
      standardCost: 0.0001,
      yieldPercent: 92.5,
      allergens: { gluten: 'contains', milk: 'may_contain' },
      substitutes: [ids.items.milk],
      conversions,
    });
    const created = await admin().post('/items', body);
    expect(created.status, created.text).toBe(201);
    expect(created.body).toMatchObject({ ...body, version: 1, isOrderable: true, trackLots: false });
    const read = await admin().get(`/items/${created.body._id}`);
    expect(read.body).toEqual(created.body);
    expect(item.parse(read.body)).toEqual(read.body);

    const changed = await admin().put(`/items/${created.body._id}`, {
      unitPrice: null,
      conversions: [...conversions, { fromUnit: ids.units.l, toUnit: ids.units.kg, num: 1, den: 1 }],
    });
    expect(changed.status, changed.text).toBe(200);
    expect((await admin().get(`/items/${created.body._id}`)).body).toEqual(changed.body);
    expect(changed.body).toMatchObject({ unitPrice: null, name: body.name, version: 2 });
    expect(changed.body.conversions).toHaveLength(2);
    expect((await admin().delete(`/items/${created.body._id}`)).status).toBe(204);
    expect((await admin().get(`/items/${created.body._id}`)).status).toBe(404);
  });

  it('is ordered in its base unit by default', async () => {
    const created = await admin().post('/items', input());
    expect(created.body).toMatchObject({ orderUnit: ids.units.kg, conversions: [], barcodes: [] });
  });

  it.each([
    ['an order unit without a conversion', { orderUnit: ids.units.case }, 'orderUnit'],
    ['an unknown unit', { countUnit: 'furlong' }, 'countUnit'],
    ['an unknown category', { category: 'none' }, 'category'],
    [
      'a conversion of an unknown unit',
      { conversions: [{ fromUnit: 'x', toUnit: ids.units.kg, num: 1, den: 1 }] },
      'conversions.0.fromUnit',
    ],
    [
      'a conversion to itself',
      { conversions: [{ fromUnit: ids.units.kg, toUnit: ids.units.kg, num: 2, den: 1 }] },
      'conversions.0',
    ],
    [
      'a conversion by zero',
      { conversions: [{ fromUnit: ids.units.case, toUnit: ids.units.kg, num: 0, den: 1 }] },
      'conversions.0.num',
    ],
    ['an unknown kind', { kind: 'magic' }, 'kind'],
    ['an unknown allergen', { allergens: { dust: 'contains' } }, 'allergens.dust'],
    ['a price beyond six decimals', { unitPrice: 1.0000001 }, 'unitPrice'],
    ['the version', { version: 3 }, 'version'],
  ])('rejects %s', async (_, values, field) => {
    const response = await admin().post('/items', input(values));
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
  });

  it("can't have the code or barcode of another item", async () => {
    const code = await admin().post('/items', input({ itemCode: 'IT-001' }));
    expect([code.status, code.body.details.id]).toEqual([409, ids.items.flour]);
    const first = await admin().post('/items', input({ barcodes: ['40000000'] }));
    const second = await admin().post('/items', input({ barcodes: ['40000000'] }));
    expect([second.status, second.body.code, second.body.details.id]).toEqual([
      409,
      'DUPLICATE',
      first.body._id,
    ]);
    const repeated = await admin().put(`/items/${first.body._id}`, { barcodes: ['40000000', '40000001'] });
    expect(repeated.status).toBe(200);
  });

  it("can't change its base unit after the first movement", async () => {
    const response = await admin().put(flour, { baseUnit: ids.units.g });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([409, ['baseUnit']]);
    const newItem = await admin().post('/items', input());
    expect(
      (await admin().put(`/items/${newItem.body._id}`, { baseUnit: ids.units.g, orderUnit: ids.units.g }))
        .status,
    ).toBe(200);
  });

  it('can be archived but not deleted after a movement', async () => {
    const response = await admin().delete(flour);
    expect([response.status, response.body.code]).toEqual([409, 'IN_USE']);
    expect((await admin().put(flour, { isActive: false })).body.isActive).toBe(false);
    await admin().put(flour, { isActive: true });
  });

  it('returns the current row if a change is based on an outdated version', async () => {
    const response = await admin().put(flour, { name: 'Late' }, { 'if-match': '"999"' });
    expect([response.status, response.body.details.current._id]).toEqual([412, ids.items.flour]);
  });

  it('hides costs from users without the costing pages, and their changes leave costs unchanged', async () => {
    const permissions = { canCreate: true, canEdit: true, canDelete: false, canView: true };
    const clerk = await admin().post('/users', {
      name: 'Clerk',
      email: 'clerk@demo.test',
      password: 'correct horse battery',
      role: 'admin',
      permissions,
      allowedPages: ['items'],
    });
    const client = await api.signIn(clerk.body._id);
    const read = await client.get(flour);
    expect(read.body.standardCost).toBeNull();
    expect((await client.get('/items?sort=standardCost')).status).toBe(400);
    expect(
      (await client.put(flour, { standardCost: null, name: 'Bread flour' })).body.standardCost,
    ).toBeNull();
    expect((await client.put(flour, { standardCost: 9 })).status).toBe(403);
    expect((await admin().get(flour)).body.standardCost).toBe(1.2);
  });
});

describe('lists', () => {
  it('can be filtered by category and section, searched, and paginated, with 100 rows by default', async () => {
    const find = async (query: string) =>
      (await api.as('branch').get(`/items?${query}`)).body.map((row: { name: string }) => row.name);
    expect(await find('q=BRIOCHE')).toEqual(['Brioche bun']);
    expect(await find('q=it-004')).toEqual(['Tomato']);
    expect((await find(`section=${ids.section}`)).length).toBe(5);
    expect(await find('category=none')).toEqual([]);
    expect(await find('kind=packaging')).toEqual(['Burger box']);
    expect(await find('sort=-itemCode&q=it-00&limit=1&page=2')).toEqual(['Tomato']);
    expect((await api.as('branch').get('/items?category=a%20b')).status).toBe(400);
  });

  it('can be filtered by items without a sub-category', async () => {
    const response = await admin().get('/items?subCategory=none');
    expect(response.body.length).toBeGreaterThan(0);
    expect(response.body.every((row: { subCategory: unknown }) => row.subCategory === null)).toBe(true);
    expect((await admin().get('/items?category=none')).body).toEqual([]);
  });

  it('include all items in compact form, with an ETag that changes with their content', async () => {
    const first = await api.as('branch').get('/items?view=compact&active=true');
    expect(first.status).toBe(200);
    for (const row of first.body) expect(itemCompactRow.parse(row)).toEqual(row);
    const bun = first.body.find((row: { _id: string }) => row._id === ids.items.bun);
    expect(bun).toMatchObject({ orderSymbol: 'case', baseSymbol: 'piece', orderNum: 48, orderDen: 1 });
    const tag = { 'if-none-match': first.headers.get('etag') ?? '' };
    const unchanged = await api.as('branch').get('/items?view=compact&active=true', tag);
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    api.clock.advance(1000);
    await admin().put(`/items/${ids.items.bun}`, { name: 'Brioche bun' });
    expect((await api.as('branch').get('/items?view=compact&active=true', tag)).status).toBe(200);
  });
});

describe('permissions', () => {
  it('all signed-in users may read items, and users with the item pages may change them', async () => {
    expect((await api.anonymous.get('/items')).status).toBe(401);
    for (const user of ['branch', 'staff', 'kitchen', 'viewer'] as const)
      expect((await api.as(user).get(flour)).status).toBe(200);
    for (const user of ['staff', 'kitchen', 'viewer'] as const) {
      expect((await api.as(user).post('/items', input())).status).toBe(403);
      expect((await api.as(user).delete(flour)).status).toBe(403);
    }
    expect((await api.as('branch').post('/items', input())).status).toBe(202);
  });
});

describe('/item-levels', () => {
  it('can be viewed and changed only by users of their branch', async () => {
    const levels = (await api.as('branch').get('/item-levels?limit=500')).body;
    expect(new Set(levels.map((row: { branchId: string }) => row.branchId))).toEqual(new Set([ids.branch1]));
    const otherPath = `/item-levels/${ids.levels(0, 1)}`;
    expect((await api.as('branch').get(otherPath)).status).toBe(404);
    expect((await api.as('branch').put(otherPath, { par: 1 })).status).toBe(404);
    const ownPath = `/item-levels/${ids.levels(0, 0)}`;
    expect((await api.as('branch').put(ownPath, { par: 25.5 })).body).toMatchObject({
      min: 10,
      par: 25.5,
      max: 60,
    });
    expect((await api.as('branch').put(ownPath, { branchId: ids.branch2 })).status).toBe(403);
    expect(
      (await api.as('branch').post('/item-levels', { itemId: ids.items.flour, branchId: ids.branch2 }))
        .status,
    ).toBe(403);
  });

  it('must increase from minimum to maximum', async () => {
    const response = await admin().put(`/item-levels/${ids.levels(1, 0)}`, { par: 1000 });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['max']]);
  });

  it('are unique per item and branch', async () => {
    const response = await admin().post('/item-levels', { itemId: ids.items.flour, branchId: ids.branch1 });
    expect([response.status, response.body.code]).toEqual([409, 'DUPLICATE']);
  });

  it('have a compact form with an ETag', async () => {
    const first = await api.as('branch').get(`/item-levels?view=compact&branchId=${ids.branch1}`);
    expect(first.body).toHaveLength(5);
    expect(first.body[0]).not.toHaveProperty('createdAt');
    const unchanged = await api.as('branch').get(`/item-levels?view=compact&branchId=${ids.branch1}`, {
      'if-none-match': first.headers.get('etag') ?? '',
    });
    expect(unchanged.status).toBe(304);
  });
});

describe('/packagings', () => {
  it('describe the packs in which an item is sold', async () => {
    const body = {
      itemId: ids.items.milk,
      name: 'Case 12 x 1 L',
      unit: ids.units.l,
      contentsQty: 12,
      price: 9.6,
      barcode: '5000000000001',
    };
    const created = await admin().post('/packagings', body);
    expect(created.status, created.text).toBe(201);
    expect(created.body).toMatchObject({ ...body, supplierId: null, preferred: false });
    expect((await admin().post('/packagings', body)).status).toBe(409);
    expect((await admin().post('/packagings', { ...body, barcode: null, contentsQty: 0 })).status).toBe(422);
    expect((await admin().get(`/packagings?itemId=${ids.items.milk}`)).body).toHaveLength(1);
    // Scanners get the size of a pack in base units (12 l), regardless of the count unit. Archived packs are
    // left out.
    const loadBarcodes = async () => (await admin().get('/items/pack-barcodes')).body;
    expect(await loadBarcodes()).toEqual([{ barcode: body.barcode, itemId: ids.items.milk, qty: 12 }]);
    const inMl = { unit: ids.units.ml, contentsQty: 500, barcode: '5000000000018' };
    const small = await admin().post('/packagings', { ...body, ...inMl });
    expect(await loadBarcodes()).toContainEqual({ barcode: inMl.barcode, itemId: ids.items.milk, qty: 0.5 });
    await admin().put(`/packagings/${small.body._id}`, { isActive: false });
    expect(await loadBarcodes()).toHaveLength(1);
    expect((await admin().delete(`/packagings/${created.body._id}`)).status).toBe(204);
  });
});
