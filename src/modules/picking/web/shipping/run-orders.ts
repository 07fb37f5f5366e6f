import { getAvailableTransitions, toRuleLine } from '#modules/orders/order-rules.ts';
import { compareByStop, findShippingBlocker } from '#modules/orders/shipping.ts';
import type { Actor } from '#core/permissions.ts';
import type { Refusal } from '#core/refusals/refusal.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { summarizeShipment, findUnansweredSubstitutes } from '../processing/ship-dialog.tsx';

/** An order in process as part of a run. */
export interface RunOrder {
  order: OrderRecord;
  route: string | null;
  routeStop: number | null;
  name: string;
  /** Reason why the order can't be shipped yet; null if it is ready. */
  blocker: Refusal | null;
  summary: ReturnType<typeof summarizeShipment>;
  /** Number of lines with a shipped quantity. */
  lineCount: number;
  /** Number of lines shipped short or not at all. */
  shortCount: number;
  /** Number of substitutes that the branch has neither accepted nor refused. */
  unansweredCount: number;
}

/** Returns the orders that the user may ship, by route and stop. */
export function buildRunOrders(
  orders: readonly OrderRecord[],
  branches: readonly Branch[],
  user: Actor,
): RunOrder[] {
  const branchById = new Map(branches.map((branch) => [branch._id, branch]));
  return orders
    .filter(
      (order) => order.items && getAvailableTransitions(order, user).some(({ verb }) => verb === 'ship'),
    )
    .map((order): RunOrder => {
      const { route = null, routeStop = null } = branchById.get(order.branch) ?? {};
      const items = order.items ?? [];
      const summary = summarizeShipment(items);
      return {
        order,
        route,
        routeStop,
        name: order.branchName,
        blocker: findShippingBlocker(items.map(toRuleLine)),
        summary,
        lineCount: summary.complete.length + summary.short.length + summary.exceededLines.length,
        shortCount: summary.short.length + summary.unshipped.length,
        unansweredCount: findUnansweredSubstitutes(items).length,
      };
    })
    .toSorted(compareByStop);
}
