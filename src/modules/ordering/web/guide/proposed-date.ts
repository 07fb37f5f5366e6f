import { useEffect, useState } from 'react';
import { getBusinessDay } from '#core/business-day.ts';
import { findClosure, findNextDelivery } from '#core/cutoff.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { getServerNow } from '#platform/web/device-clock.ts';
import { addDays } from '#core/day.ts';

/**
 * Returns the next delivery date for which orders are still possible. For a branch without delivery days,
 * returns the first day from tomorrow on which neither branch nor kitchen is closed. ISO date in the branch's
 * time zone.
 */
function getProposedDate(branch: Branch, now: Date): string {
  const next = findNextDelivery(branch, now);
  if (next) return next.deliveryDate;
  const tomorrow = addDays(getBusinessDay(now, branch), 1);
  const days = Array.from({ length: 366 }, (_, ahead) => addDays(tomorrow, ahead));
  return days.find((day) => findClosure(branch, day) === null) ?? tomorrow;
}

/**
 * Returns the proposed delivery day of a branch. It is updated as time passes, for devices that show the
 * guide overnight, but stays the same once the user has started an order.
 */
export function useProposedDate(branch: Branch, hasStarted: boolean): string {
  const [proposed, setProposed] = useState(() => getProposedDate(branch, new Date(getServerNow())));
  useEffect(() => {
    if (hasStarted) return;
    const update = () => setProposed(getProposedDate(branch, new Date(getServerNow())));
    update();
    const timer = setInterval(update, 30_000);
    return () => clearInterval(timer);
  }, [branch, hasStarted]);
  return proposed;
}
