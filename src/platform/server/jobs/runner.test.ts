import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { Db } from '#platform/server/db/types.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import {
  createTestRunner,
  loadJobRow,
  numberedJob,
  enqueueJob,
  silentNotifier,
} from '#app/server/testing/jobs.ts';
import { defineJob, type JobContext, JobError, LostJobError } from './define-job.ts';
import { claimJob, enqueue, finishJob, lockJob, saveSteps, renewLease } from './queue.ts';
import { retryDelay } from './runner.ts';

const second = 1000;
const minute = 60 * second;

let db: Db;
let now: number;
const clock = { now: () => new Date(now) };
const at = () => ({ db, clock });
const claiming = () => ({ kinds: ['numbered'], now: clock.now(), leaseMs: minute });
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
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

/** Writes by a job, visible as a business row. */
async function noteDone({ db: database, payload }: JobContext<{ n: number }>): Promise<void> {
  const key = `done ${payload.n} ${crypto.randomUUID()}`;
  await database.write((tx) => tx.insertInto('settings').values({ key, value: '{}' }).execute());
}
const notes = async () =>
  (await db.read.selectFrom('settings').select('key').where('key', 'like', 'done %').execute()).length;

describe('a job', () => {
  it('exists exactly when its transaction was committed', async () => {
    const job = numberedJob(async () => undefined);
    const rolledBack = db.write(async (tx) => {
      await enqueue(tx, job, { n: 1 }, { now: clock.now() });
      throw new Error('the order was refused');
    });
    await expect(rolledBack).rejects.toThrow('the order was refused');
    expect(await createTestRunner({ ...at(), jobs: [job] }).runDue()).toBe(0);
    await enqueueJob(at(), job, { n: 2 });
    expect(await createTestRunner({ ...at(), jobs: [job] }).runDue()).toBe(1);
    expect(await createTestRunner({ ...at(), jobs: [job] }).runDue()).toBe(0);
  });

  it('gets only a payload of its kind', async () => {
    const job = numberedJob(async () => undefined);
    expectTypeOf(enqueueJob<typeof job.payload>)
      .parameter(2)
      .toEqualTypeOf<{ n: number }>();
    expectTypeOf<{ n: string }>().not.toExtend<z.input<typeof job.payload>>();
    const wrong = { n: 'one' } as unknown as { n: number };
    await expect(enqueueJob(at(), job, wrong)).rejects.toThrow(z.ZodError);
    const long = defineJob({ kind: 'long', payload: z.string(), run: async () => undefined });
    await expect(enqueueJob(at(), long, 'x'.repeat(100_001))).rejects.toThrow(RangeError);
    expect(await db.read.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  it('of one key runs once while it is stored', async () => {
    const runs: number[] = [];
    const job = numberedJob(async ({ payload }) => void runs.push(payload.n));
    const first = await enqueueJob(at(), job, { n: 1 }, { key: 'stock of Tuesday' });
    expect(await enqueueJob(at(), job, { n: 2 }, { key: 'stock of Tuesday' })).toBe('none');
    await Promise.all(
      Array.from({ length: 5 }, (_, n) => enqueueJob(at(), job, { n: 10 + n }, { key: 'at once' })),
    );
    expect(await createTestRunner({ ...at(), jobs: [job] }).runDue()).toBe(2);
    expect(await enqueueJob(at(), job, { n: 3 }, { key: 'stock of Tuesday' })).toBe('none');
    expect([runs.length, runs.includes(1), (await loadJobRow(db, first)).state]).toEqual([2, true, 'done']);
  });

  it('waits for its time', async () => {
    const job = numberedJob(async () => undefined);
    await enqueueJob(at(), job, { n: 1 }, { runAt: new Date(now + minute) });
    const runner = createTestRunner({ ...at(), jobs: [job] });
    expect(await runner.runDue()).toBe(0);
    now += minute;
    expect(await runner.runDue()).toBe(1);
  });

  it('of an unknown kind is left for a server that knows it', async () => {
    const job = numberedJob(async () => undefined);
    const id = await enqueueJob(at(), job, { n: 1 });
    const other = defineJob({ kind: 'other', payload: z.null(), run: async () => undefined });
    const [older, newer] = [
      createTestRunner({ ...at(), jobs: [other] }),
      createTestRunner({ ...at(), jobs: [other, job] }),
    ];
    expect(await older.runDue()).toBe(0);
    expect(await createTestRunner({ ...at(), jobs: [] }).runDue()).toBe(0);
    expect(await loadJobRow(db, id)).toMatchObject({ state: 'waiting', attempts: 0, error: null });
    expect(await newer.runDue()).toBe(1);
  });

  it('with an unreadable payload goes to a server that can read it', async () => {
    const newer = defineJob({
      kind: 'numbered',
      payload: z.strictObject({ n: z.number(), branch: z.string() }),
      run: async () => undefined,
    });
    const id = await enqueueJob(at(), newer, { n: 1, branch: 'harbour' });
    await createTestRunner({ ...at(), jobs: [numberedJob(async () => undefined)] }).runDue();
    expect(await loadJobRow(db, id)).toMatchObject({
      state: 'waiting',
      error: expect.stringContaining('PAYLOAD'),
    });
    now += minute;
    expect(await createTestRunner({ ...at(), jobs: [newer] }).runDue()).toBe(1);
    expect(await loadJobRow(db, id)).toMatchObject({ state: 'done', error: null });
  });
});

describe('a worker', () => {
  it('that was killed loses its job when the lease expires, and another one does it once', async () => {
    const runs: number[] = [];
    const job = numberedJob(async (ctx) => {
      runs.push(ctx.attempt);
      await noteDone(ctx);
    });
    const id = await enqueueJob(at(), job, { n: 1 });
    expect(await claimJob(db, claiming(), silentNotifier)).toMatchObject({ _id: id, attempts: 1 });
    const other = createTestRunner({ ...at(), jobs: [job] });
    now += minute - 1;
    expect(await other.runDue()).toBe(0);
    now += 1;
    expect(
      await Promise.all([other.runDue(), createTestRunner({ ...at(), jobs: [job] }).runDue()]),
    ).toContain(1);
    expect([runs, await notes(), (await loadJobRow(db, id)).state]).toEqual([[2], 1, 'done']);
  });

  it('that slept past its lease changes nothing any more', async () => {
    const job = numberedJob(noteDone);
    const id = await enqueueJob(at(), job, { n: 1 });
    const sleeper = await claimJob(db, claiming(), silentNotifier);
    if (!sleeper) throw new Error('nothing to claim');
    now += minute;
    const claimed = await claimJob(db, claiming(), silentNotifier);
    expect(claimed?.token).not.toBe(sleeper.token);
    const before = await loadJobRow(db, id);
    expect(await renewLease(db, sleeper, new Date(now + minute))).toBe(false);
    for (const ending of [
      { state: 'done' },
      { state: 'waiting', given: 'back' },
      { state: 'failed', error: { code: 'FAILED', message: 'late' } },
      { state: 'waiting', runAt: new Date(now), error: { code: 'FAILED', message: 'late' } },
    ] as const)
      expect(await finishJob(db, sleeper, ending, clock.now(), silentNotifier)).toBe(false);
    await expect(db.write((tx) => saveSteps(tx, sleeper, { mail: 1 }))).rejects.toThrow(LostJobError);
    await expect(db.write((tx) => lockJob(tx, sleeper))).rejects.toThrow(LostJobError);
    expect(await loadJobRow(db, id)).toEqual(before);
    if (claimed)
      expect(await finishJob(db, claimed, { state: 'done' }, clock.now(), silentNotifier)).toBe(true);
    expect(await finishJob(db, sleeper, { state: 'done' }, clock.now(), silentNotifier)).toBe(false);
  });

  it('that slept during a job writes nothing, stores nothing and reports no end', async () => {
    const [asleep, awake] = [gate(), gate()];
    const outcome: unknown[] = [];
    const slow = numberedJob(async (ctx) => {
      asleep.open();
      await awake.opened;
      for (const late of [
        () => noteDone(ctx),
        () => ctx.once('mail', async () => 'sent'),
        () => ctx.writeOnce('note', async () => 1),
      ])
        outcome.push(
          await late().then(
            () => 'written',
            (error: Error) => error.name,
          ),
        );
      throw new Error('and then it fails');
    });
    const id = await enqueueJob(at(), slow, { n: 1 });
    const sleeper = createTestRunner({ ...at(), jobs: [slow] });
    const sleeping = sleeper.runDue();
    await asleep.opened;
    now += minute;
    expect(await createTestRunner({ ...at(), jobs: [numberedJob(noteDone)] }).runDue()).toBe(1);
    const before = await loadJobRow(db, id);
    awake.open();
    await sleeping;
    expect(outcome).toEqual(['LostJobError', 'LostJobError', 'LostJobError']);
    expect([await notes(), await loadJobRow(db, id)]).toEqual([1, before]);
    expect(before.state).toBe('done');
  });

  it('renews its lease while it works, so that no other takes the job', async () => {
    const end = gate();
    const job = numberedJob(async () => end.opened);
    const id = await enqueueJob(at(), job, { n: 1 });
    const runner = createTestRunner({ ...at(), jobs: [job], leaseMs: 60 });
    const working = runner.runDue();
    let renewed = '';
    for (const first = new Date(now + 60).toISOString(); renewed <= first; now += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      renewed = (await loadJobRow(db, id)).leaseUntil ?? '';
    }
    end.open();
    expect(await working).toBe(1);
    expect(await loadJobRow(db, id)).toMatchObject({
      state: 'done',
      attempts: 1,
      leaseUntil: null,
      token: null,
    });
  });

  it('is aborted when another worker has claimed its job', async () => {
    const jobStarted = gate();
    const job = numberedJob(async ({ signal }) => {
      jobStarted.open();
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    });
    const id = await enqueueJob(at(), job, { n: 1 });
    const runner = createTestRunner({ ...at(), jobs: [job], leaseMs: 30 });
    const working = runner.runDue();
    await jobStarted.opened;
    await db.write((tx) =>
      tx.updateTable('jobs').set({ token: 'of another' }).where('_id', '=', id).execute(),
    );
    await working;
    expect(await loadJobRow(db, id)).toMatchObject({ state: 'running', token: 'of another' });
    expect(runner.logged.map(({ message }) => message)).toContain('job was taken over by another worker');
  });

  it('shares a thousand jobs with another, each done once', async () => {
    const done = new Map<number, number>();
    const job = numberedJob(async ({ payload: { n } }) => void done.set(n, (done.get(n) ?? 0) + 1));
    await db.write(async (tx) => {
      for (let n = 0; n < 1000; n += 1) await enqueue(tx, job, { n }, { now: clock.now() });
    });
    const workers = [1, 2].map(() => createTestRunner({ ...at(), jobs: [job] }));
    const shares = await Promise.all(workers.map((worker) => worker.runDue()));
    expect(done.size).toBe(1000);
    expect([...done.values()].every((times) => times === 1)).toBe(true);
    expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBe(1000);
    expect(Math.min(...shares)).toBeGreaterThan(0);
  }, 60_000);
});

describe('a failing job', () => {
  it('is retried with growing delays, and then fails visibly', async () => {
    const tries: number[] = [];
    const job = numberedJob(async ({ attempt }) => {
      tries.push(attempt);
      throw new JobError('MAIL_REFUSED', 'The mail server refused it.');
    }, 4);
    const id = await enqueueJob(at(), job, { n: 1 });
    const runner = createTestRunner({ ...at(), jobs: [job] });
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
    expect([tries, pauses]).toEqual([
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
    expect(runner.logged.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'error']);
  });

  it('waits from 10 s to an hour, less a random part of up to half', () => {
    expect([1, 2, 3, 9, 10, 30].map((attempt) => retryDelay(attempt, () => 0) / second)).toEqual([
      10, 20, 40, 2560, 3600, 3600,
    ]);
    expect(retryDelay(3, () => 1) / second).toBe(20);
  });

  it('reports its obstacle in plain words without internals', async () => {
    const faults = [
      new Error('column "secret" does not exist'),
      Object.assign(new Error('disk I/O'), { errcode: 13 }),
      Object.assign(new Error('locked'), { errcode: 5 }),
    ];
    const job = numberedJob(async ({ payload: { n } }) => {
      throw faults[n] as Error;
    });
    const ids = await Promise.all(faults.map((_, n) => enqueueJob(at(), job, { n })));
    await createTestRunner({ ...at(), jobs: [job] }).runDue();
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
    const job = numberedJob(async () => void (runs += 1), 3);
    const id = await enqueueJob(at(), job, { n: 1 });
    for (let n = 0; n < 3; n += 1) {
      expect(await claimJob(db, claiming(), silentNotifier)).not.toBeNull();
      now += minute;
    }
    await createTestRunner({ ...at(), jobs: [job] }).runDue();
    expect([runs, await loadJobRow(db, id)]).toMatchObject([
      0,
      { state: 'failed', error: expect.stringContaining('STOPPED') },
    ]);
  });

  it('does not repeat completed steps', async () => {
    const mails: number[] = [];
    const results: unknown[] = [];
    const job = numberedJob(async (ctx) => {
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
    await enqueueJob(at(), job, { n: 1 });
    const runner = createTestRunner({ ...at(), jobs: [job] });
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await runner.runDue()).toBe(1);
      now += minute;
    }
    expect([mails, await notes()]).toEqual([[1], 1]);
    const first = [{ id: 'mail 1', at: '2026-03-04T09:00:00.000Z' }, 'done 1', null];
    expect(results).toEqual([first, first, first]);
  });
});

describe('a job with concurrent steps', () => {
  it('stores each result and repeats no step', async () => {
    const steps: string[] = [];
    const results: unknown[] = [];
    const job = numberedJob(async (ctx) => {
      const mail = (name: string, soon: boolean) =>
        ctx.once(name, async () => {
          for (let turns = soon ? 1 : 20; turns > 0; turns -= 1) await Promise.resolve();
          steps.push(name);
          return `${name} ${ctx.attempt}`;
        });
      const row = (name: string) =>
        ctx.writeOnce(name, async (tx) => {
          steps.push(name);
          await tx
            .insertInto('settings')
            .values({ key: `done ${name}`, value: '{}' })
            .execute();
          return name;
        });
      results.push(
        await Promise.all([mail('a', false), mail('b', true), row('c'), row('d'), mail('a', true)]),
      );
      if (ctx.attempt < 3) throw new Error('not yet');
    });
    await enqueueJob(at(), job, { n: 1 });
    const runner = createTestRunner({ ...at(), jobs: [job] });
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await runner.runDue()).toBe(1);
      now += minute;
    }
    expect([steps.toSorted(), await notes()]).toEqual([['a', 'b', 'c', 'd'], 2]);
    const first = ['a 1', 'b 1', 'c', 'd', 'a 1'];
    expect(results).toEqual([first, first, first]);
  });

  it('continues with the successful steps where one of them failed', async () => {
    const steps: string[] = [];
    const job = numberedJob(async (ctx) => {
      const sent = ctx.once('sent', async () => void steps.push(`sent ${ctx.attempt}`));
      const refused = ctx.once('refused', async () => {
        steps.push(`refused ${ctx.attempt}`);
        if (ctx.attempt === 1) throw new Error('not yet');
      });
      await Promise.allSettled([sent, refused]);
      await refused;
    });
    const id = await enqueueJob(at(), job, { n: 1 });
    const runner = createTestRunner({ ...at(), jobs: [job] });
    await runner.runDue();
    now += minute;
    await runner.runDue();
    expect([steps.toSorted(), (await loadJobRow(db, id)).state]).toEqual([
      ['refused 1', 'refused 2', 'sent 1'],
      'done',
    ]);
  });
});

describe('a clock that was years ahead and was corrected', () => {
  const years = 4 * 365 * 24 * 60 * minute;

  it('does not block a job of a worker that has died', async () => {
    const job = numberedJob(noteDone);
    const id = await enqueueJob(at(), job, { n: 1 });
    now += years;
    expect(await claimJob(db, claiming(), silentNotifier)).not.toBeNull();
    now -= years;
    expect(await createTestRunner({ ...at(), jobs: [job] }).runDue()).toBe(1);
    expect([await notes(), (await loadJobRow(db, id)).state]).toEqual([1, 'done']);
  });

  it('does not block retries, and starts none before its time', async () => {
    const job = numberedJob(async ({ attempt }) => {
      if (attempt === 1) throw new Error('not yet');
    });
    const [tried, later] = [
      await enqueueJob(at(), job, { n: 1 }),
      await enqueueJob(at(), job, { n: 2 }, { runAt: new Date(now + 2 * years) }),
    ];
    now += years;
    await createTestRunner({ ...at(), jobs: [job] }).runDue();
    now -= years;
    expect(await createTestRunner({ ...at(), jobs: [job] }).runDue()).toBe(1);
    expect([(await loadJobRow(db, tried)).state, (await loadJobRow(db, later)).state]).toEqual([
      'done',
      'waiting',
    ]);
  });
});

it('limits concurrent jobs of a kind without blocking other kinds', async () => {
  const [slowEnds, otherDone] = [gate(), gate()];
  let [jobStarted, maxRunning] = [0, 0];
  const slow = defineJob({
    kind: 'slow',
    payload: z.strictObject({ n: z.number() }),
    mostAtOnce: 1,
    async run() {
      jobStarted += 1;
      maxRunning = Math.max(maxRunning, jobStarted);
      await slowEnds.opened;
      jobStarted -= 1;
    },
  });
  const other = numberedJob(async () => otherDone.open());
  const ids = [await enqueueJob(at(), slow, { n: 1 }), await enqueueJob(at(), slow, { n: 2 })];
  await enqueueJob(at(), other, { n: 3 });
  const runner = createTestRunner({ ...at(), jobs: [slow, other], atOnce: 2 });
  runner.start();
  await otherDone.opened;
  slowEnds.open();
  const states = async () => Promise.all(ids.map(async (id) => (await loadJobRow(db, id)).state));
  await expect.poll(states).toEqual(['done', 'done']);
  expect(maxRunning).toBe(1);
  await runner.stop(1000);
});

describe('a stopping server', () => {
  it('lets jobs finish in time, and starts no new ones', async () => {
    const [jobStarted, end] = [gate(), gate()];
    const job = numberedJob(async () => {
      jobStarted.open();
      await end.opened;
    });
    const [first, second] = [await enqueueJob(at(), job, { n: 1 }), await enqueueJob(at(), job, { n: 2 })];
    const runner = createTestRunner({ ...at(), jobs: [job], atOnce: 1 });
    runner.start();
    await jobStarted.opened;
    const stopped = runner.stop(10_000);
    end.open();
    await stopped;
    expect([(await loadJobRow(db, first)).state, (await loadJobRow(db, second)).state]).toEqual([
      'done',
      'waiting',
    ]);
    runner.wake();
    expect((await loadJobRow(db, second)).attempts).toBe(0);
  });

  it.each([
    ['listens', true],
    ['does not listen', false],
  ])('returns a job that %s to other servers at once, as if it had not started', async (_, listens) => {
    const jobStarted = gate();
    const endless = numberedJob(async ({ signal }) => {
      jobStarted.open();
      await new Promise((_resolve, reject) => {
        if (listens) signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    });
    const id = await enqueueJob(at(), endless, { n: 1 });
    const runner = createTestRunner({ ...at(), jobs: [endless] });
    runner.start();
    await jobStarted.opened;
    await runner.stop(0);
    expect(await loadJobRow(db, id)).toMatchObject({
      state: 'waiting',
      attempts: 0,
      token: null,
      error: null,
    });
    expect(await createTestRunner({ ...at(), jobs: [numberedJob(noteDone)] }).runDue()).toBe(1);
  });
});
