import { expect, it } from 'vitest';
import { foldText } from '#domain/text.ts';
import { filterStock, sortStock, stockCsv, type StockLine } from './stock-rows.ts';
import { stateOf } from '#domain/stock/standing.ts';

function line(itemName: string, changes: Partial<StockLine> = {}): StockLine {
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
    onHold: 0,
    min: null,
    par: null,
    max: null,
    value: 10,
    state: 'ok',
    searchText: foldText(`A-1 ${itemName} Harbour`),
    ...changes,
  };
}

const lines = [
  line('Crème fraîche', { section: 'dairy', onHand: 1 }),
  line('Flour', { state: 'out', onHand: 0 }),
  line('Rye flour', { state: 'belowMin', onHand: 3 }),
];
const namesOf = (shown: readonly StockLine[]) => shown.map(({ itemName }) => itemName);

it('finds every word anywhere, accents and case aside', () => {
  expect(namesOf(filterStock(lines, { q: 'FRAI creme' }).shown)).toEqual(['Crème fraîche']);
  expect(namesOf(filterStock(lines, { q: 'flour harb' }).shown)).toEqual(['Flour', 'Rye flour']);
});

it('counts the states of everything that fits but for the state', () => {
  const { shown, counts } = filterStock(lines, { section: 'dry', state: 'out' });
  expect(namesOf(shown)).toEqual(['Flour']);
  expect(counts).toMatchObject({ out: 1, belowMin: 1, ok: 0 });
});

it('sorts by a column, by its reverse, and keeps the walk order without one', () => {
  expect(namesOf(sortStock(lines, 'onHand'))).toEqual(['Flour', 'Crème fraîche', 'Rye flour']);
  expect(namesOf(sortStock(lines, '-onHand'))).toEqual(['Rye flour', 'Crème fraîche', 'Flour']);
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
] as const)('calls %s of 2 / 6 / 12 %s', (onHand, state) => {
  expect(stateOf({ onHand, min: 2, par: 6, max: 12 })).toBe(state);
});

it('saves what is shown, without values for those who may not see costs, and nothing a spreadsheet would run', () => {
  const shown = [line('=1+1', { onHand: -2, state: 'negative' })];
  const names = new Map([['dry', 'Dry store']]);
  const [head, row] = stockCsv(shown, names, undefined).trim().split(/\r?\n/);
  expect(head).not.toContain('Value');
  expect(row).toContain("'=1+1");
  expect(row).toContain(',Dry store,');
  expect(row).toContain(',-2,');
  expect(stockCsv(shown, names, 'GBP')).toContain('"Value, GBP"');
});
