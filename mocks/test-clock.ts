import { addDays, toUtcDay } from '#core/day.ts';
/**
 * The instant at which every test begins and up to which the mocked API's demo business has data: a
 * Wednesday, half past nine in the morning in London. No test depends on the day it runs on.
 */
export const testInstant = '2026-11-18T09:30:00.000Z';

/** Returns the test day, or a day relative to it: `YYYY-MM-DD`. */
export function testDay(daysLater = 0): string {
  return addDays(toUtcDay(testInstant), daysLater);
}

/** Holds the original clock after a shift. */
const clockStore = globalThis as { unshiftedDate?: DateConstructor };

/** Returns the difference, in ms, between the test instant and the machine's clock. */
export function shiftToTestInstant(): number {
  return Date.parse(testInstant) - (clockStore.unshiftedDate ?? Date).now();
}

/**
 * Shifts the clock of a page or process: `Date` is this many milliseconds ahead of the machine, replacing an
 * earlier shift. The clock keeps running, and timers are unaffected. Self-contained, because browsers receive
 * its source.
 */
export function shiftClock(shiftMs: number): void {
  const page = globalThis as { unshiftedDate?: DateConstructor };
  const machine = (page.unshiftedDate ??= Date);
  // If a test replaces `now`, its replacement is used.
  let now: () => number = () => machine.now() + shiftMs;
  globalThis.Date = new Proxy(machine, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new machine(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
    getOwnPropertyDescriptor: (target, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      return key === 'now' && descriptor ? { ...descriptor, value: now } : descriptor;
    },
    defineProperty: (target, key, descriptor) => {
      if (key !== 'now') return Reflect.defineProperty(target, key, descriptor);
      now = descriptor.value as () => number;
      return true;
    },
  });
}
