import { getBusinessDayAtLocalTime, type LocalDays } from '#core/business-day.ts';
import { wallClockMs } from '#core/cutoff.ts';
import { dayMs, toUtcDay } from '#core/day.ts';

/**
 * Converts instants (ISO 8601, UTC) to the business day and local hour of a location. The offset is cached per day
 * and computed per instant only on days on which it changes.
 */
export function createLocalHourReader(): (
  at: string,
  place: LocalDays & { timezone: string },
) => { day: string; hour: number } {
  const offsets = new Map<string, number | null>();
  return (at, { timezone, dayEnds }) => {
    const ms = Date.parse(at);
    const key = `${timezone} ${at.slice(0, 10)}`;
    let offset = offsets.get(key);
    if (offset === undefined) {
      const start = Math.floor(ms / dayMs) * dayMs;
      const [first, last] = [start, start + dayMs].map(
        (boundary) => wallClockMs(boundary, timezone) - boundary,
      );
      offset = first !== undefined && first === last ? first : null;
      offsets.set(key, offset);
    }
    // Wall-clock times have whole seconds.
    const wallMs = offset === null ? wallClockMs(ms, timezone) : ms + offset;
    const local = new Date(wallMs);
    const time = local.toISOString().slice(11, 16);
    return { day: getBusinessDayAtLocalTime(toUtcDay(local), time, { dayEnds }), hour: local.getUTCHours() };
  };
}
