import { newUuid } from '#platform/web/uuid.ts';
import { type Lead, createLeadershipBackoff } from './lead.ts';
import { updateLease } from './store.ts';

const leaseMs = 6000;
const renewalIntervalMs = 2000;
const claimIntervalMs = 500;

/**
 * Leads while this tab holds a lease in the queue's database; the tab renews the lease as long as it is open.
 */
export function leadByLease(lead: Lead, name: string): () => void {
  const owner = newUuid();
  const backoff = createLeadershipBackoff();
  let stopLeading: (() => void) | null = null;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Steps are serialized, so that a release never overtakes an acquisition. */
  let lastStep: Promise<void> = Promise.resolve();

  const renew = async () => {
    if (isStopped) return;
    const isHolder = await claimLease(name, owner, Date.now()).catch(() => true); // Without a database, no other tab shares the queue.
    if (isStopped) return;
    if (isHolder) startLeading();
    else stopLeadingNow();
    timer = setTimeout(() => runNext(renew), isHolder ? renewalIntervalMs : claimIntervalMs);
  };
  const startLeading = () => {
    if (stopLeading !== null) return;
    backoff.markStarted();
    stopLeading = lead(giveUp);
  };
  const giveUp = () => {
    if (isStopped) return;
    stopLeadingNow();
    clearTimeout(timer);
    runNext(async () => {
      await releaseLease(name, owner).catch(() => undefined);
      clearTimeout(timer);
      timer = setTimeout(() => runNext(renew), backoff.nextMs());
    });
  };
  const stopLeadingNow = () => {
    stopLeading?.();
    stopLeading = null;
  };
  const runNext = (step: () => Promise<void>) => {
    lastStep = lastStep.then(step);
  };
  runNext(renew);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopLeadingNow();
    runNext(() => releaseLease(name, owner).catch(() => undefined));
  };
}

/**
 * Acquires or renews the lease if it is free. A lease that expires later than is possible counts as free,
 * because it was acquired before the clock was set back.
 */
function claimLease(name: string, owner: string, now: number): Promise<boolean> {
  return updateLease(name, (current, put) => {
    const isFree =
      !current || current.owner === owner || current.until < now || current.until > now + leaseMs;
    if (isFree) put({ owner, until: now + leaseMs });
    return isFree;
  });
}

/** Releases the lease, so that the next tab can lead at once instead of after its expiry. */
function releaseLease(name: string, owner: string): Promise<void> {
  return updateLease(name, (current, put) => {
    if (current?.owner === owner) put({ owner, until: 0 });
  });
}
