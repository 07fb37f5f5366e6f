/**
 * State of a background job: waiting for its time or a worker, running, done, or failed without further
 * retries.
 */
export const jobStates = ['waiting', 'running', 'done', 'failed'] as const;
export type JobState = (typeof jobStates)[number];
