import type { QueryClient } from '@tanstack/react-query';
import { job, type Job, jobSummary } from '../shapes.ts';
import { api } from '#platform/web/api/api.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readResponse } from '#platform/web/queries/read-shape.ts';

/** Maximum number of jobs shown; more appear as these are resolved. */
const maxShown = 20;

/** Queries unfinished background jobs: failed ones first, then running, then waiting. */
export function jobsQuery() {
  return readQuery({
    collection: 'jobs_data',
    key: ['list', maxShown],
    lifetime: 'orderSimple',
    path: 'jobs',
    search: { limit: maxShown },
    read: (reply) => readList(reply, createReader(job)),
  });
}

/** Queries the number of jobs per state, and the schedules. */
export function jobSummaryQuery() {
  return readQuery({
    collection: 'jobs_data',
    key: ['summary'],
    lifetime: 'orderSimple',
    path: 'jobs/summary',
    read: (reply) => readResponse(reply, jobSummary),
  });
}

/** Builds the request options for an action on the displayed version of a job. A repeated request has no effect. */
const buildRequestOptions = ({ _id, version }: Job, actionName: string) => ({
  ifMatch: version,
  idempotencyKey: `${actionName}-${_id}-${version}`,
});

/** Retries a failed job. Throws `ApiError`: 404, 409 or 412 if it has changed. */
export async function retryJob(job: Job): Promise<void> {
  await api.send('post', `jobs/${encodeURIComponent(job._id)}/retry`, buildRequestOptions(job, 'retry'));
}

/** Deletes a waiting or failed job without running it. Throws the same errors as `retryJob`. */
export async function removeJob(job: Job): Promise<void> {
  await api.send('delete', `jobs/${encodeURIComponent(job._id)}`, buildRequestOptions(job, 'remove'));
}

export function invalidateJobs(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['jobs_data'] });
}
