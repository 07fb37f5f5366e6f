import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Db } from '#platform/server/db/types.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { numberedRowJob, leaseMs } from './numbered-row-job.ts';
import { engines, type FaultDatabase, stopEngines } from './engines.ts';
import { findViolations } from './violations.ts';
import { createSeededRandom } from './random.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { startServerProcess } from './server-process.ts';

const jobs = chooseRepetitions(60, 1000);
const kills = chooseRepetitions(2, 50);
const stops = chooseRepetitions(1, 10);

afterAll(stopEngines);

/** Starts a worker that runs jobs. */
async function startWorker({ env }: FaultDatabase): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'job-worker.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout, 'data');
  return worker;
}

async function stopWorker(worker: ChildProcess, signal: NodeJS.Signals): Promise<unknown[]> {
  const ended = once(worker, 'close');
  worker.kill(signal);
  return ended;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function countUnfinished(db: Db): Promise<number> {
  const rows = await db.read.selectFrom('jobs').select('_id').where('state', '!=', 'done').execute();
  return rows.length;
}

/** Returns how often each job's row was inserted. */
async function countRowsPerJob(db: Db): Promise<Map<number, number>> {
  const rows = await db.read
    .selectFrom('settings')
    .select('key')
    .where('key', 'like', 'numbered-row %')
    .execute();
  const done = new Map<number, number>();
  for (const { key } of rows) {
    const n = Number(key.split(' ')[1]);
    done.set(n, (done.get(n) ?? 0) + 1);
  }
  return done;
}

describe.each(engines)('F31: jobs on $name', ({ name, create }) => {
  it(`runs ${jobs} jobs once each while workers are killed and suspended`, async () => {
    const database = await seedMinimalDatabase(await create());
    const db = database.open();
    await db.write(async (tx) => {
      for (let n = 0; n < jobs; n += 1) await enqueue(tx, numberedRowJob, { n }, { now: new Date() });
    });
    const random = createSeededRandom(31);
    let workers = [await startWorker(database), await startWorker(database)] as const;
    const failures = [...Array(kills).fill('kill'), ...Array(stops).fill('sleep')] as ('kill' | 'sleep')[];
    for (const [index, failure] of failures.entries()) {
      await pause(100 + random(300));
      const [target, other]: readonly [ChildProcess, ChildProcess] = workers;
      if (failure === 'kill') {
        await stopWorker(target, 'SIGKILL');
        workers = [other, await startWorker(database)];
      } else {
        target.kill('SIGSTOP');
        await pause(leaseMs + 500);
        target.kill('SIGCONT');
        workers = [other, target];
      }
      // A worker must have work when it is killed or suspended.
      if (index + 1 < failures.length && (await countUnfinished(db)) < 20)
        await db.write(async (tx) => {
          const from = (await tx.selectFrom('jobs').select('_id').execute()).length;
          for (let n = from; n < from + 50; n += 1)
            await enqueue(tx, numberedRowJob, { n }, { now: new Date() });
        });
    }
    while ((await countUnfinished(db)) > 0) await pause(100);
    const exits = await Promise.all(workers.map((worker) => stopWorker(worker, 'SIGTERM')));
    expect(exits).toEqual([
      [0, null],
      [0, null],
    ]);
    const rows = await db.read.selectFrom('jobs').select(['attempts', 'state']).execute();
    const done = await countRowsPerJob(db);
    expect(done.size).toBe(rows.length);
    expect([...done].filter(([, count]) => count !== 1)).toEqual([]);
    await db.close();
    expect(await findViolations(database)).toEqual([]);
    recordMeasurement('F31', name, {
      jobs: rows.length,
      kills,
      suspended: stops,
      'started more than once': rows.filter(({ attempts }) => attempts > 1).length,
      lost: rows.length - done.size,
      'done twice': 0,
    });
    database.drop();
  });

  it('runs scheduled jobs on only one of two servers, and both stop cleanly', async () => {
    const database = await seedMinimalDatabase(await create());
    const db = database.open();
    await db.writer
      .insertInto('jobSchedules')
      .values({ name: 'housekeeping', lastDue: '2020-01-01T00:07:00.000Z' })
      .execute();
    const servers = await Promise.all([startServerProcess(database.env), startServerProcess(database.env)]);
    const loadFinishedJobs = () =>
      db.read.selectFrom('jobs').select(['kind', 'state', 'attempts']).where('state', '=', 'done').execute();
    while ((await loadFinishedJobs()).length === 0) await pause(50);
    // Both servers have checked the schedule by then, because each does so as it starts.
    const exits = await Promise.all(servers.map((server) => server.end('SIGTERM')));
    expect(exits).toEqual([0, 0].map((code) => ({ code, signal: null })));
    const rows = await db.read.selectFrom('jobs').select(['key', 'state', 'attempts']).execute();
    expect(rows[0]).toEqual({
      key: expect.stringMatching(/^housekeeping .*:07:00/),
      state: 'done',
      attempts: 1,
    });
    // The hour may have changed since.
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    expect(rows.length).toBeLessThanOrEqual(2);
    await db.close();
    database.drop();
  });
});
