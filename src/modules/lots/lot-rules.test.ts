import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusal } from '#core/refusals/refusal.ts';
import {
  compareByExpiry,
  requiredValidThrough,
  getLotBlocker,
  type AvailableLot,
  resolveEnteredLot,
  needsLot,
  proposeLots,
  isLotUsable,
} from './lot-rules.ts';

const day = '2026-03-04';

test.each([
  [null, false, true],
  ['2026-03-05', false, true],
  ['2026-03-04', false, true],
  ['2026-03-03', false, false],
  ['2026-03-05', true, false],
  [null, true, false],
])('a lot with expiry %s and hold %s is usable: %s', (expiry, isHeld, expected) => {
  expect(isLotUsable({ expiry, isHeld }, day)).toBe(expected);
});

test('a lot that is on hold and expired counts as on hold', () => {
  expect(getLotBlocker({ expiry: '2026-03-01', isHeld: true }, day)).toBe('held');
});

test.each([
  [day, '2026-03-06', null, '2026-03-06'],
  [day, '2026-03-06', 3, '2026-03-09'],
  [day, '2026-02-27', 2, day],
  [day, '2028-02-28', 1, '2028-02-29'],
])(
  'on %s, for a delivery on %s and %s required days, lots must not expire before %s',
  (today, delivery, minDays, expected) => {
    expect(requiredValidThrough(today, delivery, minDays)).toBe(expected);
  },
);

/**
 * Parses lots written as `code:free@expiry`, oldest first; the expiry `-` means none, and a trailing `!`
 * means on hold.
 */
function parseLots(text: string): AvailableLot[] {
  return text.split(' ').map((entry, index) => {
    const [, lot = '', free = '', expiry = '', hold] = /^(\w+):(-?\d+)@(-|[\d-]+)(!?)$/.exec(entry) ?? [];
    return {
      lot,
      freeMicro: Number(free),
      expiry: expiry === '-' ? null : `2026-${expiry}`,
      isHeld: hold === '!',
      since: `2026-01-0${index + 1}`,
    };
  });
}

test.each([
  ['the earliest expiry first', 7, 'B:5@03-20 A:4@03-10', null, 'A:4 B:3', 0],
  ["stock that doesn't expire last", 7, 'N:5@- A:4@03-10', null, 'A:4 N:3', 0],
  ['never expired lots', 7, 'X:9@03-03 A:4@03-04', null, 'A:4', 3],
  ['never lots on hold', 7, 'H:9@03-10! A:4@03-20', null, 'A:4', 3],
  ['nothing from a lot below zero', 7, 'M:-3@03-10 A:4@03-20', null, 'A:4', 3],
  ['the older of two that expire together', 5, 'B:4@03-10 A:4@03-10', null, 'B:4 A:1', 0],
  ['nothing for a quantity of 0', 0, 'A:4@03-10', null, '', 0],
  ['nothing for a negative quantity', -2, 'A:4@03-10', null, '', 0],
  ['whole packs', 6, 'A:5@03-10 B:9@03-20', 2, 'A:4 B:2', 0],
  ['a single unit from loose stock, not from a pack', 3, 'A:4@03-10 B:1@03-10', 2, 'A:2 B:1', 0],
  ['no pack for a single unit', 3, 'A:4@03-10', 2, 'A:2', 1],
  ['no single units for a pack', 2, 'A:1@03-10 B:1@03-20', 2, '', 2],
])('proposes %s', (_, needed, lots, pack, expected, short) => {
  const { parts, shortMicro } = proposeLots(needed, parseLots(lots), day, pack);
  expect(parts.map(({ lot, qtyMicro }) => `${lot}:${qtyMicro}`).join(' ')).toBe(expected);
  expect(shortMicro).toBe(short);
});

const anyLot = fc.record({
  lot: fc.string({ minLength: 1, maxLength: 3 }),
  freeMicro: fc.integer({ min: -5, max: 60 }),
  expiry: fc.option(fc.constantFrom('2026-03-01', '2026-03-03', day, '2026-03-05', '2026-04-01')),
  isHeld: fc.boolean(),
  since: fc.constantFrom('2026-01-01', '2026-01-02'),
});
const anyLots = fc.uniqueArray(anyLot, { selector: ({ lot }) => lot, maxLength: 8 });
const anyPack = fc.option(fc.integer({ min: 1, max: 12 }));
const anyNeeded = fc.integer({ min: 0, max: 200 });
const sum = (parts: readonly { qtyMicro: number }[]) =>
  parts.reduce((total, { qtyMicro }) => total + qtyMicro, 0);

