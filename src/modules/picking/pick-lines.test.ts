import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isLotUsable } from '#modules/lots/lot-rules.ts';
import { convertMicro } from '#core/quantity.ts';
import {
  distributePicked,
  computeRemainingMicro,
  type PickedLine,
  getPickState,
  planLots,
  type PickShare,
  spreadProportionally,
  splitLots,
} from './pick-lines.ts';

const createLine = (fields: Partial<PickedLine>): PickedLine => ({
  approvedMicro: 10,
  pickedMicro: null,
  reason: null,
  isOpen: false,
  isSubstitute: false,
  ...fields,
});

test.each([
  ['nothing entered', {}, 'open', 10],
  ['everything picked', { pickedMicro: 10 }, 'done', 0],
  ['part of it, without a reason', { pickedMicro: 4 }, 'part', 6],
  ['part of it, with a reason', { pickedMicro: 4, reason: 'out_of_stock' }, 'short', 0],
  ['nothing picked, with a reason', { pickedMicro: 0, reason: 'out_of_stock' }, 'short', 0],
  [
    'part of it, with a reason from approval, while the line is open',
    { pickedMicro: 4, reason: 'x', isOpen: true },
    'part',
    6,
  ],
  ['more than approved, without a reason', { pickedMicro: 12 }, 'part', 0],
  ['more than approved, with a reason', { pickedMicro: 12, reason: 'x' }, 'done', 0],
  ['a substitute', { approvedMicro: 0, pickedMicro: 3, isSubstitute: true }, 'done', 0],
] as const)('%s: %o is %s', (_, fields, state, remaining) => {
  expect(getPickState(createLine(fields))).toBe(state);
  expect(computeRemainingMicro(createLine(fields))).toBe(remaining);
});

const arbitraryShare = fc.record({
  missingMicro: fc.integer({ min: 0, max: 20 }).map((units) => units * 1_000_000),
  ratio: fc.constantFrom({ num: 1, den: 1 }, { num: 10, den: 1 }, { num: 1, den: 4 }),
  isWhole: fc.boolean(),
});
const withLineIds = (shares: readonly Omit<PickShare, 'lineId'>[]): PickShare[] =>
  shares.map((share, index) => ({ ...share, lineId: `L${index}` }));
const sumInBaseUnit = (shares: readonly PickShare[], parts: ReadonlyMap<string, number>) =>
  shares.reduce((sum, { lineId, ratio }) => sum + convertMicro(parts.get(lineId) ?? 0, ratio), 0);

describe('distributePicked and splitLots', () => {
  it('P9: parts add up to the picked quantity and never exceed what a line still needs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900_000_000 }),
        fc.array(arbitraryShare, { maxLength: 8 }),
        (total, drafts) => {
          const shares = withLineIds(drafts);
          const { parts, remainderMicro } = distributePicked(total, shares);
          expect(sumInBaseUnit(shares, parts) + remainderMicro).toBe(total);
          for (const { lineId, missingMicro, isWhole } of shares) {
            const part = parts.get(lineId) ?? 0;
            expect(part).toBeLessThanOrEqual(missingMicro);
            if (isWhole && part < missingMicro) expect(part % 1_000_000).toBe(0);
          }
        },
      ),
    );
  });

  it('fills lines in order and leaves a remainder only if no line can use it', () => {
    const kg = { num: 1, den: 1 };
    const shares: PickShare[] = [
      { lineId: 'a', missingMicro: 4_000_000, ratio: kg, isWhole: false },
      { lineId: 'b', missingMicro: 3_000_000, ratio: { num: 10, den: 1 }, isWhole: true },
      { lineId: 'c', missingMicro: 5_000_000, ratio: kg, isWhole: false },
    ];
    const complete = distributePicked(39_000_000, shares);
    expect([...complete.parts]).toEqual([
      ['a', 4_000_000],
      ['b', 3_000_000],
      ['c', 5_000_000],
    ]);
    expect(complete.remainderMicro).toBe(0);
    // A case isn't split: its remainder goes to the next line.
    expect([...distributePicked(27_000_000, shares).parts]).toEqual([
      ['a', 4_000_000],
      ['b', 2_000_000],
      ['c', 3_000_000],
    ]);
    expect(distributePicked(40_500_000, shares).remainderMicro).toBe(1_500_000);
  });

  it('in units without rounding, never gives a line less if more is picked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400_000_000 }),
        fc.integer({ min: 0, max: 400_000_000 }),
        fc.array(arbitraryShare, { maxLength: 6 }),
        (total, more, drafts) => {
          const shares = withLineIds(
            drafts.map((share) => ({ ...share, ratio: { num: 1, den: 1 }, isWhole: false })),
          );
          const before = distributePicked(total, shares).parts;
          const after = distributePicked(total + more, shares).parts;
          for (const { lineId } of shares)
            expect(after.get(lineId) ?? 0).toBeGreaterThanOrEqual(before.get(lineId) ?? 0);
        },
      ),
    );
  });

  it('splits manually picked lots over lines, preserving the totals by lot and by line', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 5 });
    fc.assert(
      fc.property(amounts, amounts, (lots, parts) => {
        const lotQuantities = lots.map((qtyMicro, index) => ({ lot: `K${index}`, qtyMicro }));
        const lineQuantities = parts.map((qtyMicro, index) => ({ lineId: `L${index}`, qtyMicro }));
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        const split = splitLots(lotQuantities, lineQuantities);
        const allLots = [...split.values()].flat();
        expect(sum(allLots.map(({ qtyMicro }) => qtyMicro))).toBe(Math.min(sum(lots), sum(parts)));
        for (const { lineId, qtyMicro } of lineQuantities)
          expect(sum((split.get(lineId) ?? []).map((lot) => lot.qtyMicro))).toBeLessThanOrEqual(qtyMicro);
        for (const { lot, qtyMicro } of lotQuantities)
          expect(
            sum(allLots.filter((candidate) => candidate.lot === lot).map((candidate) => candidate.qtyMicro)),
          ).toBeLessThanOrEqual(qtyMicro);
      }),
    );
  });
});

