import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/**
 * Creates a purchase order that needs the master admin's approval because it exceeds its category's limit.
 */
async function createPendingOrder(): Promise<{ _id: string; number: string }> {
  const [branch, admin] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'admin')];
  const supplier = await admin('POST', '/suppliers', { code: 'MILL', name: 'Mill' });
  const category = await admin('POST', '/purchase-categories', {
    name: 'Dry goods',
    approver: ids.users.master,
    approvalLimit: 100,
  });
  await admin('PUT', `/items/${ids.items.flour}`, { purchaseCategory: category['_id'] });
  const order = await branch('POST', '/purchase-orders', {
    supplier: supplier['_id'],
    items: [{ itemId: ids.items.flour, qty: 10, price: 50 }],
  });
  const path = `/purchase-orders/${String(order['_id'])}`;
  await branch('PATCH', path, { status: 'Pending Approval' });
  return { _id: String(order['_id']), number: String(order['number']) };
}

it('shows an approver the purchase orders to approve, with links', async () => {
  const { _id, number } = await createPendingOrder();
  const { user } = await renderApp('/inventory', { as: 'master' });
  await user.click(await screen.findByRole('button', { name: /New orders|purchase order/ }));
  const notificationCentre = within(await screen.findByRole('dialog'));
  const link = await notificationCentre.findByRole('link', {
    name: new RegExp(`${number} · Mill.*Test branch`),
  });
  expect(link.getAttribute('href')).toContain(_id);
  expect(notificationCentre.getByRole('heading', { name: 'Purchase orders to approve' })).toBeInTheDocument();
  expect(screen.getByText('1 purchase order to approve', { selector: '[role=status]' })).toBeInTheDocument();
});

it('shows the author of a purchase order the decisions until they are marked as seen', async () => {
  const { _id, number } = await createPendingOrder();
  const master = await apiAs(mock.api, 'master');
  await master('PATCH', `/purchase-orders/${_id}`, { transitionReason: 'Half of it' });
  await master('PATCH', `/purchase-orders/${_id}`, { status: 'Draft' });
  const { user } = await renderApp('/branch-order/create-order', { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: /New orders|decision/ }));
  const notificationCentre = within(await screen.findByRole('dialog'));
  const entry = await notificationCentre.findByRole('link', {
    name: new RegExp(`${number}.*Sent back by Test master`),
  });
  expect(entry).toHaveTextContent('Reason: Half of it');
  await user.click(notificationCentre.getByRole('button', { name: 'Mark as seen' }));
  await expect
    .poll(() => notificationCentre.queryByRole('link', { name: new RegExp(`${number}.*Sent back`) }))
    .toBeNull();
});
