import { getMailHeader, parseMailParts, startMailServer } from '#app/server/testing/mail-server.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

test('a mail server is set up and tested; a report is scheduled, previewed, sent to oneself, and logged', async ({
  page,
}) => {
  const mailServer = await startMailServer({ auth: { user: 'olive', password: 'a quiet secret' } });
  await openAs(page, 'admin', '/reports/scheduled');
  await expect(
    page.getByText('No mail server is set up, so nothing is sent.', { exact: false }),
  ).toBeVisible();

  await navigateInApp(page, '/branches?tab=mail');
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Port').fill(String(mailServer.port));
  await page.getByLabel('Encryption').selectOption({ label: 'None' });
  await page.getByLabel('User name').fill('olive');
  await page.getByLabel('Password').fill('wrong');
  await page.getByLabel('Sender name').fill('Olive');
  await page.getByLabel('Sender address').fill('office@olive.test');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Emails are sent through 127.0.0.1.')).toBeVisible();
  // With the keyboard: the toast may cover the button, and stays while a pointer is on it.
  await page.getByRole('button', { name: 'Send me a test email' }).press('Enter');
  await expect(page.getByText(/^Server response: 535/)).toBeVisible();
  expect(mailServer.received).toHaveLength(0);

  await page.getByLabel('Password').fill('a quiet secret');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('A password is saved.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(page.getByText(/^Server response: 250/)).toBeVisible();
  await expect.poll(() => mailServer.received.length).toBe(1);

  await navigateInApp(page, '/reports/scheduled');
  await page.getByRole('button', { name: 'Schedule an email' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Waste of the day');
  await form.getByLabel('Report').selectOption({ label: 'Wastage' });
  await form.getByLabel('Time of day').fill('06:30');
  await form.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Waste of the day' });
  await expect(card).toContainText('Every day, 06:30');
  await card.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog').getByText(/^Subject: Waste of the day: Wastage/)).toBeVisible();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Send to me now' }).click();
  await expect.poll(() => mailServer.received.length).toBe(2);
  const [, email] = mailServer.received;
  if (!email) throw new Error('No second email was received');
  expect(getMailHeader(email, 'Subject')).toContain('Waste of the day');
  expect(parseMailParts(email).map(({ type }) => type)).toEqual(['text/plain', 'text/html']);
  await card.getByRole('button', { name: 'Log' }).click();
  const log = page.getByRole('dialog');
  await expect(log.getByText('Sent', { exact: true })).toBeVisible();
  await expect(log.getByText('250 2.0.0 Ok: queued')).toBeVisible();
  await mailServer.close();
});
