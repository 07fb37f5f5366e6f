import { expect, test } from 'vitest';
import { orderStatuses } from '../../status.ts';
import { switchToArabic } from '#app/web/testing/switch-to-arabic.ts';
import { moveOrderAction } from './actions.ts';

const order = { _id: 'o1', orderNo: 'ORD-231', version: 1 };

test('labels a queued action with its effect, not with the status', () => {
  const labels = orderStatuses.map((to) => moveOrderAction.label({ order, to }));
  expect(labels[1]).toBe('ORD-231: move to review');
  expect(labels.filter((label) => orderStatuses.some((status) => label.includes(status)))).toEqual([]);
});

test('labels queued actions in Arabic', () => {
  switchToArabic();
  for (const to of orderStatuses) {
    const label = moveOrderAction.label({ order, to }).replace(/^.*ORD-231\P{L}*/u, '');
    expect(label, to).toMatch(/^\p{Script=Arabic}/u);
    expect(label, to).not.toMatch(/[A-Za-z]/);
  }
});
