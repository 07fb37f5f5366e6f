import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { SetupProgress } from '#modules/settings/setup-progress-shapes.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('shows the step to invite users until it is done or hidden', async () => {
  const progress: SetupProgress = {
    businessName: 'Olive & Sons',
    baseCurrency: 'EUR',
    units: 7,
    kitchens: 1,
    branches: 1,
    unsuppliedBranches: 0,
    itemCategories: 2,
    items: 3,
    isStocked: true,
    people: 1,
    order: { _id: 'o', orderNo: 'ORD-1', status: 'Received' },
  };
  mock.api.server.use(http.get('*/api/settings/progress', () => HttpResponse.json(progress)));
  const { user } = await renderApp('/dashboard', { as: 'admin' });
  const openSteps = await screen.findByRole('list', { name: 'To do' });
  expect(within(openSteps).getAllByRole('listitem')).toHaveLength(1);
  expect(within(openSteps).getByRole('link')).toHaveAttribute('href', '/user?row=new');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'To do' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Show steps' })).toBeNull();
});
