import { createDeviceDatabase, StorageUnavailableError } from '#platform/web/device-database.ts';
import { createEmptyQueue } from './add-to-queue.ts';
import type { Queue } from './entry.ts';

/** Storage of queues. An update reads, changes and writes one user's queue atomically across all tabs. */
export interface QueueStore {
  read(userId: string): Promise<Queue>;
  /** `change` must be pure: it runs again when storage fails. */
  update<T>(userId: string, change: (queue: Queue) => { queue: Queue; result: T }): Promise<T>;
  /** Returns the ids of users with a queue. */
  listOwners(): Promise<string[]>;
  /** False once the browser has refused to store anything; queues then last only as long as the tab. */
  isDurable(): boolean;
}

/** The sending tab, for browsers without Web Locks. */
export interface Lease {
  owner: string;
  until: number;
}

const database = createDeviceDatabase('commissary-outbox', (created) => {
  created.createObjectStore('queues', { keyPath: 'userId' });
  created.createObjectStore('leases');
});

let currentStore: QueueStore | null = null;

/**
 * Returns this device's queue store; in memory when the browser has no storage, as in some private windows.
 */
export function getQueueStore(): QueueStore {
  currentStore ??= createStoreWithFallback(durableStore, createMemoryStore());
  return currentStore;
}

/** Closes the queue store, so that it is reopened as after a reload. */
export function resetQueueStore(): void {
  database.close();
  currentStore = null;
}

/**
 * Updates the lease of a name atomically across all tabs. Rejects with `StorageUnavailableError` when there
 * is no storage.
 */
export function updateLease<T>(
  name: string,
  use: (current: Lease | undefined, put: (lease: Lease) => void) => T,
): Promise<T> {
  return database.transact(
    'leases',
    'readwrite',
    (leases) => leases.get(name),
    (current, leases) => use(current, (lease) => void leases.put(lease, name)),
  );
}

const durableStore: Omit<QueueStore, 'isDurable'> = {
  listOwners: () =>
    database.transact(
      'queues',
      'readonly',
      (queues) => queues.getAllKeys(),
      (keys) => keys.map(String),
    ),
  read: (userId) =>
    database.transact(
      'queues',
      'readonly',
      (queues): IDBRequest<Queue | undefined> => queues.get(userId),
      (current) => current ?? createEmptyQueue(userId),
    ),
  update: (userId, change) =>
    database.transact(
      'queues',
      'readwrite',
      (queues): IDBRequest<Queue | undefined> => queues.get(userId),
      (current, queues) => {
        const existing = current ?? createEmptyQueue(userId);
        const { queue, result } = change(existing);
        if (queue !== existing) queues.put(queue);
        return result;
      },
    ),
};

function createMemoryStore(): Omit<QueueStore, 'isDurable'> {
  const queues = new Map<string, Queue>();
  const read = (userId: string) => queues.get(userId) ?? createEmptyQueue(userId);
  return {
    listOwners: async () => [...queues.keys()],
    read: async (userId) => read(userId),
    async update(userId, change) {
      const { queue, result } = change(read(userId));
      queues.set(userId, queue);
      return result;
    },
  };
}

/** Falls back to memory only when storage is unavailable; a failing device keeps its stored queue. */
function createStoreWithFallback(
  durable: Omit<QueueStore, 'isDurable'>,
  inMemory: Omit<QueueStore, 'isDurable'>,
): QueueStore {
  let isStorageUnavailable = false;
  async function withAvailableStore<T>(
    use: (store: Omit<QueueStore, 'isDurable'>) => Promise<T>,
  ): Promise<T> {
    if (isStorageUnavailable) return use(inMemory);
    try {
      return await use(durable);
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      isStorageUnavailable = true;
      return use(inMemory);
    }
  }
  return {
    isDurable: () => !isStorageUnavailable,
    listOwners: () => withAvailableStore((store) => store.listOwners()),
    read: (userId) => withAvailableStore((store) => store.read(userId)),
    update: (userId, change) => withAvailableStore((store) => store.update(userId, change)),
  };
}
