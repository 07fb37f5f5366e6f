import { type Lead, createLeadershipBackoff } from './lead.ts';

/**
 * Runs `lead` in one tab at a time, and in the next one when that tab closes or gives up. Uses the Web Locks
 * API, or a renewed lease in the queue's database where it is missing (plain http). If two tabs ever send the
 * same action, its idempotency key deduplicates it.
 *
 * @param name lock name shared by the tabs
 * @returns stops leading or waiting
 */
export function electLeaderTab(lead: Lead, name: string): () => void {
  return 'locks' in navigator ? leadByLock(lead, name) : leadByLeaseWhenLoaded(lead, name);
}

function leadByLock(lead: Lead, name: string): () => void {
  const stopped = new AbortController();
  const backoff = createLeadershipBackoff();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopLeading: () => void = () => undefined;

  const whileLeading = () =>
    new Promise<void>((release) => {
      backoff.markStarted();
      const stop = lead(() => stopLeading());
      stopLeading = () => {
        stop();
        release();
      };
    });
  const request = () => {
    void navigator.locks
      .request(name, { signal: stopped.signal }, whileLeading)
      // Aborted while waiting: this tab never led. If the browser failed, it is retried.
      .catch(() => undefined)
      .then(() => {
        if (!stopped.signal.aborted) timer = setTimeout(request, backoff.nextMs());
      });
  };
  request();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    stopLeading();
  };
}

/** Leads by a lease, whose database code is loaded on demand. */
function leadByLeaseWhenLoaded(lead: Lead, name: string): () => void {
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
