/** Incoming stock: on a day (YYYY-MM-DD), or null if the day is unknown. */
export interface IncomingQuantity {
  day: string | null;
  micro: number;
}

/** Stock that is good through a day (YYYY-MM-DD) before the delivery. */
export interface ExpiringStock {
  goodUntil: string;
  micro: number;
}

interface Question {
  /** Current stock that is still usable when the delivery arrives; negative stock as it is. */
  usableMicro: number;
  coming: readonly IncomingQuantity[];
  spoiling: readonly ExpiringStock[];
  /** Expected usage of the days until the delivery, oldest first. */
  uses: readonly { day: string; micro: number }[];
}

/**
 * Computes how much of current and incoming stock will be used before a delivery, day by day, because a day
 * without stock can't use what arrives later. Never more than there is. Stock that expires before the
 * delivery is used first while it is good; it is part of neither `usableMicro` nor the result.
 */
export function usageBeforeDelivery({ usableMicro, coming, spoiling, uses }: Question): number {
  if (uses.length === 0) return 0;
  const lots = spoiling
    .toSorted((a, b) => (a.goodUntil < b.goodUntil ? -1 : a.goodUntil > b.goodUntil ? 1 : 0))
    .map((lot) => ({ ...lot }));
  let waiting = coming;
  let thereMicro = usableMicro;
  let usedMicro = 0;
  for (const { day, micro } of uses) {
    for (const delivery of waiting) if (hasCome(delivery, day)) thereMicro += delivery.micro;
    waiting = waiting.filter((delivery) => !hasCome(delivery, day));
    let wantedMicro = micro;
    for (const lot of lots) {
      if (lot.goodUntil < day) continue;
      const takenMicro = Math.min(lot.micro, wantedMicro);
      lot.micro -= takenMicro;
      wantedMicro -= takenMicro;
    }
    const takenMicro = Math.min(wantedMicro, Math.max(0, thereMicro));
    thereMicro -= takenMicro;
    usedMicro += takenMicro;
  }
  return usedMicro;
}

const hasCome = ({ day }: IncomingQuantity, by: string): boolean => day === null || day <= by;
