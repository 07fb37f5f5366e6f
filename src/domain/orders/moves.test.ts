import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actorPart } from './parts.ts';
import { people } from '../testing/actors.ts';
import { lineOf, orderOf } from '../testing/orders.ts';
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

const tables: Record<Exclude<keyof typeof people, 'viewer' | 'manager'>, string> = {
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
  planner: admin,
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
  expect(decision.ok || decision.why.params['status']).toBe('Shipped');
});

test('the kitchen moves what its status says has reached it, also where a server keeps no time of it', () => {
  const order = orderOf({ status: 'Sent to Central Kitchen', sentAt: null });
  expect(decideMove(order, people.kitchen, 'Under Process')).toMatchObject({ ok: true });
  expect(actorPart(people.kitchen, order)).toEqual(new Set(['kitchen']));
  for (const status of ['Draft', 'Under Review', 'Rejected', 'Cancelled'] as const)
    expect(actorPart(people.kitchen, { ...order, status }), status).toEqual(new Set());
});

test('steps that are taken back are decided anew', () => {
  const cleared = Object.fromEntries(orderMoves.map((move) => [move.verb, clearedBy(move)]));
  expect(Object.values(cleared).every(({ order }) => order.includes('transitionReason'))).toBe(true);
  expect(cleared.reopen?.lines).toEqual(['approvedQty', 'pickedQty', 'shippedQty']);
  expect(cleared.recall?.lines).toEqual(cleared.reopen?.lines);
  expect(cleared.release?.lines).toEqual(['pickedQty', 'shippedQty']);
  expect(cleared['un-ship']).toEqual({
    order: ['transitionReason', 'deliveryNoteNo'],
    lines: ['receivedQty', 'damagedQty', 'shortQty', 'overQty', 'temperature'],
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
