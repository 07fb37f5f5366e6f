import { expect, it } from 'vitest';
import { getDeliveryStates } from '../../branch-deliveries.ts';
import { readOrder } from '../../queries/read.ts';
import { getPickProgress } from './day-board.ts';
import { groupByAge, isLongInTransit } from './operations-board.ts';

const order = (branch: string, status: string, deliveryDate = '2026-11-23', occasion?: string) =>
  readOrder({ _id: `${branch} ${status}`, branch, status, deliveryDate, occasion });
const delivery = (_id: string, cutoffAt: string) => ({
  _id,
  name: _id,
  deliveryDate: '2026-11-23',
  cutoffAt,
  timezone: 'UTC',
});

it('distinguishes branches that ordered, started a draft, or did nothing', () => {
  const states = getDeliveryStates(
    [
      delivery('late', '2026-11-22T15:00Z'),
      delivery('soon', '2026-11-22T09:00Z'),
      delivery('mid', '2026-11-22T12:00Z'),
    ],
    [
      order('soon', 'Draft'),
      order('mid', 'Rejected'),
      order('mid', 'Received', '2026-11-20'),
      order('mid', 'Under Review', '2026-11-23', 'Wedding'),
      order('late', 'Draft'),
      order('late', 'Under Review'),
    ],
  );
  expect(states.map(({ _id, state, orders }) => [_id, state, orders.map(({ status }) => status)])).toEqual([
    ['soon', 'draft', ['Draft']],
    ['mid', 'missing', []],
    ['late', 'ordered', ['Under Review']],
  ]);
});

it('shows the progress of an order being picked', () => {
  expect(getPickProgress({ lines: 3, picked: 2 })).toEqual({ done: 2, all: 3 });
  expect(getPickProgress({ lines: 3, picked: null })).toBeNull();
});

it('groups discrepancies by age', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const open = (createdAt: string) => ({ createdAt, value: 2 });
  const ages = groupByAge(
    [open('2026-11-21T00:00:00Z'), open('2026-11-19T12:00:00Z'), open('2026-11-01T00:00:00Z')],
    now,
  );
  expect(ages).toEqual({
    under1: { count: 1, value: 2 },
    under3: { count: 1, value: 2 },
    under7: { count: 0, value: 0 },
    older: { count: 1, value: 2 },
  });
  expect(isLongInTransit({ shippedAt: '2026-11-20T11:59:00Z' }, now)).toBe(true);
  expect(isLongInTransit({ shippedAt: null }, now)).toBe(false);
});
