import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toMicro } from '../quantity.ts';
import { people } from '../testing/actors.ts';
import { lineOf, orderOf } from '../testing/orders.ts';
import type { OrderLine } from './lines.ts';
import { clearedBy, decideMove, type MovableOrder, offeredMoves, orderMoves } from './moves.ts';
import { type OrderStatus, orderStatuses } from './status.ts';

/**
 * The lifecycle by hand, for everybody: a row per status, a column per target. A verb is allowed; `=` is a repeat;
 * `409` is no move of that state; `403` is a move that is not this person's.
 */
const columns: OrderStatus[] = [
  'Draft',
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
  'Rejected',
  'Cancelled',
];

const nobody = `
=   | 403 | 409 | 409 | 409 | 409 | 409 | 403
403 | =   | 403 | 409 | 409 | 409 | 403 | 403
409 | 403 | =   | 403 | 409 | 409 | 403 | 403
409 | 409 | 403 | =   | 403 | 409 | 409 | 403
409 | 409 | 409 | 403 | =   | 403 | 409 | 409
409 | 409 | 409 | 409 | 409 | =   | 409 | 409
403 | 409 | 409 | 409 | 409 | 409 | =   | 409
409 | 409 | 409 | 409 | 409 | 409 | 409 | =`;

const admin = `
=         | submit   | 409     | 409    | 409  | 409     | 409    | cancel
send back | =        | send    | 409    | 409  | 409     | reject | cancel
409       | withdraw | =       | accept | 409  | 409     | reject | cancel
409       | 409      | release | =      | ship | 409     | 409    | cancel
409       | 409      | 409     | un-ship| =    | receive | 409    | 409
409       | 409      | 409     | 409    | 409  | =       | 409    | 409
reopen    | 409      | 409     | 409    | 409  | 409     | =      | 409
409       | 409      | 409     | 409    | 409  | 409     | 409    | =`;

const tables: Record<Exclude<keyof typeof people, 'viewer'>, string> = {
  master: admin,
  admin,
  branch: `
=      | submit   | 409  | 409 | 409 | 409     | 409    | cancel
recall | =        | send | 409 | 409 | 409     | reject | cancel
409    | withdraw | =    | 403 | 409 | 409     | 403    | 403
409    | 409      | 403  | =   | 403 | 409     | 409    | 403
409    | 409      | 409  | 403 | =   | receive | 409    | 409
409    | 409      | 409  | 409 | 409 | =       | 409    | 409
reopen | 409      | 409  | 409 | 409 | 409     | =      | 409
409    | 409      | 409  | 409 | 409 | 409     | 409    | =`,
  staff: `
=      | submit | 409 | 409 | 409 | 409 | 409 | cancel
recall | =      | 403 | 409 | 409 | 409 | 403 | cancel
409    | 403    | =   | 403 | 409 | 409 | 403 | 403
409    | 409    | 403 | =   | 403 | 409 | 409 | 403
409    | 409    | 409 | 403 | =   | 403 | 409 | 409
409    | 409    | 409 | 409 | 409 | =   | 409 | 409
reopen | 409    | 409 | 409 | 409 | 409 | =   | 409
409    | 409    | 409 | 409 | 409 | 409 | 409 | =`,
  kitchen: `
=   | 403 | 409     | 409    | 409  | 409 | 409    | 403
403 | =   | 403     | 409    | 409  | 409 | 403    | 403
409 | 403 | =       | accept | 409  | 409 | reject | cancel
409 | 409 | release | =      | ship | 409 | 409    | cancel
409 | 409 | 409     | 403    | =    | 403 | 409    | 409
409 | 409 | 409     | 409    | 409  | =   | 409    | 409
403 | 409 | 409     | 409    | 409  | 409 | =      | 409
409 | 409 | 409     | 409    | 409  | 409 | 409    | =`,
  kitchenManager: `
=   | 403 | 409     | 409     | 409  | 409 | 409    | 403
403 | =   | 403     | 409     | 409  | 409 | 403    | 403
409 | 403 | =       | accept  | 409  | 409 | reject | cancel
409 | 409 | release | =       | ship | 409 | 409    | cancel
409 | 409 | 409     | un-ship | =    | 403 | 409    | 409
409 | 409 | 409     | 409     | 409  | =   | 409    | 409
403 | 409 | 409     | 409     | 409  | 409 | =      | 409
409 | 409 | 409     | 409     | 409  | 409 | 409    | =`,
  otherBranch: nobody,
  otherKitchen: nobody,
  planner: nobody,
};

function cells(table: string): string[][] {
  const rows = table.trim().split('\n');
  return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}

