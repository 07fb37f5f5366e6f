/** Days on which a place is closed: nothing is delivered to it, and nothing leaves it. */
export interface ClosedDays {
  /** The first and the last day (YYYY-MM-DD), both closed; the same for a single day. */
  from: string;
  until: string;
  /** Every year again, by day and month; 29 February only in years that have one. */
  yearly: boolean;
  /** What is celebrated or done on it. */
  note: string | null;
}

/** What of a list of closed days holds on a day (YYYY-MM-DD); null when the place is open. */
export function findClosedDays(closedDays: readonly ClosedDays[], date: string): ClosedDays | null {
  return closedDays.find((closed) => covers(closed, date)) ?? null;
}

/** A stretch that runs over the end of a year does so each year. */
function covers({ from, until, yearly }: ClosedDays, date: string): boolean {
  if (!yearly) return from <= date && date <= until;
  const [first, last, day] = [from.slice(5), until.slice(5), date.slice(5)];
  return first <= last ? first <= day && day <= last : first <= day || day <= last;
}

/** Whether the days are one stretch of less than a year: the first before the last, and the same day once. */
export function isClosedDaysRange({ from, until }: Pick<ClosedDays, 'from' | 'until'>): boolean {
  const nextYear = `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`;
  return from <= until && until < nextYear;
}
