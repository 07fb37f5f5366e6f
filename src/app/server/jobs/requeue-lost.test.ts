import { afterEach, beforeEach, expect, it } from 'vitest';
import { addManyItems } from '#app/server/faults/many-items.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createTestRunner, enqueueJob } from '#app/server/testing/jobs.ts';
import { mailDue } from '#modules/mail/server/jobs.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { jobs, schedules } from './registry.ts';

const hour = 60 * 60_000;

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(async () => {
  expect(await reconcile(api.db.read)).toEqual([]);
  await api.close();
});

/** Approves a count with more differences than are posted on approval. */
async function approveLargeCount(): Promise<void> {
  const items = await addManyItems(api);
  const { _id } = (await api.as('branch').post('/stock-counts', { type: 'spot', itemIds: items })).body;
  const path = `/stock-counts/${_id}`;
  await api.as('branch').patch(path, { status: 'Counting' });
  const { body } = await api.as('branch').get(path);
  const events = body.items.map(({ lineId }: { lineId: string }, seq: number) => ({
    device: 'd',
    seq,
    lineId,
    mode: 'set',
    qty: 3,
  }));
  await api.as('branch').post(`${path}/events`, { events });
  await api.as('branch').patch(path, { status: 'Submitted' });
  const approved = await api.as('branch').patch(path, { status: 'Approved' });
  expect([approved.status, approved.body.toPost], approved.text).toEqual([200, items.length]);
}

/** Creates pending work for every job type that processes it. */
const createPendingWork: Readonly<Record<string, () => Promise<void>>> = { 'post-count': approveLargeCount };

it('every job type declares how its work is recovered when a job is lost', () => {
  // Mail schedules have their own jobs.
  const scheduled = new Set([...schedules.map(({ job }) => job.kind), mailDue.kind]);
  for (const { kind, ifLost } of jobs) {
    expect([kind, ifLost]).toEqual([kind, expect.anything()]);
    if (ifLost && 'scheduledKind' in ifLost)
      expect([kind, scheduled.has(ifLost.scheduledKind)]).toEqual([kind, true]);
  }
  const pending = jobs.filter(({ ifLost }) => ifLost && 'loadPending' in ifLost).map(({ kind }) => kind);
  expect(pending).toEqual(Object.keys(createPendingWork));
});

const loadPending = async (kind: string): Promise<readonly unknown[]> => {
  const ifLost = jobs.find((job) => job.kind === kind)?.ifLost;
  return ifLost && 'loadPending' in ifLost ? ifLost.loadPending(api.db.read) : [];
};
const loadJob = (kind: string) =>
  api.db.read.selectFrom('jobs').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow();

it.each(Object.entries(createPendingWork))(
  '%s: its job can’t be deleted while a document is waiting for it',
  async (kind, create) => {
    await create();
    const { _id } = await loadJob(kind);
    const response = await api.as('admin').delete(`/jobs/${_id}`);
    expect([response.status, response.body.reason]).toEqual([409, 'job-waited-for']);
    await createTestRunner({ db: api.db, clock: api.clock, jobs }).runDue();
    expect(await loadPending(kind)).toEqual([]);
  },
);

/** A payload for every job type whose job is the only record of its work. */
const payloadsByKind: Readonly<Record<string, object>> = {
  'recount-sales': { sourceId: 'till', code: 'soup', isModifier: false, userId: 'user' },
};

it('every job type whose job is the only record of its work has a payload here', () => {
  const kinds = jobs.filter(({ ifLost }) => ifLost && 'isOnlyRecord' in ifLost).map(({ kind }) => kind);
  expect(kinds).toEqual(Object.keys(payloadsByKind));
});

it.each(Object.entries(payloadsByKind))(
  '%s: its job is never deleted, and retried a day after it failed',
  async (kind, payload) => {
    const job = jobs.find((job) => job.kind === kind);
    if (!job) throw new Error(`There is no job ${kind}`);
    const id = await enqueueJob(api, job, payload);
    const remove = async () => (await api.as('admin').delete(`/jobs/${id}`)).body.reason;
    expect(await remove()).toBe('job-waited-for');
    const finishedAt = api.clock.now().toISOString();
    const failed = { state: 'failed', finishedAt, error: '{"code":"FAILED","message":"broken"}' };
    await api.db.writer.updateTable('jobs').set(failed).where('kind', '=', kind).execute();
    expect(await remove()).toBe('job-waited-for');
    const server = createTestRunner({ db: api.db, clock: api.clock, jobs, schedules });
    const getStateAfter = async (hours: number) => {
      await server.runDue();
      api.clock.advance(hours * hour);
      await server.runDue();
      await server.runDue();
      return (await loadJob(kind)).state;
    };
    expect(await getStateAfter(2)).toBe('failed');
    expect(await getStateAfter(24)).toBe('done');
  },
);

it.each(Object.entries(createPendingWork))(
  '%s: work is done within an hour of losing its job, and within a day of its job’s failure',
  async (kind, create) => {
    await create();
    expect(await loadPending(kind)).toHaveLength(1);
    const servers = [1, 2].map(() => createTestRunner({ db: api.db, clock: api.clock, jobs, schedules }));
    const runAll = () => Promise.all(servers.map((server) => server.runDue()));
    const finishedAt = new Date(api.clock.now().getTime() + hour).toISOString();
    const failed = { state: 'failed', finishedAt, error: '{"code":"FAILED","message":"broken"}' };
    await api.db.writer.updateTable('jobs').set(failed).where('kind', '=', kind).execute();
    await runAll();
    api.clock.advance(2 * hour);
    await runAll();
    // A job that has just failed is left for inspection.
    expect(await loadPending(kind)).toHaveLength(1);
    await api.db.writer.deleteFrom('jobs').where('kind', '=', kind).execute();
    api.clock.advance(hour);
    await runAll();
    await runAll();
    expect(await loadPending(kind)).toEqual([]);
    const done = await api.db.read.selectFrom('jobs').select('state').where('kind', '=', kind).execute();
    expect(done).toEqual([{ state: 'done' }]);
  },
);
