import type { JobEvent } from '#platform/server/jobs/define-job.ts';
import type { JobChange, JobNotifier } from '#platform/server/jobs/queue.ts';
import type { AppEvent, EventBus } from './services.ts';

/** Job events have no location, so every user who may see jobs receives them. */
export const toJobEvent = ({ _id, state }: JobChange): AppEvent => ({
  collection: 'jobs',
  id: _id,
  change: state,
  branches: [],
  kitchens: [],
});

/** Returns whether the event reports a new waiting job. */
export const isPendingJobEvent = ({ collection, change }: AppEvent): boolean =>
  collection === 'jobs' && change === 'waiting';

/** Publishes job changes, and rows changed by jobs, to the server's event streams. */
export function createJobNotifier(events: EventBus): JobNotifier {
  const toEvent = (change: JobChange | JobEvent): AppEvent =>
    'collection' in change ? change : toJobEvent(change);
  return {
    announce: (tx, changes) => events.announce(tx, changes.map(toEvent)),
    publish: (changes) => events.publish(changes.map(toEvent)),
  };
}
