import { afterAll, vi } from 'vitest';

// Test files share a process and its libraries, which take longer to load than most tests to run. What is ours
// each of them loads anew: no store, cache or circuit breaker of one file is there in the next.
vi.resetModules();

// The page is shared, too: what a file left on its device or its document is not the next one's, and what it had set for
// later does not come into the next one. The shell's timer once fetched what works the queue there, which sent what
// that file wanted to see waiting.
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of ['lang', 'dir', 'class']) document.documentElement.removeAttribute(name);
  const stopTimers = ownTimers();
  afterAll(async () => {
    stopTimers();
    await vi.dynamicImportSettled();
  });
}

/** Shorter ones are libraries' that count on them: the frames of the page's drawing are one. In ms. */
const longMs = 1000;

/** Remembers the long timers that are set from now on; returns what stops them and remembers no more. */
function ownTimers(): () => void {
  const set = new Set<ReturnType<typeof setTimeout>>();
  const { setTimeout: once, setInterval: again } = globalThis;
  const remembering = <S extends typeof once | typeof again>(start: S): S =>
    Object.assign((...args: Parameters<S>) => {
      const timer = (start as typeof once)(...(args as Parameters<typeof once>));
      if (Number(args[1]) >= longMs) set.add(timer);
      return timer;
    }, start) as S;
  globalThis.setTimeout = remembering(once);
  globalThis.setInterval = remembering(again);
  return () => {
    for (const timer of set) clearTimeout(timer);
    globalThis.setTimeout = once;
    globalThis.setInterval = again;
  };
}
