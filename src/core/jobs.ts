/**
 * State of a background job: waiting for its scheduled time or a worker, running, done, or failed with no
 * retries left.
 */
export const jobStates = ['waiting', 'running', 'done', 'failed'] as const;
export type JobState = (typeof jobStates)[number];
