import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MailScheduleInput, MailSettingsInput } from '../input.ts';
import type { Mailer, MailOutcome, OutgoingMail } from '#platform/server/jobs/mailer.ts';
import type { JobRunner } from '#platform/server/jobs/runner.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createUserWithoutCosts } from '#app/server/testing/user-without-costs.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createTestRunner } from '#app/server/testing/jobs.ts';
import { createRecordingMailer } from '#app/server/testing/mail-server.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { composeMail } from './compose.ts';
import { endLostMails, hourlyLostMails, mailDue, loadMailSchedules, sendMail } from './jobs.ts';
import { buildReportAttachment } from './report.ts';
import { readMailSettings } from './settings.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let api: TestApp;
let getOutcome: (mail: OutgoingMail) => Partial<MailOutcome>;
let mailer: ReturnType<typeof createRecordingMailer>;
let worker: JobRunner;

beforeEach(async () => {
  getOutcome = () => ({});
  mailer = createRecordingMailer((mail) => getOutcome(mail));
  api = await createTestApp({ mailer });
  worker = createWorker();
  // Prevents the sessions from expiring while days pass in these tests.
  await api.db.writer.updateTable('sessions').set({ expiresAt: '2099-01-01T00:00:00.000Z' }).execute();
});
afterEach(() => api.close());

const createWorker = (to: Mailer = mailer) =>
  createTestRunner({
    db: api.db,
    clock: api.clock,
    jobs: [mailDue, sendMail, endLostMails],
    schedules: [hourlyLostMails],
    userSchedules: loadMailSchedules,
    mailer: to,
  });

const smtp: MailSettingsInput = {
  host: 'mail.olive.test',
  port: 587,
  security: 'starttls',
  user: 'olive',
  password: 'a quiet secret',
  senderName: 'Olive',
  senderAddress: 'office@olive.test',
  dashboardUrl: 'https://olive.test/',
  externalReports: [],
};
const setArabic = (userId: string) =>
  api.db.writer.updateTable('users').set({ language: 'ar' }).where('_id', '=', userId).execute();
const saveSmtpSettings = async (overrides: Partial<MailSettingsInput> = {}) => {
  const response = await api.as('admin').put('/mail/settings', { ...smtp, ...overrides });
  expect(response.status, response.text).toBe(200);
  return response;
};

const buildInput = (overrides: Partial<MailScheduleInput> = {}): MailScheduleInput => ({
  name: 'Waste',
  contentType: 'report',
  report: 'wastage',
  params: {},
  cadence: 'day',
  sendDay: null,
  sendTime: '10:00',
  timezone: 'UTC',
  onlyWithRows: false,
  withFile: false,
  isActive: true,
  recipients: [{ userId: ids.users.admin }],
  ...overrides,
});
const createSchedule = async (overrides: Partial<MailScheduleInput> = {}, user: TestUser = 'admin') => {
  const response = await api.as(user).post('/mail-schedules', buildInput(overrides));
  expect(response.status, response.text).toBe(201);
  return response.body;
};
/** Advances the clock; the worker polls every 15 minutes. */
const advanceAndRun = async (ms: number) => {
  for (let remaining = ms; remaining > 0; remaining -= 15 * minute) {
    api.clock.advance(Math.min(remaining, 15 * minute));
    await worker.runDue();
  }
};
/** Advances the clock without polling, as if the server were down. */
const advanceWhileDown = (ms: number) => api.clock.advance(ms);
const postWaste = async (branch: string) => {
  await receiveStock(api, branch, ids.items.flour, 100, 1.2);
  const response = await api
    .as('admin')
    .post('/wastage', { item: ids.items.flour, qty: 2, reason: 'spoiled', branch });
  expect(response.status, response.text).toBe(201);
};
const loadLog = async (id: string, user: TestUser = 'admin') =>
  (await api.as(user).get(`/mail-schedules/${id}/emails`)).body;
const deactivateUser = (user: TestUser) =>
  api.db.writer.updateTable('users').set({ isActive: 0 }).where('_id', '=', ids.users[user]).execute();

describe('mail settings', () => {
  it("don't expose the password in responses, the audit log, the server log or stored responses", async () => {
    const setup = await saveSmtpSettings();
    expect(setup.body).toMatchObject({
      host: 'mail.olive.test',
      user: 'olive',
      hasPassword: true,
      version: 1,
    });
    const mailSettings = await api.as('admin').get('/mail/settings');
    const audit = await api.as('admin').get('/audit?entity=settings');
    const keys = await api.db.read.selectFrom('idempotencyKeys').selectAll().execute();
    const settings = await api.as('admin').get('/settings');
    for (const text of [
      setup.text,
      mailSettings.text,
      audit.text,
      settings.text,
      JSON.stringify([keys, api.errors]),
    ])
      expect(text).not.toContain('a quiet secret');
    expect(audit.text).toContain('mail.olive.test');
  });

  it('keep the password if none is sent, but not if the server changes', async () => {
    await saveSmtpSettings();
    const { password: _, ...withoutPassword } = smtp;
    const saveSettings = (overrides: object) =>
      api.as('admin').put('/mail/settings', { ...withoutPassword, ...overrides });
    expect((await saveSettings({ senderName: 'Olive & Sons' })).body).toMatchObject({ hasPassword: true });
    for (const change of [{ host: 'evil.test' }, { port: 25 }, { security: 'none' }, { user: 'other' }]) {
      const response = await saveSettings(change);
      expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, ['password']]);
    }
    expect((await saveSettings({ host: 'new.test', password: 'another' })).status).toBe(200);
    expect((await saveSettings({ host: 'new.test', user: null })).body).toMatchObject({ hasPassword: false });
  });

  it('require access to the whole business', async () => {
    await api.db.writer
      .updateTable('users')
      .set({ allowedPages: '["branches","branch-order"]' })
      .where('_id', '=', ids.users.branch)
      .execute();
    for (const user of ['branch', 'kitchen', 'staff'] as const) {
      expect((await api.as(user).get('/mail/settings')).status).toBe(403);
      expect((await api.as(user).put('/mail/settings', smtp)).status).toBe(403);
      expect((await api.as(user).post('/mail/settings/test', {})).status).toBe(403);
    }
    expect((await api.anonymous.get('/mail/settings')).status).toBe(401);
  });

  it.each<[string, Partial<MailSettingsInput>]>([
    ['host', { host: 'mail.olive.test/x' }],
    ['host', { host: 'a b' }],
    ['port', { port: 22 }],
    ['port', { port: 70_000 }],
    ['senderName', { senderName: 'Olive\r\nBcc: evil@else.test' }],
    ['senderAddress', { senderAddress: 'office@olive.test\r\nBcc: evil@else.test' }],
    ['senderAddress', { senderAddress: 'office@olive.test, evil@else.test' }],
    ['dashboardUrl', { dashboardUrl: 'javascript:alert(1)' }],
    ['dashboardUrl', { dashboardUrl: 'https://user@olive.test' }],
  ])('reject an invalid %s (%j)', async (field, overrides) => {
    const response = await api.as('admin').put('/mail/settings', { ...smtp, ...overrides });
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, [field]]);
  });

  it("are tested by sending an email to oneself and showing the server's response", async () => {
    expect((await api.as('admin').post('/mail/settings/test', {})).body.reason).toBe('mail-not-set-up');
    await saveSmtpSettings();
    getOutcome = () => ({
      outcome: 'refused',
      serverResponse: '550 5.7.1 Not from you',
      code: 'no-connection',
    });
    const response = await api.as('admin').post('/mail/settings/test', {});
    expect(response.body).toMatchObject({
      outcome: 'refused',
      serverResponse: '550 5.7.1 Not from you',
      to: 'admin@demo.test',
    });
    getOutcome = () => ({});
    await api.as('admin').post('/mail/settings/test', {});
    expect(mailer.sent.map(({ to }) => to.address)).toEqual(['admin@demo.test']);
  });
});

