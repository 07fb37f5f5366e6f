import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { callsAs } from '#src/testing/order-in-status.ts';
import { ids } from '#server/testing/ids.ts';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';

const mock = useMockApi();

it.each([
  ['a quantity', { receivedQty: 1 }],
  ['a temperature', { temperature: 4 }],
  ['a reason', { reason: 'damaged' }],
])(
  'what the branch has begun to receive by %s is not offered to be taken back, and why not is said',
  async (_, said) => {
    const [branch, admin] = [await callsAs(mock.api, 'branch'), await callsAs(mock.api, 'admin')];
    const made = await branch('POST', '/orders', {
      deliveryDate: '2026-11-23',
      items: [{ itemId: ids.items.milk, orderQty: 1 }],
    });
    const path = `/orders/${String(made['_id'])}`;
    for (const status of ['Under Review', 'Sent to Central Kitchen', 'Under Process', 'Shipped'])
      await admin('PATCH', path, { status });
    const address = `/central-kitchen/order-processing-prep?order=${String(made['_id'])}`;
    const before = await renderApp(address, { as: 'admin' });
    const name = 'Take shipment back';
    expect(await screen.findByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true');
    before.unmount();

    const [line] = made['items'] as [{ lineId: string }];
    await branch('PATCH', path, { items: [{ lineId: line.lineId, ...said }] });
    const { person } = await renderApp(address, { as: 'admin' });
    const back = await screen.findByRole('button', { name });
    await person.click(back);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await screen.findAllByText(/has begun to receive this/)).length).toBeGreaterThan(0);
  },
);

it('says of a line what was not received, though it was shipped as approved', async () => {
  const [branch, admin] = [await callsAs(mock.api, 'branch'), await callsAs(mock.api, 'admin')];
  const made = await branch('POST', '/orders', {
    deliveryDate: '2026-11-23',
    items: [{ itemId: ids.items.milk, orderQty: 2 }],
  });
  const path = `/orders/${String(made['_id'])}`;
  for (const status of ['Under Review', 'Sent to Central Kitchen', 'Under Process', 'Shipped'])
    await admin('PATCH', path, { status });
  const [line] = made['items'] as [{ lineId: string }];
  await branch('PATCH', path, { items: [{ lineId: line.lineId, receivedQty: 1, reason: 'missing' }] });
  await branch('PATCH', path, { status: 'Received' });
  await renderApp(`/central-kitchen/order-processing-prep?order=${String(made['_id'])}`, { as: 'kitchen' });
  expect(await screen.findByText('1 not received')).toBeInTheDocument();
  expect(screen.queryByText('Complete')).toBeNull();
});
