import { expect, test } from 'vitest';
import { type OrderChange, writeToOrderCount, writeToDayBoard, writeToOrderList } from './membership.ts';
import type { OrderFilters } from './queries.ts';
import { type OrderRecord, readOrderRow } from './read.ts';

const order = (n: number, facts: object = {}): OrderRecord =>
  readOrderRow({
    _id: `o${n}`,
    orderNo: `ORD-${n}`,
    status: 'Under Review',
    branch: 'b1',
    kitchen: 'k1',
    createdAt: `2026-11-0${n}T08:00:00.000Z`,
    deliveryDate: `2026-11-1${n}`,
    version: 1,
    value: n,
    ...facts,
  }) as OrderRecord;
const changed = (n: number, facts: object = {}) => order(n, { version: 2, ...facts });
const change = (row: OrderRecord, previous?: OrderRecord): OrderChange => ({ id: row._id, row, previous });
const deletedOrder = (n: number): OrderChange => ({ id: `o${n}`, row: null, previous: order(n) });

/** A page with the orders 6, 4 and 2, newest first, with a given total. */
const page = (total: number) => ({
  rows: [6, 4, 2].map((n) => order(n)),
  total,
  totalCapped: false,
  skipped: 0,
});
const sent = 'Sent to Central Kitchen';

const cases: [
  description: string,
  filters: OrderFilters,
  total: number,
  OrderChange,
  ids: string,
  total: number,
  isExact: boolean,
][] = [
  ['inserts a new order in its position', {}, 3, change(order(5)), '6 5 4 2', 4, true],
  ['a full page loses its last row', { limit: 3 }, 30, change(order(7)), '7 6 4', 31, true],
  ['an order after the page of all orders changes nothing', {}, 30, change(changed(1)), '6 4 2', 30, true],
  [
    'an order that newly reaches a kitchen may change the total',
    {},
    30,
    change(changed(1, { status: sent })),
    '6 4 2',
    30,
    false,
  ],
  ['an older version changes nothing', {}, 3, change(order(4, { status: sent })), '6 4 2', 3, true],
  [
    'a complete list that an order leaves is exact',
    { status: 'Under Review' },
    3,
    change(changed(4, { status: sent })),
    '6 2',
    2,
    true,
  ],
  [
    'a page that an order leaves is short of a row',
    { status: 'Under Review' },
    30,
    change(changed(4, { status: sent })),
    '6 2',
    29,
    false,
  ],
  [
    'an order that leaves another page changes the total',
    { status: 'Under Review' },
    30,
    change(changed(1, { status: sent })),
    '6 4 2',
    30,
    false,
  ],
  [
    'an order that matched neither before nor after leaves the total unchanged',
    { status: 'Under Review' },
    30,
    change(changed(1, { status: sent }), order(1, { status: 'Draft' })),
    '6 4 2',
    30,
    true,
  ],
  [
    'an order of another branch leaves the total unchanged',
    { branch: 'b2', status: 'Draft' },
    30,
    change(changed(1)),
    '6 4 2',
    30,
    true,
  ],
  [
    'inserts an order that starts to match in its position',
    { status: `${sent},Under Review` },
    30,
    change(changed(5, { status: sent })),
    '6 5 4 2',
    31,
    true,
  ],
  ['removes a deleted order', {}, 3, deletedOrder(4), '6 2', 2, true],
  ['an order deleted from another page makes the total inexact', {}, 30, deletedOrder(1), '6 4 2', 30, false],
  [
    'an order that moves within the page',
    { sort: '-value' },
    30,
    change(changed(4, { value: 9 })),
    '4 6 2',
    30,
    true,
  ],
  [
    'an order that moves off the page',
    { sort: '-value' },
    30,
    change(changed(4, { value: 0 })),
    '6 2',
    30,
    false,
  ],
  [
    'an order that may have moved from another page',
    { sort: '-value' },
    30,
    change(changed(1, { value: 5 })),
    '6 1 4 2',
    31,
    false,
  ],
  ["a second page keeps orders that don't move", { page: 2 }, 30, change(changed(4)), '6 4 2', 30, true],
  ['a second page is inexact after any other change', { page: 2 }, 30, change(order(7)), '6 4 2', 30, false],
  ['only the server searches', { q: 'ORD' }, 3, change(order(5)), '6 4 2', 3, false],
  ['a search keeps the rows it has found', { q: 'ORD' }, 3, change(changed(4)), '6 4 2', 3, true],
  ['only the server sorts names', { sort: 'branchName' }, 3, change(order(5)), '6 4 2', 3, false],
  ['an unknown filter is inexact', { isLate: true } as OrderFilters, 3, change(order(5)), '6 4 2', 3, false],
  [
    'an order without its lines is not enough for a list with lines',
    { view: 'full' },
    3,
    change(order(5)),
    '6 4 2',
    3,
    false,
  ],
  [
    'an order outside the date range is not inserted',
    { from: '2026-11-12', to: '2026-11-14' },
    3,
    change(order(5)),
    '6 4 2',
    3,
    true,
  ],
];

