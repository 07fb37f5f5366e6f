import { expect, test } from 'vitest';
import { orderStatuses } from '#domain/orders/status.ts';
import { switchToArabic } from '#src/testing/switch-to-arabic.ts';
import { moveOrder } from './actions.ts';

const order = { _id: 'o1', orderNo: 'ORD-231', version: 1 };

test('what waits to be sent says what is done to the order, not what its status is called', () => {
  const said = orderStatuses.map((to) => moveOrder.label({ order, to }));
  expect(said[1]).toBe('ORD-231: to review');
  expect(said.filter((label) => orderStatuses.some((status) => label.includes(status)))).toEqual([]);
});

test('and says so in Arabic', () => {
  switchToArabic();
  for (const to of orderStatuses) {
    const said = moveOrder.label({ order, to }).replace(/^.*ORD-231\P{L}*/u, '');
    expect(said, to).toMatch(/^\p{Script=Arabic}/u);
    expect(said, to).not.toMatch(/[A-Za-z]/);
  }
});
