/**
 * The instant at which every test begins, and the demonstration business of the mocked API ends: a Wednesday morning
 * at half past nine in London. Nothing about a test depends on the day on which it runs.
 */
export const testInstant = '2026-11-18T09:30:00.000Z';

const dayMs = 86_400_000;

/** The day of the tests, or one so many days later: `YYYY-MM-DD`. */
export function testDay(daysLater = 0): string {
  return new Date(Date.parse(testInstant) + daysLater * dayMs).toISOString().slice(0, 10);
}

/** Where the machine's own clock is kept once it is shifted. */
const holder = globalThis as { unshiftedDate?: DateConstructor };

/** What has to be added to the machine's clock now, so that it tells the instant at which tests begin. In ms. */
export function shiftToTestInstant(): number {
  return Date.parse(testInstant) - (holder.unshiftedDate ?? Date).now();
}

/**
 * Moves the clock of a page or process: from now on `Date` is this many milliseconds ahead of the machine, whatever an
 * earlier call said. It runs on as clocks do, and timers are as long as ever. It stands on its own: a browser is given
 * its source.
 */
export function shiftClock(shiftMs: number): void {
  const page = globalThis as { unshiftedDate?: DateConstructor };
  const machine = (page.unshiftedDate ??= Date);
  // What a test puts in place of `now` stands as well.
  let now: () => number = () => machine.now() + shiftMs;
  globalThis.Date = new Proxy(machine, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new machine(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
    getOwnPropertyDescriptor: (target, key) => {
      const own = Reflect.getOwnPropertyDescriptor(target, key);
      return key === 'now' && own ? { ...own, value: now } : own;
    },
    defineProperty: (target, key, own) => {
      if (key !== 'now') return Reflect.defineProperty(target, key, own);
      now = own.value as () => number;
      return true;
    },
  });
}
