import { describe, expect, it } from 'vitest';
import { arabic } from './messages.ar.ts';
import { reasonNotes, suggestionReasonText, type Suggested } from './reason-text.ts';

const params = {
  unitSymbol: 'pcs',
  source: 'sold' as const,
  weekday: 5,
  average: 42,
  lastFour: 46,
  forecast: 88,
  safety: 8,
  par: 60,
  onHand: 12,
  unusable: 0,
  coming: 0,
  usedUntil: 0,
  leftOut: 0,
  oneIn: 20,
  knownDays: 182,
};
const trays: Suggested = {
  reason: { code: 'demand', params },
  covers: ['2026-03-06', '2026-03-07'],
  suggestedQty: 7,
  unitSymbol: 'tray',
  unitNum: 12,
  unitDen: 1,
};
const because = (code: NonNullable<Suggested['reason']>['code'], change: Partial<typeof params> = {}) => ({
  ...trays,
  reason: { code, params: { ...params, ...change } },
});

describe('explanation of a suggestion', () => {
  it('S6: contains its figures', () => {
    expect(suggestionReasonText(trays)).toBe(
      'Fridays sell 42 on average, the last four 46; delivery covers Friday and Saturday; 12 on hand, none coming: 84 pcs, which is 7 trays of 12',
    );
  });

  it.each([
    [
      because('demand-of-category', { lastFour: null as never }),
      'Fridays sell 42 on average; the days of the week as its category has them; delivery covers Friday and Saturday; 12 on hand, none coming: 84 pcs, which is 7 trays of 12',
    ],
    [
      because('demand-of-category', { average: null as never, lastFour: null as never }),
      'the days of the week as its category has them; delivery covers Friday and Saturday; 12 on hand, none coming: 84 pcs, which is 7 trays of 12',
    ],
    [
      {
        ...because('demand', { weekday: null as never, average: null as never, lastFour: null as never }),
        covers: [],
        suggestedQty: 0,
      },
      'delivery covers no open day; 12 on hand, none coming: 0 pcs',
    ],
    [
      because('par', { coming: 24 }),
      'fills up to the par of 60 pcs; 12 on hand, 24 coming: 84 pcs, which is 7 trays of 12',
    ],
    [
      because('par-little-history', { knownDays: 1 }),
      'Only 1 day of it is known; fills up to the par of 60 pcs; 12 on hand, none coming: 84 pcs, which is 7 trays of 12',
    ],
    [
      because('nothing-known', { knownDays: 0 }),
      'Nothing of it is known yet; no par is set and nothing was ordered before',
    ],
    [{ ...trays, reason: null }, ''],
  ])('%#: names its basis', (suggested, text) => {
    expect(suggestionReasonText(suggested)).toBe(text);
  });

  it('S6: names the usage until the delivery, in both languages', () => {
    const ahead = { ...because('demand', { usedUntil: 12 }), suggestedQty: 8 };
    expect(suggestionReasonText(ahead)).toBe(
      'Fridays sell 42 on average, the last four 46; delivery covers Friday and Saturday; 12 on hand, none coming, of which 12 will be used until then: 96 pcs, which is 8 trays of 12',
    );
    expect(arabic.there('12', null, '12')).toBe('المتوفر 12، والقادم لا شيء، يُستهلك منهما 12 حتى ذلك الحين');
    expect(arabic.there('12', '3', null)).toBe('المتوفر 12، والقادم 3');
  });

  it('describes the risk of running out, and what is ignored', () => {
    expect(reasonNotes(because('demand', { oneIn: null as never, unusable: 6, leftOut: 3 }))).toEqual([
      '6 pcs on hold or expired by then do not count.',
      '3 days without stock, or said to be an exception, are left out.',
      'With that it practically never runs out.',
    ]);
    expect(reasonNotes(trays)).toEqual(['With that it runs out about once in 20 deliveries.']);
    expect(reasonNotes(because('demand', { oneIn: 1 }))).toEqual([
      'With that it will more likely run out than not.',
    ]);
    expect(reasonNotes(because('par'))).toEqual([]);
  });
});
