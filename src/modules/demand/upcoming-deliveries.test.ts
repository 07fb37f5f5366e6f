import { expect, it } from 'vitest';
import { listUpcomingDeliveries, computeDeliveryInterval, findDeliveryAfter } from './upcoming-deliveries.ts';

const monday = { weekday: 1, cutoffDaysBefore: 1, cutoffTime: '14:00' };
const thursday = { weekday: 4, cutoffDaysBefore: 0, cutoffTime: '06:00' };
const usual = { isEarlier: false, closure: null };
const buildClosedDays = (date: string, note: string | null = null) => [
  { from: date, until: date, yearly: false, note },
];
const week = {
  deliveryDays: [monday, thursday],
  timezone: 'Asia/Riyadh',
  dayEnds: [],
  closedDays: [],
  kitchenClosedDays: [],
};

it("lists two weeks of deliveries in the branch's local time", () => {
  // Sunday evening in London is already Monday in Riyadh, and the cut-off on that Monday has passed.
  const deliveries = listUpcomingDeliveries(week, new Date('2026-11-22T21:30:00Z'));
  expect(deliveries).toEqual([
    { deliveryDate: '2026-11-23', cutoffAt: '2026-11-22T11:00:00.000Z', isOpen: false, ...usual },
    { deliveryDate: '2026-11-26', cutoffAt: '2026-11-26T03:00:00.000Z', isOpen: true, ...usual },
    { deliveryDate: '2026-11-30', cutoffAt: '2026-11-29T11:00:00.000Z', isOpen: true, ...usual },
    { deliveryDate: '2026-12-03', cutoffAt: '2026-12-03T03:00:00.000Z', isOpen: true, ...usual },
  ]);
});

it('returns deliveries cancelled by closed days, and those with an earlier cut-off', () => {
  const calendar = {
    ...week,
    closedDays: buildClosedDays('2026-11-26', 'Moving'),
    kitchenClosedDays: buildClosedDays('2026-11-29'),
  };
  expect(listUpcomingDeliveries(calendar, new Date('2026-11-23T12:00:00Z'), 8)).toEqual([
    expect.objectContaining({ deliveryDate: '2026-11-23' }),
    { deliveryDate: '2026-11-26', closure: { by: 'branch', note: 'Moving' } },
    {
      deliveryDate: '2026-11-30',
      cutoffAt: '2026-11-28T11:00:00.000Z',
      isOpen: true,
      isEarlier: true,
      closure: null,
    },
  ]);
});

it('is empty for a branch without delivery days', () => {
  const none = { ...week, deliveryDays: [] };
  expect(listUpcomingDeliveries(none, new Date())).toEqual([]);
  expect(findDeliveryAfter(none, '2026-11-23')).toBeNull();
  expect(computeDeliveryInterval(none, new Date())).toBeNull();
});

it('returns the longest gap between deliveries, including closed days', () => {
  const now = new Date('2026-11-22T21:30:00Z');
  expect(computeDeliveryInterval(week, now)).toBe(4);
  expect(findDeliveryAfter(week, '2026-11-23')).toBe('2026-11-26');
  const closedOneDay = { ...week, kitchenClosedDays: buildClosedDays('2026-12-03') };
  expect(findDeliveryAfter(closedOneDay, '2026-11-30')).toBe('2026-12-07');
  expect(computeDeliveryInterval(closedOneDay, now)).toBe(7);
  // Deliveries more than four weeks ahead are ignored.
  expect(computeDeliveryInterval({ ...week, closedDays: buildClosedDays('2027-01-07') }, now)).toBe(4);
  expect(computeDeliveryInterval({ ...week, deliveryDays: [monday] }, now)).toBe(7);
});
