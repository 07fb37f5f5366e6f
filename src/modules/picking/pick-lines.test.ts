import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isLotUsable } from '#modules/lots/lot-rules.ts';
import { convertMicro } from '#core/quantity.ts';
import {
  distributePicked,
  remainingToPickMicro,
  type PickedLine,
  pickState,
  planLots,
  type PickShare,
  spreadProportionally,
  splitLots,
} from './pick-lines.ts';

const buildLine = (fields: Partial<PickedLine>): PickedLine => ({
  approvedMicro: 10,
  pickedMicro: null,
  reason: null,
  isOpen: false,
  isSubstitute: false,
  ...fields,
});

test.each([
  ['nothing entered', {}, 'open', 10],
  ['all of it', { pickedMicro: 10 }, 'done', 0],
  ['some, without a reason', { pickedMicro: 4 }, 'part', 6],
  ['some, for a reason', { pickedMicro: 4, reason: 'out_of_stock' }, 'short', 0],
  ['none, for a reason', { pickedMicro: 0, reason: 'out_of_stock' }, 'short', 0],
  [
    'some, with the reason of the approval, while the line is open',
    { pickedMicro: 4, reason: 'x', isOpen: true },
    'part',
    6,
  ],
  ['more, without a reason', { pickedMicro: 12 }, 'part', 0],
  ['more, for a reason', { pickedMicro: 12, reason: 'x' }, 'done', 0],
  ['a substitute', { approvedMicro: 0, pickedMicro: 3, isSubstitute: true }, 'done', 0],
] as const)('%s: %o is %s', (_, given, state, left) => {
  expect(pickState(buildLine(given))).toBe(state);
  expect(remainingToPickMicro(buildLine(given))).toBe(left);
});

const anyShare = fc.record({
  leftMicro: fc.integer({ min: 0, max: 20 }).map((units) => units * 1_000_000),
  ratio: fc.constantFrom({ num: 1, den: 1 }, { num: 10, den: 1 }, { num: 1, den: 4 }),
  isWhole: fc.boolean(),
});
const withLineIds = (shares: readonly Omit<PickShare, 'lineId'>[]): PickShare[] =>
  shares.map((share, at) => ({ ...share, lineId: `L${at}` }));
const baseOf = (shares: readonly PickShare[], parts: ReadonlyMap<string, number>) =>
  shares.reduce((sum, { lineId, ratio }) => sum + convertMicro(parts.get(lineId) ?? 0, ratio), 0);

describe('a combined picked quantity for all lines', () => {
  it('P9: adds up to the picked quantity, and gives no line more than it is missing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900_000_000 }),
        fc.array(anyShare, { maxLength: 8 }),
        (total, any) => {
          const shares = withLineIds(any);
          const { parts, restMicro } = distributePicked(total, shares);
          expect(baseOf(shares, parts) + restMicro).toBe(total);
          for (const { lineId, leftMicro: lacks, isWhole } of shares) {
            const part = parts.get(lineId) ?? 0;
            expect(part).toBeLessThanOrEqual(lacks);
            if (isWhole && part < lacks) expect(part % 1_000_000).toBe(0);
          }
        },
      ),
    );
  });

  it('leaves a remainder only if no line can take it, in the order of the lines', () => {
    const kg = { num: 1, den: 1 };
    const shares: PickShare[] = [
      { lineId: 'a', leftMicro: 4_000_000, ratio: kg, isWhole: false },
      { lineId: 'b', leftMicro: 3_000_000, ratio: { num: 10, den: 1 }, isWhole: true },
      { lineId: 'c', leftMicro: 5_000_000, ratio: kg, isWhole: false },
    ];
    const all = distributePicked(39_000_000, shares);
    expect([...all.parts]).toEqual([
      ['a', 4_000_000],
      ['b', 3_000_000],
      ['c', 5_000_000],
    ]);
    expect(all.restMicro).toBe(0);
    // A case isn't split: its remainder goes to the next line.
    expect([...distributePicked(27_000_000, shares).parts]).toEqual([
      ['a', 4_000_000],
      ['b', 2_000_000],
      ['c', 3_000_000],
    ]);
    expect(distributePicked(40_500_000, shares).restMicro).toBe(1_500_000);
  });

  it('never gives a line less when more was picked, in units without rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400_000_000 }),
        fc.integer({ min: 0, max: 400_000_000 }),
        fc.array(anyShare, { maxLength: 6 }),
        (total, more, any) => {
          const shares = withLineIds(
            any.map((share) => ({ ...share, ratio: { num: 1, den: 1 }, isWhole: false })),
          );
          const before = distributePicked(total, shares).parts;
          const after = distributePicked(total + more, shares).parts;
          for (const { lineId } of shares)
            expect(after.get(lineId) ?? 0).toBeGreaterThanOrEqual(before.get(lineId) ?? 0);
        },
      ),
    );
  });

  it('assigns manually picked lots to their lines, and keeps the totals by lot and by line', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 5 });
    fc.assert(
      fc.property(amounts, amounts, (lots, parts) => {
        const of = lots.map((qtyMicro, at) => ({ lot: `K${at}`, qtyMicro }));
        const to = parts.map((qtyMicro, at) => ({ lineId: `L${at}`, qtyMicro }));
        const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0);
        const split = splitLots(of, to);
        const allLots = [...split.values()].flat();
        expect(sum(allLots.map(({ qtyMicro }) => qtyMicro))).toBe(Math.min(sum(lots), sum(parts)));
        for (const { lineId, qtyMicro } of to)
          expect(sum((split.get(lineId) ?? []).map((lot) => lot.qtyMicro))).toBeLessThanOrEqual(qtyMicro);
        for (const { lot, qtyMicro } of of)
          expect(
            sum(allLots.filter((candidate) => candidate.lot === lot).map((candidate) => candidate.qtyMicro)),
          ).toBeLessThanOrEqual(qtyMicro);
      }),
    );
  });
});

