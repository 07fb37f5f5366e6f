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
/** Timeout for opening, in ms; some browsers never respond to an open request. */
const openTimeoutMs = 10_000;
const transactionTimeoutMs = 20_000;

/**
 * Creates a database that opens on first use and reopens after the browser closed it or a request failed.
 * Uses IndexedDB without a library, because every page with forms needs it.
 *
 * @param create creates the stores of the first version
 */
export function createDeviceDatabase(name: string, create: (database: IDBDatabase) => void): DeviceDatabase {
  let connection: Promise<IDBDatabase> | null = null;

  function connect(): Promise<IDBDatabase> {
    const openedConnection = open(name, create);
    const dropConnection = () => {
      if (connection === openedConnection) connection = null;
    };
    openedConnection.then((database) => {
      database.addEventListener('close', dropConnection);
      // The database is being deleted or upgraded by a newer version of the dashboard.
      database.addEventListener('versionchange', () => {
        dropConnection();
        database.close();
      });
    }, dropConnection);
    connection = openedConnection;
    return openedConnection;
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
        } catch (error) {
          close();
          const pauseMs = retryDelaysMs[attempt];
          if (pauseMs === undefined || error instanceof StorageUnavailableError || isQuotaError(error))
            throw error;
          if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      }
    },
  };
}

/**
 * Returns whether a write failed because storage is full. Some browsers report only an aborted transaction.
 */
export function isStorageFull(error: unknown): boolean {
  return isQuotaError(error) || getErrorName(error) === 'AbortError';
}

const isQuotaError = (error: unknown) => getErrorName(error) === 'QuotaExceededError';
const getErrorName = (error: unknown) => readText(readRecord(error)['name']);

function open(name: string, create: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (typeof indexedDB === 'undefined') throw new StorageUnavailableError('This browser has no IndexedDB');
    const fail = (error: unknown) =>
      reject(isStorageBlocked(error) ? new StorageUnavailableError(String(error), { cause: error }) : error);
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      reject(new Error('The database did not open in time'));
    }, openTimeoutMs);
    try {
      const request = indexedDB.open(name, 1);
      request.addEventListener('upgradeneeded', () => create(request.result));
      request.addEventListener('success', () => {
        clearTimeout(timer);
        if (isTimedOut) request.result.close();
        else resolve(request.result);
      });
      request.addEventListener('error', () => {
        clearTimeout(timer);
        fail(request.error);
      });
    } catch (error) {
      clearTimeout(timer);
      fail(error);
    }
  });
}

/**
 * Returns whether an error means that the browser provides no storage because of a setting or a private
 * window.
 */
const isStorageBlocked = (error: unknown) =>
  ['SecurityError', 'InvalidStateError', 'NotSupportedError'].includes(getErrorName(error) ?? '');

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
    let error: unknown = null;
    const abort = (reason: unknown) => {
      error ??= reason;
      try {
        transaction.abort();
      } catch {
        // The transaction has already ended; its own event reports the result.
      }
    };
    const timer = setTimeout(() => {
      abort(new Error('The database did not respond in time'));
      reject(error);
    }, transactionTimeoutMs);
    transaction.addEventListener('complete', () => {
      clearTimeout(timer);
      if (outcome) resolve(outcome.result);
      else reject(error);
    });
    transaction.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(error ?? transaction.error ?? new DOMException('The transaction was aborted', 'AbortError'));
    });
    try {
      const store = transaction.objectStore(storeName);
      const request = read(store);
      request.addEventListener('success', () => {
        try {
          outcome = { result: apply(request.result, store) };
        } catch (error) {
          abort(error);
        }
      });
    } catch (error) {
      abort(error);
    }
  });
}
