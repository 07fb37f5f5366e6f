import { type Lead, createLeadershipBackoff } from './lead.ts';

/**
 * Runs `lead` in one tab at a time; when that tab closes or gives up, another tab takes over. Uses the Web
 * Locks API or, if that is unavailable (plain HTTP), a renewed lease in the queue's database. If two tabs
 * ever send the same action, its idempotency key deduplicates it.
 *
 * @param name lock name shared by the tabs
 * @returns a function that stops leading or waiting
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
      // Aborted while waiting, so this tab never led. If the browser failed, the request is retried.
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

/** Leads with a lease; its database code is loaded on demand. */
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