describe('a schedule', () => {
  it("sends nothing without mail settings, and doesn't catch up after they are added", async () => {
    const { _id } = await createSchedule();
    await advanceAndRun(3 * day);
    expect(mailer.sent).toEqual([]);
    expect((await api.as('admin').post(`/mail-schedules/${_id}/send`, {})).body.reason).toBe(
      'mail-not-set-up',
    );
    await saveSmtpSettings();
    await advanceAndRun(30 * minute);
    expect(mailer.sent).toEqual([]);
    await advanceAndRun(day);
    expect(mailer.sent).toHaveLength(1);
    expect(mailer.sent[0]?.text).not.toContain('wasn’t running');
  });

  it('covers the days since its previous email in its own time zone, with a link to the live report', async () => {
    await saveSmtpSettings();
    await postWaste(ids.branch1);
    await createSchedule({ sendTime: '00:30', timezone: 'Asia/Tokyo', withFile: true });
    await advanceAndRun(day);
    const [mail] = mailer.sent;
    // 00:30 on the 5th in Tokyo is 15:30 on the 4th in UTC: the day before is the 4th.
    expect(mail?.subject).toBe('Waste: Wastage, 4 Mar 2026');
    expect(mail?.html).toContain(
      'href="https://olive.test/reports?report=wastage&amp;from=2026-03-04&amp;to=2026-03-04&amp;by=item"',
    );
    expect(mail?.html).toContain('Bread flour');
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['wastage-2026-03-04-2026-03-04.csv']);
    expect(mail?.attachments[0]?.content).toContain('Bread flour');
  });

  it('that was missed is sent once, for its original days, with a note that emails were missed', async () => {
    await saveSmtpSettings();
    await createSchedule();
    await advanceAndRun(2 * hour);
    expect(mailer.sent.map(({ subject }) => subject)).toEqual(['Waste: Wastage, 3 Mar 2026']);
    advanceWhileDown(3 * day + 5 * hour);
    await advanceAndRun(30 * minute);
    await advanceAndRun(2 * hour);
    expect(mailer.sent.map(({ subject }) => subject)).toEqual([
      'Waste: Wastage, 3 Mar 2026',
      'Waste: Wastage, 4 Mar 2026 – 6 Mar 2026',
    ]);
    expect(mailer.sent[1]?.text).toContain(
      '2 earlier emails weren’t sent because the server wasn’t running.',
    );
  });

  it.each<[name: string, start: string, zone: string, sentAt: string[]]>([
    [
      'clocks go forward',
      '2026-03-27T12:00:00.000Z',
      'Europe/Berlin',
      ['2026-03-28T06:00', '2026-03-29T05:00', '2026-03-30T05:00'],
    ],
    [
      'clocks go back',
      '2026-10-23T12:00:00.000Z',
      'Europe/Berlin',
      ['2026-10-24T05:00', '2026-10-25T06:00', '2026-10-26T06:00'],
    ],
  ])('keeps its time of day when the %s, even if edited in between', async (_, start, zone, sentAt) => {
    api.clock.advance(Date.parse(start) - api.clock.now().getTime());
    await saveSmtpSettings();
    const created = await createSchedule({ sendTime: '07:00', timezone: zone });
    const sent: string[] = [];
    for (let n = 0; n < 3 * 48; n += 1) {
      await advanceAndRun(30 * minute);
      while (mailer.sent.length > sent.length) sent.push(api.clock.now().toISOString().slice(0, 16));
      if (n === 60) {
        const changed = await api
          .as('admin')
          .put(
            `/mail-schedules/${created._id}`,
            buildInput({ sendTime: '07:00', timezone: zone, name: 'Renamed' }),
          );
        expect(changed.status, changed.text).toBe(200);
      }
    }
    expect(sent).toEqual(sentAt);
  });

  it('covers each day once even if its time changes', async () => {
    await saveSmtpSettings();
    const created = await createSchedule();
    const saveSchedule = (overrides: object) =>
      api.as('admin').put(`/mail-schedules/${created._id}`, buildInput(overrides));
    await advanceAndRun(2 * hour);
    expect((await saveSchedule({ sendTime: '14:00' })).status).toBe(200);
    await advanceAndRun(day + 4 * hour);
    expect((await saveSchedule({ cadence: 'week', sendDay: 6, sendTime: '14:00' })).status).toBe(200);
    await advanceAndRun(3 * day);
    expect(mailer.sent.map(({ subject }) => subject)).toEqual([
      'Waste: Wastage, 3 Mar 2026',
      'Waste: Wastage, 4 Mar 2026',
      'Waste: Wastage, 5 Mar 2026 – 6 Mar 2026',
    ]);
    expect(mailer.sent.map(({ text }) => text.includes('earlier email'))).toEqual([false, false, false]);
  });

  it.each<[name: string, before: object, after: object, subjects: string[]]>([
    [
      'weekly to daily',
      { cadence: 'week', sendDay: 3 },
      { cadence: 'day', sendDay: null },
      [
        // The email sent on Wednesday the 4th covers a week. From Friday the schedule is daily, and
        // Saturday's email covers Wednesday to Friday.
        '25 Feb 2026 – 3 Mar 2026',
        '4 Mar 2026 – 6 Mar 2026',
        '7 Mar 2026',
        '8 Mar 2026',
      ],
    ],
    [
      'daily to weekly',
      { cadence: 'day', sendDay: null },
      { cadence: 'week', sendDay: 1 },
      ['3 Mar 2026', '4 Mar 2026', '5 Mar 2026', '6 Mar 2026 – 8 Mar 2026'],
    ],
    [
      'weekly to monthly',
      { cadence: 'week', sendDay: 3 },
      { cadence: 'month', sendDay: 8 },
      ['25 Feb 2026 – 3 Mar 2026', '4 Mar 2026 – 7 Mar 2026'],
    ],
    [
      'weekly to another weekday',
      { cadence: 'week', sendDay: 3 },
      { cadence: 'week', sendDay: 7 },
      ['25 Feb 2026 – 3 Mar 2026', '4 Mar 2026 – 7 Mar 2026'],
    ],
    [
      'weekdays to daily in another time zone',
      { cadence: 'weekdays', sendDay: null },
      { cadence: 'day', sendDay: null, timezone: 'Pacific/Kiritimati' },
      ['3 Mar 2026', '4 Mar 2026', '5 Mar 2026', '6 Mar 2026', '7 Mar 2026', '8 Mar 2026'],
    ],
  ])(
    'changed from %s covers each day once and reports no missed emails',
    async (_, before, after, subjects) => {
      await saveSmtpSettings();
      const created = await createSchedule(before);
      await advanceAndRun(2 * day + 4 * hour);
      const changed = await api
        .as('admin')
        .put(`/mail-schedules/${created._id}`, buildInput({ ...before, ...after }));
      expect(changed.status, changed.text).toBe(200);
      for (let n = 0; n < 3; n += 1) await advanceAndRun(day);
      expect(mailer.sent.map(({ subject }) => subject.replace('Waste: Wastage, ', ''))).toEqual(subjects);
      expect(mailer.sent.filter(({ text }) => text.includes('earlier email'))).toEqual([]);
    },
  );

  it('changed before its first email covers the days since it was created', async () => {
    await saveSmtpSettings();
    const created = await createSchedule({ cadence: 'week', sendDay: 2 });
    await advanceAndRun(2 * day + 4 * hour);
    await api
      .as('admin')
      .put(`/mail-schedules/${created._id}`, buildInput({ cadence: 'day', sendDay: null }));
    await advanceAndRun(day);
    expect(mailer.sent.map(({ subject }) => subject)).toEqual(['Waste: Wastage, 3 Mar 2026 – 6 Mar 2026']);
    expect(mailer.sent[0]?.text).not.toContain('earlier email');
  });

  it('moved to an earlier time or resumed after a pause waits for its next time', async () => {
    await saveSmtpSettings();
    const created = await createSchedule({ sendTime: '18:00' });
    await advanceAndRun(hour);
    const saveSchedule = (overrides: object) =>
      api.as('admin').put(`/mail-schedules/${created._id}`, buildInput(overrides));
    expect((await saveSchedule({ sendTime: '08:00' })).status).toBe(200);
    await advanceAndRun(hour);
    expect(mailer.sent).toEqual([]);
    await saveSchedule({ sendTime: '08:00', isActive: false });
    await advanceAndRun(2 * day);
    await saveSchedule({ sendTime: '08:00' });
    await advanceAndRun(hour);
    expect(mailer.sent).toEqual([]);
    await advanceAndRun(day);
    expect(mailer.sent.map(({ subject }) => subject)).toEqual(['Waste: Wastage, 6 Mar 2026']);
  });

  it('can be limited to reports with rows, and logs skipped emails', async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule({ onlyWithRows: true });
    await advanceAndRun(2 * hour);
    expect(mailer.sent).toEqual([]);
    expect(
      (await loadLog(_id)).map(({ state, reason }: { state: string; reason: string }) => [state, reason]),
    ).toEqual([['skipped', 'no-rows']]);
    await postWaste(ids.branch1);
    await advanceAndRun(day);
    expect(mailer.sent.map(({ subject }) => subject)).toEqual(['Waste: Wastage, 4 Mar 2026']);
  });

  it.each([
    ['a report of the current state', 'below-par', 'Waste: Below par, 8 Mar 2026'],
    ['the end of a day', 'valuation', 'Waste: Stock valuation, 7 Mar 2026'],
    ['days', 'wastage', 'Waste: Wastage, 4 Mar 2026 – 7 Mar 2026'],
  ])('for %s shows the day of its figures, however many emails were missed', async (_, report, subject) => {
    await saveSmtpSettings();
    await createSchedule({ report });
    await advanceAndRun(2 * hour);
    advanceWhileDown(4 * day);
    await advanceAndRun(30 * minute);
    expect(mailer.sent.at(-1)?.subject).toBe(subject);
    expect(mailer.sent.at(-1)?.text).toContain(
      '3 earlier emails weren’t sent because the server wasn’t running.',
    );
    const coversMissedDays = mailer.sent.at(-1)?.text.includes('This email covers those days, too.');
    expect(coversMissedDays).toBe(report === 'wastage');
  });

  it('for expiring stock counts days from the day it is sent', async () => {
    await saveSmtpSettings();
    await api.db.writer
      .updateTable('items')
      .set({ trackLots: 1, trackExpiry: 1 })
      .where('_id', '=', ids.items.milk)
      .execute();
    for (const [lot, expiry] of [
      ['PAST', '2026-03-04'],
      ['LAST-DAY', '2026-03-05'],
      ['NEXT-WEEK', '2026-03-12'],
    ] as const)
      await receiveStock(api, ids.branch1, ids.items.milk, 5, 1, { lot, expiry });
    await createSchedule({ report: 'expiry' });
    await advanceAndRun(day + 2 * hour);
    const [, mail] = mailer.sent;
    expect(mail?.subject).toBe('Waste: Expiring stock, 5 Mar 2026');
    const rows = [...(mail?.text ?? '').matchAll(/ \| ([A-Z-]+) \| Riverside \| [^|]+ \| (-?\d+) \| /g)];
    expect(rows.map(([, lot, days]) => [lot, days])).toEqual([
      ['PAST', '-1'],
      ['LAST-DAY', '0'],
      ['NEXT-WEEK', '7'],
    ]);
  });

  it("translates codes and movement kinds into the reader's language", async () => {
    await saveSmtpSettings();
    await postWaste(ids.branch1);
    api.clock.advance(day + 2 * hour);
    const { _id } = await createSchedule({ report: 'below-par' });
    const card = await createSchedule({ report: 'stock-card', params: { item: ids.items.flour } });
    const loadText = async (id: string) =>
      (await api.as('admin').get(`/mail-schedules/${id}/preview`)).body.text as string;
    expect(await loadText(_id)).toContain(' | Out of stock | ');
    expect(await loadText(card._id)).toContain(' | Waste | ');
    await setArabic(ids.users.admin);
    expect(await loadText(_id)).toContain(' | نفد | ');
    expect(await loadText(card._id)).toMatch(/ \| هدر \| Riverside \| الهدر \| /);
  });

  it('shows prices in their currency, and small ones with all their decimals', async () => {
    const admin = api.as('admin');
    const euro = await admin.post('/currencies', { code: 'EUR', name: 'Euro', symbol: '€' });
    expect(euro.status, euro.text).toBe(201);
    const supplier = await admin.post('/suppliers', {
      code: 'MILL',
      name: 'The Mill',
      currency: euro.body._id,
    });
    expect(supplier.status, supplier.text).toBe(201);
    const sack = await admin.post('/packagings', {
      name: 'Sack',
      itemId: ids.items.flour,
      supplierId: supplier.body._id,
      unit: ids.units.kg,
      contentsQty: 1000,
      price: 12.5,
    });
    expect(sack.status, sack.text).toBe(201);
    const { _id } = await createSchedule({ report: 'supplier-prices' });
    const { body } = await admin.get(`/mail-schedules/${_id}/preview`);
    expect(body.text).toContain('€12.50 | €0.0125 | EUR');
  });

  it('can be sent to oneself at any time, with the same content as the preview', async () => {
    await saveSmtpSettings();
    await postWaste(ids.branch1);
    api.clock.advance(day + 2 * hour);
    const { _id } = await createSchedule({
      withFile: true,
      recipients: [{ userId: ids.users.branch }, { userId: ids.users.admin }],
    });
    const admin = api.as('admin');
    const preview = await admin.get(`/mail-schedules/${_id}/preview`);
    expect(preview.status, preview.text).toBe(200);
    expect((await admin.post(`/mail-schedules/${_id}/send`, {})).status).toBe(201);
    await worker.runDue();
    expect(mailer.sent.map(({ to }) => to.address)).toEqual(['admin@demo.test']);
    const [mail] = mailer.sent;
    expect({ subject: mail?.subject, html: mail?.html, text: mail?.text }).toEqual({
      subject: preview.body.subject,
      html: preview.body.html,
      text: preview.body.text,
    });
    expect(preview.body.attachments).toEqual(mail?.attachments.map(({ filename }) => filename));
    expect(preview.body.html).toContain('Bread flour');
  });

  it("applies filters, sorting and hidden columns of a view, and the default sorting for readers who can't see the sort column", async () => {
    await saveSmtpSettings();
    await postWaste(ids.branch1);
    api.clock.advance(day + 2 * hour);
    const { _id, params } = await createSchedule({
      report: 'valuation',
      params: { by: 'posted', sort: '-value', hide: 'code,onHand' },
      recipients: [{ userId: ids.users.admin }],
    });
    expect(params).toEqual({ by: 'posted', sort: '-value', hide: 'code,onHand' });
    const { body } = await api.as('admin').get(`/mail-schedules/${_id}/preview`);
    expect(body.text).toContain('Location');
    expect(body.text).not.toContain('Code');
    const liveLinkParams = (text: string) => {
      const [address = ''] = /https?:\S+report=valuation\S*/.exec(text) ?? [];
      return Object.fromEntries(new URL(address).searchParams);
    };
    // The live report has the same sorting and hidden columns.
    expect(liveLinkParams(body.text)).toMatchObject({ by: 'posted', sort: '-value', hide: 'code,onHand' });
    const noCosts = await createUserWithoutCosts(api, [
      'analytics',
      'branch-order/inventory-control',
      'branch-order/reports',
    ]);
    const restricted = await noCosts.get(`/mail-schedules/${_id}/preview`);
    expect([restricted.status, restricted.text]).toEqual([200, expect.any(String)]);
    expect(restricted.body.text).not.toContain('Value');
    expect(liveLinkParams(restricted.body.text)).toMatchObject({ hide: 'code,onHand' });
    expect(liveLinkParams(restricted.body.text)).not.toHaveProperty('sort');
    const invalid = await api.as('admin').post('/mail-schedules', buildInput({ params: { by: 'posted' } }));
    expect(invalid.body.fields).toHaveProperty(['params.by']);
  });

  it('requires access to its report, and accepts only recipients that the user can see', async () => {
    const postSchedule = (user: TestUser, overrides: Partial<MailScheduleInput>) =>
      api.as(user).post('/mail-schedules', buildInput(overrides));
    const recipients = [{ userId: ids.users.branch }];
    expect((await postSchedule('branch', { recipients })).status).toBe(201);
    expect((await postSchedule('branch', { recipients, params: { branch: ids.branch2 } })).status).toBe(403);
    expect(
      (await postSchedule('branch', { recipients: [{ userId: ids.users.branch2 }] })).body.fields,
    ).toHaveProperty(['recipients.0']);
    expect((await postSchedule('kitchen', { recipients: [{ userId: ids.users.kitchen }] })).status).toBe(403);
    expect(
      (await postSchedule('branch', { recipients: [{ address: 'x@else.test', language: 'en' }] })).status,
    ).toBe(403);
    expect((await postSchedule('viewer', { recipients: [{ userId: ids.users.viewer }] })).status).toBe(403);
    expect((await api.anonymous.post('/mail-schedules', buildInput())).status).toBe(401);
    expect((await postSchedule('admin', { report: 'nothing' })).status).toBe(403);
  });

  it('must provide all required parameters of its report', async () => {
    const { body } = await api.as('admin').get('/mail-schedules/choices');
    expect(body.reports.map(({ name }: { name: string }) => name)).not.toContain('stock-card');
    const card = (params: object) =>
      api.as('admin').post('/mail-schedules', buildInput({ report: 'stock-card', params }));
    expect((await card({})).body.fields).toEqual({ 'params.item': 'This field is required' });
    expect((await card({ item: ids.items.flour })).status).toBe(201);
  });

  it('is visible to owner, recipients and head office, and can be changed by owner and head office only', async () => {
    const created = await createSchedule({
      recipients: [{ userId: ids.users.branch }, { userId: ids.users.branch2 }],
    });
    const path = `/mail-schedules/${created._id}`;
    const visible = (await api.as('branch').get(path)).body;
    expect(visible).toMatchObject({
      isRecipient: true,
      canChange: false,
      recipients: [{ userId: ids.users.branch }],
    });
    expect(visible.recipients).toHaveLength(1);
    expect((await api.as('branch').put(path, buildInput())).status).toBe(403);
    expect((await api.as('branch').get(`${path}/emails`)).status).toBe(403);
    expect((await api.as('staff').get(path)).status).toBe(404);
    expect((await api.as('master').get(path)).body).toMatchObject({ canChange: true });
    expect((await api.as('branch').post(`${path}/unsubscribe`, {})).body).toMatchObject({
      isRecipient: false,
    });
    expect((await api.as('admin').put(path, buildInput(), { 'if-match': '"7"' })).status).toBe(412);
    expect((await api.as('admin').delete(path)).status).toBe(204);
    expect((await api.as('admin').get(path)).status).toBe(404);
    expect(await reconcile(api.db.read)).toEqual([]);
  });
});

