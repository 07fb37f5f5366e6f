import { type Lead, createLeadPauses } from './lead.ts';

/**
 * Runs `lead` in one tab at a time, and in the next one when that tab closes or gives up. The browser's locks decide; where
 * they are missing (plain http), a lease that is renewed in the same database as the queue. Should two tabs
 * ever send the same action, its idempotency key makes it one.
 *
 * @param name what is led: tabs ask for the same name
 * @returns stops leading, or waiting to
 */
export function electLeaderTab(lead: Lead, name: string): () => void {
  return 'locks' in navigator ? leadByLock(lead, name) : leadLater(lead, name);
}

function leadByLock(lead: Lead, name: string): () => void {
  const stopped = new AbortController();
  const pauses = createLeadPauses();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let letGo: () => void = () => undefined;

  const whileLeading = () =>
    new Promise<void>((release) => {
      pauses.began();
      const stop = lead(() => letGo());
      letGo = () => {
        stop();
        release();
      };
    });
  const request = () => {
    void navigator.locks
      .request(name, { signal: stopped.signal }, whileLeading)
      // Aborted while waiting: this tab never led. Or the browser failed, and is asked again.
      .catch(() => undefined)
      .then(() => {
        if (!stopped.signal.aborted) timer = setTimeout(request, pauses.nextMs());
      });
  };
  request();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    letGo();
  };
}

/** Without locks: what the database needs is fetched first. */
function leadLater(lead: Lead, name: string): () => void {
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
