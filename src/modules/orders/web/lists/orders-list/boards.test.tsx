import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it("a branch sees orderable items, stopped items, and its kitchen's delivery days", async () => {
  const { user, path } = await renderApp('/branch-order/central-kitchen', { as: 'branch' });
  expect(
    await screen.findByText('Items that Riverside can order from Central Kitchen, and delivery times'),
  ).toBeVisible();
  expect(await screen.findByText('Bread flour')).toBeInTheDocument();
  expect(screen.getByText('Deliveries in the next 14 days')).toBeInTheDocument();
  await user.type(screen.getByRole('searchbox', { name: 'Search item or code' }), 'flour');
  expect(await screen.findByText('1 item')).toBeInTheDocument();
  await expect.poll(path).toContain('q=flour');
  expect(
    await screen.findByText(/^(All items can be ordered\.|These items can’t be ordered at the moment)/),
  ).toBeInTheDocument();
});

it('the pick list has an empty state', async () => {
  await renderApp('/central-kitchen/pick-list', { as: 'kitchen' });
  expect(await screen.findByText('Nothing to pick')).toBeInTheDocument();
});

it('the operations board counts open orders and links to the lists', async () => {
  await createOrderInStatus(mock.api, 'Sent to Central Kitchen');
  const picked = await createOrderInStatus(mock.api, 'Under Process');
  const shipped = await createOrderInStatus(mock.api, 'Shipped');
  const app = await renderApp('/operations?day=2026-11-23', { as: 'admin' });
  const stages = await screen.findByRole('region', { name: 'Orders by stage' });
  expect(await within(stages).findByRole('link', { name: 'To accept 1' })).toBeInTheDocument();
  expect(await within(stages).findByRole('link', { name: /^Picking 1/ })).toBeInTheDocument();
  const line = (await screen.findByRole('link', { name: picked.orderNo })).closest('li') as HTMLElement;
  // The order that awaits acceptance determines the stage of the branch.
  expect(line).toHaveTextContent(/^Riverside.*To accept.*0 of 3/);
  expect(await screen.findByText('No open discrepancies.')).toBeInTheDocument();
  expect(await screen.findByText(/ have ordered$/)).toBeInTheDocument();
  await app.user.click(await within(stages).findByRole('link', { name: /^In transit 1/ }));
  expect(app.path()).toContain('/branch-orders?status=Shipped');
  expect(await screen.findByRole('link', { name: shipped.orderNo })).toBeInTheDocument();
});

it("the operations board shows changes to the day's orders, and navigates to other days", async () => {
  const { id } = await createOrderInStatus(mock.api, 'Under Process');
  const { user, path, queryClient } = await renderApp('/operations?day=2026-11-22', { as: 'kitchen' });
  await user.click(await screen.findByRole('link', { name: 'Next day' }));
  expect(path()).toContain('day=2026-11-23');
  const lines = await screen.findByRole('list', { name: 'Branch progress' });
  expect(await within(lines).findByText('Picking')).toBeInTheDocument();
  const calls = await apiAs(mock.api, 'kitchen');
  await calls('PATCH', `/orders/${id}`, { status: 'Shipped' });
  await queryClient.invalidateQueries();
  expect(await within(lines).findByText('In transit')).toBeInTheDocument();
  expect(within(lines).getByText(/^shipped /)).toBeInTheDocument();
});

it('the operations board shows no branches to a user without a location', async () => {
  await mock.api.db.writer
    .updateTable('users')
    .set({ allowedPages: '["*"]', branches: '[]' })
    .where('email', '=', 'branch@demo.test')
    .execute();
  await renderApp('/operations?day=2026-11-23', { as: 'branch' });
  expect(await screen.findByText('No deliveries on this day.')).toBeInTheDocument();
  expect(screen.queryByText(/ have ordered$/)).not.toBeInTheDocument();
});
