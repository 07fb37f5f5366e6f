import { useEffect, useState } from 'react';
import { closureOn, localDate, nextDelivery } from '#core/cutoff.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { serverNow } from '#platform/web/device-clock.ts';
import { addDays } from '#core/day.ts';

/**
 * Returns the next delivery that can still be ordered for; for a branch without delivery days, the first day
 * from tomorrow on which neither side is closed. ISO date in the branch's time zone.
 */
function getProposedDate(branch: Branch, now: Date): string {
  const next = nextDelivery(branch, now);
  if (next) return next.deliveryDate;
  const tomorrow = addDays(localDate(now, branch.timezone), 1);
  const days = Array.from({ length: 366 }, (_, ahead) => addDays(tomorrow, ahead));
  return days.find((day) => closureOn(branch, day) === null) ?? tomorrow;
}

/**
 * Returns the proposed delivery day of a branch. While nothing is entered it follows the clock, for a device
 * that shows the guide overnight; a started draft keeps its day.
 */
export function useProposedDate(branch: Branch, hasStarted: boolean): string {
  const [proposed, setProposed] = useState(() => getProposedDate(branch, new Date(serverNow())));
  useEffect(() => {
    if (hasStarted) return;
    const update = () => setProposed(getProposedDate(branch, new Date(serverNow())));
    update();
    const timer = setInterval(update, 30_000);
    return () => clearInterval(timer);
  }, [branch, hasStarted]);
  return proposed;
}
