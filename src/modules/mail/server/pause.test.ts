import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MailScheduleInput } from '../input.ts';
import type { JobRunner } from '#platform/server/jobs/runner.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createTestRunner } from '#app/server/testing/jobs.ts';
import { createRecordingMailer } from '#app/server/testing/mail-server.ts';
import { endLostMails, hourlyLostMails, loadMailSchedules, mailDue, queueMails, sendMail } from './jobs.ts';
import { restoreMail } from './pause.ts';

const hour = 3_600_000;

let api: TestApp;
let mailer: ReturnType<typeof createRecordingMailer>;
let worker: JobRunner;

beforeEach(async () => {
  mailer = createRecordingMailer(() => ({}));
  api = await createTestApp({ mailer });
  worker = createTestRunner({
    db: api.db,
    clock: api.clock,
    jobs: [mailDue, sendMail, endLostMails],
    schedules: [hourlyLostMails],
    userSchedules: loadMailSchedules,
    mailer,
  });
  await api.db.writer.updateTable('sessions').set({ expiresAt: '2099-01-01T00:00:00.000Z' }).execute();
  const settings = {
    host: 'mail.olive.test',
    port: 587,
    security: 'starttls',
    user: null,
    senderName: 'Olive',
    senderAddress: 'office@olive.test',
    dashboardUrl: 'https://olive.test/',
    externalReports: [],
  };
  expect((await api.as('admin').put('/mail/settings', settings)).status).toBe(200);
  const schedule: MailScheduleInput = {
    name: 'Stock',
    contentType: 'report',
    report: 'valuation',
    params: {},
    cadence: 'day',
    sendDay: null,
    sendTime: '10:00',
    timezone: 'UTC',
    onlyWithRows: false,
    withFile: false,
    isActive: true,
    recipients: [{ userId: ids.users.admin }],
  };
  expect((await api.as('admin').post('/mail-schedules', schedule)).status).toBe(201);
  await worker.runDue();
});
afterEach(() => api.close());

const runForDays = async (days: number) => {
  for (let hoursLeft = days * 24; hoursLeft > 0; hoursLeft--) {
    api.clock.advance(hour);
    await worker.runDue();
  }
};
const testMail = {
  kind: 'test',
  scheduleId: null,
  runId: null,
  recipientId: null,
  userId: ids.users.admin,
  toName: 'Admin',
  address: null,
  fromDay: null,
  toDay: null,
  missed: 0,
} as const;
const queueTestMail = () => api.db.write((tx) => queueMails(tx, [testMail], api.clock.now()));
const restore = (isPaused: boolean) => api.db.write((tx) => restoreMail(tx, api.clock.now(), isPaused));
const loadMails = () =>
  api.db.read.selectFrom('emails').select(['_id', 'state', 'reason']).orderBy('_id').execute();

it('sends neither scheduled nor waiting emails after a restore until mail is resumed', async () => {
  const [waiting] = await queueTestMail();
  expect(await restore(true)).toBe(true);
  const loadSchedules = async () => (await api.as('admin').get('/mail-schedules')).body;
  expect((await api.as('admin').get('/mail/settings')).body.pausedAt).toBe(api.clock.now().toISOString());
  expect((await api.as('admin').get('/mail-schedules/choices')).body).toMatchObject({
    isSetUp: true,
    isPaused: true,
  });
  expect((await loadSchedules())[0].nextDue).toBeNull();
  const [requested] = await queueTestMail();
  await runForDays(3);
  expect(mailer.sent).toEqual([]);
  // The email that was waiting in the backup may already have been sent, so only a user can resend it.
  expect(await loadMails()).toEqual([
    { _id: waiting?._id, state: 'unconfirmed', reason: 'restored' },
    { _id: requested?._id, state: 'waiting', reason: null },
  ]);
  const send = () => api.as('admin').post(`/mail-schedules/${scheduleId}/send`);
  const scheduleId: string = (await loadSchedules())[0]._id;
  expect(await send()).toMatchObject({ status: 409, body: { reason: 'mail-paused' } });
  expect((await api.as('branch').post('/mail/settings/resume')).status).toBe(403);

  const { body: settings } = await api.as('admin').get('/mail/settings');
  const { hasPassword: _, version: __, pausedAt: ___, ...unchanged } = settings;
  await api.as('admin').put('/mail/settings', { ...unchanged, senderName: 'Copy' });
  const resumed = await api.as('admin').post('/mail/settings/resume');
  expect(resumed.body).toMatchObject({ pausedAt: null, senderName: 'Copy' });
  const audit = await api.as('admin').get('/audit?entity=settings');
  expect(audit.text).toContain('pausedAt');
  await worker.runDue();
  // Emails due during the pause aren't sent.
  expect(await loadMails()).toHaveLength(2);
  expect((await send()).status).toBe(201);
  await runForDays(1);
  const states = (await loadMails()).map(({ state }) => state);
  expect(states.filter((state) => state === 'waiting')).toEqual([]);
  expect(mailer.sent.filter(({ subject }) => subject.includes('Stock')).length).toBeGreaterThanOrEqual(1);
});

it("keeps sending if the restore doesn't pause mail, and pauses nothing if there is no mail server", async () => {
  await queueTestMail();
  expect(await restore(false)).toBe(true);
  expect((await api.as('admin').get('/mail/settings')).body.pausedAt).toBeNull();
  await runForDays(1);
  expect((await loadMails()).map(({ state }) => state)).toEqual(['unconfirmed', 'sent']);
  await api.db.writer.deleteFrom('settings').where('key', '=', 'mail').execute();
  expect(await restore(true)).toBe(false);
});
