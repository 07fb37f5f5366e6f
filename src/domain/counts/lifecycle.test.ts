import { expect, test } from 'vitest';
import { people } from '../testing/actors.ts';
import { countLifecycle, type MovableCount } from './lifecycle.ts';

const submitted: MovableCount = {
  status: 'Submitted',
  branch: 'b1',
  absoluteE4: 900_000,
  approvalLimitE4: null,
};
const limited: MovableCount = { ...submitted, approvalLimitE4: 500_000 };

test.each([
  ['the branch, without a limit', people.branch, submitted, 'recount approve cancel'],
  ['the branch, at its limit', people.branch, { ...limited, absoluteE4: 500_000 }, 'recount approve cancel'],
  ['the branch, above its limit', people.branch, limited, 'recount cancel'],
  ['head office, above the limit', people.admin, limited, 'recount approve cancel'],
  ['another branch', people.otherBranch, submitted, ''],
])('a submitted count: %s', (_, actor, count, verbs) => {
  const offered = countLifecycle.offeredMoves(count, actor).map(({ verb }) => verb);
  expect(offered.join(' ')).toBe(verbs);
});

test('what is above the limit of its branch is refused as that', () => {
  const decision = countLifecycle.decideMove(limited, people.branch, 'Approved');
  expect(decision).toMatchObject({ ok: false, code: 'FORBIDDEN', why: { reason: 'count-beyond-limit' } });
});
