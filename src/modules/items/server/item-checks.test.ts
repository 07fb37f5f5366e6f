import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

const { kg, g, l, piece } = ids.units;
const caseUnit = ids.units.case;

let api: TestApp;
let itemCount = 0;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const admin = () => api.as('admin');
const input = (values = {}) => ({
  itemCode: `CHK-${++itemCount}`,
  name: `Checked item ${itemCount}`,
  kind: 'raw',
  category: ids.category,
  baseUnit: kg,
  ...values,
});
async function createItem(values = {}): Promise<string> {
  const created = await admin().post('/items', input(values));
  expect(created.status, created.text).toBe(201);
  return created.body._id;
}
const conversion = (fromUnit: string, num: number, toUnit: string, den = 1) => ({
  fromUnit,
  toUnit,
  num,
  den,
});

describe('conversions of an item', () => {
  it.each([
    ['contradicting the units', [conversion(kg, 900, g)], 'conversions.0', /make 1 kg equal 1000 g/],
    [
      'contradicting each other',
      [conversion(caseUnit, 9, kg), conversion(caseUnit, 8000, g)],
      'conversions.1',
      /1 case equal 9000 g/,
    ],
    [
      'contradicting a chain of other conversions, with an explanation (R2)',
      [conversion(caseUnit, 10, piece), conversion(piece, 400, g), conversion(caseUnit, 5, kg)],
      'conversions.2',
      /^The other lines and units make 1 case equal 4 kg \(1 case = 10 piece, 1 piece = 400 g, 1 g = 0\.001 kg\), but this line says 1 case = 5 kg\. Correct one of them\.$/,
    ],
    [
      'following from others',
      [conversion(caseUnit, 9, kg), conversion(caseUnit, 9000, g)],
      'conversions.1',
      /already/,
    ],
  ])('are rejected if %s', async (_, conversions, field, message) => {
    const response = await admin().post('/items', input({ conversions }));
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
    expect(response.body.fields[field]).toMatch(message);
  });

  it('must cover the units of the packs', async () => {
    const _id = await createItem({ conversions: [conversion(l, 103, kg, 100)] });
    const pack = { itemId: _id, name: 'Can 5 l', unit: l, contentsQty: 5 };
    expect((await admin().post('/packagings', pack)).status).toBe(201);
    const withoutConversion = await admin().put(`/items/${_id}`, { conversions: [] });
    expect([withoutConversion.status, withoutConversion.body.fields]).toEqual([
      422,
      { conversions: 'The pack Can 5 l is measured in l, and there is no conversion to kg. Add one.' },
    ]);
    const withOtherBase = await admin().put(`/items/${_id}`, { baseUnit: piece, orderUnit: piece });
    expect([withOtherBase.status, Object.keys(withOtherBase.body.fields)]).toEqual([422, ['baseUnit']]);
    expect((await admin().put(`/items/${_id}`, { conversions: [conversion(l, 1, kg)] })).status).toBe(200);
    const [last] = (await admin().get(`/items/${_id}/history`)).body;
    expect([last.before, last.after]).toEqual([
      { conversions: [conversion(l, 103, kg, 100)] },
      { conversions: [conversion(l, 1, kg)] },
    ]);
  });
});

describe("an item's first packs", () => {
  const conversions = [conversion(caseUnit, 9, kg)];
  const pack = { name: 'Case 9 kg', unit: caseUnit, contentsQty: 1, price: 12.5, barcode: '60000001' };

  it('are created with the item', async () => {
    const _id = await createItem({ conversions, packs: [pack, { name: 'Bag', unit: g, contentsQty: 500 }] });
    const packs = await admin().get(`/packagings?itemId=${_id}&sort=name`);
    expect(packs.body).toMatchObject([
      { name: 'Bag', itemId: _id },
      { ...pack, itemId: _id },
    ]);
  });

  it.each([
    ['a unit without a conversion', [{ ...pack, barcode: null, unit: l }], 422, 'packs.0.unit'],
    ['no contents', [{ ...pack, barcode: null, contentsQty: 0 }], 422, 'packs.0.contentsQty'],
    ['a missing supplier', [{ ...pack, barcode: null, supplierId: 'none' }], 422, 'packs.0.supplierId'],
    [
      'a duplicate barcode',
      [
        { ...pack, barcode: '60000002' },
        { ...pack, barcode: '60000002' },
      ],
      409,
      'packs.1.barcode',
    ],
    ['a pack of another item', [{ ...pack, itemId: ids.items.milk }], 422, 'packs.0.itemId'],
  ])("are rejected for %s, and the item isn't created", async (_, packs, status, field) => {
    const body = input({ conversions, packs });
    const response = await admin().post('/items', body);
    expect([response.status, Object.keys(response.body.fields)]).toEqual([status, [field]]);
    expect((await admin().get(`/items?q=${body.itemCode}`)).body).toEqual([]);
  });
});

