/**
 * Maximum time, in ms, that a write waits for its turn and a SQLite connection waits for a lock held by
 * another process.
 */
export const busyTimeoutMs = 5000;
