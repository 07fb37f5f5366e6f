import { listOf } from '#platform/shapes/shape.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import { type JobQueryParams, jobQueryParams } from '#modules/jobs/input.ts';
import { type Job, job, type JobSummary, jobSummary } from '#modules/jobs/shapes.ts';
import type { JobState } from '#core/jobs.ts';
import { nextDue } from '#core/schedule.ts';
import type { JobRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { toJobEvent } from '#platform/server/http/job-events.ts';
import { notFound, problem, stale } from '#platform/server/http/problems.ts';
import { type ExistsContext, type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { loadLastDueTimes } from '#platform/server/jobs/schedules.ts';
import { jobs, schedules } from './registry.ts';
import { isJobRequired } from './requeue-lost.ts';

const access = (flag: 'canView' | 'canEdit' | 'canDelete') =>
  ({ kind: 'collection', collection: 'jobs', flag }) as const;

const exists = async ({ db, params }: ExistsContext): Promise<boolean> => {
  const row = await db
    .selectFrom('jobs')
    .select('_id')
    .where('_id', '=', params['id'] ?? '')
    .executeTakeFirst();
  return row !== undefined;
};

const maxAttempts = new Map(jobs.map((job) => [job.kind, job.maxAttempts]));

/** Returns the JSON of a job without its payload, which may contain addresses and data of any location. */
function toJob(row: Omit<JobRow, 'payload' | 'steps' | 'token'>): Job {
  return {
    _id: row._id,
    kind: row.kind,
    state: row.state as JobState,
    createdAt: row.createdAt,
    runAt: row.runAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    attempts: row.attempts,
    maxAttempts: maxAttempts.get(row.kind) ?? null,
    error: row.error === null ? null : (JSON.parse(row.error) as Job['error']),
    version: row.version,
  };
}

async function listJobs(
  db: Queryable,
  { state, limit, page }: JobQueryParams,
): Promise<{ rows: Job[]; total: number }> {
  const query = db
    .selectFrom('jobs')
    .where((on) => (state ? on('state', '=', state) : on('state', '!=', 'done' satisfies JobState)));
  const { count } = await query
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    // Failed jobs first, since they need attention; then running, then waiting ones, oldest first.
    .orderBy(sql`case state when 'failed' then 0 when 'running' then 1 when 'waiting' then 2 else 3 end`)
    .orderBy('_id', state === 'done' ? 'desc' : 'asc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows: rows.map(toJob), total: Number(count) };
}

async function summarizeJobs(db: Queryable, now: Date): Promise<JobSummary> {
  const stateCounts = await db
    .selectFrom('jobs')
    .select((on) => ['state', on.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const getCount = (state: JobState) => Number(stateCounts.find((row) => row.state === state)?.count ?? 0);
  const dueTimes = await loadLastDueTimes({ read: db });
  return {
    waiting: getCount('waiting'),
    running: getCount('running'),
    done: getCount('done'),
    failed: getCount('failed'),
    schedules: schedules.map(({ name, job: { kind }, schedule }) => ({
      name,
      kind,
      lastDue: dueTimes.get(name) ?? null,
      nextDue: new Date(nextDue(schedule, now.getTime())).toISOString(),
    })),
  };
}

/**
 * Locks a job.
 *
 * @throws ApiProblem 404; 412 if the version is outdated
 */
async function lockJob(db: Tx, id: string | undefined, ifMatch: number | null): Promise<JobRow> {
  const row = await db
    .selectFrom('jobs')
    .selectAll()
    .where('_id', '=', id ?? '')
    .$call(db.lock)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (ifMatch !== null && ifMatch !== row.version) throw stale(toJob(row));
  return row;
}

export const jobRoutes: Route[] = [
  readRoute({
    path: '/jobs',
    access: access('canView'),
    summary:
      'Failed, running and waiting background jobs; with `state`, only the jobs in that state. For users who can see the whole business.',
    query: jobQueryParams,
    response: listOf(job),
    async run({ db, query }) {
      const { rows, total } = await listJobs(db, query);
      return { status: 200, body: rows, headers: { 'x-total-count': String(total) } };
    },
  }),
  readRoute({
    path: '/jobs/summary',
    access: access('canView'),
    summary: 'Number of waiting, running, finished and failed jobs, and the next scheduled times.',
    response: jobSummary,
    run: async ({ db, now }) => ({ status: 200, body: await summarizeJobs(db, now) }),
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/jobs/:id/retry',
    access: access('canEdit'),
    summary:
      'Retries a failed job from its first attempt, without repeating completed steps. A waiting or running job isn’t changed; 409 for a finished job.',
    response: job,
    exists,
    async run({ db, params, ifMatch, audit, emit }) {
      const row = await lockJob(db, params['id'], ifMatch);
      if (row.state === 'done') throw problem('ILLEGAL_TRANSITION', refusal('job-done'));
      if (row.state !== 'failed') return { status: 200, body: toJob(row), version: row.version };
      const change = {
        state: 'waiting' satisfies JobState,
        attempts: 0,
        runAt: null,
        finishedAt: null,
        keepUntil: null,
        version: row.version + 1,
      };
      await db.updateTable('jobs').set(change).where('_id', '=', row._id).execute();
      await audit({
        action: 'retry',
        entity: 'jobs',
        id: row._id,
        before: { kind: row.kind, state: row.state, attempts: row.attempts },
        after: { kind: row.kind, state: change.state, attempts: 0 },
      });
      emit(toJobEvent({ _id: row._id, state: 'waiting' }));
      return { status: 200, body: toJob({ ...row, ...change }), version: change.version };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/jobs/:id',
    access: access('canDelete'),
    summary:
      'Deletes a failed or waiting job without doing its work. 409 for a running or finished job, and for a job that a document depends on.',
    exists,
    async run({ db, params, ifMatch, audit, emit }) {
      const row = await lockJob(db, params['id'], ifMatch);
      if (row.state === 'running') throw problem('NOT_EDITABLE', refusal('job-runs'));
      if (row.state === 'done') throw problem('NOT_EDITABLE', refusal('job-kept'));
      const definition = jobs.find(({ kind }) => kind === row.kind);
      if (await isJobRequired(db, definition, row.payload))
        throw problem('NOT_EDITABLE', refusal('job-waited-for'));
      await db.deleteFrom('jobs').where('_id', '=', row._id).execute();
      await audit({ action: 'delete', entity: 'jobs', id: row._id, before: toJob(row) });
      emit(toJobEvent({ _id: row._id, state: 'removed' }));
      return { status: 204 };
    },
  }),
];