describe('an email', () => {
  it("is composed with the reader's current locations, language and permissions", async () => {
    await saveSmtpSettings();
    await postWaste(ids.branch1);
    await postWaste(ids.branch2);
    await setArabic(ids.users.branch2);
    await createSchedule({
      params: { by: 'branch' },
      recipients: [{ userId: ids.users.admin }, { userId: ids.users.branch }, { userId: ids.users.branch2 }],
    });
    await advanceAndRun(day + 2 * hour);
    const findLastMail = (address: string) =>
      mailer.sent.filter((mail) => mail.to.address === address).at(-1);
    const names = await api.db.read.selectFrom('branches').select(['_id', 'name', 'nameAlt']).execute();
    const findBranch = (id: string) => names.find((row) => row._id === id);
    const [firstName, secondName] = [
      findBranch(ids.branch1)?.name ?? '?',
      findBranch(ids.branch2)?.name ?? '?',
    ];
    const includesName = (address: string, name: string) =>
      findLastMail(address)?.html.includes(`<bdi>${name}</bdi>`);
    expect([includesName('admin@demo.test', firstName), includesName('admin@demo.test', secondName)]).toEqual(
      [true, true],
    );
    expect([
      includesName('branch@demo.test', firstName),
      includesName('branch@demo.test', secondName),
    ]).toEqual([true, false]);
    expect(findLastMail('branch2@demo.test')?.html).toContain('dir="rtl"');
    expect(findLastMail('branch2@demo.test')?.subject).toContain('الهدر');
    expect(findLastMail('branch2@demo.test')?.html).not.toContain(`<bdi>${firstName}</bdi>`);

    // The user moves to a different branch; the next email covers that one.
    await api.db.writer
      .updateTable('users')
      .set({ branches: JSON.stringify([ids.branch2]) })
      .where('_id', '=', ids.users.branch)
      .execute();
    await postWaste(ids.branch1);
    await postWaste(ids.branch2);
    mailer.sent.length = 0;
    await advanceAndRun(day);
    expect([
      includesName('branch@demo.test', firstName),
      includesName('branch@demo.test', secondName),
    ]).toEqual([false, true]);
  });

  it('is skipped for suspended users and without permission, and the owner is notified once', async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule({
      recipients: [{ userId: ids.users.branch }, { userId: ids.users.branch2 }, { userId: ids.users.staff }],
    });
    await deactivateUser('branch');
    await api.db.writer
      .updateTable('users')
      .set({ allowedPages: '["gallery"]' })
      .where('_id', '=', ids.users.branch2)
      .execute();
    await advanceAndRun(2 * hour);
    expect(mailer.sent.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['branch.staff@demo.test', 'Waste: Wastage, 3 Mar 2026'],
      ['admin@demo.test', '“Waste” wasn’t delivered to everyone'],
    ]);
    expect(mailer.sent[1]?.text).toContain('Their account is suspended.');
    expect(mailer.sent[1]?.text).toContain('They no longer have access to this report.');
    const log = await loadLog(_id);
    expect(
      log.map((row: { kind: string; state: string; reason: string }) => [row.kind, row.state, row.reason]),
    ).toEqual([
      ['notice', 'sent', null],
      ['report', 'sent', null],
      ['report', 'skipped', 'out-of-scope'],
      ['report', 'skipped', 'suspended'],
    ]);
    expect((await api.as('admin').get(`/mail-schedules/${_id}`)).body.problems).toBe(2);
  });

  it('that fails is reported to the owner even if the owner unsubscribed', async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule({
      recipients: [{ userId: ids.users.admin }, { userId: ids.users.branch }],
    });
    await api.as('admin').post(`/mail-schedules/${_id}/unsubscribe`, {});
    await deactivateUser('branch');
    await advanceAndRun(2 * hour);
    expect(mailer.sent.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['admin@demo.test', '“Waste” wasn’t delivered to everyone'],
    ]);
  });

  it('that fails is reported with a link that its owner can open', async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule({ recipients: [{ userId: ids.users.staff }] }, 'branch');
    await deactivateUser('staff');
    await advanceAndRun(2 * hour);
    expect(mailer.sent[0]?.to.address).toBe('branch@demo.test');
    expect(mailer.sent[0]?.text).toContain(`/branch-order/reports/scheduled?schedule=${_id}`);
  });

  it('to an external address uses the most recently selected language, and keeps its unsubscribe link', async () => {
    await saveSmtpSettings({ externalReports: ['wastage'] });
    const to = (language: 'en' | 'ar') => ({ recipients: [{ address: 'accountant@books.test', language }] });
    const { _id } = await createSchedule(to('en'));
    await advanceAndRun(2 * hour);
    const response = await api.as('admin').put(`/mail-schedules/${_id}`, buildInput(to('ar')));
    expect(response.body.recipients).toMatchObject([{ address: 'accountant@books.test', language: 'ar' }]);
    await advanceAndRun(day);
    expect(mailer.sent.map(({ html }) => /lang="(..)"/.exec(html)?.[1])).toEqual(['en', 'ar']);
    expect(mailer.sent[1]?.unsubscribeUrl).toBe(mailer.sent[0]?.unsubscribeUrl);
  });

  it('to an external address requires an administrator and a released report', async () => {
    await saveSmtpSettings();
    const external = [{ address: 'accountant@books.test', language: 'ar' as const }];
    const response = await api.as('admin').post('/mail-schedules', buildInput({ recipients: external }));
    expect([response.status, response.body.fieldReasons]).toMatchObject([
      422,
      { 'recipients.0': { reason: 'mail-not-external' } },
    ]);
    await saveSmtpSettings({ externalReports: ['wastage'] });
    const { _id } = await createSchedule({ recipients: external });
    await advanceAndRun(2 * hour);
    expect(mailer.sent.map(({ to }) => to.address)).toEqual(['accountant@books.test']);
    // External recipients don't get links that require sign-in.
    expect(mailer.sent[0]?.html).not.toContain('/reports?');
    await saveSmtpSettings({ externalReports: [] });
    await advanceAndRun(day);
    await saveSmtpSettings({ externalReports: ['wastage'] });
    await deactivateUser('admin');
    await advanceAndRun(day);
    const log = await loadLog(_id, 'master');
    expect(
      log
        .filter(({ kind }: { kind: string }) => kind === 'report')
        .map(({ state, reason }: { state: string; reason: string }) => [state, reason]),
    ).toEqual([
      ['skipped', 'not-external'],
      ['skipped', 'not-external'],
      ['sent', null],
    ]);
    // The owner is suspended, so the master administrator is notified.
    expect(mailer.sent.at(-1)?.to.address).toBe('master@demo.test');
  });

  it("that couldn't be handed over is reported with a message in place of a server response", async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule({ recipients: [{ userId: ids.users.branch }] });
    await setArabic(ids.users.admin);
    getOutcome = ({ to }) =>
      to.address === 'branch@demo.test'
        ? { outcome: 'deferred', serverResponse: null, code: 'no-connection' }
        : {};
    await advanceAndRun(6 * hour);
    expect(mailer.sent).toHaveLength(1);
    expect(mailer.sent[0]?.text).toContain('لا استجابة من هذا الخادم والمنفذ.');
    expect(mailer.sent[0]?.text).not.toContain('رد خادم البريد');
    expect((await loadLog(_id)).at(-1)).toMatchObject({ state: 'failed', serverResponse: 'no-connection' });
  });

  it("can't be sent to external addresses for an unreleased report or an owner without permission", async () => {
    await saveSmtpSettings({ externalReports: ['wastage'] });
    const external = { address: 'accountant@books.test', language: 'en' as const };
    const saveSchedule = (_id: string, overrides: Partial<MailScheduleInput>) =>
      api.as('admin').put(`/mail-schedules/${_id}`, buildInput(overrides));
    const ownSchedule = await createSchedule({ recipients: [external] });
    for (const other of [{ report: 'ledger' }, { contentType: 'digest', report: null } as const]) {
      const response = await saveSchedule(ownSchedule._id, {
        ...other,
        recipients: [{ userId: ids.users.admin }, external],
      });
      expect([response.status, response.body.fieldReasons]).toMatchObject([
        422,
        { 'recipients.1': { reason: 'mail-not-external' } },
      ]);
    }
    // The owner is a branch user, and emails to external addresses would have that user's permissions.
    const branchSchedule = await createSchedule({ recipients: [{ userId: ids.users.branch }] }, 'branch');
    const response = await saveSchedule(branchSchedule._id, { recipients: [external] });
    expect([response.status, response.body.fieldReasons]).toMatchObject([
      422,
      { 'recipients.0': { reason: 'mail-address-by-head-office' } },
    ]);
  });

  it('has an unsubscribe link that asks for confirmation, and one-click unsubscribe for email clients', async () => {
    await saveSmtpSettings();
    await createSchedule({ recipients: [{ userId: ids.users.branch }] });
    await advanceAndRun(2 * hour);
    const link = mailer.sent[0]?.unsubscribeUrl ?? '';
    expect(link).toMatch(/^https:\/\/olive\.test\/api\/mail\/unsubscribe\?token=[\w-]{43}$/);
    const path = link.slice('https://olive.test/api'.length);
    const response = await api.anonymous.get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.text).toContain('Unsubscribe from “Waste”?');
    const loadUnsubscribedAt = () =>
      api.db.read.selectFrom('mailRecipients').select('unsubscribedAt').executeTakeFirst();
    expect((await loadUnsubscribedAt())?.unsubscribedAt).toBeNull();
    const posted = await api.app.request(`/api${path}`, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(posted.status).toBe(200);
    expect(await posted.text()).toContain('You won’t get these emails any more.');
    expect((await loadUnsubscribedAt())?.unsubscribedAt).not.toBeNull();
    const unknown = await api.anonymous.get('/mail/unsubscribe?token=nobody');
    expect(unknown.text).toContain('no longer valid');
    await advanceAndRun(day);
    expect(mailer.sent).toHaveLength(1);
  });

  it('can be resubscribed to only through the same link or by the same user', async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule({
      recipients: [{ userId: ids.users.branch }, { userId: ids.users.branch2 }],
    });
    await advanceAndRun(2 * hour);
    const link = mailer.sent.find(({ to }) => to.address === 'branch@demo.test')?.unsubscribeUrl ?? '';
    const path = link.slice('https://olive.test/api'.length);
    const post = async (to: string) =>
      (await api.app.request(`/api${to}`, { method: 'POST', body: '' })).text();
    const [, resubscribePath] = /action="([^"]+)"/.exec(await post(path)) ?? [];
    expect(new URL(resubscribePath ?? '', link).pathname).toBe('/api/mail/subscribe');
    expect(await post(`/mail/${resubscribePath}`)).toContain('You’ll get these emails again.');
    expect(await post('/mail/subscribe?token=nobody')).toContain('no longer valid');

    for (const user of ['branch', 'branch2'] as const)
      expect((await api.as(user).post(`/mail-schedules/${_id}/unsubscribe`)).body.isRecipient).toBe(false);
    const resubscribed = await api.as('branch').post(`/mail-schedules/${_id}/subscribe`);
    expect([resubscribed.status, resubscribed.body.isRecipient]).toEqual([200, true]);
    expect((await api.as('kitchen').post(`/mail-schedules/${_id}/subscribe`)).status).toBe(404);
    mailer.sent.length = 0;
    await advanceAndRun(day);
    expect(mailer.sent.map(({ to }) => to.address)).toEqual(['branch@demo.test']);
  });

  it('is retried after a temporary failure, without being resent to other recipients', async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule({
      recipients: [{ userId: ids.users.admin }, { userId: ids.users.branch }],
    });
    let remainingFailures = 2;
    getOutcome = ({ to }) =>
      to.address === 'branch@demo.test' && remainingFailures-- > 0
        ? { outcome: 'deferred', serverResponse: '451 4.7.1 Greylisted, come back', code: null }
        : {};
    api.clock.advance(hour + minute);
    await worker.runDue();
    const [waiting] = (await loadLog(_id)).filter((row: { state: string }) => row.state === 'waiting');
    expect(waiting).toMatchObject({ serverResponse: '451 4.7.1 Greylisted, come back', attempts: 1 });
    expect(waiting.nextAt > api.clock.now().toISOString()).toBe(true);
    await advanceAndRun(hour);
    expect(mailer.sent.map(({ to }) => to.address).toSorted()).toEqual([
      'admin@demo.test',
      'branch@demo.test',
    ]);
    const log = await loadLog(_id);
    expect(
      log.map(({ state, attempts }: { state: string; attempts: number }) => [state, attempts]).toSorted(),
    ).toEqual([
      ['sent', 1],
      ['sent', 3],
    ]);
  });

  it("that is waiting for the mail server isn't sent if its schedule is paused", async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule();
    getOutcome = () => ({ outcome: 'deferred', serverResponse: '451 4.3.0 Come back' });
    api.clock.advance(hour + minute);
    await worker.runDue();
    const paused = await api.as('admin').put(`/mail-schedules/${_id}`, buildInput({ isActive: false }));
    expect(paused.status, paused.text).toBe(200);
    getOutcome = () => ({});
    await advanceAndRun(2 * hour);
    expect(mailer.sent).toEqual([]);
    expect(await loadLog(_id)).toMatchObject([{ state: 'skipped', reason: 'paused' }]);
  });

  it("isn't retried if rejected, fails after the last attempt, and can be resent by a user", async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule({
      recipients: [{ userId: ids.users.staff }, { userId: ids.users.branch }],
    });
    let requestCount = 0;
    getOutcome = ({ to }) => {
      if (to.address === 'admin@demo.test') return {};
      requestCount += 1;
      return to.address === 'branch.staff@demo.test'
        ? { outcome: 'refused', serverResponse: '550 5.1.1 No such mailbox', code: null }
        : { outcome: 'deferred', serverResponse: null, code: 'no-connection' };
    };
    await advanceAndRun(6 * hour);
    expect(requestCount).toBe(11);
    const log = await loadLog(_id);
    expect(
      log.map((row: { state: string; reason: string; serverResponse: string }) => [
        row.state,
        row.reason,
        row.serverResponse,
      ]),
    ).toEqual([
      ['sent', null, '250 2.0.0 Ok'],
      ['failed', 'retries-exhausted', 'no-connection'],
      ['failed', 'refused', '550 5.1.1 No such mailbox'],
    ]);
    expect(mailer.sent[0]?.text).toContain('Mail server response: 550 5.1.1 No such mailbox');

    getOutcome = () => ({});
    const resend = (row: { _id: string; version: number }) =>
      api
        .as('admin')
        .post(`/mail-schedules/${_id}/emails/${row._id}/retry`, {}, { 'if-match': `"${row.version}"` });
    expect((await resend(log[2])).status).toBe(200);
    expect((await resend(log[2])).status).toBe(412);
    expect((await resend(log[0])).body.reason).toBe('mail-not-resendable');
    await worker.runDue();
    expect(mailer.sent.map(({ to }) => to.address)).toEqual(['admin@demo.test', 'branch.staff@demo.test']);
  });

  it('that failed can be resent together with all others that failed for the same reason', async () => {
    await saveSmtpSettings();
    const recipients = ['admin', 'staff', 'branch', 'branch2'] as const;
    const { _id } = await createSchedule({
      recipients: recipients.map((user) => ({ userId: ids.users[user] })),
    });
    const noMailbox = {
      outcome: 'refused',
      serverResponse: '550 5.1.1 No such mailbox',
      code: null,
    } as const;
    const authFailure = {
      outcome: 'refused',
      serverResponse: '535 5.7.8 Authentication credentials invalid',
      code: 'not-signed-in',
    } as const;
    getOutcome = ({ to }) => (to.address === 'branch2@demo.test' ? noMailbox : authFailure);
    await advanceAndRun(2 * hour);
    const loadFailedReasons = async () =>
      (await loadLog(_id))
        .filter(({ kind, state }: { kind: string; state: string }) => kind === 'report' && state === 'failed')
        .map(({ reason }: { reason: string }) => reason)
        .toSorted();
    expect(await loadFailedReasons()).toEqual(['not-signed-in', 'not-signed-in', 'not-signed-in', 'refused']);
    getOutcome = () => ({});
    const retryAll = (user: TestUser, reason: string) =>
      api.as(user).post(`/mail-schedules/${_id}/emails/retry`, { reason });
    expect((await retryAll('branch', 'not-signed-in')).status).toBe(403);
    expect((await retryAll('admin', 'nothing')).status).toBe(422);
    expect((await retryAll('admin', 'not-signed-in')).body).toEqual({ resentCount: 3 });
    expect((await retryAll('admin', 'not-signed-in')).body).toEqual({ resentCount: 0 });
    mailer.sent.length = 0;
    await worker.runDue();
    expect(mailer.sent).toHaveLength(3);
    expect(await loadFailedReasons()).toEqual(['refused']);
  });

  it('that failed to authenticate can be resent with all other recent ones once the settings are fixed', async () => {
    await saveSmtpSettings();
    const first = await createSchedule({ recipients: [{ userId: ids.users.branch }] });
    await createSchedule({ name: 'Other', recipients: [{ userId: ids.users.staff }] });
    getOutcome = () => ({ outcome: 'refused', serverResponse: '535 5.7.8 Invalid', code: 'not-signed-in' });
    await advanceAndRun(2 * hour);
    const sendTest = async () => (await api.as('admin').post('/mail/settings/test')).body;
    expect(await sendTest()).not.toHaveProperty('failed');
    getOutcome = () => ({});
    expect(await sendTest()).toMatchObject({ outcome: 'accepted', failed: 2 });
    mailer.sent.length = 0;
    expect((await api.as('branch').post('/mail/settings/resend')).status).toBe(403);
    expect((await api.as('admin').post('/mail/settings/resend')).body).toEqual({ resentCount: 2 });
    await worker.runDue();
    expect(mailer.sent.map(({ to }) => to.address).toSorted()).toEqual([
      'branch.staff@demo.test',
      'branch@demo.test',
    ]);
    expect(await sendTest()).toMatchObject({ failed: 0 });
    expect((await loadLog(first._id)).map(({ state }: { state: string }) => state)).toContain('sent');
    const audit = await api.as('admin').get('/audit?entity=settings');
    expect(audit.text).toContain('retry');

    // Failures older than a week aren't resent.
    getOutcome = () => ({ outcome: 'refused', serverResponse: '535 5.7.8 Invalid', code: 'not-signed-in' });
    await advanceAndRun(day);
    getOutcome = () => ({});
    advanceWhileDown(9 * day);
    expect(await sendTest()).toMatchObject({ failed: 0 });
  });

  it("in progress when the server crashed isn't resent automatically", async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule();
    api.clock.advance(hour + minute);
    getOutcome = () => {
      throw new Error('killed');
    };
    await worker.runDue();
    getOutcome = () => ({});
    await advanceAndRun(hour);
    const log = await loadLog(_id);
    expect(log.filter(({ kind }: { kind: string }) => kind === 'report')).toMatchObject([
      { state: 'unconfirmed', reason: 'connection-lost' },
    ]);
    // The owner is notified, and nothing else was sent.
    expect(mailer.sent.map(({ subject }) => subject)).toEqual(['“Waste” wasn’t delivered to everyone']);
  });

  it('in progress when the server stops is sent after the restart', async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule();
    api.clock.advance(hour + minute);
    let resolveHandover: () => void = () => undefined;
    const handover = new Promise<void>((resolve) => {
      resolveHandover = resolve;
    });
    const slowMailer: Mailer = {
      send: (_, __, signal) =>
        new Promise((resolve) => {
          resolveHandover();
          signal?.addEventListener('abort', () =>
            resolve({ outcome: 'deferred', serverResponse: null, code: 'too-slow' }),
          );
        }),
    };
    const stopping = createWorker(slowMailer);
    void stopping.runDue();
    await handover;
    await stopping.stop(0);
    expect(await loadLog(_id)).toMatchObject([{ state: 'waiting' }]);
    await worker.runDue();
    expect(await loadLog(_id)).toMatchObject([{ state: 'sent' }]);
  });

  it('that was abandoned by its job is reported like other failures and can be resent', async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule({
      recipients: [{ userId: ids.users.admin }, { userId: ids.users.branch }],
    });
    getOutcome = () => ({ outcome: 'deferred', serverResponse: '451 4.3.0 Come back' });
    api.clock.advance(hour + minute);
    await worker.runDue();
    const findMailTo = async (user: TestUser) =>
      (await loadLog(_id)).find(
        ({ kind, to }: { kind: string; to: string }) => kind === 'report' && to === `Test ${user}`,
      );
    // One email was being handed over at its last attempt when the server died; the other's job was deleted
    // by a user.
    const [interrupted, other] = [await findMailTo('admin'), await findMailTo('branch')];
    await api.db.writer
      .updateTable('emails')
      .set({ state: 'sending' })
      .where('_id', '=', interrupted._id)
      .execute();
    await api.db.writer
      .updateTable('jobs')
      .set({
        state: 'running',
        attempts: 10,
        token: 'expired-token',
        leaseUntil: api.clock.now().toISOString(),
      })
      .where('key', '=', `mail ${interrupted._id} 0`)
      .execute();
    const job = await api.db.read
      .selectFrom('jobs')
      .select('_id')
      .where('key', '=', `mail ${other._id} 0`)
      .executeTakeFirstOrThrow();
    expect((await api.as('master').delete(`/jobs/${job._id}`)).status).toBe(204);
    getOutcome = () => ({});
    await advanceAndRun(hour);
    expect(await findMailTo('admin')).toMatchObject({ state: 'unconfirmed', reason: 'connection-lost' });
    expect(await findMailTo('branch')).toMatchObject({ state: 'failed', reason: 'retries-exhausted' });
    expect(mailer.sent.map(({ subject }) => subject)).toEqual(['“Waste” wasn’t delivered to everyone']);
    const { version } = await findMailTo('branch');
    const resent = await api
      .as('admin')
      .post(`/mail-schedules/${_id}/emails/${other._id}/retry`, {}, { 'if-match': `"${version}"` });
    expect(resent.status, resent.text).toBe(200);
    await worker.runDue();
    expect(await findMailTo('branch')).toMatchObject({ state: 'sent' });
  });

  it('omits a file that is too large, and explains where to find it', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => ({
      key: String(n),
      label: `Item ${n} `.padEnd(300, 'x'),
    }));
    const report = {
      name: 'wastage',
      by: 'item',
      columns: [{ key: 'label', type: 'text', hasTotal: false }],
      all: async function* () {
        yield rows.slice(0, 2000);
        yield rows.slice(2000);
      },
    };
    const days = { from: '2026-03-03', to: '2026-03-03' };
    expect(await buildReportAttachment(report, days, 'en')).toBeNull();
    expect((await buildReportAttachment(report, days, 'en', 5_000_000))?.content.length).toBeGreaterThan(
      1_500_000,
    );
    await saveSmtpSettings();
    await postWaste(ids.branch1);
    const { _id } = await createSchedule({ withFile: true, sendTime: '23:00' });
    await advanceAndRun(15 * hour);
    const mail = await api.db.read
      .selectFrom('emails')
      .selectAll()
      .where('scheduleId', '=', _id)
      .executeTakeFirstOrThrow();
    api.clock.advance(day);
    const stored = await readMailSettings(api.db.read);
    const composed = await composeMail(
      api.db.read,
      { ...mail, fromDay: '2026-03-04', toDay: '2026-03-04' },
      stored,
      api.clock.now(),
      10,
    );
    expect(composed.attachments).toEqual([]);
    expect(composed.text).toContain('too large to attach');
  });

  it('has no formulas in its file', async () => {
    await saveSmtpSettings();
    await api.db.writer
      .updateTable('items')
      .set({ name: '=cmd|calc!A1' })
      .where('_id', '=', ids.items.flour)
      .execute();
    await postWaste(ids.branch1);
    await createSchedule({ withFile: true });
    await advanceAndRun(day + 2 * hour);
    const content = mailer.sent.at(-1)?.attachments[0]?.content ?? '';
    expect(content).toContain("'=cmd");
    expect(content).not.toMatch(/(^|[,"\n])=cmd/);
  });

  it('is replaced by a notice to the owner if its report fails', async () => {
    await saveSmtpSettings();
    const { _id } = await createSchedule();
    await api.db.writer
      .updateTable('mailSchedules')
      .set({ params: '{"by":"nothing"}' })
      .where('_id', '=', _id)
      .execute();
    await advanceAndRun(3 * hour);
    expect(mailer.sent.map(({ subject }) => subject)).toEqual(['“Waste” wasn’t delivered to everyone']);
    expect(mailer.sent[0]?.text).toContain('The report couldn’t be created.');
  });

  it('whose filter uses a deleted record is reported to the owner instead of being sent empty', async () => {
    await saveSmtpSettings();
    const { _id: item } = (
      await api.as('admin').post('/items', {
        name: 'Seasonal',
        itemCode: 'SEASON',
        kind: 'raw',
        category: ids.category,
        baseUnit: ids.units.kg,
        orderUnit: ids.units.kg,
      })
    ).body;
    const { _id } = await createSchedule({ onlyWithRows: true, params: { item } });
    expect((await api.as('admin').delete(`/items/${item}`)).status).toBe(204);
    await advanceAndRun(3 * hour);
    expect(mailer.sent.map(({ subject }) => subject)).toEqual(['“Waste” wasn’t delivered to everyone']);
    expect(mailer.sent[0]?.text).toContain('no longer exists. Choose another one');
    expect(await loadLog(_id)).toContainEqual(
      expect.objectContaining({ state: 'skipped', reason: 'filter-deleted' }),
    );
    expect(await api.as('admin').get(`/mail-schedules/${_id}/preview`)).toMatchObject({
      status: 409,
      body: { reason: 'mail-filter-deleted' },
    });
  });

  it("can't be scheduled with unknown parameters, and the response names them", async () => {
    for (const [params, field] of [
      [{ item: 'none' }, 'params.item'],
      [{ category: 'none' }, 'params.category'],
      [{ branch: 'none' }, 'params.branch'],
    ] as const)
      expect(await api.as('admin').post('/mail-schedules', buildInput({ params }))).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.any(String) } },
      });
  });
});

