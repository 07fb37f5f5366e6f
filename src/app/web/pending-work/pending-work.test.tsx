import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

const findCards = async () => within(await screen.findByRole('list', { name: 'Needs a decision' }));

it('lists the same pending work on the dashboard as in the command palette', async () => {
  await createOrderInStatus(mock.api, 'Under Review');
  const { user, path } = await renderApp('/dashboard', { as: 'admin' });
  const cards = await findCards();
  const card = cards.getByRole('link', { name: /^1 order Under review/ });
  await user.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('group', { name: 'Waiting for you' }));
  expect(palette.getByRole('option', { name: /^1 order.*Under review/ })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(card);
  await expect.poll(path).toContain('/branch-order/order-submission');
});

it('shows the first three cards, and the others on request', async () => {
  const statuses = ['Draft', 'Under Review', 'Sent to Central Kitchen', 'Under Process', 'Shipped'];
  mock.api.server.use(
    http.get('*/api/documents/waiting', () =>
      HttpResponse.json(
        statuses.map((status) => ({ collection: 'orders', status, verbs: [], count: 2, documents: [] })),
      ),
    ),
  );
  const { user } = await renderApp('/dashboard', { as: 'admin' });
  const cards = await findCards();
  expect(cards.getAllByRole('link')).toHaveLength(3);
  await user.click(cards.getByRole('button', { name: '2 more' }));
  expect(cards.getAllByRole('link')).toHaveLength(statuses.length);
});

it('reports when nothing is waiting, and when loading failed', async () => {
  mock.api.server.use(http.get('*/api/documents/waiting', () => HttpResponse.json([])));
  const app = await renderApp('/dashboard', { as: 'admin' });
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  app.unmount();
  mock.api.server.use(http.get('*/api/documents/waiting', () => HttpResponse.json({}, { status: 500 })));
  await renderApp('/dashboard', { as: 'admin' });
  expect(await screen.findByText('Couldn’t load your tasks.')).toBeVisible();
});
