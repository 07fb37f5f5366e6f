import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Schedule } from '#core/schedule.ts';
import type { Db } from '#platform/server/db/types.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import { createTestRunner, silentNotifier } from '#app/server/testing/jobs.ts';
import { defineJob } from './define-job.ts';
import { enqueueDueJobs, scheduleJob, type ScheduledJob } from './schedules.ts';

const minute = 60_000;
const hour = 60 * minute;

let db: Db;
let now: number;
let done: string[];
const clock = { now: () => new Date(now) };
const job = defineJob({
  kind: 'report',
  payload: z.strictObject({ due: z.string() }),
  run: async ({ payload }) => void done.push(payload.due.slice(0, 16)),
});
const createSchedule = (schedule: Schedule, name = 'report'): ScheduledJob =>
  scheduleJob({ name, schedule, job, payload: (due) => ({ due: due.toISOString() }) });
const createServer = (...schedules: ScheduledJob[]) =>
  createTestRunner({ db, clock, jobs: [job], schedules });

beforeAll(async () => {
  db = await openTestDb();
});
beforeEach(async () => {
  await db.write(async (tx) => {
    await tx.deleteFrom('jobs').execute();
    await tx.deleteFrom('jobSchedules').execute();
  });
  now = Date.parse('2026-03-04T09:00:00.000Z');
  done = [];
});
afterAll(() => db.close());

const daily = createSchedule({ every: 'day', at: '09:30', timezone: 'UTC' });

describe('a schedule', () => {
  it('runs once per due time, however many servers there are', async () => {
    const servers = Array.from({ length: 4 }, () => createServer(daily));
    for (let day = 0; day < 3; day += 1) {
      for (const elapsedMs of [31 * minute, minute, 24 * hour - 32 * minute]) {
        now += elapsedMs;
        await Promise.all(servers.map((runner) => runner.runDue()));
        await Promise.all(servers.map((runner) => runner.runDue()));
      }
    }
    // Three mornings passed; the schedule was created before the first one.
    expect(done).toEqual(['2026-03-05T09:30', '2026-03-06T09:30']);
  });

  it('first runs at its next due time if it is new', async () => {
    await createServer(daily).runDue();
    expect(done).toEqual([]);
    now += 30 * minute;
    await createServer(daily).runDue();
    expect(done).toEqual(['2026-03-04T09:30']);
  });

  it('runs once after the servers were down for a week', async () => {
    await createServer(daily).runDue();
    now += 7 * 24 * hour + hour;
    await createServer(daily).runDue();
    await createServer(daily).runDue();
    expect(done).toEqual(['2026-03-11T09:30']);
  });

  it("isn't run again by a server whose clock is behind, or after its job was removed", async () => {
    await createServer(daily).runDue();
    now += hour;
    await createServer(daily).runDue();
    now -= 20 * minute;
    await createServer(daily).runDue();
    now -= 24 * hour;
    await createServer(daily).runDue();
    await db.write((tx) => tx.deleteFrom('jobs').execute());
    now += 25 * hour;
    await createServer(daily).runDue();
    expect(done).toEqual(['2026-03-04T09:30']);
  });

  it('continues after a clock that was years ahead is corrected', async () => {
    await createServer(daily).runDue();
    now += 4 * 365 * 24 * hour;
    await createServer(daily).runDue();
    now -= 4 * 365 * 24 * hour;
    done.length = 0;
    for (let day = 0; day < 3; day += 1) {
      await Promise.all([createServer(daily).runDue(), createServer(daily).runDue()]);
      now += 24 * hour;
    }
    expect(done.slice(-2)).toEqual(['2026-03-04T09:30', '2026-03-05T09:30']);
    expect(new Set(done).size).toBe(done.length);
  });

  it("is not run again by a concurrent server, even after the first one's job was deleted", async () => {
    await createServer(daily).runDue();
    now += hour;
    const lateDb: Db = {
      ...db,
      async write(work) {
        await createServer(daily).runDue();
        await db.write((tx) => tx.deleteFrom('jobs').execute());
        return db.write(work);
      },
    };
    const callbacks = {
      notify: silentNotifier,
      onError: (_: string, error: unknown) => expect(error).toBeUndefined(),
    };
    await enqueueDueJobs(lateDb, [daily], clock.now(), callbacks);
    expect(await createServer(daily).runDue()).toBe(0);
    expect(done).toEqual(['2026-03-04T09:30']);
  });

  it.each<[title: string, schedule: Schedule, from: string, times: string[]]>([
    [
      'runs at the end of the gap if its time is skipped',
      { every: 'day', at: '02:30', timezone: 'Europe/Berlin' },
      '2026-03-28T00:00',
      ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    [
      'runs once if its time occurs twice',
      { every: 'day', at: '02:30', timezone: 'Europe/Berlin' },
      '2026-10-24T00:00',
      ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'runs at the end of the gap if midnight is skipped',
      { every: 'day', at: '00:00', timezone: 'Africa/Cairo' },
      '2026-04-22T23:00',
      ['2026-04-23T22:00', '2026-04-24T21:00', '2026-04-25T21:00'],
    ],
    [
      'runs once for two hours that end at the same time in a gap',
      { every: 'hour', minute: 0, timezone: 'Europe/Berlin' },
      '2026-03-28T23:30',
      ['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00'],
    ],
  ])('%s', async (_, schedule, from, times) => {
    now = Date.parse(`${from}Z`);
    const servers = [createServer(createSchedule(schedule)), createServer(createSchedule(schedule))];
    const end = now + (schedule.every === 'hour' ? 3 : 72) * hour;
    for (; now <= end; now += 15 * minute) await Promise.all(servers.map((runner) => runner.runDue()));
    expect(done).toEqual(times);
  });

  it('with an unknown time zone does not block others', async () => {
    const broken = createSchedule({ every: 'day', at: '09:30', timezone: 'Atlantis/Poseidon' }, 'broken');
    const runner = createServer(broken, daily);
    await runner.runDue();
    now += hour;
    await runner.runDue();
    expect(done).toEqual(['2026-03-04T09:30']);
    expect(runner.logEntries[0]?.fields).toMatchObject({ schedule: 'broken' });
  });
});
