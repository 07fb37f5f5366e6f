import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const { kg } = ids.units;

it('orders an item that the branch can’t usually order for an event, and shows the event in lists', async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('POST', '/items', {
    name: 'Wedding cake',
    itemCode: 'CAKE',
    kind: 'finished',
    category: ids.category,
    baseUnit: kg,
    orderUnit: kg,
    isOrderable: false,
  });
  const { user } = await renderApp('/branch-order/create-order', { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'New event order' }));
  const form = within(await screen.findByRole('dialog', { name: 'New event order' }));
  await user.click(form.getByRole('button', { name: 'Submit' }));
  expect(form.getByText(/^Enter the name and time of the event/)).toBeInTheDocument();
  await user.type(form.getByRole('textbox', { name: 'Event' }), 'Wedding of Sara');
  fireEvent.change(form.getByLabelText('Date and time'), { target: { value: '2026-12-24T18:30' } });
  await user.type(form.getByRole('textbox', { name: 'Guests' }), '80');
  expect(form.getByLabelText('Delivery date')).toHaveValue('2026-12-24');
  await user.type(form.getByRole('combobox', { name: 'Add item' }), 'Wedding');
  await user.click(await form.findByRole('option', { name: /Wedding cake/ }));
  await user.type(form.getByRole('textbox', { name: 'Wedding cake, order quantity' }), '6');
  await user.dblClick(form.getByRole('button', { name: 'Submit' }));
  await waitFor(async () => {
    const { orders } = (await admin('GET', '/orders')) as { orders?: unknown };
    expect(orders).toMatchObject([
      { occasion: 'Wedding of Sara', guests: 80, status: 'Under Review', deliveryDate: '2026-12-24' },
    ]);
  });
  const sheet = await screen.findByRole('dialog', { name: /ORD-/ });
  expect(await within(sheet).findAllByText('Wedding of Sara')).not.toHaveLength(0);
});
