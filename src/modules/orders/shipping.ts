import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { computeEffectiveQuantities, type OrderLifecycleLine } from './lines.ts';
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
  const unpickedCount = lines.filter(isUnpicked).length;
  if (unpickedCount > 0) return refusal('ship-not-picked', { n: unpickedCount });
  const errors = findTransitionErrors('ship', lines);
  const refusedCount = errors.filter(({ refusal }) => refusal.reason === 'substitute-refused').length;
  if (refusedCount > 0) return refusal('ship-refused', { n: refusedCount });
  const unansweredCount = errors.filter(({ refusal }) => refusal.reason === 'substitute-unanswered').length;
  if (unansweredCount > 0) return refusal('ship-unanswered', { n: unansweredCount });
  return errors.length > 0 ? refusal('ship-unexplained', { n: errors.length }) : null;
}

/** Whether the line is needed but no quantity has been entered. */
function isUnpicked(line: OrderLifecycleLine): boolean {
  const isEntered = line.pickedQtyMicro !== null || line.shippedQtyMicro !== null;
  return !isEntered && computeEffectiveQuantities(line).approvedMicro > 0;
}

/** A branch's position on its delivery route; null if not assigned. */
export interface RouteStop {
  route: string | null;
  routeStop: number | null;
  name: string;
}

/**
 * Compares route stops: by route name, then stop; branches without a stop come last on the route, and those
 * without a route come after all others.
 */
export function compareByStop(a: RouteStop, b: RouteStop): number {
  if ((a.route === null) !== (b.route === null)) return a.route === null ? 1 : -1;
  const compareNames = (x: string, y: string) => x.localeCompare(y, undefined, { numeric: true });
  return (
    compareNames(a.route ?? '', b.route ?? '') ||
    (a.routeStop ?? Number.MAX_SAFE_INTEGER) - (b.routeStop ?? Number.MAX_SAFE_INTEGER) ||
    compareNames(a.name, b.name)
  );
}
