/** Incoming stock with its arrival day (YYYY-MM-DD); null if the day is unknown. */
export interface IncomingQuantity {
  day: string | null;
  micro: number;
}

/** Stock that expires before the delivery, with its last usable day (YYYY-MM-DD). */
export interface ExpiringStock {
  validThrough: string;
  micro: number;
}

interface UsageInput {
  /** Current stock that is still usable when the delivery arrives; may be negative. */
  usableMicro: number;
  incoming: readonly IncomingQuantity[];
  expiring: readonly ExpiringStock[];
  /** Expected usage of the days before the delivery, oldest first. */
  dailyUsage: readonly { day: string; micro: number }[];
}

/**
 * Computes how much of current and incoming stock will be used before a delivery. The calculation is by day,
 * because goods that arrive later can't be used on a day without stock; the result never exceeds the
 * available quantity. Stock that expires before the delivery is used first, and is part of neither
 * `usableMicro` nor the result.
 */
export function computeUsageBeforeDelivery({
  usableMicro,
  incoming,
  expiring,
  dailyUsage,
}: UsageInput): number {
  if (dailyUsage.length === 0) return 0;
  const lots = expiring
    .toSorted((a, b) => (a.validThrough < b.validThrough ? -1 : a.validThrough > b.validThrough ? 1 : 0))
    .map((lot) => ({ ...lot }));
  let notArrived = incoming;
  let availableMicro = usableMicro;
  let usedMicro = 0;
  for (const { day, micro } of dailyUsage) {
    for (const delivery of notArrived) if (hasArrived(delivery, day)) availableMicro += delivery.micro;
    notArrived = notArrived.filter((delivery) => !hasArrived(delivery, day));
    let remainingMicro = micro;
    for (const lot of lots) {
      if (lot.validThrough < day) continue;
      const takenMicro = Math.min(lot.micro, remainingMicro);
      lot.micro -= takenMicro;
      remainingMicro -= takenMicro;
    }
    const takenMicro = Math.min(remainingMicro, Math.max(0, availableMicro));
    availableMicro -= takenMicro;
    usedMicro += takenMicro;
  }
  return usedMicro;
}

const hasArrived = ({ day }: IncomingQuantity, onDay: string): boolean => day === null || day <= onDay;
