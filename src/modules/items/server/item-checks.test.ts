import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

const { kg, g, l, piece } = ids.units;
const cases = ids.units.case;

let api: TestApp;
let n = 0;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const admin = () => api.as('admin');
const input = (more = {}) => ({
  itemCode: `CHK-${++n}`,
  name: `Checked item ${n}`,
  kind: 'raw',
  category: ids.category,
  baseUnit: kg,
  ...more,
});
async function make(more = {}): Promise<string> {
  const created = await admin().post('/items', input(more));
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
      'against each other',
      [conversion(cases, 9, kg), conversion(cases, 8000, g)],
      'conversions.1',
      /1 case equal 9000 g/,
    ],
    [
      'against a longer way, with both (R2)',
      [conversion(cases, 10, piece), conversion(piece, 400, g), conversion(cases, 5, kg)],
      'conversions.2',
      /^The other lines and units make 1 case equal 4 kg \(1 case = 10 piece, 1 piece = 400 g, 1 g = 0\.001 kg\), but this line says 1 case = 5 kg\. Correct one of them\.$/,
    ],
    ['in a cycle', [conversion(cases, 9, kg), conversion(cases, 9000, g)], 'conversions.1', /already/],
  ])('are refused %s', async (_, conversions, field, sentence) => {
    const response = await admin().post('/items', input({ conversions }));
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
    expect(response.body.fields[field]).toMatch(sentence);
  });

  it('must keep leading to the units of the packs', async () => {
    const _id = await make({ conversions: [conversion(l, 103, kg, 100)] });
    const pack = { itemId: _id, name: 'Can 5 l', unit: l, contentsQty: 5 };
    expect((await admin().post('/packagings', pack)).status).toBe(201);
    const lost = await admin().put(`/items/${_id}`, { conversions: [] });
    expect([lost.status, lost.body.fields]).toEqual([
      422,
      { conversions: 'The pack Can 5 l is measured in l, and there is no conversion to kg. Add one.' },
    ]);
    const moved = await admin().put(`/items/${_id}`, { baseUnit: piece, orderUnit: piece });
    expect([moved.status, Object.keys(moved.body.fields)]).toEqual([422, ['baseUnit']]);
    expect((await admin().put(`/items/${_id}`, { conversions: [conversion(l, 1, kg)] })).status).toBe(200);
    const [last] = (await admin().get(`/items/${_id}/history`)).body;
    expect([last.before, last.after]).toEqual([
      { conversions: [conversion(l, 103, kg, 100)] },
      { conversions: [conversion(l, 1, kg)] },
    ]);
  });
});

describe('the first packs of an item', () => {
  const conversions = [conversion(cases, 9, kg)];
  const pack = { name: 'Case 9 kg', unit: cases, contentsQty: 1, price: 12.5, barcode: '60000001' };

  it('are created with it', async () => {
    const _id = await make({ conversions, packs: [pack, { name: 'Bag', unit: g, contentsQty: 500 }] });
    const packs = await admin().get(`/packagings?itemId=${_id}&sort=name`);
    expect(packs.body).toMatchObject([
      { name: 'Bag', itemId: _id },
      { ...pack, itemId: _id },
    ]);
  });

  it.each([
    ['a unit without a conversion', [{ ...pack, barcode: null, unit: l }], 422, 'packs.0.unit'],
    ['nothing in it', [{ ...pack, barcode: null, contentsQty: 0 }], 422, 'packs.0.contentsQty'],
    [
      'a supplier that is not there',
      [{ ...pack, barcode: null, supplierId: 'none' }],
      422,
      'packs.0.supplierId',
    ],
    [
      'a barcode that another has',
      [
        { ...pack, barcode: '60000002' },
        { ...pack, barcode: '60000002' },
      ],
      409,
      'packs.1.barcode',
    ],
    ['a pack of another item', [{ ...pack, itemId: ids.items.milk }], 422, 'packs.0.itemId'],
  ])('are refused for %s, together with the item', async (_, packs, status, field) => {
    const body = input({ conversions, packs });
    const response = await admin().post('/items', body);
    expect([response.status, Object.keys(response.body.fields)]).toEqual([status, [field]]);
    expect((await admin().get(`/items?q=${body.itemCode}`)).body).toEqual([]);
  });
});

describe('GET /items/:id/base-unit', () => {
  it('returns what fixes it', async () => {
    const fresh = await make();
    const fixedBy = async (id: string) => (await api.as('viewer').get(`/items/${id}/base-unit`)).body.fixedBy;
    expect(await fixedBy(fresh)).toBeNull();
    expect(await fixedBy(ids.items.flour)).toBe('moves');
    const line = { deliveryDate: '2026-03-06', items: [{ itemId: fresh, orderQty: 1 }] };
    expect((await api.as('branch').post('/orders', line)).status).toBe(201);
    expect(await fixedBy(fresh)).toBe('orders');
    expect((await admin().get('/items/missing/base-unit')).status).toBe(404);
  });
});

describe('GET /items/similar', () => {
  const similar = async (query: string) => {
    const response = await api.as('branch').get(`/items/similar?${query}`);
    expect(response.status, response.text).toBe(200);
    return response.body as {
      _id: string;
      name: string;
      shares: string;
      barcode: string | null;
      isActive: boolean;
    }[];
  };
  const names = async (query: string) => (await similar(query)).map(({ name }) => name);

  it('finds the name in either language, however it is written', async () => {
    const _id = await make({ name: 'Chopped tomatoes', nameAlt: 'طماطم مقطعة' });
    expect(await names(`name=${encodeURIComponent('tomato, CHOPPED')}`)).toEqual(['Chopped tomatoes']);
    expect(await names(`name=${encodeURIComponent('طماطم مقطّعة')}`)).toEqual(['Chopped tomatoes']);
    expect(await names(`nameAlt=${encodeURIComponent('chopped tomato')}&name=nothing`)).toEqual([
      'Chopped tomatoes',
    ]);
    expect(await names(`name=chopped+tomatoes&except=${_id}`)).toEqual([]);
    await admin().put(`/items/${_id}`, { isActive: false });
    expect(await similar('name=chopped+tomatoes')).toMatchObject([{ isActive: false, shares: 'name' }]);
  });

  it("isn't found by a part of a name, by punctuation, or by an empty query", async () => {
    expect(await names('name=milk')).toEqual([]);
    expect(await names('name=%25')).toEqual([]);
    expect(await names('name=_')).toEqual([]);
    expect(await similar('')).toEqual([]);
  });

  it('finds the owner of a barcode, an item’s or a pack’s', async () => {
    const _id = await make({ barcodes: ['70000001'] });
    const pack = { itemId: _id, name: 'Sack', unit: kg, contentsQty: 25, barcode: '70000002' };
    expect((await admin().post('/packagings', pack)).status).toBe(201);
    const found = await similar('barcode=70000001,70000002,70000003');
    expect(found.map(({ shares, barcode }) => [shares, barcode])).toEqual([
      ['barcode', '70000001'],
      ['pack', '70000002'],
    ]);
    expect(await similar(`barcode=70000001&except=${_id}`)).toEqual([]);
  });

  it('refuses invalid queries', async () => {
    expect((await admin().get('/items/similar?except=a%20b')).status).toBe(400);
    expect((await api.anonymous.get('/items/similar?name=milk')).status).toBe(401);
  });
});
