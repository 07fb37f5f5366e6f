import type { QueryClient } from '@tanstack/react-query';
import type { Job, JobSummary } from '#contract/jobs.ts';
import {
  readId,
  type JsonRecord,
  readNumberValue,
  unwrapDocument,
  readRecord,
  readText,
} from '#contract/tolerant.ts';
import { jobStates } from '#domain/jobs.ts';
import { api } from '#src/lib/api/api.ts';
import { readList, readQuery } from '../read-query.ts';

/** Maximum jobs shown; others follow as these are resolved. */
const shownAtMost = 20;

/** Queries unfinished background jobs: failed ones first, then running, then waiting. */
export function jobsQuery() {
  return readQuery({
    collection: 'jobs_data',
    key: ['list', shownAtMost],
    lifetime: 'orderSimple',
    path: 'jobs',
    search: { limit: shownAtMost },
    read: (reply) => readList(reply, readJob),
  });
}

/** Queries the number of jobs per state, and when the next is due. */
export function jobSummaryQuery() {
  return readQuery({
    collection: 'jobs_data',
    key: ['summary'],
    lifetime: 'orderSimple',
    path: 'jobs/summary',
    read: (reply): JobSummary => {
      const row = readRecord(unwrapDocument(reply.data));
      const count = (name: string) => readNumberValue(row[name]) ?? 0;
      const schedules = Array.isArray(row['schedules']) ? row['schedules'].map(readRecord) : [];
      return {
        waiting: count('waiting'),
        running: count('running'),
        done: count('done'),
        failed: count('failed'),
        schedules: schedules.map((schedule) => ({
          name: readText(schedule['name']) ?? '',
          kind: readText(schedule['kind']) ?? '',
          lastDue: readText(schedule['lastDue']),
          nextDue: readText(schedule['nextDue']) ?? '',
        })),
      };
    },
  });
}

/**
 * Builds the request for an action on a job in the version that was shown; repeated sends have one effect.
 */
const asSeen = ({ _id, version }: Job, deed: string) => ({
  ifMatch: version,
  idempotencyKey: `${deed}-${_id}-${version}`,
});

/** Retries a failed job. Throws `ApiError`: 404, 409 or 412 if it has changed. */
export async function retryJob(job: Job): Promise<void> {
  await api.send('post', `jobs/${encodeURIComponent(job._id)}/retry`, asSeen(job, 'retry'));
}

/** Deletes a waiting or failed job without running it. Throws like `retryJob`. */
export async function removeJob(job: Job): Promise<void> {
  await api.send('delete', `jobs/${encodeURIComponent(job._id)}`, asSeen(job, 'remove'));
}

export function invalidateJobs(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['jobs_data'] });
}

function readJob(row: JsonRecord): Job | null {
  const _id = readId(row);
  const state = jobStates.find((one) => one === row['state']);
  if (_id === null || state === undefined) return null;
  const error = readRecord(row['error']);
  const code = readText(error['code']);
  return {
    _id,
    state,
    kind: readText(row['kind']) ?? '',
    createdAt: readText(row['createdAt']) ?? '',
    runAt: readText(row['runAt']),
    startedAt: readText(row['startedAt']),
    finishedAt: readText(row['finishedAt']),
    attempts: readNumberValue(row['attempts']) ?? 0,
    mostAttempts: readNumberValue(row['mostAttempts']),
    error: code === null ? null : { code, message: readText(error['message']) ?? '' },
    version: readNumberValue(row['version']) ?? 0,
  };
}
