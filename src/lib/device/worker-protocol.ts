/** Messages between the dashboard's pages and its service worker. */
export type WorkerMessage =
  /** Cache these loaded files (`/assets/...`). */
  | { type: 'keep'; files: readonly string[] }
  /** Which build are you of? Answered on the port that comes along, with the name of the entry of its page. */
  | { type: 'build' }
  /** Replace the active worker. */
  | { type: 'take-over' };

/** Path of the worker in a build. */
export const workerPath = '/worker.js';
