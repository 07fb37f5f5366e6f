/** How long a write waits for its turn, and a SQLite connection for a lock held by another process. */
export const busyTimeoutMs = 5000;
