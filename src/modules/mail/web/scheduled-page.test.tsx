import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('schedules a report, lists it, changes it and deletes it', async () => {
  const app = await renderApp('/reports/scheduled', { as: 'admin' });
  expect(await screen.findByText('No scheduled emails yet')).toBeVisible();
  expect(screen.getByText(/No mail server is set up/)).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Schedule an email' }));
  const form = await screen.findByRole('dialog');
  await app.user.type(within(form).getByLabelText('Name'), 'Waste');
  await app.user.selectOptions(within(form).getByLabelText('Report'), 'Wastage');
  await app.user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'Waste' })).toBeVisible();
  const admin = await apiAs(mock.api, 'admin');
  const schedules = (await admin('GET', '/mail-schedules')) as unknown as readonly unknown[];
  expect(schedules[0]).toMatchObject({ name: 'Waste', report: 'wastage', cadence: 'day', sendTime: '07:00' });

  await app.user.click(screen.getByRole('button', { name: 'Delete' }));
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No scheduled emails yet')).toBeVisible();
});

it('shows each error next to its field and keeps the entered values', async () => {
  const app = await renderApp('/reports/scheduled', { as: 'admin' });
  await app.user.click(await screen.findByRole('button', { name: 'Schedule an email' }));
  const form = await screen.findByRole('dialog');
  await app.user.click(within(form).getByRole('button', { name: 'Save' }));
  await expect.poll(() => within(form).getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  expect(within(form).getByLabelText('Name')).toHaveAccessibleDescription('Enter a name');
});

it('shows an error for an invalid external address and requires a recipient', async () => {
  const app = await renderApp('/reports/scheduled', { as: 'admin' });
  await app.user.click(await screen.findByRole('button', { name: 'Schedule an email' }));
  const form = await screen.findByRole('dialog');
  await app.user.type(within(form).getByLabelText('Name'), 'Waste');
  const addresses = within(form).getByLabelText('External addresses');
  await app.user.type(addresses, 'books@else.test, accountant');
  await app.user.click(within(form).getByRole('button', { name: 'Save' }));
  await expect.poll(() => addresses.getAttribute('aria-invalid')).toBe('true');
  expect(addresses).toHaveAccessibleDescription(/accountant.*: Enter an email address/);
  expect(within(form).queryByRole('alert')?.textContent ?? '').not.toContain('recipients');

  // A digest is sent only to users, so external addresses are not submitted.
  await app.user.selectOptions(within(form).getByLabelText('Report'), 'Daily digest');
  await app.user.click(within(form).getByRole('checkbox', { checked: true, name: /admin/i }));
  await app.user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByRole('alert')).toHaveTextContent('Choose a recipient');
});

it('creates a schedule from a saved view with all its filters except the days', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const filters = { period: 'last-month', by: 'reason', reason: 'expired', hide: 'records', sort: '-cost' };
  const { _id } = (await admin('POST', '/report-views', {
    report: 'wastage',
    name: 'Month end',
    params: filters,
    isShared: false,
  })) as { _id: string };
  const app = await renderApp(`/reports?report=wastage&by=reason&view=${_id}`, { as: 'admin' });
  await app.user.click(await screen.findByRole('button', { name: 'More actions for Month end' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Send by email' }));
  const form = await screen.findByRole('dialog');
  expect(within(form).getByLabelText('Name')).toHaveValue('Month end');
  expect(within(form).getByText(/^Uses the filters, columns and order of the view Month end/)).toBeVisible();
  await app.user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'Month end' })).toBeVisible();
  expect(app.path()).toBe('/reports/scheduled');
  const schedules = (await admin('GET', '/mail-schedules')) as unknown as readonly unknown[];
  const { period: _, ...params } = filters;
  expect(schedules[0]).toMatchObject({ name: 'Month end', report: 'wastage', params });
});

