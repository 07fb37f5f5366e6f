import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('prints the delivery notes of all selected orders with sender and receiver', async () => {
  const orders = [
    await createOrderInStatus(mock.api, 'Shipped'),
    await createOrderInStatus(mock.api, 'Shipped'),
  ];
  const unshipped = await createOrderInStatus(mock.api, 'Sent to Central Kitchen');
  const admin = await apiAs(mock.api, 'admin');
  await admin('PUT', '/settings', { businessName: 'Olive & Sons' });
  await admin('PUT', `/branch/${ids.branch1}`, { address: '1 Quay Street' });
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = await renderApp('/central-kitchen/branch-orders-history', { as: 'kitchen' });
  await user.click(await screen.findByRole('checkbox', { name: `Select ${unshipped.orderNo}` }));
  await user.click(await screen.findByRole('button', { name: 'Print delivery notes' }));
  expect(
    (await screen.findAllByText('None of the selected orders has a delivery note yet.')).length,
  ).toBeGreaterThan(0);
  for (const { orderNo } of orders)
    await user.click(screen.getByRole('checkbox', { name: `Select ${orderNo}` }));
  await user.click(await screen.findByRole('button', { name: 'Print 2 delivery notes' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const paper = document.querySelector<HTMLElement>('[data-paper]') as HTMLElement;
  expect(within(paper).getAllByText('Delivery note')).toHaveLength(2);
  for (const { orderNo } of orders) expect(within(paper).getByText(orderNo)).toBeInTheDocument();
  expect(within(paper).getAllByText('Olive & Sons')).toHaveLength(2);
  expect(within(paper).getAllByText('1 Quay Street')).toHaveLength(2);
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(document.querySelector('[data-paper]')).toBeNull());
});
