import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { effectiveQuantities, type OrderLifecycleLine } from './lines.ts';
import { findTransitionErrors } from './transition-checks.ts';

/** Maximum orders per combined shipment. */
export const maxOrdersPerShipment = 100;

/** Maximum crates per order. */
export const maxCrates = 200;

/**
 * Returns why an order can't be shipped with others, or null. In a combined shipment nobody reviews lines
 * individually, so every needed line must have a picked quantity (0 is allowed), every difference from the
 * approved quantity a reason, and every substitute the required acceptance.
 */
export function findShippingBlocker(lines: readonly OrderLifecycleLine[]): Refusal | null {
  const open = lines.filter(isOpen).length;
  if (open > 0) return refusal('ship-not-picked', { n: open });
  const faults = findTransitionErrors('ship', lines);
  const refusedCount = faults.filter(({ why }) => why.reason === 'substitute-refused').length;
  if (refusedCount > 0) return refusal('ship-refused', { n: refusedCount });
  const unanswered = faults.filter(({ why }) => why.reason === 'substitute-unanswered').length;
  if (unanswered > 0) return refusal('ship-unanswered', { n: unanswered });
  return faults.length > 0 ? refusal('ship-unexplained', { n: faults.length }) : null;
}

/** Whether the line is needed but no quantity has been entered. */
function isOpen(line: OrderLifecycleLine): boolean {
  const isEntered = line.pickedQtyMicro !== null || line.shippedQtyMicro !== null;
  return !isEntered && effectiveQuantities(line).approvedMicro > 0;
}

/** A branch's position on its delivery route; null if not assigned. */
export interface RouteStop {
  route: string | null;
  routeStop: number | null;
  name: string;
}

/**
 * Compares route stops: by route name, then stop; branches without a stop come last on the route, and those
 * without a route after all.
 */
export function compareByStop(a: RouteStop, b: RouteStop): number {
  if ((a.route === null) !== (b.route === null)) return a.route === null ? 1 : -1;
  const names = (x: string, y: string) => x.localeCompare(y, undefined, { numeric: true });
  return (
    names(a.route ?? '', b.route ?? '') ||
    (a.routeStop ?? Number.MAX_SAFE_INTEGER) - (b.routeStop ?? Number.MAX_SAFE_INTEGER) ||
    names(a.name, b.name)
  );
}
