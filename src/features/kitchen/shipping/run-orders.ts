import { transitionsFor, ruleLine } from '#contract/order-rules.ts';
import { compareByStop, findShippingBlocker } from '#domain/orders/shipping.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Refusal } from '#domain/refusals/refusal.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import type { Branch } from '#src/collections/places/branches.ts';
import { shipSummary, unansweredSubstitutes } from '../processing/ship-dialog.tsx';

/** An order in process, as it would go with a vehicle. */
export interface RunOrder {
  order: OrderRow;
  route: string | null;
  routeStop: number | null;
  name: string;
  /** Why it does not go yet; null for one that is ready. */
  blocker: Refusal | null;
  ships: ReturnType<typeof shipSummary>;
  /** Lines of which anything ships. */
  lines: number;
  /** Lines with less than was approved, or nothing. */
  short: number;
  /** Substitutes that the branch hasn't answered. */
  unanswered: number;
}

/** The orders that this person may ship, in the order of their routes. */
export function runOrders(orders: readonly OrderRow[], branches: readonly Branch[], user: Actor): RunOrder[] {
  const known = new Map(branches.map((branch) => [branch._id, branch]));
  return orders
    .filter((order) => order.items && transitionsFor(order, user).some(({ verb }) => verb === 'ship'))
    .map((order): RunOrder => {
      const { route = null, routeStop = null } = known.get(order.branch) ?? {};
      const items = order.items ?? [];
      const ships = shipSummary(items);
      return {
        order,
        route,
        routeStop,
        name: order.branchName,
        blocker: findShippingBlocker(items.map(ruleLine)),
        ships,
        lines: ships.complete.length + ships.short.length + ships.more.length,
        short: ships.short.length + ships.left.length,
        unanswered: unansweredSubstitutes(items).length,
      };
    })
    .toSorted(compareByStop);
}
