import { describe, expect, test } from 'vitest';
import { testActors } from '#core/testing/actors.ts';
import { buildTestOrder } from './testing/orders.ts';
import {
  decideOrderDelete,
  decideOrderEdit,
  getEditableFields,
  canOrderFor,
  type OrderEdit,
} from './edits.ts';
import { type OrderStatus, orderStatuses } from './status.ts';

const line = (field: string) => ({ items: [{ lineId: 'l1', [field]: null }] });
const added = { items: [{ itemId: 'i2', orderQty: 3, unit: 'kg', note: 'ripe' }] };
const substitute = {
  items: [{ itemId: 'i2', orderQty: 0, unit: 'kg', substituteFor: 'l1', shippedQty: 2, reason: 'none left' }],
};

type User = keyof typeof testActors;
const codes = { ILLEGAL_TRANSITION: '409', FORBIDDEN: '403' };

function decideEdit(user: User, status: OrderStatus, edit: OrderEdit): string {
  const decision = decideOrderEdit(buildTestOrder({ status }), testActors[user], edit);
  return decision.ok ? 'ok' : codes[decision.code];
}

/** Maintained by hand: result of an edit by a user for each status, in the order of `orderStatuses`. */
type Row = [description: string, edit: OrderEdit, user: User, expected: string];
test.each<Row>([
  ['an ordered quantity', line('orderQty'), 'branch', 'ok 409 409 409 409 409 409 409'],
  ['an ordered quantity', line('orderQty'), 'staff', 'ok 409 409 409 409 409 409 409'],
  ['an ordered quantity', line('orderQty'), 'admin', 'ok 409 409 409 409 409 409 409'],
  ['an ordered quantity', line('orderQty'), 'kitchen', '403 409 409 409 409 409 409 409'],
  ['an ordered quantity', line('orderQty'), 'otherBranch', '403 409 409 409 409 409 409 409'],
  ['an ordered quantity', line('orderQty'), 'planner', 'ok 409 409 409 409 409 409 409'],
  ['an ordered quantity', line('orderQty'), 'viewer', '403 403 403 403 403 403 403 403'],
  ['an added line', added, 'branch', 'ok 409 409 409 409 409 409 409'],
  ['a removed line', { items: [{ lineId: 'l1', remove: true }] }, 'branch', 'ok 409 409 409 409 409 409 409'],
  ['the delivery date', { deliveryDate: '2026-11-23' }, 'branch', 'ok ok 409 409 409 409 409 409'],
  ['the delivery date', { deliveryDate: '2026-11-23' }, 'staff', 'ok 403 409 409 409 409 409 409'],
  ['the type', { orderType: 'Urgent' }, 'branch', 'ok 409 409 409 409 409 409 409'],
  ['notes', { notes: 'thanks' }, 'branch', 'ok ok 409 409 409 ok ok ok'],
  ['notes', { notes: 'thanks' }, 'kitchen', '403 403 409 409 409 ok ok ok'],
  ['notes', { notes: 'thanks' }, 'staff', 'ok 403 409 409 409 403 403 403'],
  ['an approved quantity', line('approvedQty'), 'branch', '409 ok 403 409 409 409 409 409'],
  ['an approved quantity', line('approvedQty'), 'kitchen', '409 403 ok 409 409 409 409 409'],
  ['an approved quantity', line('approvedQty'), 'admin', '409 ok ok 409 409 409 409 409'],
  [
    'the reason for the next transition',
    { transitionReason: 'late' },
    'branch',
    '409 ok ok 403 403 409 409 409',
  ],
  [
    'the reason for the next transition',
    { transitionReason: 'late' },
    'kitchen',
    '409 403 ok ok ok 409 409 409',
  ],
  ['the reason for the rejection', { rejectReason: 'late' }, 'kitchen', '409 403 ok ok ok 409 409 409'],
  ['a shipped quantity', line('shippedQty'), 'kitchen', '409 409 409 ok 409 409 409 409'],
  ['a shipped quantity', line('shippedQty'), 'branch', '409 409 409 403 409 409 409 409'],
  ['a shipped quantity', line('shippedQty'), 'otherKitchen', '409 409 409 403 409 409 409 409'],
  ['lots', line('lots'), 'kitchen', '409 409 409 ok 409 409 409 409'],
  ['received lots', line('receivedLots'), 'branch', '409 409 409 409 ok 409 409 409'],
  ['the driver', { driver: 'Sam' }, 'kitchen', '409 409 409 ok 409 409 409 409'],
  ['the response to a substitute', line('substituteAnswer'), 'branch', '409 409 409 ok 409 409 409 409'],
  ['the response to a substitute', line('substituteAnswer'), 'staff', '409 409 409 403 409 409 409 409'],
  ['the response to a substitute', line('substituteAnswer'), 'kitchen', '409 409 409 403 409 409 409 409'],
  ['a substitute', substitute, 'kitchen', '409 409 409 ok 409 409 409 409'],
  [
    'a substitute that is also ordered',
    { items: [{ itemId: 'i2', orderQty: 1, substituteFor: 'l1' }] },
    'kitchen',
    '409 409 409 409 409 409 409 409',
  ],
  ['an added line', added, 'kitchen', '403 409 409 409 409 409 409 409'],
  ['a received quantity', line('receivedQty'), 'branch', '409 409 409 409 ok 409 409 409'],
  ['a received quantity', line('receivedQty'), 'staff', '409 409 409 409 403 409 409 409'],
  ['a received quantity', line('receivedQty'), 'kitchen', '409 409 409 409 403 409 409 409'],
  ['a short quantity', line('shortQty'), 'branch', '409 409 409 409 ok 409 409 409'],
  ['a photo', line('photo'), 'branch', '409 409 409 409 ok 409 409 409'],
  ['a line reason', line('reason'), 'branch', '409 ok 403 403 ok 409 409 409'],
  ['the status of the order, in an edit', { status: 'Shipped' }, 'admin', '409 409 409 409 409 409 409 409'],
  ['the order number', { orderNo: 'ORD-1' }, 'master', '409 409 409 409 409 409 409 409'],
])('result of editing %s %o as %s', (_, edit, user, expected) => {
  expect(orderStatuses.map((status) => decideEdit(user, status, edit))).toEqual(expected.split(' '));
});