const codes = { ILLEGAL_TRANSITION: '409', FORBIDDEN: '403', VALIDATION: '422' };

function answer(order: MovableOrder, who: keyof typeof people, to: OrderStatus): string {
  const decision = decideMove(order, people[who], to);
  if (!decision.ok) return codes[decision.code];
  return decision.move?.verb ?? '=';
}

describe.each(Object.entries(tables))('the lifecycle for %s', (who, table) => {
  const person = who as keyof typeof tables;
  const expected = cells(table);

  test.each(columns.map((from, row) => [from, expected[row]] as const))('from %s', (from, wanted) => {
    const order = orderOf({ status: from, transitionReason: 'because' });
    expect(columns.map((to) => answer(order, person, to))).toEqual(wanted);
  });

  test.each(columns.map((from, row) => [from, expected[row]] as const))('offered from %s', (from, wanted) => {
    const verbs = offeredMoves(orderOf({ status: from }), people[person]).map((move) => move.verb);
    expect(new Set(verbs)).toEqual(new Set(wanted?.filter((cell) => !/^(=|409|403)$/.test(cell))));
  });
});

test('the hand-written tables know every status', () => {
  expect(columns).toEqual(orderStatuses);
});

test('a viewer moves nothing, not even to where it is', () => {
  for (const from of columns) {
    const order = orderOf({ status: from, transitionReason: 'because' });
    expect(new Set(columns.map((to) => answer(order, 'viewer', to)))).toEqual(new Set(['403']));
  }
});

test('an admin without flags moves nothing either', () => {
  const idle = { ...people.admin, permissions: people.viewer.permissions };
  expect(offeredMoves(orderOf({ status: 'Under Process' }), idle)).toEqual([]);
});

test('a refusal names the moves that are allowed now', () => {
  const decision = decideMove(orderOf({ status: 'Shipped' }), people.branch, 'Draft');
  expect(decision).toMatchObject({ ok: false, code: 'ILLEGAL_TRANSITION', allowed: ['Received'] });
  expect(decision.ok || decision.message).toContain('Shipped');
});

describe('reasons', () => {
  type Row = [who: keyof typeof people, from: OrderStatus, to: OrderStatus, needed: boolean];
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
  ])('%s, %s to %s: needed %s', (who, status, to, needed) => {
    for (const transitionReason of [null, '', '   ']) {
      const decision = decideMove(orderOf({ status, transitionReason }), people[who], to);
      expect(decision.ok).toBe(!needed);
      if (!decision.ok) {
        expect(decision.code).toBe('VALIDATION');
        expect(Object.keys(decision.fields ?? {})).toEqual(['transitionReason']);
      }
    }
    expect(decideMove(orderOf({ status, transitionReason: 'because' }), people[who], to).ok).toBe(true);
  });
});