describe('a digest', () => {
  it("covers the reader's locations in their language, and each count matches its linked list", async () => {
    await saveSmtpSettings();
    await createSchedule({
      contentType: 'digest',
      report: null,
      name: 'Morning',
      onlyWithRows: true,
      recipients: [{ userId: ids.users.admin }, { userId: ids.users.branch }, { userId: ids.users.branch2 }],
    });
    const orderInput = {
      branch: ids.branch1,
      deliveryDate: '2026-03-05',
      items: [{ itemId: ids.items.flour, orderQty: 5 }],
    };
    const order = await api.as('branch').post('/orders', orderInput);
    expect(order.status, order.text).toBe(201);
    expect(
      (await api.as('branch').patch(`/orders/${order.body._id}`, { status: 'Under Review' })).status,
    ).toBe(200);
    await advanceAndRun(2 * day + 2 * hour);
    const [admin, branch, branch2] = ['admin', 'branch', 'branch2'].map((user) =>
      mailer.sent.filter(({ to }) => to.address === `${user}@demo.test`).at(-1),
    );
    const link = /href="https:\/\/olive\.test(\/branch-orders\?[^"]*)"/
      .exec(admin?.html ?? '')?.[1]
      ?.replaceAll('&amp;', '&');
    expect(link).toBe(
      `/branch-orders?status=${encodeURIComponent('Under Review,Sent to Central Kitchen,Under Process,Shipped').replaceAll('%20', '+')}&to=2026-03-05`,
    );
    const listed = await (await api.signIn(ids.users.admin)).get(`/orders?${link?.split('?')[1]}`);
    expect(admin?.text).toContain(`${listed.body.total}  Orders not received by their delivery day`);
    expect(listed.body.total).toBe(1);
    expect(branch?.text).toContain('1  Orders not received by their delivery day');
    expect(branch?.html).toContain('/branch-order/order-history?');
    expect(branch2?.text ?? '').not.toContain('Orders not received by their delivery day');
  });
});