it('paginates the email log and retries all emails that failed for the same reason', async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('PUT', '/mail/settings', {
    host: 'mail.olive.test',
    port: 587,
    security: 'starttls',
    user: null,
    senderName: 'Olive',
    senderAddress: 'office@olive.test',
    dashboardUrl: 'https://olive.test/',
    externalReports: [],
  });
  const { _id } = await admin('POST', '/mail-schedules', {
    name: 'Waste',
    contentType: 'report',
    report: 'wastage',
    params: {},
    cadence: 'day',
    sendDay: null,
    sendTime: '07:00',
    timezone: 'UTC',
    onlyWithRows: false,
    withFile: false,
    isActive: true,
    recipients: [{ userId: ids.users.admin }],
  });
  const mail = (n: number) => ({
    _id: `mail-${String(n).padStart(3, '0')}`,
    createdAt: '2026-11-17T07:00:00.000Z',
    version: 1,
    kind: 'report' as const,
    scheduleId: String(_id),
    runId: null,
    recipientId: null,
    userId: ids.users.admin,
    toName: `Reader ${n}`,
    address: null,
    fromDay: '2026-11-16',
    toDay: '2026-11-16',
    missed: 0,
    docId: null,
    state: 'failed' as const,
    subject: null,
    messageId: `mail-${n}`,
    payload: '{}',
    reason: 'not-signed-in' as const,
    serverResponse: '535 5.7.8 Invalid',
    attempts: 1,
    resendCount: 0,
    endedAt: '2026-11-17T07:00:00.000Z',
  });
  await mock.api.db.writer
    .insertInto('emails')
    .values(Array.from({ length: 60 }, (_, n) => mail(n + 1)))
    .execute();
  const app = await renderApp('/reports/scheduled', { as: 'admin' });
  await app.user.click(await screen.findByRole('button', { name: 'Log' }));
  const log = within(await screen.findByRole('dialog'));
  expect(await log.findByText('Reader 60')).toBeVisible();
  expect(log.queryByText('Reader 1')).not.toBeInTheDocument();
  await app.user.click(log.getByRole('button', { name: 'Next page' }));
  expect(await log.findByText('Reader 1')).toBeVisible();
  await app.user.click(
    log.getByRole('button', {
      name: 'Resend all that failed: The mail server rejected the user name or password',
    }),
  );
  expect(await screen.findByText('60 emails queued again')).toBeVisible();
  await expect.poll(() => log.queryByRole('button', { name: /^Resend/ })).toBeNull();
});

it('lets a recipient resubscribe after unsubscribing', async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('POST', '/mail-schedules', {
    name: 'Waste',
    contentType: 'report',
    report: 'wastage',
    params: {},
    cadence: 'day',
    sendDay: null,
    sendTime: '07:00',
    timezone: 'UTC',
    onlyWithRows: false,
    withFile: false,
    isActive: true,
    recipients: [{ userId: ids.users.admin }],
  });
  const { user } = await renderApp('/reports/scheduled', { as: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
  await user.click(await screen.findByRole('button', { name: 'Resubscribe' }));
  expect(await screen.findByRole('button', { name: 'Unsubscribe' })).toBeVisible();
});

it('shows that a restore has paused emails, and resumes sending', async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('PUT', '/mail/settings', {
    host: 'mail.olive.test',
    port: 587,
    security: 'starttls',
    user: null,
    senderName: 'Olive',
    senderAddress: 'office@olive.test',
    dashboardUrl: 'https://olive.test/',
    externalReports: [],
  });
  const row = await mock.api.db.read
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'mail')
    .executeTakeFirstOrThrow();
  const paused = { ...JSON.parse(row.value), pausedAt: '2026-11-29T10:00:00.000Z' };
  await mock.api.db.writer
    .updateTable('settings')
    .set({ value: JSON.stringify(paused) })
    .where('key', '=', 'mail')
    .execute();
  const app = await renderApp('/reports/scheduled', { as: 'admin' });
  expect(await screen.findByText(/Paused since this database was restored/)).toBeVisible();
  app.unmount();
  const office = await renderApp('/branches?tab=mail', { as: 'admin' });
  expect(await screen.findByText(/Paused since this database was restored/)).toBeVisible();
  await office.user.click(screen.getByRole('button', { name: 'Resume emails' }));
  expect(await screen.findByText('Emails are sent through mail.olive.test.')).toBeVisible();
  expect((await admin('GET', '/mail/settings'))['pausedAt']).toBeNull();
});