describe('edit errors', () => {
  test("list the paths of fields that can't currently be changed", () => {
    const edit = {
      items: [
        { lineId: 'l1', shippedQty: 1 },
        { lineId: 'l2', receivedQty: 1, note: 'x' },
      ],
      driver: 'Sam',
    };
    const decision = decideOrderEdit(buildTestOrder({ status: 'Under Process' }), testActors.kitchen, edit);
    expect(decision).toMatchObject({ ok: false, code: 'ILLEGAL_TRANSITION' });
    expect(Object.keys((!decision.ok && decision.fields) || {})).toEqual([
      'items.l2.receivedQty',
      'items.l2.note',
    ]);
  });

  test("distinguish a missing permission flag from a different location's order", () => {
    const order = buildTestOrder({ status: 'Under Review' });
    const decideFor = (user: User) => decideOrderEdit(order, testActors[user], { notes: 'x' });
    expect(decideFor('staff')).toMatchObject({ refusal: { reason: 'order-no-change' } });
    expect(decideFor('otherBranch')).toMatchObject({ refusal: { reason: 'order-others' } });
  });

  test('undefined fields are not part of an edit', () => {
    const edit = {
      notes: undefined,
      driver: 'Sam',
      items: [{ lineId: 'l1', note: undefined, pickedQty: 2 }],
    };
    expect(decideOrderEdit(buildTestOrder({ status: 'Under Process' }), testActors.kitchen, edit)).toEqual({
      ok: true,
    });
  });

  test("the kitchen can't edit an order that never reached it", () => {
    const order = { ...buildTestOrder({ status: 'Rejected' }), sentAt: null };
    expect(decideOrderEdit(order, testActors.kitchen, { notes: 'x' })).toMatchObject({ code: 'FORBIDDEN' });
  });
});

test("the editable fields depend on the status and the user's roles in the order", () => {
  const kitchen = getEditableFields('Sent to Central Kitchen', new Set(['kitchen'] as const));
  expect([...kitchen.lines]).toEqual(['approvedQty', 'reason']);
  expect([...kitchen.order]).toEqual(['transitionReason']);
  expect(getEditableFields('Under Process', new Set(['branch', 'reviewer'] as const)).lines).toEqual(
    new Set(['substituteAnswer']),
  );
  expect(getEditableFields('Draft', new Set()).order.size).toBe(0);
});

test.each<[User, OrderStatus, string]>([
  ['branch', 'Draft', 'ok'],
  ['admin', 'Draft', 'ok'],
  ['staff', 'Draft', 'FORBIDDEN'],
  ['otherBranch', 'Draft', 'FORBIDDEN'],
  ['kitchenManager', 'Draft', 'FORBIDDEN'],
  ['branch', 'Under Review', 'ILLEGAL_TRANSITION'],
  ['master', 'Cancelled', 'ILLEGAL_TRANSITION'],
])('result of %s deleting an order with status %s: %s', (user, status, expected) => {
  const decision = decideOrderDelete(buildTestOrder({ status }), testActors[user]);
  expect(decision.ok ? 'ok' : decision.code).toBe(expected);
});

test.each<[User, boolean]>([
  ['branch', true],
  ['staff', true],
  ['admin', true],
  ['otherBranch', false],
  ['kitchen', false],
  ['planner', true],
  ['manager', true],
  ['viewer', false],
])('%s can order for branch b1: %s', (user, expected) => {
  expect(canOrderFor(testActors[user], 'b1')).toBe(expected);
});
