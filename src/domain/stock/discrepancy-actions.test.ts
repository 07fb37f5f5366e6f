import { expect, test } from 'vitest';
import type { OrderPart } from '../orders/parts.ts';
import type { DiscrepancyAction } from './discrepancies.ts';
import { mayResolve } from './discrepancy-actions.ts';

const table: [DiscrepancyAction, OrderPart[], boolean][] = [
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

test.each(table)('%s by %j: %s', (action, parts, may) => {
  expect(mayResolve(new Set(parts), action)).toBe(may);
});
