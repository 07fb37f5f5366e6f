import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getDocumentPath, getLotPath } from '#platform/documents/printed-path.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { scan } from '#app/web/testing/scan.ts';

const mock = useMockApi();

it('opens the document of a scanned address, and nothing on another website', async () => {
  const { id } = await createOrderInStatus(mock.api, 'Shipped');
  const { router } = await renderApp('/branch-order/wastage', { as: 'branch' });
  await screen.findByRole('form', { name: 'Record wastage' });
  scan(`https://elsewhere.example${getDocumentPath('order', id)}`);
  expect(await screen.findByText(/^No item with code https:\/\/elsewhere/)).toBeInTheDocument();
  scan(window.location.origin + getDocumentPath('order', id));
  expect(await screen.findByRole('dialog', { name: /^ORD-/ })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/branch-order/order-history');
});

it('opens the lot of a printed address, whose code may contain a slash', async () => {
  const { router } = await renderApp(getLotPath('item-1', 'A/7 b'), { as: 'branch' });
  await screen.findByRole('heading', { level: 1 });
  expect(router.state.location).toMatchObject({
    pathname: '/branch-order/inventory-control/lots',
    search: { item: 'item-1', lot: 'A/7 b' },
  });
});

it('shows that an unknown document type has no page', async () => {
  await renderApp('/open/poem/1', { as: 'branch' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
});