describe('a purchase order', () => {
  it('is sent to its supplier with a printable page and a file of its rows', async () => {
    const created = await api.as('admin').post('/suppliers', { code: 'MILL', name: 'The Mill' });
    expect(created.status, created.text).toBe(201);
    const supplier: { _id: string; name: string } = created.body;
    const order = await api.as('admin').post('/purchase-orders', {
      supplier: supplier._id,
      place: ids.kitchen,
      items: [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 4, price: 2.5 }],
    });
    expect(order.status, order.text).toBe(201);
    const path = `/purchase-orders/${order.body._id}`;
    const sendOrderMail = () =>
      api.as('admin').post(`${path}/mail`, { language: 'en', note: 'Before noon, please' });
    expect((await sendOrderMail()).body.reason).toBe('mail-not-set-up');
    await saveSmtpSettings();
    expect((await sendOrderMail()).body.reason).toBe('mail-order-not-sent');
    const sent = await api.as('admin').patch(path, { status: 'Sent' });
    expect(sent.status, sent.text).toBe(200);
    const setSupplierEmail = (email: string | null) =>
      api.db.writer.updateTable('suppliers').set({ email }).where('_id', '=', supplier._id).execute();
    await setSupplierEmail(null);
    expect((await sendOrderMail()).body.reason).toBe('mail-no-address');
    await setSupplierEmail('orders@mill.test');
    const letterhead = { businessName: 'The Bakehouse', businessAddress: '1 Quay', taxNumber: 'GB 1' };
    expect((await api.as('admin').put('/settings', letterhead)).status).toBe(200);
    expect((await sendOrderMail()).status).toBe(201);
    await worker.runDue();
    const [mail] = mailer.sent;
    // Both the email and the printable page name the business, to which the invoice must be addressed.
    expect(mail?.text).toContain('Buyer: The Bakehouse\n1 Quay\nTax number: GB 1');
    expect(mail?.attachments[1]?.content).toContain('The Bakehouse<br>1 Quay');
    expect(mail?.to).toEqual({ name: supplier.name, address: 'orders@mill.test' });
    expect(mail?.replyTo).toEqual({ name: 'Test admin', address: 'admin@demo.test' });
    expect(mail?.text).toContain('Contact: Test admin');
    expect(mail?.subject).toContain(order.body.number);
    expect(mail?.text).toContain('Before noon, please');
    expect(mail?.text).toContain('Bread flour | 4 | kg');
    expect(mail?.attachments.map(({ contentType }) => contentType)).toEqual([
      'text/csv; charset=utf-8',
      'text/html; charset=utf-8',
    ]);
    expect(mail?.attachments[1]?.content).not.toContain('Before noon');
    expect((await api.as('admin').get(`${path}/emails`)).body).toMatchObject({
      isSetUp: true,
      address: 'orders@mill.test',
      emails: [{ state: 'sent', serverResponse: '250 2.0.0 Ok' }],
    });
    expect((await api.as('branch2').post(`${path}/mail`, { language: 'en' })).status).toBe(404);
  });

  const createSentOrder = async (overrides: object = {}, price = 2.5) => {
    await saveSmtpSettings();
    const created = await api
      .as('admin')
      .post('/suppliers', { code: 'MILL', name: 'The Mill', nameAlt: 'المطحنة', email: 'orders@mill.test' });
    expect(created.status, created.text).toBe(201);
    const tax = await api.as('admin').post('/taxes', { name: 'VAT', rate: 20 });
    expect(tax.status, tax.text).toBe(201);
    await api.db.writer
      .updateTable('items')
      .set({ tax: tax.body._id, nameAlt: 'طحين' })
      .where('_id', '=', ids.items.flour)
      .execute();
    const order = await api.as('admin').post('/purchase-orders', {
      supplier: created.body._id,
      place: ids.kitchen,
      items: [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 4, price }],
      ...overrides,
    });
    expect(order.status, order.text).toBe(201);
    const path = `/purchase-orders/${order.body._id}`;
    const sent = await api.as('admin').patch(path, { status: 'Sent' });
    expect(sent.status, sent.text).toBe(200);
    const sendOrderMail = async (language: 'en' | 'ar' = 'en') => {
      const response = await api.as('admin').post(`${path}/mail`, { language });
      expect(response.status, response.text).toBe(201);
    };
    return { path, sendOrderMail };
  };

  it('is emailed once even if several users send the order with its email, and again on request', async () => {
    const { path, sendOrderMail } = await createSentOrder();
    const sendWithOrder = () => api.as('admin').post(`${path}/mail`, { language: 'en', unlessSent: true });
    const [first, second] = [await sendWithOrder(), await sendWithOrder()];
    expect([first.status, second.status, second.body._id]).toEqual([201, 201, first.body._id]);
    await worker.runDue();
    expect((await sendWithOrder()).body._id).toBe(first.body._id);
    expect(mailer.sent).toHaveLength(1);
    await sendOrderMail();
    await worker.runDue();
    expect(mailer.sent).toHaveLength(2);
  });

  it('lists goods, freight and tax as on the printout; small prices keep their decimals', async () => {
    const { path, sendOrderMail } = await createSentOrder({ freight: 3 }, 0.0125);
    const { body } = await api.as('admin').get(path);
    expect(body).toMatchObject({ goodsValue: 0.05, freight: 3, tax: 0.01, total: 3.06 });
    await sendOrderMail();
    await worker.runDue();
    const [mail] = mailer.sent;
    expect(mail?.text).toMatch(/Bread flour \| 4 \| kg \| \D*0\.0125 \| \D*0\.05\n/);
    const sums = /Goods[^]*$/
      .exec(mail?.text ?? '')?.[0]
      .split('\n')
      .slice(0, 4);
    expect(sums?.map((line) => [/^\w+/.exec(line)?.[0], /[\d.]+$/.exec(line)?.[0]])).toEqual([
      ['Goods', '0.05'],
      ['Freight', '3.00'],
      ['Tax', '0.01'],
      ['Total', '3.06'],
    ]);
    expect(mail?.attachments[1]?.content).toContain('Freight');
  });

  it('shows the net price of a discounted line, and the price and discount with the item', async () => {
    const items = [{ itemId: ids.items.flour, qty: 4, listPrice: 2.5, discountPercent: 12.5 }];
    const { sendOrderMail } = await createSentOrder({ items });
    await sendOrderMail();
    await worker.runDue();
    expect(mailer.sent[0]?.text).toMatch(
      /Bread flour \(\D*2\.50 less 12\.5%\) \| 4 \| kg \| \D*2\.1875 \| \D*8\.75\n/,
    );
  });

  it("names items in the reader's language", async () => {
    const { sendOrderMail } = await createSentOrder();
    await sendOrderMail('ar');
    await worker.runDue();
    expect(mailer.sent[0]?.text).toContain('طحين');
    expect(mailer.sent[0]?.text).toContain('المطحنة');
    expect(mailer.sent[0]?.text).not.toContain('Bread flour');
  });

  it("that isn't delivered is reported to its sender", async () => {
    const { path, sendOrderMail } = await createSentOrder();
    await setArabic(ids.users.admin);
    getOutcome = ({ to }) =>
      to.address === 'orders@mill.test'
        ? { outcome: 'refused', serverResponse: '550 5.1.1 No such mailbox' }
        : {};
    await sendOrderMail();
    await worker.runDue();
    const { body } = await api.as('admin').get(path);
    expect(mailer.sent.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['admin@demo.test', `لم يصل أمر الشراء ${body.number} إلى The Mill`],
    ]);
    expect(mailer.sent[0]?.text).toContain(
      'orders@mill.test: رفضها خادم البريد. رد خادم البريد: 550 5.1.1 No such mailbox',
    );
    expect(mailer.sent[0]?.text).toContain(
      `https://olive.test/procurements/creation/review/orders?row=${body._id}`,
    );
    expect((await api.as('admin').get(`${path}/emails`)).body.emails).toMatchObject([
      { state: 'failed', reason: 'refused' },
    ]);
  });

  it("that is cancelled while waiting for the mail server isn't sent", async () => {
    const { path, sendOrderMail } = await createSentOrder();
    getOutcome = () => ({ outcome: 'deferred', serverResponse: '451 4.3.0 Come back' });
    await sendOrderMail();
    await worker.runDue();
    await api.as('admin').patch(path, { transitionReason: 'Ordered elsewhere' });
    const cancelled = await api.as('admin').patch(path, { status: 'Cancelled' });
    expect(cancelled.status, cancelled.text).toBe(200);
    getOutcome = () => ({});
    await advanceAndRun(hour);
    expect(mailer.sent).toEqual([]);
    expect((await api.as('admin').get(`${path}/emails`)).body.emails).toMatchObject([
      { state: 'skipped', reason: 'withdrawn' },
    ]);
  });
});

