import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('shows a change by field, with names of referenced rows, and links to the row', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const branches = (await admin('GET', '/branch?limit=100')) as unknown as { _id: string; name: string }[];
  const brand = await admin('POST', '/brands', { name: 'Old Mill' });
  const [branch] = branches;
  await admin('PUT', `/branch/${branch?._id}`, { brandId: brand['_id'] });
  const { user, path } = await renderApp('/user?tab=audit&entity=branch', { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'Audit' });
  const row = within(table).getByRole('row', { name: /Edited.*Old Mill/ });
  await user.click(within(row).getByRole('link'));
  const entry = await screen.findByRole('dialog', { name: `Edited · ${branch?.name}` });
  expect(within(entry).getByRole('row', { name: /Brand – Old Mill/ })).toBeInTheDocument();
  await user.click(within(entry).getByRole('link', { name: 'Open this record' }));
  await waitFor(() => expect(path()).toBe(`/branches?row=${branch?._id}`));
});

it('loads older entries and returns to the newest', async () => {
  const admin = await apiAs(mock.api, 'admin');
  for (let n = 1; n <= 60; n++) await admin('POST', '/brands', { name: `Brand ${n}` });
  const { user } = await renderApp('/user?tab=audit&entity=brands', { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'Audit' });
  expect(within(table).getAllByRole('row')).toHaveLength(51);
  await user.click(screen.getByRole('link', { name: 'Older' }));
  expect(await within(table).findByText('Brand 1')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Older' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Newest' }));
  expect(await within(table).findByText('Brand 60')).toBeInTheDocument();
});

it('clears filters that match nothing', async () => {
  const { user } = await renderApp('/user?tab=audit&action=undo', { as: 'viewer' });
  await user.click(await screen.findByRole('button', { name: /Clear/ }));
  expect(await screen.findByRole('table', { name: 'Audit' })).toBeInTheDocument();
});

it('shows the start of the retained period after older entries are archived', async () => {
  const archive = {
    file: 'audit.jsonl.gz',
    from: '2024-01-01',
    before: '2025-03-05',
    hash: '',
    createdAt: '',
  };
  await mock.api.db.writer
    .insertInto('auditArchives')
    .values({ ...archive, lastSeq: 0, rows: 0 })
    .execute();
  const admin = await apiAs(mock.api, 'admin');
  await admin('POST', '/brands', { name: 'Kept' });
  await renderApp('/user?tab=audit&entity=brands', { as: 'admin' });
  await screen.findByRole('table', { name: 'Audit' });
  expect(await screen.findByText(/^Entries since .*/)).toHaveTextContent('5 Mar 2025');
});