const buildLot = (name: string, freeMicro: number, expiry: string | null, isHeld = false) => ({
  lot: name,
  freeMicro,
  expiry,
  isHeld,
  since: '',
});

describe('choosing lots for several branches at once', () => {
  it('P2: uses as many lots as needed, each branch only those good long enough after delivery', () => {
    const lots = [buildLot('SOON', 5, '2026-03-06'), buildLot('LATE', 8, '2026-03-20')];
    // The first branch requires ten more days of shelf life than the second.
    const wishes = [
      { wantedMicro: 4, until: '2026-03-16' },
      { wantedMicro: 7, until: '2026-03-06' },
    ];
    expect(planLots(wishes, lots)).toEqual({
      parts: [
        { lot: 'SOON', expiry: '2026-03-06', qtyMicro: 5 },
        { lot: 'LATE', expiry: '2026-03-20', qtyMicro: 6 },
      ],
      shortMicro: 0,
    });
    expect(planLots([{ wantedMicro: 9, until: '2026-03-16' }], lots).shortMicro).toBe(1);
  });

  it('P3: never uses expired or held lots, and a lot is good through its day', () => {
    const lots = [
      buildLot('PAST', 9, '2026-03-03'),
      buildLot('HELD', 9, '2026-03-20', true),
      buildLot('TODAY', 2, '2026-03-04'),
    ];
    const { parts, shortMicro } = planLots([{ wantedMicro: 5, until: '2026-03-04' }], lots);
    expect(parts.map((part) => part.lot)).toEqual(['TODAY']);
    expect(shortMicro).toBe(3);
  });

  it('P1: for any lots, uses only usable ones, and never more of a lot than is free', () => {
    const days = ['2026-03-01', '2026-03-04', '2026-03-05', '2026-04-01'];
    const anyLot = fc.record({
      lot: fc.string({ minLength: 1, maxLength: 2 }),
      freeMicro: fc.integer({ min: -5, max: 40 }),
      expiry: fc.option(fc.constantFrom(...days)),
      isHeld: fc.boolean(),
      since: fc.constant(''),
    });
    const lots = fc.uniqueArray(anyLot, { selector: (one) => one.lot, maxLength: 6 });
    const wishes = fc.array(
      fc.record({ wantedMicro: fc.integer({ min: 0, max: 50 }), until: fc.constantFrom(...days) }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(lots, wishes, (stock, requested) => {
        const { parts, shortMicro } = planLots(requested, stock);
        const all = requested.reduce((sum, wish) => sum + wish.wantedMicro, 0);
        expect(parts.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0) + shortMicro).toBe(all);
        const first = requested.map(({ until }) => until).toSorted()[0] ?? '';
        for (const part of parts) {
          const from = stock.find((candidate) => candidate.lot === part.lot);
          if (!from) throw new Error(part.lot);
          expect(isLotUsable(from, first)).toBe(true);
          expect(part.qtyMicro).toBeLessThanOrEqual(from.freeMicro);
        }
      }),
    );
  });
});

describe('a substitute for several branches', () => {
  it('distributes in proportion to what is missing, in whole steps, without a remainder', () => {
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
