import { readRecord, readText } from '#platform/shapes/tolerant.ts';

/** Thrown when the browser provides no storage for this site, as in some private windows. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** A database on this device. */
export interface DeviceDatabase {
  /**
   * Runs one transaction on one store. Resolves when it is committed; rejects when nothing was written after
   * several attempts on new connections. `read` and `apply` may run more than once.
   *
   * @param read makes the first request
   * @param apply receives its result and may write; the call resolves to its return value
   */
  transact<A, T>(
    store: string,
    mode: 'readonly' | 'readwrite',
    read: (store: IDBObjectStore) => IDBRequest<A>,
    apply: (result: A, store: IDBObjectStore) => T,
  ): Promise<T>;
  /** Closes the connection; the next call opens one. */
  close(): void;
}

/** Delay before each retry, in ms. */
const retryDelaysMs = [0, 50, 250];
/** Timeout for opening, in ms: some browsers never answer an open request. */
const openWithinMs = 10_000;
const transactWithinMs = 20_000;

/**
 * Creates a database that opens on first use and reopens after the browser closed it or a request failed.
 * Uses IndexedDB without a library, because every page with forms needs it.
 *
 * @param create creates the stores of the first version
 */
export function deviceDatabase(name: string, create: (database: IDBDatabase) => void): DeviceDatabase {
  let connection: Promise<IDBDatabase> | null = null;

  function connect(): Promise<IDBDatabase> {
    const opening = open(name, create);
    const forget = () => {
      if (connection === opening) connection = null;
    };
    opening.then((database) => {
      database.addEventListener('close', forget);
      // The database is being deleted or upgraded by a newer version of the dashboard.
      database.addEventListener('versionchange', () => {
        forget();
        database.close();
      });
    }, forget);
    connection = opening;
    return opening;
  }

  function close(): void {
    connection?.then(
      (database) => database.close(),
      () => undefined,
    );
    connection = null;
  }

  return {
    close,
    async transact(store, mode, read, apply) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await runOnce(await (connection ?? connect()), store, mode, read, apply);
        } catch (problem) {
          close();
          const pauseMs = retryDelaysMs[attempt];
          if (pauseMs === undefined || problem instanceof StorageUnavailableError || isQuotaError(problem))
            throw problem;
          if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      }
    },
  };
}

/** Whether a write failed for lack of space. Some browsers only report an aborted transaction. */
export function isStorageFull(problem: unknown): boolean {
  return isQuotaError(problem) || nameOf(problem) === 'AbortError';
}

const isQuotaError = (problem: unknown) => nameOf(problem) === 'QuotaExceededError';
const nameOf = (problem: unknown) => readText(readRecord(problem)['name']);

function open(name: string, create: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (typeof indexedDB === 'undefined') throw new StorageUnavailableError('This browser has no IndexedDB');
    const fail = (problem: unknown) =>
      reject(
        isStorageBlocked(problem)
          ? new StorageUnavailableError(String(problem), { cause: problem })
          : problem,
      );
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error('The database did not open in time'));
    }, openWithinMs);
    try {
      const opening = indexedDB.open(name, 1);
      opening.addEventListener('upgradeneeded', () => create(opening.result));
      opening.addEventListener('success', () => {
        clearTimeout(timer);
        if (isLate) opening.result.close();
        else resolve(opening.result);
      });
      opening.addEventListener('error', () => {
        clearTimeout(timer);
        fail(opening.error);
      });
    } catch (problem) {
      clearTimeout(timer);
      fail(problem);
    }
  });
}

/** Whether an error means that the browser provides no storage: blocked by a setting, or a private window. */
const isStorageBlocked = (problem: unknown) =>
  ['SecurityError', 'InvalidStateError', 'NotSupportedError'].includes(nameOf(problem) ?? '');

function runOnce<A, T>(
  database: IDBDatabase,
  storeName: string,
  mode: IDBTransactionMode,
  read: (store: IDBObjectStore) => IDBRequest<A>,
  apply: (result: A, store: IDBObjectStore) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode, { durability: 'strict' });
    let outcome: { result: T } | null = null;
    let problem: unknown = null;
    const giveUp = (why: unknown) => {
      problem ??= why;
      try {
        transaction.abort();
      } catch {
        // The transaction has already ended; its own event reports the result.
      }
    };
    const timer = setTimeout(() => {
      giveUp(new Error('The database did not answer in time'));
      reject(problem);
    }, transactWithinMs);
    transaction.addEventListener('complete', () => {
      clearTimeout(timer);
      if (outcome) resolve(outcome.result);
      else reject(problem);
    });
    transaction.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(problem ?? transaction.error ?? new DOMException('The transaction was aborted', 'AbortError'));
    });
    try {
      const store = transaction.objectStore(storeName);
      const asking = read(store);
      asking.addEventListener('success', () => {
        try {
          outcome = { result: apply(asking.result, store) };
        } catch (thrown) {
          giveUp(thrown);
        }
      });
    } catch (thrown) {
      giveUp(thrown);
    }
  });
}
