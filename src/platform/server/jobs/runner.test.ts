import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { Db } from '#platform/server/db/types.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import {
  createTestRunner,
  loadJobRow,
  defineNumberedJob,
  enqueueJob,
  silentNotifier,
} from '#app/server/testing/jobs.ts';
import { defineJob, type JobContext, JobError, LostJobError } from './define-job.ts';
import { claimJob, enqueue, finishJob, lockJob, saveSteps, renewLease } from './queue.ts';
import { computeRetryDelay } from './runner.ts';

const second = 1000;
const minute = 60 * second;

let db: Db;
let now: number;
const clock = { now: () => new Date(now) };
const withClock = () => ({ db, clock });
const buildClaim = () => ({ kinds: ['numbered'], now: clock.now(), leaseMs: minute });
beforeAll(async () => {
  db = await openTestDb();
});
beforeEach(async () => {
  await db.write(async (tx) => {
    await tx.deleteFrom('jobs').execute();
    await tx.deleteFrom('settings').execute();
  });
  now = Date.parse('2026-03-04T09:00:00.000Z');
});
afterAll(() => db.close());

/** A gate that blocks until it is opened. */
function createGate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

/** Inserts a row that shows that the job has written. */
async function insertNote({ db: database, payload }: JobContext<{ n: number }>): Promise<void> {
  const key = `done ${payload.n} ${crypto.randomUUID()}`;
  await database.write((tx) => tx.insertInto('settings').values({ key, value: '{}' }).execute());
}
const countNotes = async () =>
  (await db.read.selectFrom('settings').select('key').where('key', 'like', 'done %').execute()).length;