describe('what the lines must say', () => {
  type Row = [
    what: string,
    from: OrderStatus,
    to: OrderStatus,
    line: Partial<OrderLine>,
    field: string | null,
  ];
  const m = toMicro;
  test.each<Row>([
    ['a quantity', 'Draft', 'Under Review', {}, null],
    ['no quantity', 'Draft', 'Under Review', { orderQtyMicro: 0 }, 'items'],
    ['approved as ordered', 'Under Review', 'Sent to Central Kitchen', { approvedQtyMicro: m(10) }, null],
    [
      'approved less',
      'Under Review',
      'Sent to Central Kitchen',
      { approvedQtyMicro: m(8) },
      'items.l1.reason',
    ],
    [
      'approved less, said why',
      'Under Review',
      'Sent to Central Kitchen',
      { approvedQtyMicro: m(8), reason: 'budget' },
      null,
    ],
    [
      'approved less, at acceptance',
      'Sent to Central Kitchen',
      'Under Process',
      { approvedQtyMicro: m(8) },
      'items.l1.reason',
    ],
    ['nothing typed', 'Under Process', 'Shipped', {}, null],
    ['picked short', 'Under Process', 'Shipped', { pickedQtyMicro: m(9) }, 'items.l1.reason'],
    ['shipped short', 'Under Process', 'Shipped', { shippedQtyMicro: m(9) }, 'items.l1.reason'],
    [
      'shipped short, said why',
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
    ['one damaged', 'Shipped', 'Received', { damagedQtyMicro: m(1) }, null],
    ['two short', 'Shipped', 'Received', { receivedQtyMicro: m(8) }, null],
    ['more than shipped', 'Shipped', 'Received', { receivedQtyMicro: m(11) }, 'items.l1.receivedQty'],
    ['over entered as over', 'Shipped', 'Received', { receivedQtyMicro: m(11), overQtyMicro: m(1) }, null],
    [
      'over above arrived',
      'Shipped',
      'Received',
      { receivedQtyMicro: 0, overQtyMicro: m(1) },
      'items.l1.receivedQty',
    ],
    ['damaged above shipped', 'Shipped', 'Received', { damagedQtyMicro: m(11) }, 'items.l1.receivedQty'],
    ['a short that is true', 'Shipped', 'Received', { receivedQtyMicro: m(8), shortQtyMicro: m(2) }, null],
    [
      'a short that is not',
      'Shipped',
      'Received',
      { receivedQtyMicro: m(8), shortQtyMicro: m(1) },
      'items.l1.receivedQty',
    ],
  ])('%s: %s to %s', (_what, status, to, line, field) => {
    const decision = decideMove(orderOf({ status, lines: [lineOf(line)] }), people.admin, to);
    expect(decision.ok).toBe(field === null);
    if (!decision.ok) {
      expect(decision.code).toBe('VALIDATION');
      expect(Object.keys(decision.fields ?? {})).toEqual([field]);
    }
  });

  test('every faulty line is named at once', () => {
    const lines = ['a', 'b', 'c'].map((lineId) =>
      lineOf({ lineId, shippedQtyMicro: lineId === 'b' ? null : 0 }),
    );
    const decision = decideMove(orderOf({ status: 'Under Process', lines }), people.kitchen, 'Shipped');
    expect(Object.keys((!decision.ok && decision.fields) || {})).toEqual([
      'items.a.reason',
      'items.c.reason',
    ]);
  });

  test.each<[OrderStatus, OrderStatus, Partial<OrderLine>]>([
    ['Under Process', 'Sent to Central Kitchen', { pickedQtyMicro: 1 }],
    ['Under Process', 'Sent to Central Kitchen', { shippedQtyMicro: 1 }],
    ['Shipped', 'Under Process', { receivedQtyMicro: 1 }],
    ['Shipped', 'Under Process', { damagedQtyMicro: 1 }],
    ['Shipped', 'Under Process', { overQtyMicro: 1 }],
  ])('%s does not go back to %s with %o', (status, to, line) => {
    const order = orderOf({ status, lines: [lineOf(), lineOf({ lineId: 'l2', ...line })] });
    expect(decideMove(order, people.admin, to)).toMatchObject({ ok: false, code: 'ILLEGAL_TRANSITION' });
    expect(offeredMoves(order, people.admin).map((move) => move.to)).not.toContain(to);
  });
});

test('the kitchen does not move an order that never reached it', () => {
  const order = orderOf({ status: 'Rejected', sentAt: null });
  expect(
    decideMove({ ...order, status: 'Sent to Central Kitchen' }, people.kitchen, 'Under Process'),
  ).toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('steps that are taken back are decided anew', () => {
  const cleared = Object.fromEntries(orderMoves.map((move) => [move.verb, clearedBy(move)]));
  expect(Object.values(cleared).every(({ order }) => order.includes('transitionReason'))).toBe(true);
  expect(cleared.reopen?.lines).toEqual(['approvedQty', 'pickedQty', 'shippedQty']);
  expect(cleared.recall?.lines).toEqual(cleared.reopen?.lines);
  expect(cleared.release?.lines).toEqual(['pickedQty', 'shippedQty']);
  expect(cleared['un-ship']).toEqual({
    order: ['transitionReason', 'deliveryNoteNo'],
    lines: ['receivedQty', 'damagedQty', 'shortQty', 'overQty'],
  });
  expect(cleared.ship?.lines).toEqual([]);
});

test('what is offered is what is decided, for anybody and any order', () => {
  const anybody = fc.constantFrom(...Object.values(people));
  const qty = fc.option(fc.integer({ min: 0, max: 12 }), { nil: null });
  const anyOrder = fc.record({
    status: fc.constantFrom(...orderStatuses),
    pickedQtyMicro: qty,
    receivedQtyMicro: qty,
  });
  fc.assert(
    fc.property(anybody, anyOrder, fc.constantFrom(...orderStatuses), (actor, { status, ...line }, to) => {
      const order = orderOf({ status, transitionReason: 'x', lines: [lineOf({ ...line, reason: 'x' })] });
      const decision = decideMove(order, actor, to);
      const isOffered = offeredMoves(order, actor).some((move) => move.to === to);
      const isPossible = decision.ok ? decision.move !== null : decision.code === 'VALIDATION';
      expect(isOffered).toBe(isPossible);
    }),
  );
});
