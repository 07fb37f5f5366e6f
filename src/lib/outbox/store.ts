import { type IDBPDatabase, openDB } from 'idb';
import type { Queue } from './entry.ts';
import { emptyQueue } from './queue.ts';

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

type Database = IDBPDatabase<{
  queues: { key: string; value: Queue };
  leases: { key: string; value: Lease };
}>;

/** Opens the device's store; where the browser refuses it (private mode), one that lives in memory. */
export async function openQueueStore(): Promise<QueueStore> {
  try {
    return durableStore(await openOutboxDatabase());
  } catch {
    return memoryStore();
  }
}

/** The database itself, shared with the lease of the sending tab. */
export function openOutboxDatabase(): Promise<Database> {
  return openDB(databaseName, 1, {
    upgrade(database) {
      database.createObjectStore('queues', { keyPath: 'userId' });
      database.createObjectStore('leases');
    },
  });
}

function durableStore(database: Database): QueueStore {
  return {
    isDurable: true,
    owners: () => database.getAllKeys('queues'),
    read: async (userId) => (await database.get('queues', userId)) ?? emptyQueue(userId),
    async update(userId, change) {
      // Strict: a queued action has reached the disk before anybody is told that it is kept.
      const transaction = database.transaction('queues', 'readwrite', { durability: 'strict' });
      const before = (await transaction.store.get(userId)) ?? emptyQueue(userId);
      const { queue, result } = change(before);
      // Together: where there is no room both fail, and nobody may be left without who hears of it.
      await Promise.all([queue === before ? null : transaction.store.put(queue), transaction.done]);
      return result;
    },
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
