import { type Refusal, refusal } from '../refusals/refusal.ts';
import { effectiveQuantities, type OrderLine } from './lines.ts';
import { findTransitionFaults } from './transition-checks.ts';

/** Orders that one call ships together. */
export const maxOrdersPerShipment = 100;

/** Crates of one order. */
export const maxCrates = 200;

/**
 * Why an order does not go together with others, or null. Nobody looks at its lines one by one then: so each line that is
 * wanted has a quantity picked, if only 0, what differs from the approved quantity says why, and
 * no substitute goes that the branch has refused, or has yet to accept where it is asked first.
 */
export function findShippingBlocker(lines: readonly OrderLine[]): Refusal | null {
  const open = lines.filter(isOpen).length;
  if (open > 0) return refusal('ship-not-picked', { n: open });
  const faults = findTransitionFaults('ship', lines);
  const refused = faults.filter(({ why }) => why.reason === 'substitute-refused').length;
  if (refused > 0) return refusal('ship-refused', { n: refused });
  const unanswered = faults.filter(({ why }) => why.reason === 'substitute-unanswered').length;
  if (unanswered > 0) return refusal('ship-unanswered', { n: unanswered });
  return faults.length > 0 ? refusal('ship-unexplained', { n: faults.length }) : null;
}

/** Something of it is wanted, and nothing is entered for it. */
function isOpen(line: OrderLine): boolean {
  const isEntered = line.pickedQtyMicro !== null || line.shippedQtyMicro !== null;
  return !isEntered && effectiveQuantities(line).approvedMicro > 0;
}

/** Where a branch lies on its route; null where nobody said so. */
export interface RouteStop {
  route: string | null;
  routeStop: number | null;
  name: string;
}

/** In the order of the route: by its name, by its stops, those without a stop last. Branches without a route come after all. */
export function compareByStop(a: RouteStop, b: RouteStop): number {
  if ((a.route === null) !== (b.route === null)) return a.route === null ? 1 : -1;
  const names = (x: string, y: string) => x.localeCompare(y, undefined, { numeric: true });
  return (
    names(a.route ?? '', b.route ?? '') ||
    (a.routeStop ?? Number.MAX_SAFE_INTEGER) - (b.routeStop ?? Number.MAX_SAFE_INTEGER) ||
    names(a.name, b.name)
  );
}
