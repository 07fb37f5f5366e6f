import type { OrderPart } from '../orders/parts.ts';
import type { DiscrepancyAction } from './discrepancies.ts';

/** Who says what became of the goods: what touches the kitchen's own stock is the kitchen's word. */
const whoResolves: Record<DiscrepancyAction, readonly OrderPart[]> = {
  found_at_kitchen: ['kitchen'],
  resend: ['kitchen'],
  confirmed: ['kitchen'],
  found_at_branch: ['branch', 'kitchen'],
  returned: ['branch', 'kitchen'],
  written_off: ['branch', 'kitchen'],
};

/** May somebody who plays these parts for the order resolve one of its discrepancies by this action? */
export function mayResolve(parts: ReadonlySet<OrderPart>, action: DiscrepancyAction): boolean {
  return whoResolves[action].some((part) => parts.has(part));
}
