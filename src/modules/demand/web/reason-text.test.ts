import { describe, expect, it } from 'vitest';
import { arabic } from './messages.ar.ts';
import { listReasonNotes, formatSuggestionReason, type DisplayedSuggestion } from './reason-text.ts';

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
  incoming: 0,
  usageBeforeDelivery: 0,
  excludedDays: 0,
  oneIn: 20,
  knownDays: 182,
};
const suggestion: DisplayedSuggestion = {
  reason: { code: 'demand', params },
  coveredDays: ['2026-03-06', '2026-03-07'],
  suggestedQty: 7,
  unitSymbol: 'tray',
  unitNum: 12,
  unitDen: 1,
};
const withReason = (
  code: NonNullable<DisplayedSuggestion['reason']>['code'],
  change: Partial<typeof params> = {},
) => ({
  ...suggestion,
  reason: { code, params: { ...params, ...change } },
});

describe('explanation of a suggestion', () => {
  it('S6: contains its figures', () => {
    expect(formatSuggestionReason(suggestion)).toBe(
      'Average sold on Fridays: 3.5 trays (last four: 3.83). The delivery covers Friday and Saturday. On hand: 1 tray. On order: none. Suggested: 7 trays (84 pcs).',
    );
  });

  it.each([
    [
      withReason('demand-of-category', { lastFour: null as never }),
      'Average sold on Fridays: 3.5 trays. Uses the weekday pattern of its category. The delivery covers Friday and Saturday. On hand: 1 tray. On order: none. Suggested: 7 trays (84 pcs).',
    ],
    [
      withReason('demand-of-category', { average: null as never, lastFour: null as never }),
      'Uses the weekday pattern of its category. The delivery covers Friday and Saturday. On hand: 1 tray. On order: none. Suggested: 7 trays (84 pcs).',
    ],
    [
      {
        ...withReason('demand', { weekday: null as never, average: null as never, lastFour: null as never }),
        coveredDays: [],
        suggestedQty: 0,
      },
      'The delivery covers no open days. On hand: 1 tray. On order: none. Nothing needed.',
    ],
    [
      withReason('par', { incoming: 24 }),
      'Fills stock to the par level of 5 trays. On hand: 1 tray. On order: 2. Suggested: 7 trays (84 pcs).',
    ],
    [
      withReason('par-little-history', { knownDays: 1 }),
      'Only 1 day of history. Fills stock to the par level of 5 trays. On hand: 1 tray. On order: none. Suggested: 7 trays (84 pcs).',
    ],
    [withReason('no-history', { knownDays: 0 }), 'No history yet. No par level or earlier order.'],
    [{ ...suggestion, reason: null }, ''],
  ])('%#: states the basis', (suggested, text) => {
    expect(formatSuggestionReason(suggested)).toBe(text);
  });

  it('S6: states the usage until the delivery, in both languages', () => {
    const withUsage = { ...withReason('demand', { usageBeforeDelivery: 12 }), suggestedQty: 8 };
    expect(formatSuggestionReason(withUsage)).toBe(
      'Average sold on Fridays: 3.5 trays (last four: 3.83). The delivery covers Friday and Saturday. On hand: 1 tray. On order: none. Used before delivery: 1. Suggested: 8 trays (96 pcs).',
    );
    expect(arabic.stock('12', null, '12')).toBe('الموجود: 12. الوارد: لا شيء. يُستهلك قبل التسليم: 12.');
    expect(arabic.stock('12', '3', null)).toBe('الموجود: 12. الوارد: 3.');
  });

  it('describes the risk of running out, and excluded quantities and days', () => {
    expect(
      listReasonNotes(withReason('demand', { oneIn: null as never, unusable: 6, excludedDays: 3 })),
    ).toEqual([
      'Excludes 0.5 trays on hold or expiring before the delivery.',
      'Excludes 3 days out of stock or marked as an exception.',
      'With this quantity, the item almost never runs out.',
    ]);
    expect(listReasonNotes(suggestion)).toEqual([
      'With this quantity, the item runs out about once in 20 deliveries.',
    ]);
    expect(listReasonNotes(withReason('demand', { oneIn: 1 }))).toEqual([
      'With this quantity, the item will probably run out.',
    ]);
    expect(listReasonNotes(withReason('par'))).toEqual([]);
  });
});
