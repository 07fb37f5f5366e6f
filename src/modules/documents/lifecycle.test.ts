import { expect, test } from 'vitest';
import type { Actor } from '#core/permissions.ts';
import { buildTestActor } from '#core/testing/actors.ts';
import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import { orderLifecycle } from '#modules/orders/lifecycle.ts';
import { discrepancyLifecycle } from '#modules/discrepancies/lifecycle.ts';
import { wastageLifecycle } from '#modules/wastage/lifecycle.ts';

/** Parses `a > b > c` as the transitions of a history that begins with creation. */
const parseHistory = (path: string) => {
  const statuses = path.split(' > ');
  return statuses.map((to, index) => ({ from: statuses[index - 1] ?? null, to }));
};

const orders: [path: string, isLegal: boolean][] = [
  ['Draft', true],
  ['Under Review', false],
  ['Draft > Under Review > Sent to Central Kitchen > Under Process > Shipped > Received', true],
  ['Draft > Under Review > Draft > Cancelled', true],
  ['Draft > Under Review > Rejected > Draft > Under Review', true],
  ['Draft > Sent to Central Kitchen', false],
  ['Draft > Under Review > Received', false],
  ['Draft > Draft', false],
  ['Draft > Cancelled > Draft', false],
];
test.each(orders)('an order with the history %s is legal: %s', (path, isLegal) => {
  expect(orderLifecycle.isLegalPath(parseHistory(path))).toBe(isLegal);
});

test('every transition starts from the status that the previous one ended in', () => {
  const [creation, ...later] = parseHistory('Draft > Under Review > Sent to Central Kitchen');
  expect(orderLifecycle.isLegalPath(later)).toBe(false);
  expect(orderLifecycle.isLegalPath(later, 'Draft')).toBe(true);
  expect(orderLifecycle.isLegalPath(later, 'Under Review')).toBe(false);
  expect(orderLifecycle.isLegalPath([...(creation ? [creation] : []), ...later.slice(1)])).toBe(false);
  expect(orderLifecycle.isLegalPath([])).toBe(true);
});

const lifecycles = { orders: orderLifecycle, wastage: wastageLifecycle, discrepancies: discrepancyLifecycle };

test.each(Object.entries(lifecycles))('%s: includes all statuses of its transitions', (_, lifecycle) => {
  const statuses: readonly string[] = lifecycle.statuses;
  for (const { from, to } of lifecycle.steps) {
    expect(from === null || statuses.includes(from)).toBe(true);
    expect(statuses).toContain(to);
  }
});

test.each(Object.entries(lifecycles))(
  '%s: a verb leads from a status to exactly one status',
  (_, lifecycle) => {
    const verbsFrom = lifecycle.transitions.map(({ verb, from }) => `${verb} from ${from}`);
    expect(verbsFrom).toEqual([...new Set(verbsFrom)]);
  },
);

test("a kind that doesn't define refusals uses the default ones", () => {
  const noteLifecycle = defineLifecycle<{ status: 'Draft' | 'Posted' }, 'Draft' | 'Posted', 'post', 'writer'>(
    {
      statuses: ['Draft', 'Posted'],
      initialStatuses: ['Draft'],
      transitions: [
        { verb: 'post', from: 'Draft', to: 'Posted', parties: ['writer'], flags: ['canEdit'], reason: true },
      ],
      forwardVerbs: ['post'],
      requestKey: 'to',
      getParties: (_, { name }) => new Set(name === 'Wren' ? ['writer'] : []),
    },
  );
  const getRefusal = (actor: Actor, status: 'Draft' | 'Posted', to: string) => {
    const decision = noteLifecycle.decideTransition({ status }, actor, to);
    if (decision.ok) return null;
    const { code, refusal } = decision;
    return [code, refusal.reason];
  };
  const wren = buildTestActor({ name: 'Wren', flags: 'EV' });
  expect(getRefusal(buildTestActor({ flags: 'V' }), 'Draft', 'Posted')).toEqual([
    'FORBIDDEN',
    'document-read-only',
  ]);
  expect(getRefusal(wren, 'Posted', 'Draft')).toEqual([
    'ILLEGAL_TRANSITION',
    'document-transition-not-allowed',
  ]);
  expect(getRefusal(buildTestActor({ name: 'Wren', flags: 'CV' }), 'Draft', 'Posted')).toEqual([
    'FORBIDDEN',
    'order-no-change',
  ]);
  expect(getRefusal(buildTestActor({ flags: 'EV' }), 'Draft', 'Posted')).toEqual([
    'FORBIDDEN',
    'document-not-yours',
  ]);
  expect(getRefusal(wren, 'Draft', 'Posted')).toEqual(['VALIDATION', 'document-reason']);
  expect(noteLifecycle.listPendingTransitions({ status: 'Draft' }, wren).map(({ verb }) => verb)).toEqual([
    'post',
  ]);
  expect(noteLifecycle.listPendingTransitions({ status: 'Posted' }, wren)).toEqual([]);
});
