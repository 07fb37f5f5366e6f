import { cutoffFor, type DeliveryDay, localDate } from './cutoff.ts';

/** One delivery of a branch, by its day there. */
export interface Delivery {
  deliveryDate: string;
  /** Until when it can be ordered for. */
  cutoffAt: string;
  isOpen: boolean;
}

const dayMs = 86_400_000;

/** The deliveries of the coming days in the branch's own time zone, today included. */
export function comingDeliveries(
  { deliveryDays, timezone }: { deliveryDays: readonly DeliveryDay[]; timezone: string },
  now: Date,
  days = 14,
): Delivery[] {
  const todayMs = Date.parse(`${localDate(now, timezone)}T00:00:00Z`);
  return Array.from({ length: days }, (_, ahead) =>
    new Date(todayMs + ahead * dayMs).toISOString().slice(0, 10),
  ).flatMap((deliveryDate): Delivery[] => {
    const cutoffAt = cutoffFor(deliveryDays, timezone, deliveryDate);
    return cutoffAt === null
      ? []
      : [{ deliveryDate, cutoffAt, isOpen: Date.parse(cutoffAt) > now.getTime() }];
  });
}
