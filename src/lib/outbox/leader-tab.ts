/**
 * Runs `lead` in one tab at a time, and in the next one when that tab closes. The browser's locks decide; where
 * they are missing (plain http), a lease that is renewed in the same database as the queue. Should two tabs
 * ever send the same action, its idempotency key makes it one.
 *
 * @param lead starts leading and returns how to stop
 * @param name what is led: tabs ask for the same name
 * @returns stops leading, or waiting to
 */
export function electLeaderTab(lead: () => () => void, name: string): () => void {
  return 'locks' in navigator ? leadByLock(lead, name) : leadLater(lead, name);
}

function leadByLock(lead: () => () => void, name: string): () => void {
  const waiting = new AbortController();
  let release: () => void = () => undefined;
  navigator.locks
    .request(name, { signal: waiting.signal }, async () => {
      const stop = lead();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      stop();
    })
    .catch(() => undefined); // Aborted while waiting: this tab never led.
  return () => {
    waiting.abort();
    release();
  };
}

/** Without locks: what the database needs is fetched first. */
function leadLater(lead: () => () => void, name: string): () => void {
  let isStopped = false;
  let stop: () => void = () => undefined;
  void import('./lease.ts').then(({ leadByLease }) => {
    if (!isStopped) stop = leadByLease(lead, name);
  });
  return () => {
    isStopped = true;
    stop();
  };
}
