import { newUuid } from '../uuid.ts';
import { type Lease, openOutboxDatabase } from './store.ts';

const leaseMs = 6000;
const renewMs = 2000;
const askMs = 500;

/**
 * Runs `lead` in one tab at a time, and in the next one when that tab closes. The browser's locks decide; where
 * they are missing (plain http), a lease that is renewed in the same database as the queue. Should two tabs
 * ever send the same action, its idempotency key makes it one.
 *
 * @param lead starts leading and returns how to stop
 * @param name what is led: tabs ask for the same name
 * @returns stops leading, or waiting to
 */
export function leadOneTab(lead: () => () => void, name: string): () => void {
  return 'locks' in navigator ? leadByLock(lead, name) : leadByLease(lead, name);
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

function leadByLease(lead: () => () => void, name: string): () => void {
  const owner = newUuid();
  let stopLeading: (() => void) | null = null;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** One step after the other, so that giving back never overtakes taking. */
  let step: Promise<void> = Promise.resolve();

  const renew = async () => {
    if (isStopped) return;
    const holds = await claim(name, owner, Date.now()).catch(() => true); // No database: no other tab shares the queue.
    if (isStopped) return;
    if (holds) stopLeading ??= lead();
    else letGo();
    timer = setTimeout(() => next(renew), holds ? renewMs : askMs);
  };
  const letGo = () => {
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
    letGo();
    next(() => giveBack(name, owner).catch(() => undefined));
  };
}

function claim(name: string, owner: string, now: number): Promise<boolean> {
  return withLease(name, async (held, keep) => {
    const isFree = !held || held.owner === owner || held.until < now;
    if (isFree) await keep({ owner, until: now + leaseMs });
    return isFree;
  });
}

/** Lets the next tab lead at once, instead of after the lease has run out. */
function giveBack(name: string, owner: string): Promise<void> {
  return withLease(name, async (held, keep) => {
    if (held?.owner === owner) await keep({ owner, until: 0 });
  });
}

async function withLease<T>(
  name: string,
  use: (held: Lease | undefined, keep: (lease: Lease) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const database = await openOutboxDatabase();
  try {
    const transaction = database.transaction('leases', 'readwrite');
    const held = await transaction.store.get(name);
    const result = await use(held, (lease) => transaction.store.put(lease, name));
    await transaction.done;
    return result;
  } finally {
    database.close();
  }
}
