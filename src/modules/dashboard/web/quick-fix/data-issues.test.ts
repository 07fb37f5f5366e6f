import { describe, expect, it } from 'vitest';
import { readItem } from '#modules/items/web/queries/items.ts';
import { type OrderRecord, readOrderRow } from '#modules/orders/web/queries/read.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import type { CompactItem } from '#modules/items/web/queries/items.ts';
import { type DataIssueKind, type IssueSources, findIssues } from './data-issues.ts';

const nowMs = Date.parse('2026-03-04T12:00:00Z');
const buildItem = (overrides: Record<string, unknown>) =>
  readItem({ baseUnit: 'kg', ...overrides }) as CompactItem;
const buildOrder = (overrides: Record<string, unknown>) =>
  readOrderRow({ _id: 'o', status: 'Shipped', ...overrides }) as OrderRecord;
const buildStock = (onHand: number, avgCost: number | null = 1, placeId = 'b1') => ({
  itemId: 'i1',
  placeId,
  onHand,
  avgCost,
  value: null,
  reserved: 0,
});
const buildLevel = (par: number | null) => ({ itemId: 'i1', branchId: 'b1', min: 1, par, max: null });

const noSources: IssueSources = {
  stock: [],
  canSeeCosts: true,
  items: [],
  levels: [],
  branches: [{ _id: 'b1', name: 'Harbour' } as Branch],
  shipped: [],
  nowMs,
};
const countIssues = (kind: DataIssueKind, sources: Partial<IssueSources>) =>
  findIssues({ ...noSources, ...sources })[kind]?.length ?? null;
const flour = buildItem({ _id: 'i1', name: 'Bread flour' });

describe.each<[DataIssueKind, string, Partial<IssueSources>, number | null]>([
  ['negativeStock', 'below zero', { stock: [buildStock(-0.5)] }, 1],
  ['negativeStock', 'zero', { stock: [buildStock(0)] }, 0],
  ['negativeStock', 'below zero on hold', { stock: [buildStock(-1, 1, 'b1:hold')] }, 1],
  ['negativeStock', 'stock not loaded', { stock: null }, null],
  ['stuckInTransit', '49 h in transit', { shipped: [buildOrder({ shippedAt: '2026-03-02T11:00:00Z' })] }, 1],
  ['stuckInTransit', 'exactly 48 h', { shipped: [buildOrder({ shippedAt: '2026-03-02T12:00:00Z' })] }, 0],
  [
    'stuckInTransit',
    'received',
    { shipped: [buildOrder({ shippedAt: '2026-01-01', status: 'Received' })] },
    0,
  ],
  ['stuckInTransit', 'no shipping time', { shipped: [buildOrder({})] }, 0],
  ['zeroCost', 'on hand at zero cost', { stock: [buildStock(2, 0)] }, 1],
  ['zeroCost', 'nothing on hand', { stock: [buildStock(0, 0)] }, 0],
  ['zeroCost', 'cost hidden', { stock: [buildStock(2, null)] }, null],
  ['zeroCost', 'no permission to see costs', { stock: [], canSeeCosts: false }, null],
  [
    'zeroCost',
    'one of several balances',
    { stock: [buildStock(2, 1), buildStock(3, 0), buildStock(2, null)] },
    1,
  ],
  [
    'missingConversion',
    'no conversion to the base unit',
    { items: [buildItem({ _id: 'i', orderUnit: 'case', orderNum: null })] },
    1,
  ],
  [
    'missingConversion',
    'a conversion to the base unit',
    { items: [buildItem({ _id: 'i', orderUnit: 'case', orderNum: 12 })] },
    0,
  ],
  [
    'missingConversion',
    'the same unit',
    { items: [buildItem({ _id: 'i', orderUnit: 'kg', orderNum: null })] },
    0,
  ],
  [
    'missingConversion',
    'a server without conversions',
    { items: [buildItem({ _id: 'i', orderUnit: 'case' })] },
    0,
  ],
  [
    'missingConversion',
    'archived',
    { items: [buildItem({ _id: 'i', orderUnit: 'case', orderNum: null, isActive: false })] },
    0,
  ],
  [
    'duplicateNames',
    'same name in other case and accents',
    { items: [flour, buildItem({ _id: 'i2', name: 'BREAD  flöur' })] },
    1,
  ],
  ['duplicateNames', 'another name', { items: [flour, buildItem({ _id: 'i2', name: 'Flour' })] }, 0],
  [
    'duplicateNames',
    'archived twin',
    { items: [flour, buildItem({ _id: 'i2', name: 'Bread flour', isActive: 0 })] },
    0,
  ],
  [
    'withoutPar',
    'no level',
    { items: [flour, buildItem({ _id: 'i2', name: 'x' })], levels: [buildLevel(3)] },
    1,
  ],
  ['withoutPar', 'a level without par', { items: [flour], levels: [buildLevel(null)] }, 1],
  [
    'withoutPar',
    'not orderable',
    { items: [buildItem({ _id: 'i2', isOrderable: false })], levels: [buildLevel(3)] },
    0,
  ],
  ['withoutPar', 'a server without levels', { items: [flour], levels: [] }, null],
])('%s', (kind, issue, sources, expected) => {
  it(`${issue}: ${expected}`, () => expect(countIssues(kind, sources)).toBe(expected));
});

it('includes the names of the item and location of a stock position if they are loaded', () => {
  const stock = [buildStock(-2, 1, 'b1:transit')];
  const { negativeStock } = findIssues({ ...noSources, items: [flour], stock });
  expect(negativeStock).toEqual([
    { kind: 'negativeStock', item: flour, itemId: 'i1', place: 'Harbour', placeId: 'b1', onHand: -2 },
  ]);
});
