import { deliveryAfter } from '#domain/planning/coming-deliveries.ts';
import {
  addDays,
  type Closure,
  closureOn,
  cutoffFor,
  localDate,
  nextDelivery,
} from '#domain/planning/cutoff.ts';
import type { Branch } from '#src/collections/places/branches.ts';

/** Where a delivery date stands against the branch's delivery days. */
export type CutoffState =
  | { kind: 'open'; cutoffAt: string; leftMs: number }
  | { kind: 'late'; cutoffAt: string }
  | { kind: 'notADeliveryDay' }
  | { kind: 'closed'; closure: Closure }
  /** The branch has no delivery days at all, so there is nothing to be late for. */
  | { kind: 'none' };

/**
 * The day to propose: the next delivery that can still be ordered for; for a branch without delivery days the first
 * one from tomorrow on that nobody is closed on.
 */
export function proposedDate(branch: Branch, now: Date): string {
  const next = nextDelivery(branch, now);
  if (next) return next.deliveryDate;
  const tomorrow = addDays(localDate(now, branch.timezone), 1);
  const days = Array.from({ length: 366 }, (_, ahead) => addDays(tomorrow, ahead));
  return days.find((day) => closureOn(branch, day) === null) ?? tomorrow;
}

/** The delivery after that of a day, where closed days make the wait longer than the week does; else null. */
export function lateNextDelivery(branch: Branch, deliveryDate: string): string | null {
  const week = { ...branch, closedDays: [], kitchenClosedDays: [] };
  if (cutoffFor(week, deliveryDate) === null) return null;
  const next = deliveryAfter(branch, deliveryDate);
  return next === deliveryAfter(week, deliveryDate) ? null : next;
}

/** Says how a date stands at `nowMs`. It warns, and the server marks the order as late; nothing is refused. */
export function cutoffState(branch: Branch, deliveryDate: string, nowMs: number): CutoffState {
  const closure = closureOn(branch, deliveryDate);
  if (closure) return { kind: 'closed', closure };
  if (branch.deliveryDays.length === 0) return { kind: 'none' };
  const cutoffAt = cutoffFor(branch, deliveryDate);
  if (cutoffAt === null) return { kind: 'notADeliveryDay' };
  const leftMs = Date.parse(cutoffAt) - nowMs;
  return leftMs > 0 ? { kind: 'open', cutoffAt, leftMs } : { kind: 'late', cutoffAt };
}
