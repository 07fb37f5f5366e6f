import { expect, it } from 'vitest';
import { proposeShares, type ShareLine, balanceShares } from './proposals.ts';
import { defaultShareTerms } from './share.ts';

const createLine = (lineId: string, orderedQty: number, unitDen: number): ShareLine => ({
  lineId,
  branch: lineId,
  tie: lineId,
  unitNum: 1,
  unitDen,
  step: 1,
  isWhole: true,
  requested: orderedQty,
  priority: 1,
  typicalOrderQty: null,
  usagePerDay: null,
  stock: 0,
});
const createSupply = (onHand: number) => ({ onHand, unusable: 0, heldElsewhere: 0, keptBack: 0 });
const micro = 1_000_000;

it.each([
  ['1 + 1 + 4 sixths of a kilogram', 6, [1, 1, 4]],
  ['1 + 1 + 1 thirds of a kilogram', 3, [1, 1, 1]],
  ['2 + 2 + 2 sixths of a kilogram', 6, [2, 2, 2]],
])('%s can all be allocated from one kilogram', (_, den, orderedQuantities) => {
  const lines = orderedQuantities.map((qty, index) => createLine(`${index}`, qty, den));
  const share = proposeShares(createSupply(1), lines, defaultShareTerms);
  expect(share.lines.map(({ qtyMicro, reason }) => [qtyMicro / micro, reason])).toEqual(
    orderedQuantities.map((qty) => [qty, 'all']),
  );
  const shares = share.lines.map(({ qtyMicro }, index) => ({
    line: createLine(`${index}`, 0, den),
    qtyMicro,
  }));
  expect(balanceShares(micro, shares)).toEqual({ allocatedMicro: micro, remainingMicro: 0, excessMicro: 0 });
});

it('a millionth more than available exceeds the supply', () => {
  const shares = [1, 1, 4].map((qty) => ({ line: createLine('a', qty, 6), qtyMicro: qty * micro }));
  expect(balanceShares(micro - 1, shares)).toMatchObject({ excessMicro: 1 });
  const share = proposeShares(
    createSupply(0.999999),
    [createLine('a', 3, 6), createLine('b', 3, 6)],
    defaultShareTerms,
  );
  expect(share.lines.map(({ qtyMicro }) => qtyMicro / micro).toSorted((a, b) => a - b)).toEqual([2, 3]);
});
