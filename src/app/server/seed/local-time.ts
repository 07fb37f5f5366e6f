import { computeCutoff } from '#core/cutoff.ts';

const everyDay = {
  deliveryDays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    cutoffDaysBefore: 0,
    cutoffTime: '00:00',
  })),
  closedDays: [],
  kitchenClosedDays: [],
};

/** Caches midnights, because a plan needs the same days repeatedly. */
const midnights = new Map<string, number>();

/** Converts a branch's wall-clock time, in minutes after midnight, to an instant. */
export function convertToInstant(date: string, minutes: number, timezone: string): number {
  const key = `${timezone} ${date}`;
  let midnight = midnights.get(key);
  if (midnight === undefined) {
    midnight = Date.parse(computeCutoff({ ...everyDay, timezone }, date) ?? '');
    midnights.set(key, midnight);
  }
  return midnight + minutes * 60_000;
}
