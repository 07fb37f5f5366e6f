import type { JobEvent } from '../jobs/define-job.ts';
import type { JobChange, JobNotifier } from '../jobs/queue.ts';
import type { AppEvent, EventBus } from './services.ts';

/** A job belongs to no place: it is told to everybody who may see jobs at all. */
export const toJobEvent = ({ _id, state }: JobChange): AppEvent => ({
  collection: 'jobs',
  id: _id,
  what: state,
  branches: [],
  kitchens: [],
});

/** Whether something waits to be done that did not before. */
export const isPendingJobEvent = ({ collection, what }: AppEvent): boolean =>
  collection === 'jobs' && what === 'waiting';

/** Tells those who follow the server's events what becomes of jobs, and what jobs have changed. */
export function createJobNotifier(events: EventBus): JobNotifier {
  const toEvent = (change: JobChange | JobEvent): AppEvent =>
    'collection' in change ? change : toJobEvent(change);
  return {
    announce: (tx, changes) => events.announce(tx, changes.map(toEvent)),
    publish: (changes) => events.publish(changes.map(toEvent)),
  };
}
