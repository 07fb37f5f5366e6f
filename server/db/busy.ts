/** How long a write waits for its turn, and a connection of SQLite for a lock held by another process. */
export const busyTimeoutMs = 5000;
