import { transitionsFor, ruleLine } from '#modules/orders/order-rules.ts';
import { compareByStop, findShippingBlocker } from '#modules/orders/shipping.ts';
import type { Actor } from '#core/permissions.ts';
import type { Refusal } from '#core/refusals/refusal.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { shipSummary, unansweredSubstitutes } from '../processing/ship-dialog.tsx';

/** An order in process as part of a run. */
export interface RunOrder {
  order: OrderRecord;
  route: string | null;
  routeStop: number | null;
  name: string;
  /** Why the order can't be shipped yet; null if it is ready. */
  blocker: Refusal | null;
  summary: ReturnType<typeof shipSummary>;
  /** Number of lines with a shipped quantity. */
  lines: number;
  /** Number of lines shipped short or not at all. */
  short: number;
  /** Number of substitutes that the branch has neither accepted nor refused. */
  unanswered: number;
}

/** Returns the orders that the user may ship, by route and stop. */
export function runOrders(
  orders: readonly OrderRecord[],
  branches: readonly Branch[],
  user: Actor,
): RunOrder[] {
  const branchById = new Map(branches.map((branch) => [branch._id, branch]));
  return orders
    .filter((order) => order.items && transitionsFor(order, user).some(({ verb }) => verb === 'ship'))
    .map((order): RunOrder => {
      const { route = null, routeStop = null } = branchById.get(order.branch) ?? {};
      const items = order.items ?? [];
      const summary = shipSummary(items);
      return {
        order,
        route,
        routeStop,
        name: order.branchName,
        blocker: findShippingBlocker(items.map(ruleLine)),
        summary,
        lines: summary.complete.length + summary.short.length + summary.more.length,
        short: summary.short.length + summary.left.length,
        unanswered: unansweredSubstitutes(items).length,
      };
    })
    .toSorted(compareByStop);
}
