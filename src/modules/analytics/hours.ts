import { wallClockMs } from '#core/cutoff.ts';
import { dayMs, utcDay } from '#core/day.ts';

/**
 * Converts instants (ISO 8601, UTC) to the local day and hour of a time zone. The offset is cached per day
 * and computed per instant only on days on which it changes.
 */
export function localHours(): (at: string, timezone: string) => { day: string; hour: number } {
  const distances = new Map<string, number | null>();
  return (at, timezone) => {
    const ms = Date.parse(at);
    const key = `${timezone} ${at.slice(0, 10)}`;
    let distance = distances.get(key);
    if (distance === undefined) {
      const start = Math.floor(ms / dayMs) * dayMs;
      const [first, last] = [start, start + dayMs].map((each) => wallClockMs(each, timezone) - each);
      distance = first !== undefined && first === last ? first : null;
      distances.set(key, distance);
    }
    // Wall-clock times have whole seconds.
    const wallMs = distance === null ? wallClockMs(ms, timezone) : ms + distance;
    return { day: utcDay(wallMs), hour: new Date(wallMs).getUTCHours() };
  };
}
