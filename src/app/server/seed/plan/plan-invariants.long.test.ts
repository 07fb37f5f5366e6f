import { describe, expect, it } from 'vitest';
import { orderStatuses } from '#modules/orders/status.ts';
import { addDays } from '#core/day.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { readBranches, readItems } from '../model.ts';
import { planDemonstration } from '../demonstration.ts';
import { computePlanTotals } from './plan-totals.ts';
import type { OrderEvent } from './events.ts';
import type { SeedPlan } from './plan-business.ts';

const items = new Map(readItems().map((item) => [item.code, item]));
const branches = readBranches()
  .slice(1)
  .map(({ code }) => code);

/** Four hundred days: a full leap year with both daylight saving changes, and a month beyond. */
const days = Array.from({ length: 400 }, (_, index) => addDays('2027-12-20', index));

/** Returns the violated invariants of the demo data for one day. */
function findViolations(plan: SeedPlan): string[] {
  const violations: string[] = [];
  const totals = computePlanTotals(plan.events, items);
  const orders = plan.events.filter((event): event is OrderEvent => event.kind === 'order');
  const getStatus = (order: OrderEvent) => order.steps.at(-1)?.to ?? 'Draft';
  const countOrders = (branch: string, status: string) =>
    orders.filter((order) => order.branch === branch && getStatus(order) === status).length;

  for (const status of orderStatuses)
    if (!orders.some((order) => getStatus(order) === status)) violations.push(`no order is ${status}`);
  for (const status of ['Draft', 'Under Review', 'Sent to Central Kitchen', 'Under Process', 'Shipped'])
    if (countOrders('B01', status) < 2)
      violations.push(`B01 has ${countOrders('B01', status)} orders ${status}`);

  for (const [code, { packMicro }] of items) {
    const packs = (totals.onHand('CK01', code) - totals.reserved(code)) / packMicro;
    if (packs < 50) violations.push(`the kitchen has only ${packs} packs of ${code}`);
  }
  for (const branch of branches) {
    if (countOrders(branch, 'Shipped') === 0) violations.push(`${branch} has nothing to receive`);
    const levels = plan.levels.find((entry) => entry.branch === branch)?.levels ?? [];
    const counted = new Set(
      plan.events.flatMap((event) =>
        event.kind === 'count' && event.type === 'opening' && event.place === branch
          ? event.lines.map(({ item }) => item)
          : [],
      ),
    );
    for (const { item } of levels)
      if (!counted.has(item.code)) violations.push(`${branch} never counted ${item.code}`);
    const available = levels.filter(({ item }) => totals.onHand(branch, item.code) >= 1_000_000);
    if (available.length < levels.length * 0.7)
      violations.push(`${branch} can waste ${available.length} of ${levels.length} items`);
    if (!levels.some(({ item, parMicro }) => totals.onHand(branch, item.code) < parMicro))
      violations.push(`${branch} has no item below par`);
  }
  if (!plan.levels[0]?.levels.some(({ item }) => item.code === 'DRY-001'))
    violations.push('B01 has no basmati rice');
  return [...violations, ...totals.shortfalls];
}

/** Returns days that are spread evenly over the week and the seasons; more of them in a full run. */
function sampleDays(count: number): string[] {
  const step = Math.ceil(days.length / getCaseCount(count));
  return days.filter((_, index) => index % step === 0);
}

describe('the demo data on days of a year', () => {
  it('has orders in every status, goods to order, receive and waste, and no negative stock', () => {
    const violations = sampleDays(134).flatMap((day) =>
      findViolations(planDemonstration(new Date(`${day}T09:30:00.000Z`))).map(
        (violation) => `${day}: ${violation}`,
      ),
    );
    expect(violations).toEqual([]);
  }, 300_000);

  it.each(['00:00:01', '03:30:00', '12:00:00', '23:59:59'])('meets the same conditions at %s', (time) => {
    const violations = sampleDays(31).flatMap((day) =>
      findViolations(planDemonstration(new Date(`${day}T${time}.000Z`))).map(
        (violation) => `${day}: ${violation}`,
      ),
    );
    expect(violations).toEqual([]);
  });
});
