/** When a branch is delivered on one weekday, and until when it can order for it. */
export interface DeliveryDay {
  /** 1 (Monday) to 7. */
  weekday: number;
  cutoffDaysBefore: number;
  /** HH:MM in the branch's time zone. */
  cutoffTime: string;
}

const dayMs = 86_400_000;

/**
 * The instant (ISO, UTC) until which an order for `deliveryDate` (YYYY-MM-DD) is in time, or null when the
 * branch is not delivered on that day. The cut-off is a wall-clock time of the branch's zone: one that daylight
 * saving skips falls as much later as the gap is long, one that comes twice is the first.
 *
 * @throws RangeError for a time zone that does not exist.
 */
export function cutoffFor(
  deliveryDays: readonly DeliveryDay[],
  timezone: string,
  deliveryDate: string,
): string | null {
  const midnightMs = Date.parse(`${deliveryDate}T00:00:00Z`);
  const weekday = new Date(midnightMs).getUTCDay() || 7;
  const cutoffs = deliveryDays
    .filter((day) => day.weekday === weekday)
    .map((day) => {
      const wallMs = Date.parse(
        `${isoDate(midnightMs - day.cutoffDaysBefore * dayMs)}T${day.cutoffTime}:00Z`,
      );
      return instantOf(wallMs, timezone);
    });
  return cutoffs.length === 0 ? null : new Date(Math.max(...cutoffs)).toISOString();
}

/** The weekday (1 is Monday) on which a delivery day is ordered for; whole weeks before count as none. */
export function cutoffWeekday({ weekday, cutoffDaysBefore }: DeliveryDay): number {
  return ((((weekday - 1 - cutoffDaysBefore) % 7) + 7) % 7) + 1;
}

/** The next delivery that can still be ordered for at `now`, or null when none falls within five weeks. */
export function nextDelivery(
  deliveryDays: readonly DeliveryDay[],
  timezone: string,
  now: Date,
): { deliveryDate: string; cutoffAt: string } | null {
  const todayMs = Date.parse(`${localDate(now, timezone)}T00:00:00Z`);
  for (let ahead = 0; ahead <= 35; ahead += 1) {
    const deliveryDate = isoDate(todayMs + ahead * dayMs);
    const cutoffAt = cutoffFor(deliveryDays, timezone, deliveryDate);
    if (cutoffAt !== null && Date.parse(cutoffAt) > now.getTime()) return { deliveryDate, cutoffAt };
  }
  return null;
}

/** The calendar date (YYYY-MM-DD) at an instant in a time zone. */
export function localDate(at: Date, timezone: string): string {
  return isoDate(wallClockMs(at.getTime(), timezone));
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The instant at which a zone's clocks show a wall-clock time (given as if it were UTC). */
function instantOf(wallMs: number, timezone: string): number {
  const offsetAt = (ms: number) => wallClockMs(ms, timezone) - ms;
  const [before, after] = [offsetAt(wallMs - dayMs), offsetAt(wallMs + dayMs)];
  // A time that exists twice fits both offsets (the earlier instant has the larger); one in a gap fits neither.
  const candidates = [wallMs - Math.max(before, after), wallMs - Math.min(before, after)];
  return candidates.find((ms) => wallClockMs(ms, timezone) === wallMs) ?? wallMs - Math.min(before, after);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a zone's clocks show at an instant, to the second, as if it were UTC. */
function wallClockMs(ms: number, timezone: string): number {
  let clock = clocks.get(timezone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA-u-hc-h23', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    clocks.set(timezone, clock);
  }
  const part = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
}
