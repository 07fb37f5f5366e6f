import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';

useMockApi();

it('the group that is empty by definition says where its subject is, to who may go there', async () => {
  const admin = await renderApp('/units', { as: 'admin' });
  await admin.person.click(await screen.findByRole('button', { name: 'Item Category' }));
  expect(screen.getByText(/^Item categories are a tab of “Sub-categories”/)).toBeInTheDocument();
  admin.unmount();
  const branch = await renderApp('/branch-order/create-order', { as: 'branch' });
  await branch.person.click(await screen.findByRole('button', { name: 'Item Category' }));
  expect(screen.queryByText(/^Item categories are/)).not.toBeInTheDocument();
});
