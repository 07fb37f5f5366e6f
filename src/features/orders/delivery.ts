import { cutoffFor, localDate, nextDelivery } from '#domain/planning/cutoff.ts';
import type { Branch } from '#src/collections/branches.ts';

/** Where a delivery date stands against the branch's delivery days. */
export type CutoffState =
  | { kind: 'open'; cutoffAt: string; leftMs: number }
  | { kind: 'late'; cutoffAt: string }
  | { kind: 'notADeliveryDay' }
  /** The branch has no delivery days at all, so there is nothing to be late for. */
  | { kind: 'none' };

/** The day to propose: the next delivery that can still be ordered for, else tomorrow. */
export function proposedDate(branch: Branch, now: Date): string {
  const next = nextDelivery(branch.deliveryDays, branch.timezone, now);
  return next?.deliveryDate ?? localDate(new Date(now.getTime() + 86_400_000), branch.timezone);
}

/** Says how a date stands at `nowMs`. It warns, and the server marks the order as late; nothing is refused. */
export function cutoffState(branch: Branch, deliveryDate: string, nowMs: number): CutoffState {
  if (branch.deliveryDays.length === 0) return { kind: 'none' };
  const cutoffAt = cutoffFor(branch.deliveryDays, branch.timezone, deliveryDate);
  if (cutoffAt === null) return { kind: 'notADeliveryDay' };
  const leftMs = Date.parse(cutoffAt) - nowMs;
  return leftMs > 0 ? { kind: 'open', cutoffAt, leftMs } : { kind: 'late', cutoffAt };
}
