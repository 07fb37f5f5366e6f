import { newUuid } from '../uuid.ts';
import { inOneStep, type Lease, openOutboxDatabase } from './store.ts';

const leaseMs = 6000;
const renewMs = 2000;
const askMs = 500;

/** Leads while this tab holds a lease in the queue's database, renewed as long as the tab lives. */
export function leadByLease(lead: () => () => void, name: string): () => void {
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
  return withLease(name, (held, keep) => {
    const isFree = !held || held.owner === owner || held.until < now;
    if (isFree) keep({ owner, until: now + leaseMs });
    return isFree;
  });
}

/** Lets the next tab lead at once, instead of after the lease has run out. */
function giveBack(name: string, owner: string): Promise<void> {
  return withLease(name, (held, keep) => {
    if (held?.owner === owner) keep({ owner, until: 0 });
  });
}

async function withLease<T>(
  name: string,
  use: (held: Lease | undefined, keep: (lease: Lease) => void) => T,
): Promise<T> {
  const database = await openOutboxDatabase();
  try {
    return await inOneStep<Lease, T>(database, 'leases', name, (held, store) =>
      use(held, (lease) => void store.put(lease, name)),
    );
  } finally {
    database.close();
  }
}
