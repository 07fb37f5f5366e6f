import { expect, test } from 'vitest';
import { testActors } from '#core/testing/actors.ts';
import { wastageStatuses } from './wastage-rules.ts';
import { wastageLifecycle } from './lifecycle.ts';

const codes = { ILLEGAL_TRANSITION: '409', FORBIDDEN: '403', VALIDATION: '422' };

/**
 * Expected decisions. Each row is a status, each column a target: Draft, Pending Approval, Posted, Reversed.
 */
const fullAccess = `
=         | 409 | post | 409
send back | =   | post | 409
409       | 409 | =    | reverse
409       | 409 | 409  | =`;
const noAccess = `
=   | 409 | 403 | 409
403 | =   | 403 | 409
409 | 409 | =   | 403
409 | 409 | 409 | =`;
const kitchenAccess = `
=         | 409 | post | 409
send back | =   | post | 409
409       | 409 | =    | 403
409       | 409 | 409  | =`;

test.each([
  ['admin', 'b1', fullAccess],
  ['branch', 'b1', fullAccess],
  ['planner', 'b1', fullAccess],
  ['staff', 'b1', noAccess],
  ['otherBranch', 'b1', noAccess],
  ['kitchen', 'k1', kitchenAccess],
  ['kitchen', 'b1', noAccess],
] as const)('waste of %s at %s', (person, branch, expected) => {
  const allowed = wastageStatuses.map((status) =>
    wastageStatuses.map((to) => {
      const decision = wastageLifecycle.decideTransition({ status, branch }, testActors[person], to);
      return decision.ok ? (decision.transition?.verb ?? '=') : codes[decision.code];
    }),
  );
  const rows = expected.trim().split('\n');
  expect(allowed).toEqual(rows.map((row) => row.split('|').map((cell) => cell.trim())));
});

test('rejects users without a write flag for every target status', () => {
  for (const to of wastageStatuses) {
    const decision = wastageLifecycle.decideTransition(
      { status: 'Posted', branch: 'b1' },
      testActors.viewer,
      to,
    );
    expect(decision).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  }
});
