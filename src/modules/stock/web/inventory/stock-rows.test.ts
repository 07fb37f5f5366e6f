import { expect, it } from 'vitest';
import { foldText } from '#core/text.ts';
import {
  buildStock,
  filterStock,
  indexStockPositions,
  sortStock,
  buildStockCsv,
  type StockLine,
  withStockPosition,
  totalStockValue,
} from './stock-rows.ts';
import { getStockState } from '../../stock-state.ts';

function buildLine(itemName: string, changes: Partial<StockLine> = {}): StockLine {
  return {
    key: itemName,
    itemId: itemName,
    placeId: 'harbour',
    itemCode: 'A-1',
    itemName,
    placeName: 'Harbour',
    unit: 'kg',
    category: null,
    section: 'dry',
    sectionOrder: 1,
    onHand: 5,
    reserved: 0,
    available: 5,
    inTransit: 0,
    onOrder: 0,
    onHold: 0,
    min: null,
    par: null,
    max: null,
    value: 10,
    valueInTransitOrOnHold: 0,
    avgCost: 2,
    state: 'ok',
    use: null,
    cover: null,
    lots: 0,
    nextExpiry: null,
    expiredLots: 0,
    onHoldLots: 0,
    hasRecentMovements: true,
    searchText: foldText(`A-1 ${itemName} Harbour`),
    ...changes,
  };
}

const lines = [
  buildLine('Crème fraîche', { section: 'dairy', onHand: 1 }),
  buildLine('Flour', { state: 'out', onHand: 0 }),
  buildLine('Rye flour', { state: 'belowMin', onHand: 3 }),
];
const getNames = (lines: readonly StockLine[]) => lines.map(({ itemName }) => itemName);

it('matches every word anywhere, ignoring accents and case', () => {
  expect(getNames(filterStock(lines, { q: 'FRAI creme' }).filteredLines)).toEqual(['Crème fraîche']);
  expect(getNames(filterStock(lines, { q: 'flour harb' }).filteredLines)).toEqual(['Flour', 'Rye flour']);
});

it('counts the states of all rows that match the other filters', () => {
  const { filteredLines, counts } = filterStock(lines, { section: 'dry', state: 'out' });
  expect(getNames(filteredLines)).toEqual(['Flour']);
  expect(counts).toMatchObject({ out: 1, belowMin: 1, ok: 0 });
});

it('sorts by a column in both directions, and keeps the order if there is no such column', () => {
  expect(getNames(sortStock(lines, 'onHand'))).toEqual(['Flour', 'Crème fraîche', 'Rye flour']);
  expect(getNames(sortStock(lines, '-onHand'))).toEqual(['Rye flour', 'Crème fraîche', 'Flour']);
  expect(sortStock(lines, 'nonsense')).toBe(lines);
});

it.each([
  [-1, 'negative'],
  [0, 'out'],
  [1, 'belowMin'],
  [2, 'belowPar'],
  [6, 'ok'],
  [12, 'ok'],
  [13, 'over'],
] as const)('classifies %s against 2 / 6 / 12 as %s', (onHand, state) => {
  expect(getStockState({ onHand, min: 2, par: 6, max: 12 })).toBe(state);
});

it("exports the displayed rows, without values for users who can't see costs, and escapes formulas", () => {
  const lines = [buildLine('=1+1', { onHand: -2, state: 'negative' })];
  const names = new Map([['dry', 'Dry store']]);
  const [header, row] = buildStockCsv(lines, { names, currency: undefined }).trim().split(/\r?\n/);
  expect(header).not.toContain('Value');
  expect(row).toContain("'=1+1");
  expect(row).toContain(',Dry store,');
  expect(row).toContain(',-2,');
  expect(buildStockCsv(lines, { names, currency: 'GBP' })).toContain('Value (GBP)');
});

it('adds the stock position to its row, and leaves rows without one unchanged', () => {
  const [withPosition, other] = [
    buildLine('Known', { available: 8 }),
    buildLine('Other', { key: 'p|other' }),
  ];
  const position = {
    perDay: 2,
    days: 28,
    basis: 'use',
    hasRecentMovements: true,
    lots: 3,
    nextExpiry: '2026-03-07',
  } as const;
  const positions = indexStockPositions([
    {
      ...position,
      itemId: withPosition.itemId,
      placeId: withPosition.placeId,
      expiredLots: 1,
      onHoldLots: 0,
      onOrder: 4,
    },
  ]);
  const key = `${withPosition.placeId}|${withPosition.itemId}`;
  expect(withStockPosition({ ...withPosition, key }, positions)).toMatchObject({
    cover: 4,
    use: { perDay: 2, days: 28, basis: 'use' },
    lots: 3,
    nextExpiry: '2026-03-07',
    expiredLots: 1,
    onOrder: 4,
    hasRecentMovements: true,
  });
  expect(withStockPosition(other, positions)).toBe(other);
});

