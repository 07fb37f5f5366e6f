/** Days on which a location is closed: it neither receives nor sends deliveries. */
export interface ClosedDays {
  /** First and last closed day (YYYY-MM-DD); equal for a single day. */
  from: string;
  until: string;
  /** Repeats every year by day and month; 29 February only in leap years. */
  yearly: boolean;
  /** Name of the holiday or event. */
  note: string | null;
}

/** Returns the closed days entry for a day (YYYY-MM-DD); null if the location is open. */
export function findClosedDays(closedDays: readonly ClosedDays[], date: string): ClosedDays | null {
  return closedDays.find((closed) => covers(closed, date)) ?? null;
}

/** Returns whether a range covers a day. A yearly range may span the turn of the year. */
function covers({ from, until, yearly }: ClosedDays, date: string): boolean {
  if (!yearly) return from <= date && date <= until;
  const [first, last, day] = [from.slice(5), until.slice(5), date.slice(5)];
  return first <= last ? first <= day && day <= last : first <= day || day <= last;
}

/** Returns whether the days form a valid range of at most a year. */
export function isClosedDaysRange({ from, until }: Pick<ClosedDays, 'from' | 'until'>): boolean {
  const nextYear = `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`;
  return from <= until && until < nextYear;
}
