/** Statement errors that a client can act on; `other` is a bug. */
export type DbFailure = 'busy' | 'full' | 'duplicate' | 'reference' | 'other';

/** Thrown when a write waited too long for its turn. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';

  constructor() {
    super('The database is busy.');
  }
}

/**
 * Thrown by a transaction that would change a collection locked by a multi-transaction operation; it is
 * retried when that operation ends.
 */
export class CollectionLockedError extends Error {
  override readonly name = 'CollectionLockedError';

  constructor() {
    super('The collection is locked by another operation.');
  }
}

/** Thrown by a query whose client has disconnected. */
export class QueryCancelledError extends Error {
  override readonly name = 'QueryCancelledError';

  constructor() {
    super('The query was cancelled.');
  }
}

/**
 * Thrown if there is no connection to the database: none could be opened, or the current one broke. A commit
 * in progress may have taken effect; repeating the request with its idempotency key shows whether it did.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';

  constructor(cause: unknown) {
    super(describeCause(cause), { cause });
  }
}

/** If a host has several addresses, the AggregateError contains only a code. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as Error & { code?: unknown }).code ?? error);
}

/** Primary result codes: busy, locked, no memory; I/O error, disk full, read-only file. */
const sqliteFailures: Readonly<Record<number, DbFailure>> = {
  5: 'busy',
  6: 'busy',
  7: 'busy',
  8: 'full',
  10: 'full',
  13: 'full',
};

/**
 * SQLSTATE classes and codes. Terminated sessions (57P, 25P), a server that is starting, stopping or out of
 * connections or memory (53), and a standby (25006) are temporary.
 */
const postgresFailures: readonly (readonly [RegExp, DbFailure])[] = [
  [/^23505$/, 'duplicate'],
  [/^23503$/, 'reference'],
  [/^53100$/, 'full'],
  [/^(40001|40P01|55P03|57014|57P\w\w|25P0[34]|25006|53\w{3}|08\w{3})$/, 'busy'],
];

/**
 * Classifies an error of either engine: `busy` can be retried; `full` means no disk space, `duplicate` a
 * unique key violation, `reference` a foreign key violation.
 */
export function classifyDbError(error: unknown): DbFailure {
  if (
    error instanceof DatabaseBusyError ||
    error instanceof CollectionLockedError ||
    error instanceof QueryCancelledError ||
    error instanceof ConnectionLostError
  )
    return 'busy';
  if (!(error instanceof Error)) return 'other';
  const { code, errcode, resultCode } = error as Error & {
    code?: unknown;
    errcode?: unknown;
    resultCode?: unknown;
  };
  const extended = typeof errcode === 'number' ? errcode : resultCode;
  if (typeof extended === 'number') {
    if (extended === 2067 || extended === 1555) return 'duplicate';
    if (extended === 787) return 'reference';
    return sqliteFailures[extended & 0xff] ?? 'other';
  }
  if (typeof code === 'string') {
    const failure = postgresFailures.find(([pattern]) => pattern.test(code));
    if (failure) return failure[1];
  }
  return 'other';
}

/** Returns the SQLSTATE of a PostgreSQL error, or null. */
export function getSqlState(error: unknown): string | null {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : null;
  return typeof code === 'string' ? code : null;
}
