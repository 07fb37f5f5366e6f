import { expect, test } from 'vitest';
import { testActors } from '#core/testing/actors.ts';
import { countLifecycle, type CountLifecycleInput } from './lifecycle.ts';

const submitted: CountLifecycleInput = {
  status: 'Submitted',
  branch: 'b1',
  absoluteE4: 900_000,
  approvalLimitE4: null,
};
const limited: CountLifecycleInput = { ...submitted, approvalLimitE4: 500_000 };

test.each([
  ['the branch, without a limit', testActors.branch, submitted, 'recount approve cancel'],
  [
    'the branch, at its limit',
    testActors.branch,
    { ...limited, absoluteE4: 500_000 },
    'recount approve cancel',
  ],
  ['the branch, above its limit', testActors.branch, limited, 'recount cancel'],
  ['head office, above the limit', testActors.admin, limited, 'recount approve cancel'],
  ['another branch', testActors.otherBranch, submitted, ''],
])('offers the transitions of a submitted count: %s', (_, actor, count, verbs) => {
  const offered = countLifecycle.listAvailableTransitions(count, actor).map(({ verb }) => verb);
  expect(offered.join(' ')).toBe(verbs);
});

test('rejects approval above the branch limit with its own error code', () => {
  const decision = countLifecycle.decideTransition(limited, testActors.branch, 'Approved');
  expect(decision).toMatchObject({
    ok: false,
    code: 'FORBIDDEN',
    refusal: { reason: 'count-exceeds-limit' },
  });
});
