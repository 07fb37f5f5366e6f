import { describe, expect, test } from 'vitest';
import { toMicro } from '#core/quantity.ts';
import { testActors } from '#core/testing/actors.ts';
import { buildTestOrderLine, buildTestOrder } from './testing/orders.ts';
import type { OrderLifecycleLine } from './lines.ts';
import { decideTransition, listAvailableTransitions } from './lifecycle.ts';
import type { OrderStatus } from './status.ts';

describe('reasons', () => {
  type Row = [user: keyof typeof testActors, from: OrderStatus, to: OrderStatus, isRequired: boolean];
  test.each<Row>([
    ['branch', 'Under Review', 'Draft', false],
    ['staff', 'Under Review', 'Draft', false],
    ['admin', 'Under Review', 'Draft', true],
    ['branch', 'Under Review', 'Rejected', true],
    ['kitchen', 'Sent to Central Kitchen', 'Rejected', true],
    ['staff', 'Draft', 'Cancelled', false],
    ['admin', 'Under Review', 'Cancelled', false],
    ['kitchen', 'Sent to Central Kitchen', 'Cancelled', true],
    ['admin', 'Under Process', 'Cancelled', true],
    ['branch', 'Sent to Central Kitchen', 'Under Review', false],
    ['kitchen', 'Under Process', 'Sent to Central Kitchen', false],
    ['kitchenManager', 'Shipped', 'Under Process', false],
    ['branch', 'Rejected', 'Draft', false],
  ])('%s, %s to %s: a reason is required: %s', (user, status, to, isRequired) => {
    for (const transitionReason of [null, '', '   ']) {
      const decision = decideTransition(buildTestOrder({ status, transitionReason }), testActors[user], to);
      expect(decision.ok).toBe(!isRequired);
      if (!decision.ok) {
        expect(decision.code).toBe('VALIDATION');
        expect(Object.keys(decision.fields ?? {})).toEqual(['transitionReason']);
      }
    }
    expect(
      decideTransition(buildTestOrder({ status, transitionReason: 'because' }), testActors[user], to).ok,
    ).toBe(true);
  });
});

describe('required line data', () => {
  type Row = [
    description: string,
    from: OrderStatus,
    to: OrderStatus,
    line: Partial<OrderLifecycleLine>,
    field: string | null,
  ];
  const m = toMicro;
  test.each<Row>([
    ['a quantity', 'Draft', 'Under Review', {}, null],
    ['no quantity', 'Draft', 'Under Review', { orderQtyMicro: 0 }, 'items'],
    ['approved as ordered', 'Under Review', 'Sent to Central Kitchen', { approvedQtyMicro: m(10) }, null],
    [
      'approved below ordered',
      'Under Review',
      'Sent to Central Kitchen',
      { approvedQtyMicro: m(8) },
      'items.l1.reason',
    ],
    [
      'approved below ordered, with a reason',
      'Under Review',
      'Sent to Central Kitchen',
      { approvedQtyMicro: m(8), reason: 'budget' },
      null,
    ],
    [
      'approved below ordered, at acceptance',
      'Sent to Central Kitchen',
      'Under Process',
      { approvedQtyMicro: m(8) },
      'items.l1.reason',
    ],
    ['nothing entered', 'Under Process', 'Shipped', {}, null],
    ['picked short', 'Under Process', 'Shipped', { pickedQtyMicro: m(9) }, 'items.l1.reason'],
    ['shipped short', 'Under Process', 'Shipped', { shippedQtyMicro: m(9) }, 'items.l1.reason'],
    [
      'shipped short, with a reason',
      'Under Process',
      'Shipped',
      { shippedQtyMicro: m(9), reason: 'none left' },
      null,
    ],
    ['a blank reason', 'Under Process', 'Shipped', { shippedQtyMicro: m(9), reason: ' ' }, 'items.l1.reason'],
    ['picked above approved', 'Under Process', 'Shipped', { pickedQtyMicro: m(11) }, 'items.l1.reason'],
    [
      'shipped above picked',
      'Under Process',
      'Shipped',
      { pickedQtyMicro: m(10), shippedQtyMicro: m(11) },
      'items.l1.reason',
    ],
    [
      'more in lots than shipped',
      'Under Process',
      'Shipped',
      { lots: [{ lot: 'A', qtyMicro: m(11) }] },
      'items.l1.lots',
    ],
    ['everything arrived', 'Shipped', 'Received', {}, null],
    ['one unit damaged', 'Shipped', 'Received', { damagedQtyMicro: m(1) }, null],
    ['two units short', 'Shipped', 'Received', { receivedQtyMicro: m(8) }, null],
    ['more than shipped', 'Shipped', 'Received', { receivedQtyMicro: m(11) }, 'items.l1.receivedQty'],
    [
      'an excess entered as over',
      'Shipped',
      'Received',
      { receivedQtyMicro: m(11), overQtyMicro: m(1) },
      null,
    ],
    [
      'more over than received',
      'Shipped',
      'Received',
      { receivedQtyMicro: 0, overQtyMicro: m(1) },
      'items.l1.receivedQty',
    ],
    ['more damaged than shipped', 'Shipped', 'Received', { damagedQtyMicro: m(11) }, 'items.l1.receivedQty'],
    ['a shortage that adds up', 'Shipped', 'Received', { receivedQtyMicro: m(8), shortQtyMicro: m(2) }, null],
    [
      'a shortage that does not add up',
      'Shipped',
      'Received',
      { receivedQtyMicro: m(8), shortQtyMicro: m(1) },
      'items.l1.receivedQty',
    ],
  ])('%s: %s to %s', (_, status, to, line, field) => {
    const decision = decideTransition(
      buildTestOrder({ status, lines: [buildTestOrderLine(line)] }),
      testActors.admin,
      to,
    );
    expect(decision.ok).toBe(field === null);
    if (!decision.ok) {
      expect(decision.code).toBe('VALIDATION');
      expect(Object.keys(decision.fields ?? {})).toEqual([field]);
    }
  });

  test('lists every invalid line at once', () => {
    const lines = ['a', 'b', 'c'].map((lineId) =>
      buildTestOrderLine({ lineId, shippedQtyMicro: lineId === 'b' ? null : 0 }),
    );
    const decision = decideTransition(
      buildTestOrder({ status: 'Under Process', lines }),
      testActors.kitchen,
      'Shipped',
    );
    expect(Object.keys((!decision.ok && decision.fields) || {})).toEqual([
      'items.a.reason',
      'items.c.reason',
    ]);
  });

  test.each<[OrderStatus, OrderStatus, Partial<OrderLifecycleLine>]>([
    ['Under Process', 'Sent to Central Kitchen', { pickedQtyMicro: 1 }],
    ['Under Process', 'Sent to Central Kitchen', { shippedQtyMicro: 1 }],
    ['Shipped', 'Under Process', { receivedQtyMicro: 1 }],
    ['Shipped', 'Under Process', { damagedQtyMicro: 1 }],
    ['Shipped', 'Under Process', { overQtyMicro: 1 }],
  ])("%s can't return to %s with %o", (status, to, line) => {
    const order = buildTestOrder({
      status,
      lines: [buildTestOrderLine(), buildTestOrderLine({ lineId: 'l2', ...line })],
    });
    expect(decideTransition(order, testActors.admin, to)).toMatchObject({
      ok: false,
      code: 'ILLEGAL_TRANSITION',
    });
    expect(listAvailableTransitions(order, testActors.admin).map((move) => move.to)).not.toContain(to);
  });
});
