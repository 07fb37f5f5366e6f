import { describe, expect, test } from 'vitest';
import type { OrderParty } from '#modules/orders/parties.ts';
import { testActors } from '#core/testing/actors.ts';
import { type DiscrepancyAction, discrepancyActions, type DiscrepancyType } from './discrepancy-rules.ts';
import { discrepancyLifecycle, type ResolvableDiscrepancy } from './lifecycle.ts';

const cases: [DiscrepancyAction, OrderParty[], boolean][] = [
  ['found_at_kitchen', ['kitchen'], true],
  ['found_at_kitchen', ['branch', 'reviewer'], false],
  ['resend', ['kitchen'], true],
  ['resend', ['branch'], false],
  ['confirmed', ['kitchen'], true],
  ['confirmed', ['branch'], false],
  ['found_at_branch', ['branch'], true],
  ['found_at_branch', ['kitchen'], true],
  ['returned', ['branch'], true],
  ['written_off', ['branch'], true],
  ['written_off', ['kitchen'], true],
  ['written_off', ['reviewer'], false],
  ['returned', [], false],
];

test.each(cases)('%s by %j is allowed: %s', (action, parts, isAllowed) => {
  const transition = discrepancyLifecycle.transitions.find(({ verb }) => verb === action);
  expect(transition?.parties.some((part) => parts.includes(part))).toBe(isAllowed);
});

const openDiscrepancy: ResolvableDiscrepancy = {
  status: 'Open',
  type: 'short',
  action: null,
  chargedTo: 'carrier',
  order: { branch: 'b1', kitchen: 'k1', sentAt: '2026-11-21T06:00:00.000Z' },
};
const codes = { ILLEGAL_TRANSITION: '409', FORBIDDEN: '403', VALIDATION: '422' };

/**
 * Expected responses: for each discrepancy type and user, the result of each action in the order of
 * `discrepancyActions`.
 */
type Row = [type: DiscrepancyType, user: keyof typeof testActors, results: string];
describe('resolving discrepancies', () => {
  test.each<Row>([
    ['short', 'admin', 'ok ok ok ok 422 422'],
    ['short', 'kitchen', 'ok ok ok ok 422 422'],
    ['short', 'branch', '403 403 ok ok 422 422'],
    ['short', 'staff', '403 403 403 403 403 403'],
    ['short', 'otherBranch', '403 403 403 403 422 422'],
    ['short', 'otherKitchen', '403 403 403 403 422 422'],
    ['short', 'planner', 'ok ok ok ok 422 422'],
    ['short', 'viewer', '403 403 403 403 403 403'],
    ['wrong_item', 'branch', '403 403 ok ok 422 422'],
    ['damaged', 'branch', '422 403 ok 422 ok 422'],
    ['damaged', 'kitchen', '422 ok ok 422 ok 422'],
    ['over', 'branch', '422 422 422 422 ok 403'],
    ['over', 'kitchen', '422 422 422 422 ok ok'],
  ])('%s by %s: %s', (type, user, expected) => {
    const results = discrepancyActions.map((action) => {
      const decision = discrepancyLifecycle.decideTransition(
        { ...openDiscrepancy, type },
        testActors[user],
        action,
      );
      return decision.ok ? 'ok' : codes[decision.code];
    });
    expect(results.join(' ')).toBe(expected);
    const offered = discrepancyLifecycle.listAvailableTransitions(
      { ...openDiscrepancy, type },
      testActors[user],
    );
    expect(offered.map(({ verb }) => verb)).toEqual(
      discrepancyActions.filter((_, index) => results[index] === 'ok'),
    );
  });

  test.each(discrepancyActions)('allows only one resolution: rejects %s afterwards', (action) => {
    const resolved = { ...openDiscrepancy, status: 'Resolved' as const, action: 'resend' };
    expect(discrepancyLifecycle.decideTransition(resolved, testActors.admin, action)).toEqual({
      ok: false,
      code: 'ILLEGAL_TRANSITION',
      refusal: { reason: 'discrepancy-resolved', params: { action: 'resend' } },
      allowed: [],
    });
  });

  test.each([
    ['short', 'written_off', false],
    ['damaged', 'written_off', true],
    ['damaged', 'resend', true],
    ['damaged', 'returned', false],
    ['over', 'confirmed', false],
  ] as const)('%s, %s: requires who bears the loss: %s', (type, action, isRequired) => {
    const decision = discrepancyLifecycle.decideTransition(
      { ...openDiscrepancy, type, chargedTo: null },
      testActors.admin,
      action,
    );
    expect(decision.ok ? null : Object.keys(decision.fields ?? {})).toEqual(
      isRequired ? ['chargedTo'] : null,
    );
  });
});
