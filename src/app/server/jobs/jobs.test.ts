import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDenialLog } from '#platform/server/http/denials.ts';
import { createEventBus } from '#platform/server/http/events.ts';
import { createJobNotifier } from '#platform/server/http/job-events.ts';
import { forbidden } from '#platform/server/http/problems.ts';
import { registerRoutes } from '#platform/server/http/register.ts';
import { buildServerHeaders } from '#platform/server/http/respond.ts';
import { writeRoute } from '#platform/server/http/route.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { createSignInQueue } from '#platform/server/http/sign-in-queue.ts';
import { JobError } from '#platform/server/jobs/define-job.ts';
import { noMailer } from '#platform/server/jobs/mailer.ts';
import { claimJob } from '#platform/server/jobs/queue.ts';
import { createTestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import {
  createTestRunner,
  loadJobRow,
  defineNumberedJob,
  enqueueJob,
  silentNotifier,
} from '#app/server/testing/jobs.ts';
import { plainImages } from '#app/server/testing/plain-images.ts';
import { quickPasswords } from '#app/server/testing/passwords.ts';
import { housekeeping } from '#app/server/housekeeping/clean-up.ts';
import { jobs, schedules } from './registry.ts';

const hour = 60 * 60_000;

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const failingJob = defineNumberedJob(async () => {
  throw new JobError('MAIL_REFUSED', 'The mail server refused it.');
}, 1);

async function createFailedJob(): Promise<string> {
  const id = await enqueueJob(api, failingJob, { n: 1 });
  await createTestRunner({ db: api.db, clock: api.clock, jobs: [failingJob] }).runDue();
  return id;
}

describe('a data administrator', () => {
  it('sees waiting, running and failed jobs, and the next scheduled times', async () => {
    await enqueueJob(api, housekeeping, {}, { runAt: new Date(api.clock.now().getTime() + hour) });
    const failed = await createFailedJob();
    const running = await enqueueJob(api, failingJob, { n: 2 });
    await claimJob(api.db, { kinds: ['numbered'], now: api.clock.now(), leaseMs: 1000 }, silentNotifier);
    const response = await api.as('viewer').get('/jobs');
    expect(response.headers.get('x-total-count')).toBe('3');
    expect(response.body).toMatchObject([
      {
        _id: failed,
        kind: 'numbered',
        state: 'failed',
        attempts: 1,
        maxAttempts: null,
        error: { code: 'MAIL_REFUSED', message: 'The mail server refused it.' },
      },
      { _id: running, state: 'running', startedAt: '2026-03-04T09:00:00.000Z', error: null },
      { kind: 'housekeeping', state: 'waiting', runAt: '2026-03-04T10:00:00.000Z', maxAttempts: 10 },
    ]);
    expect(response.text).not.toMatch(/payload|token|steps/);
    expect((await api.as('viewer').get('/jobs?state=running')).body).toHaveLength(1);
    expect((await api.as('viewer').get('/jobs?state=lost')).status).toBe(400);
    expect((await api.as('viewer').get('/jobs/summary')).body).toEqual({
      waiting: 1,
      running: 1,
      done: 0,
      failed: 1,
      schedules: [
        { name: 'housekeeping', kind: 'housekeeping', lastDue: null, nextDue: '2026-03-04T09:07:00.000Z' },
        {
          name: 'recost recipes',
          kind: 'recost-recipes',
          lastDue: null,
          nextDue: '2026-03-04T09:05:00.000Z',
        },
        {
          name: 'demand shapes',
          kind: 'demand-shapes',
          lastDue: null,
          nextDue: '2026-03-05T02:40:00.000Z',
        },
        {
          name: 'closings of weeks',
          kind: 'close-weeks',
          lastDue: null,
          nextDue: '2026-03-05T03:10:00.000Z',
        },
        {
          name: 'demand outlooks',
          kind: 'demand-outlooks',
          lastDue: null,
          nextDue: '2026-03-04T09:02:00.000Z',
        },
        {
          name: 'lost mails',
          kind: 'mail-lost',
          lastDue: null,
          nextDue: '2026-03-04T09:37:00.000Z',
        },
        {
          name: 'recall reminders',
          kind: 'recall-reminders',
          lastDue: null,
          nextDue: '2026-03-04T09:23:00.000Z',
        },
        {
          name: 'lost jobs',
          kind: 'requeue-lost',
          lastDue: null,
          nextDue: '2026-03-04T09:47:00.000Z',
        },
      ],
    });
  });

  it('can retry a failed job, starting with its first attempt, once per request', async () => {
    const id = await createFailedJob();
    const retry = (headers = {}) => api.as('admin').post(`/jobs/${id}/retry`, undefined, headers);
    expect((await retry({ 'if-match': '"1"' })).status).toBe(412);
    const responses = await Promise.all([
      retry({ 'idempotency-key': 'a' }),
      retry({ 'idempotency-key': 'a' }),
      retry(),
    ]);
    expect(responses.map(({ status, body }) => [status, body.state, body.attempts])).toEqual(
      responses.map(() => [200, 'waiting', 0]),
    );
    const entries = await api.as('admin').get('/audit?entity=jobs');
    expect(entries.body).toMatchObject([{ action: 'retry', entityId: id, userName: 'Test admin' }]);
    const fixedJob = defineNumberedJob(async () => undefined);
    expect(await createTestRunner({ db: api.db, clock: api.clock, jobs: [fixedJob] }).runDue()).toBe(1);
    expect(await loadJobRow(api.db, id)).toMatchObject({ state: 'done', error: null });
    expect(await retry()).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
  });

  it('can delete a failed or waiting job, but not a running or finished one', async () => {
    const remove = (id: string) => api.as('admin').delete(`/jobs/${id}`);
    const failed = await createFailedJob();
    expect((await remove(failed)).status).toBe(204);
    expect((await remove(failed)).status).toBe(404);
    const waiting = await enqueueJob(api, failingJob, { n: 2 });
    expect((await remove(waiting)).status).toBe(204);
    const running = await enqueueJob(api, failingJob, { n: 3 });
    await claimJob(api.db, { kinds: ['numbered'], now: api.clock.now(), leaseMs: hour }, silentNotifier);
    expect(await remove(running)).toMatchObject({ status: 409, body: { code: 'NOT_EDITABLE' } });
    const done = await enqueueJob(api, housekeeping, {});
    await createTestRunner({ db: api.db, clock: api.clock, jobs }).runDue();
    expect((await remove(done)).status).toBe(409);
    expect((await api.as('admin').get('/jobs')).body).toHaveLength(1);
  });

  it('must have access to all locations, whatever pages are allowed', async () => {
    const id = await createFailedJob();
    await api.db.writer
      .updateTable('users')
      .set({ allowedPages: '["*"]' })
      .where('email', 'in', ['branch@demo.test', 'kitchen@demo.test'])
      .execute();
    for (const user of ['branch', 'kitchen'] as const) {
      const calls = [
        api.as(user).get('/jobs'),
        api.as(user).get('/jobs/summary'),
        api.as(user).post(`/jobs/${id}/retry`),
        api.as(user).delete(`/jobs/${id}`),
      ];
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect((await api.as('viewer').post(`/jobs/${id}/retry`)).status).toBe(403);
    expect((await api.anonymous.get('/jobs')).status).toBe(401);
  });
});

describe('an API request', () => {
  const sentNotes: number[] = [];
  const job = defineNumberedJob(async ({ payload }) => void sentNotes.push(payload.n));
  const sendNote = writeRoute({
    method: 'post',
    path: '/notes',
    access: { kind: 'session' },
    summary: 'Sends a note.',
    body: z.strictObject({ n: z.number(), isRejected: z.boolean() }),
    async run({ body, enqueue }) {
      const id = await enqueue(job, { n: body.n });
      if (body.isRejected) throw forbidden();
      return { status: 201, body: { id } };
    },
  });

  /** An app with only this route, on the test database. */
  function createAppWithNotes(wakeJobs: () => void) {
    const log = { info() {}, warn() {}, error() {} };
    const events = createEventBus(api.db.channel, log);
    const published: AppEvent[] = [];
    events.subscribe(({ event }) => published.push(event));
    const app = new Hono();
    const services = {
      clock: api.clock,
      passwords: quickPasswords,
      signIns: createSignInQueue(1),
      images: plainImages,
      mailer: noMailer,
      log,
      events,
      wakeJobs,
    };
    const denials = createDenialLog(api.db, log, api.clock);
    const headers = buildServerHeaders(null);
    const clientAddress = () => '203.0.113.7';
    registerRoutes(
      app,
      { db: api.db, services, denials, headers, clientAddress, isReachable: false, isSecure: false },
      [sendNote],
    );
    return { client: createTestClient(app, api.as('admin').token), events, published };
  }

  it('queues a job with its commit and wakes the workers, and queues none if the request is rejected', async () => {
    let wakeCount = 0;
    const { client } = createAppWithNotes(() => (wakeCount += 1));
    expect((await client.post('/notes', { n: 1, isRejected: true })).status).toBe(403);
    expect([wakeCount, (await api.as('admin').get('/jobs')).body]).toEqual([0, []]);
    const key = { 'idempotency-key': 'note-2' };
    const created = await client.post('/notes', { n: 2, isRejected: false }, key);
    expect((await client.post('/notes', { n: 2, isRejected: false }, key)).body).toEqual(created.body);
    expect([created.status, wakeCount]).toEqual([201, 1]);
    expect((await api.as('admin').get('/jobs')).body).toMatchObject([
      { _id: created.body.id, state: 'waiting' },
    ]);
    await createTestRunner({ db: api.db, clock: api.clock, jobs: [job] }).runDue();
    expect(sentNotes).toEqual([2]);
  });

  it('notifies users who may see jobs of each change after its commit', async () => {
    const { client, events, published } = createAppWithNotes(() => undefined);
    await events.waitUntilReady();
    const { id } = (await client.post('/notes', { n: 3, isRejected: false })).body;
    const notify = createJobNotifier(events);
    await createTestRunner({ db: api.db, clock: api.clock, jobs: [job], notify }).runDue();
    await expect.poll(() => published.map(({ change }) => change)).toEqual(['waiting', 'running', 'done']);
    expect(published[0]).toEqual({ collection: 'jobs', id, change: 'waiting', branches: [], kitchens: [] });
  });
});

describe('housekeeping', () => {
  it('runs hourly on one of the servers, and keeps recent rows', async () => {
    const servers = [1, 2].map(() => createTestRunner({ db: api.db, clock: api.clock, jobs, schedules }));
    const runAll = () => Promise.all(servers.map((server) => server.runDue()));
    const oldFailure = { email: 'a@demo.test', ip: '203.0.113.7', at: '2026-03-04T08:50:00.000Z' };
    await api.db.write((tx) =>
      tx
        .insertInto('signInFailures')
        .values([oldFailure, { ...oldFailure, at: '2026-03-04T10:05:00.000Z' }])
        .execute(),
    );
    await runAll();
    for (let quarter = 0; quarter < 5; quarter += 1) {
      api.clock.advance(hour / 4);
      await runAll();
    }
    const housekeepingJobs = api.db.read.selectFrom('jobs').selectAll().where('kind', '=', 'housekeeping');
    const done = await housekeepingJobs.orderBy('_id').execute();
    expect(done.map(({ key, state }) => [key, state])).toEqual([
      ['housekeeping 2026-03-04T09:07:00.000Z', 'done'],
      ['housekeeping 2026-03-04T10:07:00.000Z', 'done'],
    ]);
    const failureRows = await api.db.read.selectFrom('signInFailures').select('at').execute();
    expect(failureRows).toEqual([{ at: '2026-03-04T10:05:00.000Z' }]);
  });

  it('deletes jobs seven days after success, and ninety after failure', async () => {
    const failed = await createFailedJob();
    const listJobs = async () =>
      (await api.db.read.selectFrom('jobs').select(['_id', 'kind']).execute()).map(({ _id, kind }) =>
        _id === failed ? 'the failed one' : kind,
      );
    const server = createTestRunner({ db: api.db, clock: api.clock, jobs });
    const runHousekeeping = async () => {
      const id = await enqueueJob(api, housekeeping, {});
      await server.runDue();
      return id;
    };
    await runHousekeeping();
    api.clock.advance(7 * 24 * hour - 1);
    await runHousekeeping();
    expect(await listJobs()).toEqual(['the failed one', 'housekeeping', 'housekeeping']);
    api.clock.advance(1);
    await runHousekeeping();
    expect(await listJobs()).toEqual(['the failed one', 'housekeeping', 'housekeeping']);
    api.clock.advance(83 * 24 * hour);
    await runHousekeeping();
    expect(await listJobs()).toEqual(['housekeeping']);
  });
});