it('filters rows that need action', () => {
  const stockLines = [buildLine('Here', { key: 'p|here' }), buildLine('There', { key: 'p|there' })];
  const { filteredLines, counts } = filterStock(stockLines, {}, new Map([['p|there', true]]));
  expect([getNames(filteredLines), counts.ok]).toEqual([['There'], 1]);
});

it('sorts expired lots first and lots without expiry last', () => {
  const stockLines = [
    buildLine('Never'),
    buildLine('Later', { nextExpiry: '2026-03-18' }),
    buildLine('Past', { expiredLots: 1, nextExpiry: '2026-05-01' }),
  ];
  expect(getNames(sortStock(stockLines, 'expiry'))).toEqual(['Past', 'Later', 'Never']);
});

it('sorts by average cost, with rows without one last in both directions', () => {
  const stockLines = [
    buildLine('None', { onHand: 0, avgCost: null }),
    buildLine('Dear', { avgCost: 2.5 }),
    buildLine('Cheap', { avgCost: 0.002081 }),
  ];
  expect(getNames(sortStock(stockLines, 'avgCost'))).toEqual(['Cheap', 'Dear', 'None']);
  expect(getNames(sortStock(stockLines, '-avgCost'))).toEqual(['Dear', 'Cheap', 'None']);
});

it("exports the average cost with six decimals, and omits it for users who can't see costs", () => {
  const spice = [buildLine('Saffron', { onHand: 100_000, value: 208.1, avgCost: 0.002081 })];
  const [header = '', row = ''] = buildStockCsv(spice, { names: new Map(), currency: 'GBP' })
    .trim()
    .split(/\r?\n/);
  expect([header, row]).toEqual([
    expect.stringContaining('Average cost (GBP)'),
    expect.stringContaining(',0.002081,208.1,'),
  ]);
  expect(buildStockCsv(spice, { names: new Map(), currency: undefined })).not.toContain('Average cost');
});

it('totals values exactly, on hand and in transit or on hold', () => {
  const stockLines = Array.from({ length: 3 }, (_, n) =>
    buildLine(`${n}`, { value: 0.1, valueInTransitOrOnHold: 0.2 }),
  );
  expect(totalStockValue(stockLines)).toEqual({ onHand: 0.3, inTransitOrOnHold: 0.6 });
});

it('exports stock as of a past date, without columns that exist only for current stock', () => {
  const file = buildStockCsv(lines, {
    names: new Map(),
    currency: 'GBP',
    past: { day: '2026-03-01', by: 'effective' },
  });
  const [header = '', ...rows] = file.trim().split(/\r?\n/);
  expect(header).toContain('As at the end of');
  expect(header).not.toContain('As recorded');
  expect(header).not.toMatch(/Reserved|Lots|Days of cover|State/);
  expect(rows).toHaveLength(lines.length);
  expect(rows[0]).toContain(',2026-03-01,');
  const posted = buildStockCsv(lines, {
    names: new Map(),
    currency: 'GBP',
    past: { day: '2026-03-01', by: 'posted' },
  });
  expect(posted.split('\n')[0]).toContain('As recorded at the end of');
  expect(posted.split('\n')[0]).not.toContain('As at');
});

it('C11: shows no state and no figures for items in a blind count', () => {
  const level = { branchId: 'harbour', min: 1, par: 2, max: null };
  const [counted, empty] = buildStock({
    stock: [
      { itemId: 'a', placeId: 'harbour', onHand: 0, reserved: 0, avgCost: null, value: null, isHidden: true },
    ],
    items: [],
    levels: ['a', 'b'].map((itemId) => ({ ...level, itemId })),
    branches: [],
    units: [],
    sections: [],
    canSeePlace: () => true,
  });
  expect([counted?.state, empty?.state]).toEqual(['counting', 'out']);
  const both = [counted, empty] as StockLine[];
  expect(filterStock(both, {}).counts).toMatchObject({ out: 1, counting: 1 });
  expect(filterStock(both, { state: 'out' }).filteredLines).toEqual([empty]);
  const [, first = ''] = buildStockCsv(both, { names: new Map(), currency: undefined }).trim().split(/\r?\n/);
  // On hand, reserved and available; then in transit and on hold.
  expect(first).toContain(',,,,0,0,0,1,2,');
});
