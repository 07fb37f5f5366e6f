import { expect, it } from 'vitest';
import type { OrderOnBoard } from '#modules/reports/figures-shapes.ts';
import { buildDayBoard } from './day-board.ts';

const day = '2026-11-23';

/** A branch with deliveries on Mondays and cut-off on Sunday 15:00, or without delivery days. */
const branch = (_id: string, { kitchen = 'ck', isDelivered = true } = {}) => ({
  _id,
  name: _id,
  timezone: 'UTC',
  isActive: true,
  supplyingKitchenId: kitchen,
  closedDays: [],
  kitchenClosedDays: [],
  deliveryDays: isDelivered ? [{ weekday: 1, cutoffDaysBefore: 1, cutoffTime: '15:00' }] : [],
});

const order = (branchId: string, status: string, fields: Partial<OrderOnBoard> = {}): OrderOnBoard => ({
  _id: `${branchId} ${status}`,
  orderNo: `${branchId} ${status}`,
  branch: branchId,
  kitchen: 'ck',
  deliveryDate: day,
  status,
  shippedAt: null,
  receivedAt: null,
  lines: 2,
  picked: null,
  ...fields,
});

function buildBoard(orders: readonly OrderOnBoard[], isSelectedKitchen = (_: string | null) => true) {
  const ids = ['none', ...new Set(orders.map((order) => order.branch))];
  return buildDayBoard({
    branches: [
      ...ids.map((id) => branch(id)),
      branch('elsewhere', { kitchen: 'other' }),
      branch('idle', { isDelivered: false }),
    ] as never,
    orders,
    discrepancies: [
      { branch: 'b', createdAt: '2026-11-20T10:00:00.000Z' },
      { branch: 'b', createdAt: '2026-11-18T10:00:00.000Z' },
    ],
    day,
    isSelectedKitchen,
  });
}

it('has a row per branch with a delivery, least advanced first', () => {
  const rows = buildBoard([
    order('a', 'Received', { receivedAt: '2026-11-23T08:00:00.000Z' }),
    order('b', 'Shipped', { shippedAt: '2026-11-23T05:00:00.000Z' }),
    order('c', 'Under Process', { picked: 1 }),
    order('d', 'Under Process', { picked: 2 }),
    order('e', 'Draft'),
    order('f', 'Rejected'),
    order('g', 'Sent to Central Kitchen'),
    order('h', 'Under Review'),
    order('i', 'On hold'),
  ]);
  expect(rows.map(({ _id, stage }) => `${_id} ${stage}`)).toEqual([
    'elsewhere missing',
    'f missing',
    'none missing',
    'e draft',
    'h submitted',
    'g sent',
    'c picking',
    'd ready',
    'b inTransit',
    'a received',
    'i other',
  ]);
  const getRow = (id: string) => rows.find(({ _id }) => _id === id);
  expect(getRow('none')?.cutoffAt).toBe('2026-11-22T15:00:00.000Z');
  expect(getRow('c')?.progress).toEqual({ done: 1, all: 2 });
  expect(getRow('b')).toMatchObject({
    since: '2026-11-23T05:00:00.000Z',
    openDiscrepancies: { count: 2, oldest: '2026-11-18T10:00:00.000Z' },
  });
  expect(getRow('a')?.since).toBe('2026-11-23T08:00:00.000Z');
});

it('shows the least advanced of several orders, and omits a draft if there are other orders', () => {
  const [row] = buildBoard([order('a', 'Shipped'), order('a', 'Under Review'), order('a', 'Draft')]).filter(
    ({ _id }) => _id === 'a',
  );
  expect([row?.stage, row?.orders.map(({ status }) => status)]).toEqual([
    'submitted',
    ['Shipped', 'Under Review'],
  ]);
});

it('contains only the selected kitchens, and includes orders on days without a delivery', () => {
  const rows = buildBoard([order('idle', 'Under Review')], (kitchen) => kitchen === 'ck');
  expect(rows.map(({ _id, cutoffAt }) => [_id, cutoffAt !== null])).toEqual([
    ['none', true],
    ['idle', true],
    ['idle', false],
  ]);
});