it('concurrent changes and removals of a schedule are applied in order', async () => {
  const statusCodes: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { _id } = await createSchedule();
    const path = `/mail-schedules/${_id}`;
    const remove = () => api.as('admin').delete(path);
    const change = () => api.as('master').put(path, buildInput());
    const responses = await Promise.all([remove(), change(), change(), change(), remove()]);
    statusCodes.push(...responses.map(({ status }) => status));
  }
  expect(statusCodes.filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
  expect(statusCodes.filter((status) => status === 204)).toHaveLength(5);
});

it('four workers polling a thousand times send each email once', async () => {
  await saveSmtpSettings();
  await createSchedule({ cadence: 'day', sendTime: '10:00' });
  await createSchedule({
    cadence: 'weekdays',
    sendTime: '16:30',
    name: 'Weekdays',
    timezone: 'Europe/Berlin',
  });
  const workers = Array.from({ length: 4 }, () => createWorker());
  for (let poll = 0; poll < 1000; poll += 1) {
    api.clock.advance(17 * minute);
    await Promise.all(workers.map((pollingWorker) => pollingWorker.runDue()));
  }
  // 1,000 polls at intervals of 17 minutes, from Wednesday 4 March, 09:00, to Monday 16 March, 04:20.
  const days = ['03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14'];
  const daily = mailer.sent.filter(({ subject }) => subject.startsWith('Waste'));
  expect(daily.map(({ subject }) => subject)).toEqual(
    days.map((n) => `Waste: Wastage, ${Number(n)} Mar 2026`),
  );
  const onWeekdays = mailer.sent.filter(({ subject }) => subject.startsWith('Weekdays'));
  expect(onWeekdays.map(({ subject }) => subject)).toEqual([
    'Weekdays: Wastage, 3 Mar 2026',
    'Weekdays: Wastage, 4 Mar 2026',
    'Weekdays: Wastage, 5 Mar 2026',
    'Weekdays: Wastage, 6 Mar 2026 – 8 Mar 2026',
    'Weekdays: Wastage, 9 Mar 2026',
    'Weekdays: Wastage, 10 Mar 2026',
    'Weekdays: Wastage, 11 Mar 2026',
    'Weekdays: Wastage, 12 Mar 2026',
  ]);
  const runs = await api.db.read.selectFrom('mailRuns').select(['missed', 'emailCount', 'ended']).execute();
  expect(runs).toHaveLength(20);
  expect(
    runs.every(
      ({ missed, emailCount, ended }) => Number(missed) === 0 && Number(emailCount) === Number(ended),
    ),
  ).toBe(true);
}, 240_000);
