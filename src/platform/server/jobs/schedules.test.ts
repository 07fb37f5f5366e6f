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
const timed = (schedule: Schedule, name = 'report'): ScheduledJob =>
  scheduleJob({ name, schedule, job, payload: (due) => ({ due: due.toISOString() }) });
const server = (...schedules: ScheduledJob[]) => createTestRunner({ db, clock, jobs: [job], schedules });

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

const daily = timed({ every: 'day', at: '09:30', timezone: 'UTC' });

describe('a schedule', () => {
  it('runs once for each of its times, however many servers look', async () => {
    const servers = Array.from({ length: 4 }, () => server(daily));
    for (let day = 0; day < 3; day += 1) {
      for (const pass of [31 * minute, minute, 24 * hour - 32 * minute]) {
        now += pass;
        await Promise.all(servers.map((one) => one.runDue()));
        await Promise.all(servers.map((one) => one.runDue()));
      }
    }
    // Three mornings passed; the schedule was created before the first one.
    expect(done).toEqual(['2026-03-05T09:30', '2026-03-06T09:30']);
  });

  it('a new one starts with its next time', async () => {
    await server(daily).runDue();
    expect(done).toEqual([]);
    now += 30 * minute;
    await server(daily).runDue();
    expect(done).toEqual(['2026-03-04T09:30']);
  });

  it('is caught up on once after a server was down for a week', async () => {
    await server(daily).runDue();
    now += 7 * 24 * hour + hour;
    await server(daily).runDue();
    await server(daily).runDue();
    expect(done).toEqual(['2026-03-11T09:30']);
  });

  it('is not repeated by a server whose clock is behind, nor after its job was removed', async () => {
    await server(daily).runDue();
    now += hour;
    await server(daily).runDue();
    now -= 20 * minute;
    await server(daily).runDue();
    now -= 24 * hour;
    await server(daily).runDue();
    await db.write((tx) => tx.deleteFrom('jobs').execute());
    now += 25 * hour;
    await server(daily).runDue();
    expect(done).toEqual(['2026-03-04T09:30']);
  });

  it('continues after a clock was years ahead and was corrected', async () => {
    await server(daily).runDue();
    now += 4 * 365 * 24 * hour;
    await server(daily).runDue();
    now -= 4 * 365 * 24 * hour;
    done.length = 0;
    for (let day = 0; day < 3; day += 1) {
      await Promise.all([server(daily).runDue(), server(daily).runDue()]);
      now += 24 * hour;
    }
    expect(done.slice(-2)).toEqual(['2026-03-04T09:30', '2026-03-05T09:30']);
    expect(new Set(done).size).toBe(done.length);
  });

  it("is not run by a server that lost the race, even after the other's job was deleted", async () => {
    await server(daily).runDue();
    now += hour;
    const late: Db = {
      ...db,
      async write(work) {
        await server(daily).runDue();
        await db.write((tx) => tx.deleteFrom('jobs').execute());
        return db.write(work);
      },
    };
    const logged = {
      notify: silentNotifier,
      onFault: (_: string, error: unknown) => expect(error).toBeUndefined(),
    };
    await enqueueDueJobs(late, [daily], clock.now(), logged);
    expect(await server(daily).runDue()).toBe(0);
    expect(done).toEqual(['2026-03-04T09:30']);
  });

  it.each<[what: string, schedule: Schedule, from: string, times: string[]]>([
    [
      'an hour that does not exist: when the gap ends',
      { every: 'day', at: '02:30', timezone: 'Europe/Berlin' },
      '2026-03-28T00:00',
      ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    [
      'an hour that comes twice: once',
      { every: 'day', at: '02:30', timezone: 'Europe/Berlin' },
      '2026-10-24T00:00',
      ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'midnight that does not exist',
      { every: 'day', at: '00:00', timezone: 'Africa/Cairo' },
      '2026-04-22T23:00',
      ['2026-04-23T22:00', '2026-04-24T21:00', '2026-04-25T21:00'],
    ],
    [
      'every hour through a gap: two that end at once are one',
      { every: 'hour', minute: 0, timezone: 'Europe/Berlin' },
      '2026-03-28T23:30',
      ['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00'],
    ],
  ])('%s', async (_, schedule, from, times) => {
    now = Date.parse(`${from}Z`);
    const servers = [server(timed(schedule)), server(timed(schedule))];
    const end = now + (schedule.every === 'hour' ? 3 : 72) * hour;
    for (; now <= end; now += 15 * minute) await Promise.all(servers.map((one) => one.runDue()));
    expect(done).toEqual(times);
  });

  it('with an invalid payload does not block others', async () => {
    const broken = timed({ every: 'day', at: '09:30', timezone: 'Atlantis/Poseidon' }, 'broken');
    const one = server(broken, daily);
    await one.runDue();
    now += hour;
    await one.runDue();
    expect(done).toEqual(['2026-03-04T09:30']);
    expect(one.logged[0]?.fields).toMatchObject({ schedule: 'broken' });
  });
});
