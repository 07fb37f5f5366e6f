import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { dayMs, toUtcDay } from '#core/day.ts';

const mock = useMockApi();
const yesterday = toUtcDay(Date.now() - dayMs);

type App = Awaited<ReturnType<typeof renderApp>>;

async function confirmClosing(app: App): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: /^Close period through/ }));
  await app.user.click(dialog.getByRole('button', { name: 'Close period' }));
}

it('lists open work before the period is closed, with links to it', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const supplier = await admin('POST', '/suppliers', { code: 'MILL', name: 'Mill' });
  const branch = await apiAs(mock.api, 'branch');
  await branch('POST', '/goods-receipts', {
    supplier: supplier['_id'],
    receivedAt: new Date(Date.now() - dayMs).toISOString(),
    items: [{ itemId: ids.items.flour, qty: 1, price: 2 }],
  });
  const app = await renderApp('/branches', { as: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: 'Period close' }));
  fireEvent.change(await screen.findByLabelText('Close through'), { target: { value: yesterday } });
  await app.user.click(screen.getByRole('button', { name: 'Close period' }));
  const open = within(await screen.findByRole('region', { name: 'Still open' }));
  expect(open.getByRole('link', { name: '1 receipt not fully invoiced' })).toHaveAttribute(
    'href',
    expect.stringContaining(`tab=accruals&asOf=`),
  );
  expect(open.getByText('Check first')).toBeVisible();
  await confirmClosing(app);
  expect(await screen.findByText(`Closed through ${formatDay(yesterday)}.`)).toBeVisible();
});

it('closes the period, reports what blocks it, and reopens it', async () => {
  const app = await renderApp('/branches', { as: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: 'Period close' }));
  expect(await screen.findByText('All days are open.')).toBeVisible();
  const button = screen.getByRole('button', { name: 'Close period' });
  await app.user.click(button);
  const day = screen.getByLabelText('Close through');
  expect(day).toHaveAccessibleDescription('Choose a date.');

  fireEvent.change(day, { target: { value: '2199-01-01' } });
  await app.user.click(button);
  await confirmClosing(app);
  await expect.poll(() => day.getAttribute('aria-invalid')).toBe('true');
  expect(day).toHaveAccessibleDescription(/Future days can’t be closed/);

  const flourBalances = mock.api.db.writer.updateTable('balances').where('itemId', '=', ids.items.flour);
  await flourBalances.set((eb) => ({ valueE4: eb('valueE4', '+', 7) })).execute();
  fireEvent.change(day, { target: { value: yesterday } });
  await app.user.click(button);
  await confirmClosing(app);
  expect(await screen.findByRole('alert')).toHaveTextContent(/Fix these before closing.*balance .* ledger/);
  await flourBalances.set((eb) => ({ valueE4: eb('valueE4', '-', 7) })).execute();
  await app.user.click(button);
  await confirmClosing(app);
  expect(await screen.findByText(`Closed through ${formatDay(yesterday)}.`)).toBeVisible();
  const admin = await apiAs(mock.api, 'admin');
  expect((await admin('GET', '/settings')).booksClosedUntil).toBe(yesterday);

  // Reopening explains its effect, requires a reason, and records the user.
  await app.user.click(screen.getByRole('button', { name: 'Reopen all days' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen closed days' }));
  expect(dialog.getByText(new RegExp(`all closed days, through ${formatDay(yesterday)}`))).toBeVisible();
  await app.user.click(dialog.getByRole('button', { name: 'Reopen days' }));
  expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await app.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Late invoice of the mill');
  await app.user.click(dialog.getByRole('button', { name: 'Reopen days' }));
  expect(await screen.findByText('All days are open.')).toBeVisible();
  expect(await screen.findByText(/were reopened by .*[^ ],/)).toHaveTextContent('Late invoice of the mill');
});

it('keeps the selected day when another user closes the period, and reports both dates', async () => {
  const app = await renderApp('/branches', { as: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: 'Period close' }));
  expect(await screen.findByText('All days are open.')).toBeVisible();
  const day = screen.getByLabelText('Close through');
  fireEvent.change(day, { target: { value: yesterday } });
  const other = await apiAs(mock.api, 'master');
  const before = toUtcDay(Date.now() - 2 * dayMs);
  await other('PUT', '/settings', { booksClosedUntil: before });
  const button = screen.getByRole('button', { name: 'Close period' });
  await app.user.click(button);
  await confirmClosing(app);
  expect(await screen.findByText(`Closed through ${formatDay(before)}.`)).toBeVisible();
  expect(day).toHaveValue(yesterday);
  expect(day).toHaveAccessibleDescription(/Someone else changed this/);
  await app.user.click(button);
  await confirmClosing(app);
  expect(await screen.findByText(`Closed through ${formatDay(yesterday)}.`)).toBeVisible();
});

it('shows the progress, the user and the inconsistencies of a closing after a reload', async () => {
  const { db } = mock.api;
  const closing = {
    until: yesterday,
    state: 'checking',
    done: 60,
    total: 190,
    by: ids.users.master,
    byName: 'Mary Master',
    startedAt: new Date().toISOString(),
    endedAt: null,
    problem: null,
    jobId: 'job',
  };
  const job = {
    _id: 'job',
    createdAt: closing.startedAt,
    kind: 'close-books',
    payload: '{}',
    steps: '{}',
    attempts: 1,
  };
  const putSetting = (key: string, value: object) =>
    db.writer
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
      .execute();
  await db.writer
    .insertInto('jobs')
    .values({ ...job, state: 'running', version: 1 })
    .execute();
  await putSetting('closing', closing);
  const app = await renderApp('/branches', { as: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: 'Period close' }));
  expect(await screen.findByText(/Started by Mary Master/)).toBeVisible();
  const progress = screen.getByRole('progressbar', { name: 'Checks done' });
  expect([progress.getAttribute('value'), progress.getAttribute('max')]).toEqual(['60', '190']);
  expect(screen.getByRole('button', { name: 'Reconciling…' })).toBeDisabled();

  const violations = [
    { invariant: 'I2', message: 'item flour: balance 7, ledger 8', remedy: 'Restore the backup.' },
  ];
  const problem = { error: 'The books contradict', code: 'VALIDATION', details: { violations } };
  await putSetting('closing', {
    ...closing,
    state: 'rejected',
    endedAt: closing.startedAt,
    problem,
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('balance 7, ledger 8 Restore the backup.');
  expect(screen.getByText(/Attempted by Mary Master/)).toBeVisible();

  await app.user.click(screen.getByRole('button', { name: 'Close period' }));
  fireEvent.change(screen.getByLabelText('Close through'), { target: { value: yesterday } });
  await app.user.click(screen.getByRole('button', { name: 'Close period' }));
  await confirmClosing(app);
  expect(await screen.findByText(`Closed through ${formatDay(yesterday)}.`)).toBeVisible();
  expect(await screen.findByText(/Closed by .*[^ ],/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is hidden from users with access to only part of the business', async () => {
  await renderApp('/branches', { as: 'viewer' });
  expect(await screen.findByRole('table', { name: 'Branches' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Period close' })).toBeNull();
});
