import { newUuid } from '#platform/web/uuid.ts';
import { type Lead, createLeadPauses } from './lead.ts';
import { updateLease } from './store.ts';

const leaseMs = 6000;
const renewMs = 2000;
const askMs = 500;

/** Leads while this tab holds a lease in the queue's database, renewed as long as the tab lives. */
export function leadByLease(lead: Lead, name: string): () => void {
  const owner = newUuid();
  const pauses = createLeadPauses();
  let stopLeading: (() => void) | null = null;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Steps are serialized, so that a release never overtakes an acquisition. */
  let step: Promise<void> = Promise.resolve();

  const renew = async () => {
    if (isStopped) return;
    const isHolder = await claim(name, owner, Date.now()).catch(() => true); // No database: no other tab shares the queue.
    if (isStopped) return;
    if (isHolder) begin();
    else detach();
    timer = setTimeout(() => next(renew), isHolder ? renewMs : askMs);
  };
  const begin = () => {
    if (stopLeading !== null) return;
    pauses.began();
    stopLeading = lead(giveUp);
  };
  const giveUp = () => {
    if (isStopped) return;
    detach();
    clearTimeout(timer);
    next(async () => {
      await giveBack(name, owner).catch(() => undefined);
      clearTimeout(timer);
      timer = setTimeout(() => next(renew), pauses.nextMs());
    });
  };
  const detach = () => {
    stopLeading?.();
    stopLeading = null;
  };
  const next = (what: () => Promise<void>) => {
    step = step.then(what);
  };
  next(renew);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    detach();
    next(() => giveBack(name, owner).catch(() => undefined));
  };
}

/**
 * A lease that ends later than possible was acquired before the clock was set back, so its tab may be gone.
 */
function claim(name: string, owner: string, now: number): Promise<boolean> {
  return updateLease(name, (current, put) => {
    const isFree =
      !current || current.owner === owner || current.until < now || current.until > now + leaseMs;
    if (isFree) put({ owner, until: now + leaseMs });
    return isFree;
  });
}

/** Releases the lease, so that the next tab can lead at once instead of after its expiry. */
function giveBack(name: string, owner: string): Promise<void> {
  return updateLease(name, (current, put) => {
    if (current?.owner === owner) put({ owner, until: 0 });
  });
}
