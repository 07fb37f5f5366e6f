/**
 * How far something is that the server does by itself: it waits for its time or for a worker, runs, is done, or has failed
 * and is not tried again by itself.
 */
export const jobStates = ['waiting', 'running', 'done', 'failed'] as const;
export type JobState = (typeof jobStates)[number];