describe('GET /items/:id/base-unit', () => {
  it("returns the reason why the base unit can't be changed", async () => {
    const unusedItem = await createItem();
    const lockedBy = async (id: string) =>
      (await api.as('viewer').get(`/items/${id}/base-unit`)).body.lockedBy;
    expect(await lockedBy(unusedItem)).toBeNull();
    expect(await lockedBy(ids.items.flour)).toBe('moves');
    const line = { deliveryDate: '2026-03-06', items: [{ itemId: unusedItem, orderQty: 1 }] };
    expect((await api.as('branch').post('/orders', line)).status).toBe(201);
    expect(await lockedBy(unusedItem)).toBe('orders');
    expect((await admin().get('/items/missing/base-unit')).status).toBe(404);
  });
});

describe('GET /items/similar', () => {
  const findSimilar = async (query: string) => {
    const response = await api.as('branch').get(`/items/similar?${query}`);
    expect(response.status, response.text).toBe(200);
    return response.body as {
      _id: string;
      name: string;
      matchedBy: string;
      barcode: string | null;
      isActive: boolean;
    }[];
  };
  const findNames = async (query: string) => (await findSimilar(query)).map(({ name }) => name);

  it('finds a name in either language, regardless of word order and spelling', async () => {
    const _id = await createItem({ name: 'Chopped tomatoes', nameAlt: 'طماطم مقطعة' });
    expect(await findNames(`name=${encodeURIComponent('tomato, CHOPPED')}`)).toEqual(['Chopped tomatoes']);
    expect(await findNames(`name=${encodeURIComponent('طماطم مقطّعة')}`)).toEqual(['Chopped tomatoes']);
    expect(await findNames(`nameAlt=${encodeURIComponent('chopped tomato')}&name=nothing`)).toEqual([
      'Chopped tomatoes',
    ]);
    expect(await findNames(`name=chopped+tomatoes&excludedItemId=${_id}`)).toEqual([]);
    await admin().put(`/items/${_id}`, { isActive: false });
    expect(await findSimilar('name=chopped+tomatoes')).toMatchObject([
      { isActive: false, matchedBy: 'name' },
    ]);
  });

  it('finds nothing for a part of a name, punctuation or an empty query', async () => {
    expect(await findNames('name=milk')).toEqual([]);
    expect(await findNames('name=%25')).toEqual([]);
    expect(await findNames('name=_')).toEqual([]);
    expect(await findSimilar('')).toEqual([]);
  });

  it('finds an item by its own barcode or the barcode of one of its packs', async () => {
    const _id = await createItem({ barcodes: ['70000001'] });
    const pack = { itemId: _id, name: 'Sack', unit: kg, contentsQty: 25, barcode: '70000002' };
    expect((await admin().post('/packagings', pack)).status).toBe(201);
    const owners = await findSimilar('barcode=70000001,70000002,70000003');
    expect(owners.map(({ matchedBy, barcode }) => [matchedBy, barcode])).toEqual([
      ['barcode', '70000001'],
      ['pack', '70000002'],
    ]);
    expect(await findSimilar(`barcode=70000001&excludedItemId=${_id}`)).toEqual([]);
  });

  it('rejects invalid queries', async () => {
    expect((await admin().get('/items/similar?excludedItemId=a%20b')).status).toBe(400);
    expect((await api.anonymous.get('/items/similar?name=milk')).status).toBe(401);
  });
});
