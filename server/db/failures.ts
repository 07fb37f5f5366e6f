/** What a failed statement means to a client; everything else is a fault of ours. */
export type DbFailure = 'busy' | 'full' | 'duplicate' | 'reference' | 'other';

/** Thrown when a write waited too long for its turn. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';

  constructor() {
    super('The database is busy.');
  }
}

/** Thrown in a transaction that would change what work of several transactions holds: it is tried again when that has ended. */
export class CollectionLockedError extends Error {
  override readonly name = 'CollectionLockedError';

  constructor() {
    super('lists are being written');
  }
}

/** Thrown to a query whose client has left. */
export class QueryCancelledError extends Error {
  override readonly name = 'QueryCancelledError';

  constructor() {
    super('The query was cancelled.');
  }
}

/**
 * Thrown when there is no connection to the database: none could be made, or the one in use has died. Whether a commit
 * that was under way has taken effect is not known; a call repeated with its idempotency key finds out.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/** An attempt at several addresses of one host says nothing but a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as Error & { code?: unknown }).code ?? error);
}

/** Primary result codes: busy, locked, no memory; input or output failed, no space left, and a file gone read-only. */
const sqliteFailures: Readonly<Record<number, DbFailure>> = {
  5: 'busy',
  6: 'busy',
  7: 'busy',
  8: 'full',
  10: 'full',
  13: 'full',
};

/**
 * SQLSTATE classes and codes. What ends a session (57P, 25P), what a server says that starts, stops, has no more room for
 * connections or memory (53), or has become a standby (25006), passes by itself.
 */
const postgresFailures: readonly (readonly [RegExp, DbFailure])[] = [
  [/^23505$/, 'duplicate'],
  [/^23503$/, 'reference'],
  [/^53100$/, 'full'],
  [/^(40001|40P01|55P03|57014|57P\w\w|25P0[34]|25006|53\w{3}|08\w{3})$/, 'busy'],
];

/** Sorts an error of either engine: `busy` may be tried again, `full` means no space, `duplicate` a unique key, `reference` a row that refers to nothing. */
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
    const known = postgresFailures.find(([pattern]) => pattern.test(code));
    if (known) return known[1];
  }
  return 'other';
}

/** The SQLSTATE of a PostgreSQL error, or null. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : null;
  return typeof code === 'string' ? code : null;
}
