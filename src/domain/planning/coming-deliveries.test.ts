import { expect, it } from 'vitest';
import { comingDeliveries } from './coming-deliveries.ts';

const monday = { weekday: 1, cutoffDaysBefore: 1, cutoffTime: '14:00' };
const thursday = { weekday: 4, cutoffDaysBefore: 0, cutoffTime: '06:00' };

it('lists two weeks of deliveries in the branch’s own days and hours', () => {
  const branch = { deliveryDays: [monday, thursday], timezone: 'Asia/Riyadh' };
  // Sunday evening in London is Monday already in Riyadh, and the cut-off of that Monday has passed.
  const deliveries = comingDeliveries(branch, new Date('2026-11-22T21:30:00Z'));
  expect(deliveries).toEqual([
    { deliveryDate: '2026-11-23', cutoffAt: '2026-11-22T11:00:00.000Z', isOpen: false },
    { deliveryDate: '2026-11-26', cutoffAt: '2026-11-26T03:00:00.000Z', isOpen: true },
    { deliveryDate: '2026-11-30', cutoffAt: '2026-11-29T11:00:00.000Z', isOpen: true },
    { deliveryDate: '2026-12-03', cutoffAt: '2026-12-03T03:00:00.000Z', isOpen: true },
  ]);
});

it('has none for a branch without delivery days', () => {
  expect(comingDeliveries({ deliveryDays: [], timezone: 'UTC' }, new Date())).toEqual([]);
});
