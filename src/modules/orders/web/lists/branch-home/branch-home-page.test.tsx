import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('the branch home counts orders by stage and links to drafts, deliveries and their lists', async () => {
  const draft = await createOrderInStatus(mock.api, 'Draft');
  const shipped = await createOrderInStatus(mock.api, 'Shipped');
  const app = await renderApp('/branch-order/branch', { as: 'branch' });
  expect(await screen.findByText('Riverside · orders from Central Kitchen')).toBeInTheDocument();
  const stages = await screen.findByRole('region', { name: 'Orders by stage' });
  expect(await within(stages).findByRole('link', { name: 'Draft 1' })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: new RegExp(`^${draft.orderNo}`) })).toHaveAttribute(
    'href',
    expect.stringContaining(`/branch-order/order-submission?status=Draft&order=${draft.id}`),
  );
  expect(screen.getByRole('link', { name: new RegExp(`^${shipped.orderNo}`) })).toHaveAttribute(
    'href',
    `/branch-order/receiving-order?order=${shipped.id}`,
  );
  expect(screen.getByText('Next cut-off')).toBeInTheDocument();
  await app.user.click(within(stages).getByRole('link', { name: 'Shipped 1' }));
  expect(app.path()).toContain('/branch-order/order-history?status=Shipped');
  expect(await screen.findByRole('link', { name: shipped.orderNo })).toBeInTheDocument();
});

it('a user with several branches can switch branches on the page', async () => {
  const app = await renderApp('/branch-order/branch', { as: 'admin' });
  const choice = await screen.findByRole('combobox', { name: 'Branch' });
  await app.user.selectOptions(choice, 'Riverside');
  expect(await screen.findByText('Riverside · orders from Central Kitchen')).toBeInTheDocument();
  expect(app.path()).toContain('?branch=');
});

it('inventory control shows deliveries, low stock and waste', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  await renderApp('/branch-order/inventory-control', { as: 'branch' });
  expect(await screen.findByRole('link', { name: new RegExp(`^${orderNo}`) })).toBeInTheDocument();
  for (const name of ['Receiving Order', 'Stock Count', 'Wastage'])
    expect(screen.getAllByRole('link', { name: new RegExp(`^${name}`) }).length).toBeGreaterThan(0);
  expect(await screen.findByText('No wastage recorded in the last 7 days.')).toBeInTheDocument();
  expect((await screen.findAllByText('Out')).length).toBeGreaterThan(0);
});
