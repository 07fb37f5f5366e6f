/** What a failed statement means to a client; everything else is a fault of ours. */
export type DbFailure = 'busy' | 'full' | 'duplicate' | 'other';

/** Thrown when a write waited too long for its turn. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';

  constructor() {
    super('The database is busy.');
  }
}

const sqliteFailures: Readonly<Record<number, DbFailure>> = { 5: 'busy', 6: 'busy', 10: 'full', 13: 'full' };

/** SQLSTATE classes and codes, and the error codes of a lost connection. */
const postgresFailures: readonly (readonly [RegExp, DbFailure])[] = [
  [/^23505$/, 'duplicate'],
  [/^(40001|40P01|55P03|57014|57P0[123]|53300|53400|08\w{3})$/, 'busy'],
  [/^53[12]00$/, 'full'],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/, 'busy'],
];

/** Errors of the connection pool, which carry no code. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i;

/** Sorts an error of either engine: `busy` may be tried again, `full` means no space, `duplicate` a unique key. */
export function dbFailure(error: unknown): DbFailure {
  if (error instanceof DatabaseBusyError) return 'busy';
  if (!(error instanceof Error)) return 'other';
  const { code, errcode, resultCode } = error as Error & {
    code?: unknown;
    errcode?: unknown;
    resultCode?: unknown;
  };
  const extended = typeof errcode === 'number' ? errcode : resultCode;
  if (typeof extended === 'number') {
    if (extended === 2067 || extended === 1555) return 'duplicate';
    return sqliteFailures[extended & 0xff] ?? 'other';
  }
  if (typeof code === 'string') {
    const known = postgresFailures.find(([pattern]) => pattern.test(code));
    if (known) return known[1];
  }
  return lostConnection.test(error.message) ? 'busy' : 'other';
}

/** The SQLSTATE of a PostgreSQL error, or null. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : null;
  return typeof code === 'string' ? code : null;
}