describe('for arbitrary lots', () => {
  test('a proposal and its shortage add up to the requested quantity, each part from a usable lot', () => {
    fc.assert(
      fc.property(anyNeeded, anyLots, anyPack, (needed, lots, pack) => {
        const { parts, shortMicro } = proposeLots(needed, lots, day, pack);
        expect(sum(parts) + shortMicro).toBe(needed);
        expect(new Set(parts.map(({ lot }) => lot)).size).toBe(parts.length);
        for (const { lot, qtyMicro } of parts) {
          const source = lots.find((candidate) => candidate.lot === lot);
          if (!source) throw new Error(lot);
          expect(isLotUsable(source, day)).toBe(true);
          expect(qtyMicro).toBeGreaterThan(0);
          expect(qtyMicro).toBeLessThanOrEqual(source.freeMicro);
        }
      }),
    );
  });

  test('without packs, there is a shortage only once all usable lots are used up, and lots are used up in order of expiry', () => {
    fc.assert(
      fc.property(anyNeeded, anyLots, (needed, lots) => {
        const { parts, shortMicro } = proposeLots(needed, lots, day);
        const usableLots = lots
          .filter((lot) => isLotUsable(lot, day) && lot.freeMicro > 0)
          .toSorted(compareByExpiry);
        const freeMicroTotal = usableLots.reduce((total, { freeMicro }) => total + freeMicro, 0);
        expect(shortMicro).toBe(Math.max(0, needed - freeMicroTotal));
        expect(parts.map(({ lot }) => lot)).toEqual(usableLots.slice(0, parts.length).map(({ lot }) => lot));
        for (const [index, { qtyMicro }] of parts.slice(0, -1).entries())
          expect(qtyMicro).toBe(usableLots[index]?.freeMicro);
      }),
    );
  });

  test('packs are never split, except for one remainder smaller than a pack', () => {
    fc.assert(
      fc.property(anyNeeded, anyLots, fc.integer({ min: 2, max: 12 }), (needed, lots, pack) => {
        const { parts } = proposeLots(needed, lots, day, pack);
        const loose = parts.reduce((total, { qtyMicro }) => total + (qtyMicro % pack), 0);
        expect(loose).toBeLessThanOrEqual(needed % pack);
      }),
    );
  });

  test("an additional lot or a larger request never makes a proposal smaller, and input order doesn't matter", () => {
    fc.assert(
      fc.property(anyNeeded, anyLots, anyLot, anyPack, (needed, lots, additionalLot, pack) => {
        const getProposedMicro = (neededMicro: number, availableLots: readonly AvailableLot[]) =>
          sum(proposeLots(neededMicro, availableLots, day, pack).parts);
        const others = lots.filter(({ lot }) => lot !== additionalLot.lot);
        expect(getProposedMicro(needed, [...others, additionalLot])).toBeGreaterThanOrEqual(
          getProposedMicro(needed, others),
        );
        expect(getProposedMicro(needed + (pack ?? 1), lots)).toBeGreaterThanOrEqual(
          getProposedMicro(needed, lots),
        );
        expect(proposeLots(needed, lots.toReversed(), day, pack)).toEqual(
          proposeLots(needed, lots, day, pack),
        );
      }),
    );
  });
});

const item = {
  itemCode: 'IT-002',
  name: 'Whole milk',
  trackLots: false,
  trackExpiry: true,
  shelfLifeDays: 9,
};

test.each([
  [
    'a generated number if lots are not tracked',
    item,
    { expiry: '2026-03-20' },
    { lot: 'IT-002-20260304-2', expiry: '2026-03-20' },
  ],
  ['as entered', item, { lot: ' L7 ', expiry: '2026-03-20' }, { lot: 'L7', expiry: '2026-03-20' }],
  [
    'without expiry if it is not tracked',
    { ...item, trackLots: true, trackExpiry: false },
    { lot: 'L7' },
    { lot: 'L7', expiry: null },
  ],
])('resolves the lot of an entry: %s', (_, rule, entry, expected) => {
  expect(resolveEnteredLot(rule, entry, day, 2)).toEqual({ ok: true, ...expected });
});

test.each([
  [
    'lot and expiry together, each with a proposal',
    { ...item, trackLots: true },
    {},
    {
      lot: refusal('lot-needed', { item: 'Whole milk', lot: 'IT-002-20260304-1' }),
      expiry: refusal('expiry-proposed', { item: 'Whole milk', day: '2026-03-13' }),
    },
  ],
  [
    'the lot',
    { ...item, trackLots: true },
    { lot: '  ', expiry: '2026-03-20' },
    { lot: refusal('lot-needed', { item: 'Whole milk', lot: 'IT-002-20260304-1' }) },
  ],
  [
    'an expiry, without a shelf life',
    { ...item, shelfLifeDays: null },
    { lot: 'L7' },
    { expiry: refusal('expiry-needed', { item: 'Whole milk' }) },
  ],
])('an entry requires %s', (_, rule, entry, errors) => {
  expect(resolveEnteredLot(rule, entry, day, 1)).toEqual({ ok: false, errors });
});

test('an item needs a lot if it tracks lots or expiry', () => {
  expect(needsLot({ ...item, trackLots: true })).toBe(true);
  expect(needsLot({ trackLots: false, trackExpiry: false })).toBe(false);
});
