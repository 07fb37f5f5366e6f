import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeStockSteps, type PostedUsage } from './depletion-steps.ts';

const buildUsage = (
  itemId: string,
  qtyMicro: number,
  valueE4: number,
  lotId: string | null = null,
): PostedUsage => ({
  itemId,
  lotId,
  lot: lotId ?? '',
  qtyMicro,
  valueE4,
});

describe('stock movements of a day of sales', () => {
  it.each([
    ['deplete the missing quantity', { a: 5 }, [], [['consumption', 'a', 5]]],
    ['deplete only the difference', { a: 5 }, [buildUsage('a', 3, 30)], [['consumption', 'a', 2]]],
    ['are empty if the quantity is unchanged', { a: 5 }, [buildUsage('a', 5, 50)], []],
    [
      'return the difference with its share of the value',
      { a: 2 },
      [buildUsage('a', 5, 51)],
      [['consumption_reversal', 'a', 3, 31]],
    ],
    [
      'return the full quantity with its full value',
      {},
      [buildUsage('a', 5, 51)],
      [['consumption_reversal', 'a', 5, 51]],
    ],
    [
      'return the last movement first',
      { a: 4 },
      [buildUsage('a', 3, 30, 'L1'), buildUsage('a', 3, 60, 'L2')],
      [['consumption_reversal', 'a', 2, 40, 'L2']],
    ],
  ])('%s', (_, required, before, expected) => {
    const steps = computeStockSteps(new Map(Object.entries(required as Record<string, number>)), before);
    expect(
      steps.map((step) => {
        const { kind, itemId, qtyMicro } = step;
        if (kind === 'consumption') return [kind, itemId, qtyMicro];
        return [kind, itemId, qtyMicro, step.valueE4, ...(step.lotId === null ? [] : [step.lotId])];
      }),
    ).toEqual(expected);
  });

  it('reach the required quantity from any earlier one, and a full reversal returns the full value', () => {
    const quantity = fc.integer({ min: 1, max: 1e9 });
    const parts = fc.array(fc.record({ qty: quantity, value: fc.integer({ min: 0, max: 1e9 }) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 3e9 }), (before, required) => {
        const rows = before.map(({ qty, value }, index) => buildUsage('a', qty, value, `L${index}`));
        const postedMicro = before.reduce((sum, { qty }) => sum + qty, 0);
        const steps = computeStockSteps(new Map([['a', required]]), rows);
        const movedMicro = steps.reduce(
          (sum, { kind, qtyMicro }) => sum + (kind === 'consumption' ? qtyMicro : -qtyMicro),
          0,
        );
        expect(postedMicro + movedMicro).toBe(required);
        const reversal = computeStockSteps(new Map(), rows);
        const value = reversal.reduce(
          (sum, step) => sum + (step.kind === 'consumption' ? 0 : step.valueE4),
          0,
        );
        expect(value).toBe(before.reduce((sum, part) => sum + part.value, 0));
      }),
    );
  });
});
