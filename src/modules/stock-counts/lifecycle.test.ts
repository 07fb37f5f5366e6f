import { expect, test } from 'vitest';
import { testPeople } from '#core/testing/actors.ts';
import { countLifecycle, type CountLifecycleInput } from './lifecycle.ts';

const submitted: CountLifecycleInput = {
  status: 'Submitted',
  branch: 'b1',
  absoluteE4: 900_000,
  approvalLimitE4: null,
};
const limited: CountLifecycleInput = { ...submitted, approvalLimitE4: 500_000 };

test.each([
  ['the branch, without a limit', testPeople.branch, submitted, 'recount approve cancel'],
  [
    'the branch, at its limit',
    testPeople.branch,
    { ...limited, absoluteE4: 500_000 },
    'recount approve cancel',
  ],
  ['the branch, above its limit', testPeople.branch, limited, 'recount cancel'],
  ['head office, above the limit', testPeople.admin, limited, 'recount approve cancel'],
  ['another branch', testPeople.otherBranch, submitted, ''],
])('offers the transitions of a submitted count: %s', (_, actor, count, verbs) => {
  const offered = countLifecycle.availableTransitions(count, actor).map(({ verb }) => verb);
  expect(offered.join(' ')).toBe(verbs);
});

test('rejects approval above the branch limit with its own error code', () => {
  const decision = countLifecycle.decideTransition(limited, testPeople.branch, 'Approved');
  expect(decision).toMatchObject({ ok: false, code: 'FORBIDDEN', why: { reason: 'count-exceeds-limit' } });
});