describe('a job', () => {
  it('exists only if its transaction was committed', async () => {
    const job = defineNumberedJob(async () => undefined);
    const rolledBack = db.write(async (tx) => {
      await enqueue(tx, job, { n: 1 }, { now: clock.now() });
      throw new Error('the order was refused');
    });
    await expect(rolledBack).rejects.toThrow('the order was refused');
    expect(await createTestRunner({ ...withClock(), jobs: [job] }).runDue()).toBe(0);
    await enqueueJob(withClock(), job, { n: 2 });
    expect(await createTestRunner({ ...withClock(), jobs: [job] }).runDue()).toBe(1);
    expect(await createTestRunner({ ...withClock(), jobs: [job] }).runDue()).toBe(0);
  });

  it('rejects invalid and overlong payloads', async () => {
    const job = defineNumberedJob(async () => undefined);
    expectTypeOf(enqueueJob<typeof job.payload>)
      .parameter(2)
      .toEqualTypeOf<{ n: number }>();
    expectTypeOf<{ n: string }>().not.toExtend<z.input<typeof job.payload>>();
    const invalidPayload = { n: 'one' } as unknown as { n: number };
    await expect(enqueueJob(withClock(), job, invalidPayload)).rejects.toThrow(z.ZodError);
    const longJob = defineJob({ kind: 'long', payload: z.string(), run: async () => undefined });
    await expect(enqueueJob(withClock(), longJob, 'x'.repeat(100_001))).rejects.toThrow(RangeError);
    expect(await db.read.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  it("with a key isn't enqueued again while it is stored", async () => {
    const runs: number[] = [];
    const job = defineNumberedJob(async ({ payload }) => void runs.push(payload.n));
    const first = await enqueueJob(withClock(), job, { n: 1 }, { key: 'stock of Tuesday' });
    expect(await enqueueJob(withClock(), job, { n: 2 }, { key: 'stock of Tuesday' })).toBe('none');
    await Promise.all(
      Array.from({ length: 5 }, (_, n) => enqueueJob(withClock(), job, { n: 10 + n }, { key: 'at once' })),
    );
    expect(await createTestRunner({ ...withClock(), jobs: [job] }).runDue()).toBe(2);
    expect(await enqueueJob(withClock(), job, { n: 3 }, { key: 'stock of Tuesday' })).toBe('none');
    expect([runs.length, runs.includes(1), (await loadJobRow(db, first)).state]).toEqual([2, true, 'done']);
  });

  it('waits until it is due', async () => {
    const job = defineNumberedJob(async () => undefined);
    await enqueueJob(withClock(), job, { n: 1 }, { runAt: new Date(now + minute) });
    const runner = createTestRunner({ ...withClock(), jobs: [job] });
    expect(await runner.runDue()).toBe(0);
    now += minute;
    expect(await runner.runDue()).toBe(1);
  });

  it('of an unknown kind is left for a server that supports it', async () => {
    const job = defineNumberedJob(async () => undefined);
    const id = await enqueueJob(withClock(), job, { n: 1 });
    const otherJob = defineJob({ kind: 'other', payload: z.null(), run: async () => undefined });
    const [older, newer] = [
      createTestRunner({ ...withClock(), jobs: [otherJob] }),
      createTestRunner({ ...withClock(), jobs: [otherJob, job] }),
    ];
    expect(await older.runDue()).toBe(0);
    expect(await createTestRunner({ ...withClock(), jobs: [] }).runDue()).toBe(0);
    expect(await loadJobRow(db, id)).toMatchObject({ state: 'waiting', attempts: 0, error: null });
    expect(await newer.runDue()).toBe(1);
  });

  it('with an unreadable payload is left to a server that can read it', async () => {
    const newer = defineJob({
      kind: 'numbered',
      payload: z.strictObject({ n: z.number(), branch: z.string() }),
      run: async () => undefined,
    });
    const id = await enqueueJob(withClock(), newer, { n: 1, branch: 'harbour' });
    await createTestRunner({ ...withClock(), jobs: [defineNumberedJob(async () => undefined)] }).runDue();
    expect(await loadJobRow(db, id)).toMatchObject({
      state: 'waiting',
      error: expect.stringContaining('PAYLOAD'),
    });
    now += minute;
    expect(await createTestRunner({ ...withClock(), jobs: [newer] }).runDue()).toBe(1);
    expect(await loadJobRow(db, id)).toMatchObject({ state: 'done', error: null });
  });
});

describe('a worker', () => {
  it('loses its job to another worker when its lease expires', async () => {
    const runs: number[] = [];
    const job = defineNumberedJob(async (ctx) => {
      runs.push(ctx.attempt);
      await insertNote(ctx);
    });
    const id = await enqueueJob(withClock(), job, { n: 1 });
    expect(await claimJob(db, buildClaim(), silentNotifier)).toMatchObject({ _id: id, attempts: 1 });
    const otherRunner = createTestRunner({ ...withClock(), jobs: [job] });
    now += minute - 1;
    expect(await otherRunner.runDue()).toBe(0);
    now += 1;
    expect(
      await Promise.all([otherRunner.runDue(), createTestRunner({ ...withClock(), jobs: [job] }).runDue()]),
    ).toContain(1);
    expect([runs, await countNotes(), (await loadJobRow(db, id)).state]).toEqual([[2], 1, 'done']);
  });

  it('can change nothing after its lease has expired', async () => {
    const job = defineNumberedJob(insertNote);
    const id = await enqueueJob(withClock(), job, { n: 1 });
    const staleJob = await claimJob(db, buildClaim(), silentNotifier);
    if (!staleJob) throw new Error('nothing to claim');
    now += minute;
    const claimed = await claimJob(db, buildClaim(), silentNotifier);
    expect(claimed?.token).not.toBe(staleJob.token);
    const before = await loadJobRow(db, id);
    expect(await renewLease(db, staleJob, new Date(now + minute))).toBe(false);
    for (const ending of [
      { state: 'done' },
      { state: 'waiting', isReturned: true },
      { state: 'failed', error: { code: 'FAILED', message: 'late' } },
      { state: 'waiting', runAt: new Date(now), error: { code: 'FAILED', message: 'late' } },
    ] as const)
      expect(await finishJob(db, staleJob, ending, clock.now(), silentNotifier)).toBe(false);
    await expect(db.write((tx) => saveSteps(tx, staleJob, { mail: 1 }))).rejects.toThrow(LostJobError);
    await expect(db.write((tx) => lockJob(tx, staleJob))).rejects.toThrow(LostJobError);
    expect(await loadJobRow(db, id)).toEqual(before);
    if (claimed)
      expect(await finishJob(db, claimed, { state: 'done' }, clock.now(), silentNotifier)).toBe(true);
    expect(await finishJob(db, staleJob, { state: 'done' }, clock.now(), silentNotifier)).toBe(false);
  });

  it('whose lease expires during a job cannot write or finish it', async () => {
    const [started, resumed] = [createGate(), createGate()];
    const outcome: unknown[] = [];
    const slowJob = defineNumberedJob(async (ctx) => {
      started.open();
      await resumed.opened;
      for (const action of [
        () => insertNote(ctx),
        () => ctx.once('mail', async () => 'sent'),
        () => ctx.writeOnce('note', async () => 1),
      ])
        outcome.push(
          await action().then(
            () => 'written',
            (error: Error) => error.name,
          ),
        );
      throw new Error('and then it fails');
    });
    const id = await enqueueJob(withClock(), slowJob, { n: 1 });
    const staleRunner = createTestRunner({ ...withClock(), jobs: [slowJob] });
    const staleRun = staleRunner.runDue();
    await started.opened;
    now += minute;
    expect(await createTestRunner({ ...withClock(), jobs: [defineNumberedJob(insertNote)] }).runDue()).toBe(
      1,
    );
    const before = await loadJobRow(db, id);
    resumed.open();
    await staleRun;
    expect(outcome).toEqual(['LostJobError', 'LostJobError', 'LostJobError']);
    expect([await countNotes(), await loadJobRow(db, id)]).toEqual([1, before]);
    expect(before.state).toBe('done');
  });

  it('renews its lease while its job runs', async () => {
    const endGate = createGate();
    const job = defineNumberedJob(async () => endGate.opened);
    const id = await enqueueJob(withClock(), job, { n: 1 });
    const runner = createTestRunner({ ...withClock(), jobs: [job], leaseMs: 60 });
    const working = runner.runDue();
    let renewed = '';
    for (const first = new Date(now + 60).toISOString(); renewed <= first; now += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      renewed = (await loadJobRow(db, id)).leaseUntil ?? '';
    }
    endGate.open();
    expect(await working).toBe(1);
    expect(await loadJobRow(db, id)).toMatchObject({
      state: 'done',
      attempts: 1,
      leaseUntil: null,
      token: null,
    });
  });

  it('is aborted when another worker has claimed its job', async () => {
    const jobStarted = createGate();
    const job = defineNumberedJob(async ({ signal }) => {
      jobStarted.open();
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    });
    const id = await enqueueJob(withClock(), job, { n: 1 });
    const runner = createTestRunner({ ...withClock(), jobs: [job], leaseMs: 30 });
    const working = runner.runDue();
    await jobStarted.opened;
    await db.write((tx) =>
      tx.updateTable('jobs').set({ token: 'of another' }).where('_id', '=', id).execute(),
    );
    await working;
    expect(await loadJobRow(db, id)).toMatchObject({ state: 'running', token: 'of another' });
    expect(runner.logEntries.map(({ message }) => message)).toContain('job was taken over by another worker');
  });

  it('shares a thousand jobs with another worker without doing any twice', async () => {
    const done = new Map<number, number>();
    const job = defineNumberedJob(async ({ payload: { n } }) => void done.set(n, (done.get(n) ?? 0) + 1));
    await db.write(async (tx) => {
      for (let n = 0; n < 1000; n += 1) await enqueue(tx, job, { n }, { now: clock.now() });
    });
    const workers = [1, 2].map(() => createTestRunner({ ...withClock(), jobs: [job] }));
    const shares = await Promise.all(workers.map((worker) => worker.runDue()));
    expect(done.size).toBe(1000);
    expect([...done.values()].every((times) => times === 1)).toBe(true);
    expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBe(1000);
    expect(Math.min(...shares)).toBeGreaterThan(0);
  }, 60_000);
});

describe('a failing job', () => {
  it('is retried with increasing delays, and then fails', async () => {
    const attempts: number[] = [];
    const job = defineNumberedJob(async ({ attempt }) => {
      attempts.push(attempt);
      throw new JobError('MAIL_REFUSED', 'The mail server refused it.');
    }, 4);
    const id = await enqueueJob(withClock(), job, { n: 1 });
    const runner = createTestRunner({ ...withClock(), jobs: [job] });
    const pauses: number[] = [];
    await runner.runDue();
    for (let row = await loadJobRow(db, id); row.state === 'waiting'; row = await loadJobRow(db, id)) {
      const pause = Date.parse(row.runAt ?? '') - now;
      pauses.push(pause);
      now += pause - 1;
      expect(await runner.runDue()).toBe(0);
      now += 1;
      expect(await runner.runDue()).toBe(1);
    }
    expect([attempts, pauses]).toEqual([
      [1, 2, 3, 4],
      [10 * second, 20 * second, 40 * second],
    ]);
    now += 24 * 60 * minute;
    expect(await runner.runDue()).toBe(0);
    expect(await loadJobRow(db, id)).toMatchObject({
      state: 'failed',
      attempts: 4,
      token: null,
      error: JSON.stringify({ code: 'MAIL_REFUSED', message: 'The mail server refused it.' }),
    });
    expect(runner.logEntries.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'error']);
  });

  it('waits 10 s to one hour before a retry, less a random part of up to half', () => {
    expect([1, 2, 3, 9, 10, 30].map((attempt) => computeRetryDelay(attempt, () => 0) / second)).toEqual([
      10, 20, 40, 2560, 3600, 3600,
    ]);
    expect(computeRetryDelay(3, () => 1) / second).toBe(20);
  });

  it('reports a known cause without internal details', async () => {
    const errors = [
      new Error('column "secret" does not exist'),
      Object.assign(new Error('disk I/O'), { errcode: 13 }),
      Object.assign(new Error('locked'), { errcode: 5 }),
    ];
    const job = defineNumberedJob(async ({ payload: { n } }) => {
      throw errors[n] as Error;
    });
    const ids = await Promise.all(errors.map((_, n) => enqueueJob(withClock(), job, { n })));
    await createTestRunner({ ...withClock(), jobs: [job] }).runDue();
    const rows = await Promise.all(ids.map((id) => loadJobRow(db, id)));
    expect(rows.map(({ error }) => (JSON.parse(error ?? '{}') as { code: string }).code)).toEqual([
      'FAILED',
      'FULL',
      'BUSY',
    ]);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('eventually fails if it crashes every server that starts it', async () => {
    let runs = 0;
    const job = defineNumberedJob(async () => void (runs += 1), 3);
    const id = await enqueueJob(withClock(), job, { n: 1 });
    for (let n = 0; n < 3; n += 1) {
      expect(await claimJob(db, buildClaim(), silentNotifier)).not.toBeNull();
      now += minute;
    }
    await createTestRunner({ ...withClock(), jobs: [job] }).runDue();
    expect([runs, await loadJobRow(db, id)]).toMatchObject([
      0,
      { state: 'failed', error: expect.stringContaining('STOPPED') },
    ]);
  });

  it('does not repeat completed steps', async () => {
    const mails: number[] = [];
    const results: unknown[] = [];
    const job = defineNumberedJob(async (ctx) => {
      const sent = await ctx.once('mail', async () => {
        mails.push(ctx.attempt);
        return { id: `mail ${ctx.attempt}`, at: ctx.now(), unset: undefined };
      });
      const row = await ctx.writeOnce('row', async (tx) => {
        const key = `done ${ctx.attempt}`;
        await tx.insertInto('settings').values({ key, value: '{}' }).execute();
        return key;
      });
      const nothing = await ctx.once('nothing', async () => undefined);
      results.push([sent, row, nothing]);
      if (ctx.attempt < 3) throw new Error('not yet');
    });
    await enqueueJob(withClock(), job, { n: 1 });
    const runner = createTestRunner({ ...withClock(), jobs: [job] });
    for (let attempts = 0; attempts < 3; attempts += 1) {
      expect(await runner.runDue()).toBe(1);
      now += minute;
    }
    expect([mails, await countNotes()]).toEqual([[1], 1]);
    const first = [{ id: 'mail 1', at: '2026-03-04T09:00:00.000Z' }, 'done 1', null];
    expect(results).toEqual([first, first, first]);
  });
});

describe('a job with concurrent steps', () => {
  it("stores each result and doesn't repeat steps", async () => {
    const steps: string[] = [];
    const results: unknown[] = [];
    const job = defineNumberedJob(async (ctx) => {
      const sendMail = (name: string, isFast: boolean) =>
        ctx.once(name, async () => {
          for (let turns = isFast ? 1 : 20; turns > 0; turns -= 1) await Promise.resolve();
          steps.push(name);
          return `${name} ${ctx.attempt}`;
        });
      const insertRow = (name: string) =>
        ctx.writeOnce(name, async (tx) => {
          steps.push(name);
          await tx
            .insertInto('settings')
            .values({ key: `done ${name}`, value: '{}' })
            .execute();
          return name;
        });
      results.push(
        await Promise.all([
          sendMail('a', false),
          sendMail('b', true),
          insertRow('c'),
          insertRow('d'),
          sendMail('a', true),
        ]),
      );
      if (ctx.attempt < 3) throw new Error('not yet');
    });
    await enqueueJob(withClock(), job, { n: 1 });
    const runner = createTestRunner({ ...withClock(), jobs: [job] });
    for (let attempts = 0; attempts < 3; attempts += 1) {
      expect(await runner.runDue()).toBe(1);
      now += minute;
    }
    expect([steps.toSorted(), await countNotes()]).toEqual([['a', 'b', 'c', 'd'], 2]);
    const first = ['a 1', 'b 1', 'c', 'd', 'a 1'];
    expect(results).toEqual([first, first, first]);
  });

  it('repeats only failed steps', async () => {
    const steps: string[] = [];
    const job = defineNumberedJob(async (ctx) => {
      const sent = ctx.once('sent', async () => void steps.push(`sent ${ctx.attempt}`));
      const failed = ctx.once('refused', async () => {
        steps.push(`refused ${ctx.attempt}`);
        if (ctx.attempt === 1) throw new Error('not yet');
      });
      await Promise.allSettled([sent, failed]);
      await failed;
    });
    const id = await enqueueJob(withClock(), job, { n: 1 });
    const runner = createTestRunner({ ...withClock(), jobs: [job] });
    await runner.runDue();
    now += minute;
    await runner.runDue();
    expect([steps.toSorted(), (await loadJobRow(db, id)).state]).toEqual([
      ['refused 1', 'refused 2', 'sent 1'],
      'done',
    ]);
  });
});

describe('after a clock error of several years was corrected, the runner', () => {
  const years = 4 * 365 * 24 * 60 * minute;

  it('takes over the job of a worker that has died', async () => {
    const job = defineNumberedJob(insertNote);
    const id = await enqueueJob(withClock(), job, { n: 1 });
    now += years;
    expect(await claimJob(db, buildClaim(), silentNotifier)).not.toBeNull();
    now -= years;
    expect(await createTestRunner({ ...withClock(), jobs: [job] }).runDue()).toBe(1);
    expect([await countNotes(), (await loadJobRow(db, id)).state]).toEqual([1, 'done']);
  });

  it("retries jobs and doesn't start others early", async () => {
    const job = defineNumberedJob(async ({ attempt }) => {
      if (attempt === 1) throw new Error('not yet');
    });
    const [tried, later] = [
      await enqueueJob(withClock(), job, { n: 1 }),
      await enqueueJob(withClock(), job, { n: 2 }, { runAt: new Date(now + 2 * years) }),
    ];
    now += years;
    await createTestRunner({ ...withClock(), jobs: [job] }).runDue();
    now -= years;
    expect(await createTestRunner({ ...withClock(), jobs: [job] }).runDue()).toBe(1);
    expect([(await loadJobRow(db, tried)).state, (await loadJobRow(db, later)).state]).toEqual([
      'done',
      'waiting',
    ]);
  });
});

it('limits concurrent jobs of a kind without blocking other kinds', async () => {
  const [slowEnds, otherDone] = [createGate(), createGate()];
  let [jobStarted, maxRunning] = [0, 0];
  const slowJob = defineJob({
    kind: 'slow',
    payload: z.strictObject({ n: z.number() }),
    maxConcurrency: 1,
    async run() {
      jobStarted += 1;
      maxRunning = Math.max(maxRunning, jobStarted);
      await slowEnds.opened;
      jobStarted -= 1;
    },
  });
  const otherJob = defineNumberedJob(async () => otherDone.open());
  const ids = [
    await enqueueJob(withClock(), slowJob, { n: 1 }),
    await enqueueJob(withClock(), slowJob, { n: 2 }),
  ];
  await enqueueJob(withClock(), otherJob, { n: 3 });
  const runner = createTestRunner({ ...withClock(), jobs: [slowJob, otherJob], concurrency: 2 });
  runner.start();
  await otherDone.opened;
  slowEnds.open();
  const loadStates = async () => Promise.all(ids.map(async (id) => (await loadJobRow(db, id)).state));
  await expect.poll(loadStates).toEqual(['done', 'done']);
  expect(maxRunning).toBe(1);
  await runner.stop(1000);
});

describe('a stopping server', () => {
  it('waits for running jobs and starts no new ones', async () => {
    const [jobStarted, endGate] = [createGate(), createGate()];
    const job = defineNumberedJob(async () => {
      jobStarted.open();
      await endGate.opened;
    });
    const [first, second] = [
      await enqueueJob(withClock(), job, { n: 1 }),
      await enqueueJob(withClock(), job, { n: 2 }),
    ];
    const runner = createTestRunner({ ...withClock(), jobs: [job], concurrency: 1 });
    runner.start();
    await jobStarted.opened;
    const stopped = runner.stop(10_000);
    endGate.open();
    await stopped;
    expect([(await loadJobRow(db, first)).state, (await loadJobRow(db, second)).state]).toEqual([
      'done',
      'waiting',
    ]);
    runner.wake();
    expect((await loadJobRow(db, second)).attempts).toBe(0);
  });

  it.each([
    ['obeys the abort signal', true],
    ['ignores the abort signal', false],
  ])('returns a job that %s to the queue without counting the attempt', async (_, obeysSignal) => {
    const jobStarted = createGate();
    const endlessJob = defineNumberedJob(async ({ signal }) => {
      jobStarted.open();
      await new Promise((_resolve, reject) => {
        if (obeysSignal) signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    });
    const id = await enqueueJob(withClock(), endlessJob, { n: 1 });
    const runner = createTestRunner({ ...withClock(), jobs: [endlessJob] });
    runner.start();
    await jobStarted.opened;
    await runner.stop(0);
    expect(await loadJobRow(db, id)).toMatchObject({
      state: 'waiting',
      attempts: 0,
      token: null,
      error: null,
    });
    expect(await createTestRunner({ ...withClock(), jobs: [defineNumberedJob(insertNote)] }).runDue()).toBe(
      1,
    );
  });
});
