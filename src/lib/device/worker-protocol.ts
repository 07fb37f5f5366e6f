/** What the dashboard's pages and the worker that keeps it on the device say to each other. */
export type WorkerMessage =
  /** These parts of the dashboard (`/assets/...`) have been loaded here: keep them. */
  | { type: 'keep'; files: readonly string[] }
  /** Which build are you of? Answered on the port that comes along, with the name of the entry of its page. */
  | { type: 'build' }
  /** Take the place of the worker before you. */
  | { type: 'take-over' };

/** Where the worker stands in a build. */
export const workerPath = '/worker.js';
