import { newUuid } from '../uuid.ts';
import { openOutboxDatabase } from './store.ts';

const lockName = 'commissary-outbox';
const leaseMs = 6000;
const renewMs = 2000;

/**
 * Runs `lead` in one tab at a time, and in the next one when that tab closes. The browser's locks decide; where
 * they are missing (plain http), a lease that is renewed in the same database as the queue. Should two tabs
 * ever send the same action, its idempotency key makes it one.
 *
 * @param lead starts leading and returns how to stop
 * @returns stops leading, or waiting to
 */
export function leadOneTab(lead: () => () => void): () => void {
  return 'locks' in navigator ? leadByLock(lead) : leadByLease(lead);
}

function leadByLock(lead: () => () => void): () => void {
  const waiting = new AbortController();
  let release: () => void = () => undefined;
  navigator.locks
    .request(lockName, { signal: waiting.signal }, async () => {
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

function leadByLease(lead: () => () => void): () => void {
  const owner = newUuid();
  let stop: (() => void) | null = null;

  const renew = async () => {
    const holds = await claim(owner, Date.now()).catch(() => true); // No database: no other tab shares the queue.
    if (holds && !stop) stop = lead();
    if (!holds && stop) {
      stop();
      stop = null;
    }
  };
  const timer = setInterval(() => void renew(), renewMs);
  void renew();
  return () => {
    clearInterval(timer);
    stop?.();
    stop = null;
  };
}

async function claim(owner: string, now: number): Promise<boolean> {
  const database = await openOutboxDatabase();
  try {
    const transaction = database.transaction('leases', 'readwrite');
    const held = await transaction.store.get(lockName);
    const isFree = !held || held.owner === owner || held.until < now;
    if (isFree) await transaction.store.put({ owner, until: now + leaseMs }, lockName);
    await transaction.done;
    return isFree;
  } finally {
    database.close();
  }
}
