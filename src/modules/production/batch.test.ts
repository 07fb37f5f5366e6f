import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  computeDueMicro,
  computeBatchExpiry,
  computeNextDueMicro,
  computeRemainingToMakeMicro,
  type BatchOutput,
  computeRemainingMicro,
  areSharesComplete,
  allocateBatchCost,
  computeUnitCostE4,
} from './batch.ts';

const kg = 1_000_000;

describe('partial completion (M3)', () => {
  test('M3: three parts of 100 together use exactly the requirement for the whole', () => {
    const needed = 10 * kg;
    let processedMicro = 0;
    const parts = [33 * kg, 33 * kg, 34 * kg].map((part) => {
      const due = computeNextDueMicro(needed, { plannedMicro: 100 * kg, processedMicro }, part);
      processedMicro += part;
      return due;
    });
    expect(parts).toEqual([3_300_000, 3_300_000, 3_400_000]);
    expect(computeRemainingMicro(needed, { plannedMicro: 100 * kg, processedMicro })).toBe(0);
  });

  it.each([
    // planned, produced so far, remaining requirement of 9 kg, remaining output
    [12, 0, 9, 12],
    [12, 4, 6, 8],
    [12, 12, 0, 0],
    // More than planned: nothing is needed, and nothing is returned.
    [12, 15, 0, 0],
  ])(
    'M3: of %i planned and %i done, %d kg are needed and %i to be made',
    (planned, processed, needed, remaining) => {
      const progress = { plannedMicro: planned * kg, processedMicro: processed * kg };
      expect(computeRemainingMicro(9 * kg, progress)).toBe(needed * kg);
      expect(computeRemainingToMakeMicro(progress)).toBe(remaining * kg);
    },
  );

  test('M3: after any number of parts, due and remaining add up to the requirement', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 500_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 10_000_000_000 }), (quantities, needed) => {
        const plannedMicro = quantities.reduce((sum, part) => sum + part, 0);
        let [processedMicro, due] = [0, 0];
        for (const part of quantities) {
          due += computeNextDueMicro(needed, { plannedMicro, processedMicro }, part);
          processedMicro += part;
          expect(due + computeRemainingMicro(needed, { plannedMicro, processedMicro })).toBe(needed);
          expect(due).toBe(computeDueMicro(needed, processedMicro, plannedMicro));
        }
        expect(due).toBe(needed);
      }),
    );
  });
});

describe('batch costs (M2, M13)', () => {
  const buildOutput = (lineId: string, qty: number, overrides: Partial<BatchOutput> = {}): BatchOutput => ({
    lineId,
    qtyMicro: qty * kg,
    shareMicro: null,
    fixedE4: null,
    ...overrides,
  });

  test('M2: with 98 planned, 97 made and 1 lost, the cost is divided by 97', () => {
    const inputE4 = 970_000;
    const allocation = allocateBatchCost(inputE4, [buildOutput('main', 97)]);
    expect(allocation?.valueE4.get('main')).toBe(inputE4);
    expect(computeUnitCostE4(inputE4, 97 * kg)).toBe(10_000);
  });

  test('M2: with 97 made, 1 of which is lost, the cost is divided by 96', () => {
    // Input of 9.60: 0.10 each.
    expect(computeUnitCostE4(96_000, 96 * kg)).toBe(1_000);
    expect(computeUnitCostE4(96_000, 0)).toBeNull();
  });

  test('M2: without good output, the input cost is reported as lost', () => {
    expect(allocateBatchCost(5_000, [buildOutput('main', 0)])).toEqual({ valueE4: new Map(), lostE4: 5_000 });
  });

  test('M13: a by-product gets its fixed value, and the other outputs share the rest', () => {
    const allocation = allocateBatchCost(100_000, [
      buildOutput('breast', 3, { shareMicro: 70_000_000 }),
      buildOutput('leg', 4, { shareMicro: 30_000_000 }),
      buildOutput('bones', 2, { fixedE4: 5_000 }),
    ]);
    expect(Object.fromEntries(allocation?.valueE4 ?? [])).toEqual({
      breast: 63_000,
      leg: 27_000,
      bones: 10_000,
    });
  });

  test('M13: returns null if by-products are worth more than the input', () => {
    expect(
      allocateBatchCost(9_999, [buildOutput('main', 1), buildOutput('bones', 2, { fixedE4: 5_000 })]),
    ).toBeNull();
  });

  test("M13: the share of an output that wasn't made is distributed to the others", () => {
    const allocation = allocateBatchCost(1_000, [
      buildOutput('a', 1, { shareMicro: 60_000_000 }),
      buildOutput('b', 0, { shareMicro: 40_000_000 }),
    ]);
    expect(Object.fromEntries(allocation?.valueE4 ?? [])).toEqual({ a: 1_000 });
  });

  it.each([
    ['a single output', [[null, null]], true],
    [
      '60 and 40',
      [
        [60, null],
        [40, null],
      ],
      true,
    ],
    [
      '60 and 39',
      [
        [60, null],
        [39, null],
      ],
      false,
    ],
    [
      '60 and none',
      [
        [60, null],
        [null, null],
      ],
      false,
    ],
    [
      '100 and a by-product',
      [
        [100, null],
        [null, 1],
      ],
      true,
    ],
  ] as const)('M13: shares of %s', (_, lines, isComplete) => {
    const outputs = lines.map(([share, fixedE4]) => ({
      shareMicro: share === null ? null : share * 1_000_000,
      fixedE4,
    }));
    expect(areSharesComplete(outputs)).toBe(isComplete);
  });

  test('M2, M13: output and loss add up to the input, exact to the minor unit', () => {
    const line = fc.record({
      qtyMicro: fc.integer({ min: 0, max: 1_000_000_000 }),
      shareMicro: fc.option(fc.integer({ min: 0, max: 100_000_000 })),
      fixedE4: fc.option(fc.integer({ min: 0, max: 1_000 })),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000_000 }),
        fc.array(line, { minLength: 1, maxLength: 6 }),
        (inputE4, lines) => {
          const allocation = allocateBatchCost(
            inputE4,
            lines.map((outputLine, index) => ({ ...outputLine, lineId: String(index) })),
          );
          if (allocation === null) return;
          const outE4 = [...allocation.valueE4.values()].reduce((sum, value) => sum + value, 0);
          expect(outE4 + allocation.lostE4).toBe(inputE4);
          expect([...allocation.valueE4.values()].every((value) => value >= 0)).toBe(true);
        },
      ),
    );
  });
});

describe('batch expiry date (M8)', () => {
  it.each([
    ['2026-03-10', ['2026-03-07', null], true, '2026-03-07'],
    ['2026-03-05', ['2026-03-07'], true, '2026-03-05'],
    ['2026-03-10', ['2026-03-07'], false, '2026-03-10'],
    [null, ['2026-03-07'], true, '2026-03-07'],
    [null, [null], true, null],
  ] as const)('M8: own %s, ingredients %j, rule %s: %s', (ownDay, ingredients, follows, day) => {
    expect(computeBatchExpiry(ownDay, ingredients, follows)).toBe(day);
  });
});
