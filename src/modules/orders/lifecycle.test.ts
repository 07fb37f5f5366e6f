import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getOrderParties } from './parties.ts';
import { testActors } from '#core/testing/actors.ts';
import { buildTestOrderLine, buildTestOrder } from './testing/orders.ts';
import {
  getClearedFields,
  decideTransition,
  type OrderLifecycleInput,
  listAvailableTransitions,
  orderTransitions,
} from './lifecycle.ts';
import { type OrderStatus, orderStatuses } from './status.ts';

/**
 * The lifecycle for each user, maintained by hand: a row per status, a column per target. A verb means that
 * the transition is allowed; `=` that the order already has the status; `409` that there is no such
 * transition; `403` that the user may not make it.
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

const noTransitions = `
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
409       | 409      | 409     | unship | =    | receive | 409    | 409
409       | 409      | 409     | 409    | 409  | =       | 409    | 409
reopen    | 409      | 409     | 409    | 409  | 409     | =      | 409
409       | 409      | 409     | 409    | 409  | 409     | 409    | =`;

const tables: Record<Exclude<keyof typeof testActors, 'viewer' | 'manager'>, string> = {
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
409 | 409 | 409     | unship | =    | 403 | 409    | 409
409 | 409 | 409     | 409     | 409  | =   | 409    | 409
403 | 409 | 409     | 409     | 409  | 409 | =      | 409
409 | 409 | 409     | 409     | 409  | 409 | 409    | =`,
  otherBranch: noTransitions,
  otherKitchen: noTransitions,
  planner: admin,
};

function parseTable(table: string): string[][] {
  const rows = table.trim().split('\n');
  return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}

const codes = { ILLEGAL_TRANSITION: '409', FORBIDDEN: '403', VALIDATION: '422' };

function decide(order: OrderLifecycleInput, user: keyof typeof testActors, to: OrderStatus): string {
  const decision = decideTransition(order, testActors[user], to);
  if (!decision.ok) return codes[decision.code];
  return decision.transition?.verb ?? '=';
}

describe.each(Object.entries(tables))('the lifecycle for %s', (user, table) => {
  const person = user as keyof typeof tables;
  const expected = parseTable(table);

  test.each(columns.map((from, row) => [from, expected[row]] as const))('from %s', (from, expectedRow) => {
    const order = buildTestOrder({ status: from, transitionReason: 'because' });
    expect(columns.map((to) => decide(order, person, to))).toEqual(expectedRow);
  });

  test.each(columns.map((from, row) => [from, expected[row]] as const))(
    'transitions offered from %s',
    (from, expectedRow) => {
      const verbs = listAvailableTransitions(buildTestOrder({ status: from }), testActors[person]).map(
        (move) => move.verb,
      );
      expect(new Set(verbs)).toEqual(new Set(expectedRow?.filter((cell) => !/^(=|409|403)$/.test(cell))));
    },
  );
});

test('the tables maintained by hand cover every status', () => {
  expect(columns).toEqual(orderStatuses);
});

test("a viewer can't make any transition, not even to the current status", () => {
  for (const from of columns) {
    const order = buildTestOrder({ status: from, transitionReason: 'because' });
    expect(new Set(columns.map((to) => decide(order, 'viewer', to)))).toEqual(new Set(['403']));
  }
});

test("an admin without flags can't make any transition either", () => {
  const withoutFlags = { ...testActors.admin, permissions: testActors.viewer.permissions };
  expect(listAvailableTransitions(buildTestOrder({ status: 'Under Process' }), withoutFlags)).toEqual([]);
});

test('an error lists the transitions that are currently allowed', () => {
  const decision = decideTransition(buildTestOrder({ status: 'Shipped' }), testActors.branch, 'Draft');
  expect(decision).toMatchObject({ ok: false, code: 'ILLEGAL_TRANSITION', allowed: ['Received'] });
  expect(decision.ok || decision.refusal.params['status']).toBe('Shipped');
});

test('the kitchen can act on orders whose status shows that they reached it, even if no time is recorded', () => {
  const order = buildTestOrder({ status: 'Sent to Central Kitchen', sentAt: null });
  expect(decideTransition(order, testActors.kitchen, 'Under Process')).toMatchObject({ ok: true });
  expect(getOrderParties(testActors.kitchen, order)).toEqual(new Set(['kitchen']));
  for (const status of ['Draft', 'Under Review', 'Rejected', 'Cancelled'] as const)
    expect(getOrderParties(testActors.kitchen, { ...order, status }), status).toEqual(new Set());
});

test('transitions that reverse a step reset its fields', () => {
  const cleared = Object.fromEntries(orderTransitions.map((move) => [move.verb, getClearedFields(move)]));
  expect(Object.values(cleared).every(({ order }) => order.includes('transitionReason'))).toBe(true);
  expect(cleared.reopen?.lines).toEqual(['approvedQty', 'pickedQty', 'shippedQty']);
  expect(cleared.recall?.lines).toEqual(cleared.reopen?.lines);
  expect(cleared.release?.lines).toEqual(['pickedQty', 'shippedQty']);
  expect(cleared['unship']).toEqual({
    order: ['transitionReason', 'deliveryNoteNo'],
    lines: ['receivedQty', 'damagedQty', 'shortQty', 'overQty', 'temperature'],
  });
  expect(cleared.ship?.lines).toEqual([]);
});

test('exactly the allowed transitions are offered, for any user and order', () => {
  const anyPerson = fc.constantFrom(...Object.values(testActors));
  const qty = fc.option(fc.integer({ min: 0, max: 12 }), { nil: null });
  const anyOrder = fc.record({
    status: fc.constantFrom(...orderStatuses),
    pickedQtyMicro: qty,
    receivedQtyMicro: qty,
  });
  fc.assert(
    fc.property(anyPerson, anyOrder, fc.constantFrom(...orderStatuses), (actor, { status, ...line }, to) => {
      const order = buildTestOrder({
        status,
        transitionReason: 'x',
        lines: [buildTestOrderLine({ ...line, reason: 'x' })],
      });
      const decision = decideTransition(order, actor, to);
      const isOffered = listAvailableTransitions(order, actor).some((move) => move.to === to);
      const isPossible = decision.ok ? decision.transition !== null : decision.code === 'VALIDATION';
      expect(isOffered).toBe(isPossible);
    }),
  );
});