const createLot = (name: string, freeMicro: number, expiry: string | null, isHeld = false) => ({
  lot: name,
  freeMicro,
  expiry,
  isHeld,
  since: '',
});

describe('planLots', () => {
  it('P2: uses as many lots as needed, and only lots with enough remaining life for each branch', () => {
    const lots = [createLot('SOON', 5, '2026-03-06'), createLot('LATE', 8, '2026-03-20')];
    // The first branch requires ten more days of remaining life than the second.
    const requests = [
      { wantedMicro: 4, validThrough: '2026-03-16' },
      { wantedMicro: 7, validThrough: '2026-03-06' },
    ];
    expect(planLots(requests, lots)).toEqual({
      parts: [
        { lot: 'SOON', expiry: '2026-03-06', qtyMicro: 5 },
        { lot: 'LATE', expiry: '2026-03-20', qtyMicro: 6 },
      ],
      shortMicro: 0,
    });
    expect(planLots([{ wantedMicro: 9, validThrough: '2026-03-16' }], lots).shortMicro).toBe(1);
  });

  it('P3: excludes expired and held lots; a lot is usable through its expiry day', () => {
    const lots = [
      createLot('PAST', 9, '2026-03-03'),
      createLot('HELD', 9, '2026-03-20', true),
      createLot('TODAY', 2, '2026-03-04'),
    ];
    const { parts, shortMicro } = planLots([{ wantedMicro: 5, validThrough: '2026-03-04' }], lots);
    expect(parts.map((part) => part.lot)).toEqual(['TODAY']);
    expect(shortMicro).toBe(3);
  });

  it('P1: uses only usable lots, and never more of a lot than is available', () => {
    const days = ['2026-03-01', '2026-03-04', '2026-03-05', '2026-04-01'];
    const anyLot = fc.record({
      lot: fc.string({ minLength: 1, maxLength: 2 }),
      freeMicro: fc.integer({ min: -5, max: 40 }),
      expiry: fc.option(fc.constantFrom(...days)),
      isHeld: fc.boolean(),
      since: fc.constant(''),
    });
    const lots = fc.uniqueArray(anyLot, { selector: ({ lot }) => lot, maxLength: 6 });
    const requests = fc.array(
      fc.record({ wantedMicro: fc.integer({ min: 0, max: 50 }), validThrough: fc.constantFrom(...days) }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(lots, requests, (stock, lotRequests) => {
        const { parts, shortMicro } = planLots(lotRequests, stock);
        const requestedMicro = lotRequests.reduce((sum, request) => sum + request.wantedMicro, 0);
        expect(parts.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0) + shortMicro).toBe(requestedMicro);
        const earliestValidThrough = lotRequests.map(({ validThrough }) => validThrough).toSorted()[0] ?? '';
        for (const part of parts) {
          const lot = stock.find((candidate) => candidate.lot === part.lot);
          if (!lot) throw new Error(part.lot);
          expect(isLotUsable(lot, earliestValidThrough)).toBe(true);
          expect(part.qtyMicro).toBeLessThanOrEqual(lot.freeMicro);
        }
      }),
    );
  });
});

describe('spreadProportionally', () => {
  it('distributes in proportion to the missing quantities, in whole steps, without a remainder', () => {
    expect(spreadProportionally(6, [1, 2, 3])).toEqual([1, 2, 3]);
    expect(spreadProportionally(5_000_000, [3, 3], 1_000_000)).toEqual([3_000_000, 2_000_000]);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50 }).map((units) => units * 1_000_000),
        fc.array(fc.integer({ min: 0, max: 20_000_000 }), { minLength: 1, maxLength: 6 }),
        (total, missing) => {
          const parts = spreadProportionally(total, missing, 1_000_000);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
          expect(parts.every((part) => part >= 0 && part % 1_000_000 === 0)).toBe(true);
        },
      ),
    );
  });
});
