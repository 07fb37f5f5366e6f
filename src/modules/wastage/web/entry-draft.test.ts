import { expect, test } from 'vitest';
import {
  type WastageDraft,
  emptyWastageDraft,
  buildWastageInput,
  findMissingFields,
  readStoredValues,
  toStoredValues,
} from './entry-draft.ts';
import type { LocationItem } from '#modules/items/web/location-items.ts';

const lemon: LocationItem = {
  _id: 'lemon',
  itemCode: 'PRO-1',
  name: 'Lemon',
  nameAlt: null,
  barcodes: [],
  units: [
    { id: 'each', symbol: 'each', num: 1, den: 1, isWhole: true },
    { id: 'box', symbol: 'box', num: 60, den: 1, isWhole: false },
  ],
  stock: { onHand: null, avgCost: null },
};
const buildEntry = (changes: Partial<WastageDraft>): WastageDraft => ({
  ...emptyWastageDraft,
  item: lemon,
  qty: '2',
  reason: 'spoiled',
  ...changes,
});
/** 23:30 on the 24th in London, already the 25th in Cairo. */
const now = new Date('2026-10-24T22:30:00Z');

test('requires a whole number for a whole-number unit', () => {
  expect(findMissingFields(buildEntry({ qty: '0.5' }))).toEqual(['whole']);
  expect(findMissingFields(buildEntry({ qty: '1/2' }))).toEqual(['whole']);
  expect(findMissingFields(buildEntry({ qty: '2' }))).toEqual([]);
  expect(findMissingFields(buildEntry({ qty: '0.5', unit: 'box' }))).toEqual([]);
  expect(buildWastageInput(buildEntry({ qty: '0.5' }), 'harbour', now)).toBeNull();
});

test.each([
  ['without a chosen day', '', 'Europe/London'],
  ["for the location's current day", '2026-10-25', 'Africa/Cairo'],
  ['for a future day', '2026-10-30', 'Europe/London'],
])('F17: sends no device time for waste that happens now: %s', (_, day, timezone) => {
  expect(
    buildWastageInput(buildEntry({ day }), 'harbour', now, { timezone, dayEnds: [] }),
  ).not.toHaveProperty('dateTime');
});

test.each([
  ["as noon in the location's time zone", '2026-10-23', 'Europe/London', '2026-10-23T11:00:00.000Z'],
  [
    "as noon in that time zone, not in the device's time zone",
    '2026-10-24',
    'Africa/Cairo',
    '2026-10-24T09:00:00.000Z',
  ],
])('dates waste of an earlier day %s', (_, day, timezone, dateTime) => {
  expect(buildWastageInput(buildEntry({ day }), 'harbour', now, { timezone, dayEnds: [] })).toMatchObject({
    branch: 'harbour',
    dateTime,
  });
});

test('a draft stored on the device is restored completely', () => {
  const draft = buildEntry({
    unit: 'box',
    pieces: '4',
    note: 'Mould',
    lots: [{ lot: 'A', qty: 2 }],
    day: '2026-10-23',
    photos: ['photo-1'],
  });
  const stored = JSON.parse(JSON.stringify(toStoredValues(draft)));
  expect(readStoredValues(stored)).toEqual({ ...draft, item: null });
});
