/** Messages between the dashboard's pages and its service worker. */
export type WorkerMessage =
  /** Caches these files (`/assets/...`), or all code of the build. */
  | { type: 'store'; files: readonly string[] | 'all' }
  /**
   * Requests the build id; the worker replies on the transferred port with the name of its page's entry
   * script.
   */
  | { type: 'build' }
  /** Replaces the active worker. */
  | { type: 'take-over' };

/** Path of the worker in a build. */
export const workerPath = '/worker.js';
