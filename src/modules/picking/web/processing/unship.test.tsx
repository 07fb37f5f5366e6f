import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiAs } from '#app/web/testing/api-client.ts';
import { ids } from '#app/server/testing/ids.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it.each([
  ['a quantity', { receivedQty: 1 }],
  ['a temperature', { temperature: 4 }],
  ['a reason', { reason: 'damaged' }],
])('blocks unshipping with an explanation after the branch has entered %s', async (_, receiptData) => {
  const [branch, admin] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'admin')];
  const order = await branch('POST', '/orders', {
    deliveryDate: '2026-11-23',
    items: [{ itemId: ids.items.milk, orderQty: 1 }],
  });
  const path = `/orders/${String(order['_id'])}`;
  for (const status of ['Under Review', 'Sent to Central Kitchen', 'Under Process', 'Shipped'])
    await admin('PATCH', path, { status });
  const address = `/central-kitchen/order-processing-prep?order=${String(order['_id'])}`;
  const beforeReceipt = await renderApp(address, { as: 'admin' });
  const name = 'Undo shipment';
  expect(await screen.findByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true');
  beforeReceipt.unmount();

  const [line] = order['items'] as [{ lineId: string }];
  await branch('PATCH', path, { items: [{ lineId: line.lineId, ...receiptData }] });
  const { user } = await renderApp(address, { as: 'admin' });
  const unship = await screen.findByRole('button', { name });
  await user.click(unship);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await screen.findAllByText(/has started receiving this/)).length).toBeGreaterThan(0);
});

it('shows the missing quantity of a line that was shipped as approved', async () => {
  const [branch, admin] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'admin')];
  const order = await branch('POST', '/orders', {
    deliveryDate: '2026-11-23',
    items: [{ itemId: ids.items.milk, orderQty: 2 }],
  });
  const path = `/orders/${String(order['_id'])}`;
  for (const status of ['Under Review', 'Sent to Central Kitchen', 'Under Process', 'Shipped'])
    await admin('PATCH', path, { status });
  const [line] = order['items'] as [{ lineId: string }];
  await branch('PATCH', path, { items: [{ lineId: line.lineId, receivedQty: 1, reason: 'missing' }] });
  await branch('PATCH', path, { status: 'Received' });
  await renderApp(`/central-kitchen/order-processing-prep?order=${String(order['_id'])}`, { as: 'kitchen' });
  expect(await screen.findByText('1 not received')).toBeInTheDocument();
  expect(screen.queryByText('Complete')).toBeNull();
});