test.each(cases)('%s', (_, filters, total, row, ids, newTotal, isExact) => {
  const result = writeToOrderList(page(total), filters, row);
  expect(result.data.rows.map(({ _id }) => _id.slice(1)).join(' ')).toBe(ids);
  expect([result.data.total, result.isExact]).toEqual([newTotal, isExact]);
});

test('a row gets lines only in a list with lines', () => {
  const items = [{ lineId: 'a', pickedQty: 3 }];
  const row = changed(4, { items });
  const shown = (filters: OrderFilters) => writeToOrderList(page(3), filters, change(row)).data.rows[1];
  expect(shown({})).not.toHaveProperty('items');
  expect(shown({ view: 'full' })?.items).toMatchObject(items);
});

test.each<[description: string, OrderFilters, OrderChange, count: number, isExact: boolean]>([
  ['a new order counts', {}, change(order(5)), 4, false],
  [
    'an order that starts to match',
    { status: sent },
    change(changed(5, { status: sent }), order(5)),
    4,
    false,
  ],
  [
    'an order that no longer matches',
    { status: 'Under Review' },
    change(changed(5, { status: sent }), order(5)),
    2,
    false,
  ],
  ['an order that still matches', { status: 'Under Review' }, change(changed(5), order(5)), 3, true],
  ['an order of another branch', { branch: 'b2' }, change(changed(5)), 3, true],
  ['an order that was unknown before', { status: sent }, change(changed(5, { status: sent })), 3, false],
  ['a deleted order', {}, deletedOrder(5), 2, false],
  [
    'an order in transit since before the given time',
    { shippedBefore: '2026-11-08T00:00:00Z' },
    change(changed(5, { shippedAt: '2026-11-07T08:00:00.000Z' }), order(5)),
    4,
    false,
  ],
])('a count: %s', (_, filters, row, count, isExact) => {
  expect(writeToOrderCount({ count: 3, isCapped: false }, filters, row)).toEqual({
    data: { count, isCapped: false },
    isExact,
  });
});

test.each<[description: string, OrderRecord, shown: string | null]>([
  ['of the day', order(3), 'Under Review null'],
  ['of the day after', order(4), 'Under Review null'],
  ['of another day', order(5), null],
  ['of another day, in transit', order(5, { status: 'Shipped' }), 'Shipped null'],
  ['cancelled', order(3, { status: 'Cancelled' }), null],
  ['of another kitchen', order(3, { kitchen: 'k2' }), null],
  [
    'being picked',
    order(3, { status: 'Under Process', items: [{ lineId: 'a', pickedQty: 1 }, { lineId: 'b' }] }),
    'Under Process 1',
  ],
])("a day's board has an order %s: %s", (_, row, shown) => {
  const board = { orders: [], isCapped: false };
  const { data, isExact } = writeToDayBoard(board, { day: '2026-11-13', kitchen: 'k1' }, change(row));
  expect(isExact).toBe(true);
  expect(data.orders.map(({ status, picked }) => `${status} ${picked}`)).toEqual(
    shown === null ? [] : [shown],
  );
});
