import { afterAll, describe, expect, it } from 'vitest';
import { dayMs } from '#core/day.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { startMailServer } from '#app/server/testing/mail-server.ts';
import { getScheduleName } from '#modules/mail/server/jobs.ts';
import { engines, stopEngines } from './engines.ts';
import { findViolations } from './violations.ts';
import { recordMeasurement } from './repetitions.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { startServerProcess } from './server-process.ts';

afterAll(stopEngines);

const readers = [
  ids.users.admin,
  ids.users.branch,
  ids.users.branch2,
  ids.users.kitchen,
  ids.users.staff,
  ids.users.master,
];
/** Far longer than it takes to send an email. */
const longestSendMs = 3000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(engines)('F31: the morning digest on $name', ({ name, create }) => {
  it('is created once by two polling servers, and never sent to anyone twice, even if a server is killed while sending', async () => {
    const database = await seedMinimalDatabase(await create());
    const db = database.open();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const mails = await startMailServer({ delayReply: () => released });
    const t = await createTestApp({ db, isEmpty: true, now: new Date().toISOString() });
    const admin = await t.signIn(ids.users.admin);
    const settings = await admin.put('/mail/settings', {
      host: '127.0.0.1',
      port: mails.port,
      security: 'none',
      user: null,
      senderName: 'Olive',
      senderAddress: 'office@olive.test',
      dashboardUrl: 'https://olive.test/',
      externalReports: [],
    });
    expect(settings.status, settings.text).toBe(200);
    const created = await admin.post('/mail-schedules', {
      name: 'Morning',
      contentType: 'digest',
      report: null,
      params: {},
      cadence: 'day',
      sendDay: null,
      sendTime: '06:00',
      timezone: 'UTC',
      onlyWithRows: false,
      withFile: false,
      isActive: true,
      recipients: readers.map((userId) => ({ userId })),
    });
    expect(created.status, created.text).toBe(201);
    // It was scheduled three days ago, and no server has run since the day before yesterday.
    const daysAgo = (days: number) => new Date(t.clock.now().getTime() - days * dayMs).toISOString();
    await db.writer
      .updateTable('mailSchedules')
      .set({ since: daysAgo(3) })
      .execute();
    await db.writer
      .insertInto('jobSchedules')
      .values({ name: getScheduleName(created.body._id), lastDue: daysAgo(2) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ lastDue: daysAgo(2) }))
      .execute();

    const [killedServer, remainingServer] = await Promise.all([
      startServerProcess(database.env),
      startServerProcess(database.env),
    ]);
    // Waits until an email is being sent.
    while (mails.received.length === 0) await pause(50);
    await killedServer.end('SIGKILL');
    release();
    const loadOpenJobs = async () => {
      const jobs = await db.read
        .selectFrom('jobs')
        .select(['_id', 'kind', 'state', 'token'])
        .where('state', 'in', ['waiting', 'running'])
        .orderBy('_id')
        .execute();
      return jobs.filter(({ kind }) => kind.startsWith('mail'));
    };
    // The other server sends unclaimed emails. The killed server's claims are expired manually instead of
    // waiting a minute.
    const isStuck = async () => {
      const before = await loadOpenJobs();
      if (before.some(({ state }) => state === 'waiting')) return false;
      await pause(longestSendMs);
      return JSON.stringify(await loadOpenJobs()) === JSON.stringify(before);
    };
    while (!(await isStuck())) await pause(50);
    const expired = new Date(Date.now() - 1000).toISOString();
    for (const { _id } of await loadOpenJobs())
      await db.writer.updateTable('jobs').set({ leaseUntil: expired }).where('_id', '=', _id).execute();
    while ((await loadOpenJobs()).length > 0) await pause(50);
    expect(await remainingServer.end('SIGTERM')).toEqual({ code: 0, signal: null });

    const runs = await db.read.selectFrom('mailRuns').select(['scheduleId', 'emailCount', 'ended']).execute();
    expect(runs.map((run) => [Number(run.emailCount), Number(run.ended)])).toEqual([
      [readers.length, readers.length],
    ]);
    const storedMails = await db.read.selectFrom('emails').select(['state', 'address', 'kind']).execute();
    const digests = storedMails.filter(({ kind }) => kind === 'digest');
    expect(digests).toHaveLength(readers.length);
    expect(new Set(digests.map(({ address }) => address)).size).toBe(readers.length);
    // Emails that the killed server was sending are reported as unconfirmed and left for a user to resolve.
    expect(
      [...new Set(storedMails.map(({ state }) => state))].filter(
        (state) => state !== 'sent' && state !== 'unconfirmed',
      ),
    ).toEqual([]);
    for (const { address } of digests) {
      const receivedCount = mails.received.filter(({ to }) => to.includes(address ?? '')).length;
      const countInState = (state: string) =>
        storedMails.filter((mail) => mail.address === address && mail.state === state).length;
      expect(receivedCount, `${address}`).toBeGreaterThanOrEqual(countInState('sent'));
      expect(receivedCount, `${address}`).toBeLessThanOrEqual(
        countInState('sent') + countInState('unconfirmed'),
      );
    }
    const unconfirmed = digests.filter(({ state }) => state === 'unconfirmed').length;
    // A server sends two emails at a time.
    expect(unconfirmed).toBeLessThanOrEqual(2);
    recordMeasurement('F31', name, {
      'digest runs per due time': runs.length,
      'unconfirmed emails, which only a user can resend': unconfirmed,
      'delivered twice': 0,
    });
    await mails.close();
    await db.close();
    expect(await findViolations(database)).toEqual([]);
    database.drop();
  });
});
