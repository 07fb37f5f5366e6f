/** What comes to a place: on a day (YYYY-MM-DD), or on any day where nobody says which (null). */
export interface IncomingQuantity {
  day: string | null;
  micro: number;
}

/** Stock that can be used through a day (YYYY-MM-DD) before the delivery and is not good any more when it comes. */
export interface ExpiringStock {
  goodUntil: string;
  micro: number;
}

interface Question {
  /** What can still be used when the delivery comes, of what is there now; below zero as it stands. */
  usableMicro: number;
  coming: readonly IncomingQuantity[];
  spoiling: readonly ExpiringStock[];
  /** What the days between today and the delivery are expected to want, oldest first. */
  uses: readonly { day: string; micro: number }[];
}

/**
 * How much of what is there and comes will be used before a delivery: what is on hand on Monday is not there on Friday. Day by day, as a
 * day on which there is nothing takes nothing of what comes after it. Never more than there is, so that what is below zero stays as it
 * stands. What expires before the delivery is used first, while it is good; it is not part of `usableMicro`, nor of the answer.
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
    for (const one of waiting) if (hasCome(one, day)) thereMicro += one.micro;
    waiting = waiting.filter((one) => !hasCome(one, day));
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
