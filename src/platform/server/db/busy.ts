/**
 * Maximum wait of a write for its turn, and of a SQLite connection for a lock held by another process, in ms.
 */
export const busyTimeoutMs = 5000;
