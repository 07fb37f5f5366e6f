import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { defineNumberedJob, enqueueJob } from '#app/server/testing/jobs.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/** Creates a job whose last attempt has failed. */
async function createFailedJob(
  error = { code: 'FULL', message: 'The server was out of disk space.' },
): Promise<string> {
  const now = new Date(Date.now() - 60 * 60_000);
  const host = { db: mock.api.db, clock: { now: () => now } };
  const id = await enqueueJob(
    host,
    defineNumberedJob(async () => undefined),
    { n: 1 },
  );
  const failed = {
    kind: 'housekeeping',
    state: 'failed',
    attempts: 10,
    error: JSON.stringify(error),
    startedAt: now.toISOString(),
    finishedAt: now.toISOString(),
    version: 21,
  };
  await mock.api.db.writer.updateTable('jobs').set(failed).where('_id', '=', id).execute();
  return id;
}
const findList = async () => within(await screen.findByRole('list', { name: 'Background jobs' }));
const loadRow = async (id: string) =>
  mock.api.db.read.selectFrom('jobs').select(['state', 'attempts']).where('_id', '=', id).executeTakeFirst();

describe('background jobs', () => {
  it('shows what failed and why, and retries it', async () => {
    const id = await createFailedJob();
    const app = await renderApp('/dashboard-quick-fix', { as: 'admin' });
    const line = (await findList()).getByRole('listitem');
    expect(line).toHaveTextContent(
      /^HousekeepingFailedSince .* attempt 10 of 10The server ran out of disk space\. Free some space/,
    );
    await app.user.click(screen.getByRole('button', { name: 'Retry Housekeeping' }));
    expect(await screen.findByText('Retrying Housekeeping.')).toBeInTheDocument();
    expect(await screen.findByText('1 waiting')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Retry Housekeeping' })).not.toBeInTheDocument();
    expect(await loadRow(id)).toEqual({ state: 'waiting', attempts: 0 });
  });

  it('removes an obsolete job after confirmation', async () => {
    const id = await createFailedJob({ code: 'NEW_CODE', message: 'The printer is out of paper.' });
    const app = await renderApp('/dashboard-quick-fix', { as: 'admin' });
    expect((await findList()).getByText('The printer is out of paper.')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Remove Housekeeping' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Housekeeping?' }));
    await app.user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/No waiting or failed jobs\./)).toBeInTheDocument();
    expect(await loadRow(id)).toBeUndefined();
  });

  it('shows the current state if another user has already changed the job', async () => {
    const id = await createFailedJob();
    const app = await renderApp('/dashboard-quick-fix', { as: 'admin' });
    const retry = await screen.findByRole('button', { name: 'Retry Housekeeping' });
    await mock.api.db.writer.deleteFrom('jobs').where('_id', '=', id).execute();
    await app.user.click(retry);
    expect(await screen.findByText(/^This job has changed\./)).toBeInTheDocument();
    expect(await screen.findByText(/No waiting or failed jobs\./)).toBeInTheDocument();
  });

  it.each([404, 500])('retries once after a %i response, then stops', async (status) => {
    let requests = 0;
    mock.api.server.use(
      http.get(/\/api\/jobs/, () => {
        requests += 1;
        return HttpResponse.json({}, { status });
      }),
    );
    await renderApp('/dashboard-quick-fix', { as: 'admin' });
    expect(await screen.findByText('Data problems')).toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(screen.getByText('Data problems')).toBeInTheDocument();
    expect(requests).toBeLessThanOrEqual(4);
  });

  it('is read-only for viewers and hidden from users without access to the whole business', async () => {
    await createFailedJob();
    const viewer = await renderApp('/dashboard-quick-fix', { as: 'viewer' });
    expect((await findList()).queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('list', { name: 'Scheduled jobs' })).toHaveTextContent(/Housekeeping.*next/);
    viewer.unmount();
    await mock.api.db.writer
      .updateTable('users')
      .set({ allowedPages: '["*"]' })
      .where('email', '=', 'branch@demo.test')
      .execute();
    await renderApp('/dashboard-quick-fix', { as: 'branch' });
    expect(await screen.findByText('Session and API')).toBeInTheDocument();
    expect(screen.queryByText('Background jobs')).not.toBeInTheDocument();
  });
});
