import { emptyQueue } from './accept.ts';
import type { Queue } from './entry.ts';

/** Where queues are kept. An update reads, changes and writes one person's queue in one step, across all tabs. */
export interface QueueStore {
  read(userId: string): Promise<Queue>;
  update<T>(userId: string, change: (queue: Queue) => { queue: Queue; result: T }): Promise<T>;
  /** Whose queues there are. */
  owners(): Promise<string[]>;
  /** False when what is kept dies with the tab. */
  isDurable: boolean;
}

/** Who is sending, where the browser has no locks of its own. */
export interface Lease {
  owner: string;
  until: number;
}

const databaseName = 'commissary-outbox';

let opened: Promise<QueueStore> | null = null;

/** This device's queues. */
export function queueStore(): Promise<QueueStore> {
  opened ??= openQueueStore();
  return opened;
}

/** Looks for the queues anew, as after a reload: the device of a test has been emptied. */
export function forgetQueueStore(): void {
  opened = null;
}

/** Opens the device's store; where the browser refuses it (private mode), one that lives in memory. */
export async function openQueueStore(): Promise<QueueStore> {
  try {
    return durableStore(await openOutboxDatabase());
  } catch {
    return memoryStore();
  }
}

/**
 * The database itself, shared with the lease of the sending tab. Spoken to as browsers give it, without a library: it comes
 * with every page that something can be entered on.
 */
export function openOutboxDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('queues', { keyPath: 'userId' });
    opening.result.createObjectStore('leases');
  });
  return answerOf(opening);
}

/** What the database answers. */
export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

/**
 * Reads what is kept under a key and does something about it, in one step across all tabs. Resolves when that has reached
 * the disk (strict), so that nobody is told that something is kept before it is; rejects when nothing of it has.
 */
export function inOneStep<V, T>(
  database: IDBDatabase,
  kept: 'queues' | 'leases',
  key: string,
  step: (held: V | undefined, store: IDBObjectStore) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(kept, 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore(kept);
    const reading = store.get(key);
    let outcome: { result: T } | null = null;
    let problem: unknown = null;
    reading.addEventListener('success', () => {
      try {
        outcome = { result: step(reading.result, store) };
      } catch (thrown) {
        problem = thrown;
        transaction.abort();
      }
    });
    transaction.addEventListener('complete', () => (outcome ? resolve(outcome.result) : reject(problem)));
    transaction.addEventListener('abort', () => reject(problem ?? transaction.error));
  });
}

function durableStore(database: IDBDatabase): QueueStore {
  const queues = () => database.transaction('queues').objectStore('queues');
  return {
    isDurable: true,
    owners: async () => (await answerOf(queues().getAllKeys())).map(String),
    read: async (userId) => (await answerOf<Queue | undefined>(queues().get(userId))) ?? emptyQueue(userId),
    update: (userId, change) =>
      inOneStep<Queue, ReturnType<typeof change>['result']>(database, 'queues', userId, (held, store) => {
        const before = held ?? emptyQueue(userId);
        const { queue, result } = change(before);
        if (queue !== before) store.put(queue);
        return result;
      }),
  };
}

function memoryStore(): QueueStore {
  const queues = new Map<string, Queue>();
  const read = (userId: string) => queues.get(userId) ?? emptyQueue(userId);
  return {
    isDurable: false,
    owners: async () => [...queues.keys()],
    read: async (userId) => read(userId),
    async update(userId, change) {
      const { queue, result } = change(read(userId));
      queues.set(userId, queue);
      return result;
    },
  };
}
