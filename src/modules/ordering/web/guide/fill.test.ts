import { describe, expect, it } from 'vitest';
import type { SuggestionParams } from '#modules/demand/shapes.ts';
import { computeFillQty, fillLines, toDraftLines } from './fill.ts';
import { buildTestOrder, buildTestRows, buildTestSuggestion } from './testing.ts';

describe('filling the order guide', () => {
  it('S5: fills in all needed quantities at once without overwriting entered ones', () => {
    const rows = buildTestRows(
      buildTestSuggestion({ itemId: 'entered' }),
      buildTestSuggestion({ itemId: 'empty', suggestedQty: 7 }),
    );
    const before = { entered: { qty: 0, note: '', isFilled: false } };
    const { lines, ...counts } = fillLines(before, rows, 'needed');
    expect(lines).toEqual({ ...before, empty: { qty: 7, note: '', isFilled: true } });
    expect(counts).toEqual({ filledCount: 1, keptCount: 1 });
  });

  it.each([
    ['needed', { suggestedQty: 4 }, 4],
    ['needed', { suggestedQty: 0 }, null],
    ['par', { suggestedQty: 4 }, 4],
    ['par', { basis: 'demand', suggestedQty: 9, par: 6, onHand: 1, inTransit: 1.5, alreadyOrdered: 0 }, 4],
    ['par', { basis: 'demand', suggestedQty: 9, par: 6, onHand: 7 }, null],
    ['par', { basis: 'demand', suggestedQty: 9, par: null }, null],
    ['last', { lastOrderQty: 3 }, 3],
    ['last', { lastOrderQty: null }, null],
    ['average', { averageQty: 3.4, orderMultiple: 1 }, 4],
    ['average', { averageQty: 13, orderMultiple: 6 }, 18],
    ['average', { averageQty: 3.4, orderMultiple: null }, 3.4],
  ] as const)('by %s fills %o with %s', (kind, item, amount) => {
    expect(computeFillQty(buildTestSuggestion(item), kind)).toBe(amount);
  });

  it('S3: ignores stock on hold and stock that expires before delivery when filling to par', () => {
    const params = { unusable: 20 } as SuggestionParams;
    const item = buildTestSuggestion({
      basis: 'demand',
      par: 6,
      onHand: 5,
      reason: { code: 'demand', params },
    });
    // Two of the five bags of 10 kg are usable.
    expect(computeFillQty(item, 'par')).toBe(3);
  });

  it('keeps entered quantities, replaces filled ones, and counts both', () => {
    const rows = buildTestRows(
      buildTestSuggestion({ itemId: 'entered', lastOrderQty: 5 }),
      buildTestSuggestion({ itemId: 'filled', lastOrderQty: 5 }),
      buildTestSuggestion({ itemId: 'filledBefore', lastOrderQty: null }),
      buildTestSuggestion({ itemId: 'empty', lastOrderQty: 2 }),
    );
    const before = {
      entered: { qty: 9, note: 'soft ones', isFilled: false },
      filled: { qty: 6, note: '', isFilled: true },
      filledBefore: { qty: 6, note: '', isFilled: true },
    };
    const { lines, ...counts } = fillLines(before, rows, 'last');
    expect(lines).toEqual({
      entered: before.entered,
      filled: { qty: 5, note: '', isFilled: true },
      filledBefore: { qty: null, note: '', isFilled: false },
      empty: { qty: 2, note: '', isFilled: true },
    });
    expect(counts).toEqual({ filledCount: 2, keptCount: 1 });
  });
});

describe('copying an order into the guide', () => {
  it("converts quantities to the items' current order units", () => {
    const rows = buildTestRows(
      buildTestSuggestion({ itemId: 'rice' }),
      buildTestSuggestion({ itemId: 'oats' }),
    );
    const order = buildTestOrder(
      {},
      { itemId: 'rice', orderQty: 25, unit: 'kg', unitNum: 1, unitDen: 1, note: 'soon' },
      { itemId: 'rice', orderQty: 2, unit: 'bag', unitNum: 10, unitDen: 1 },
      { itemId: 'oats', orderQty: 0, substituteFor: 'l1' },
      { itemId: 'gone', orderQty: 3, unit: 'kg' },
    );
    const lines = toDraftLines(order, new Map(rows.map((row) => [row.item.itemId, row])));
    expect(lines).toMatchObject({ rice: { qty: 4.5, isFilled: false }, gone: { qty: 3 } });
    expect(Object.keys(lines)).toEqual(['rice', 'gone']);
  });
});
