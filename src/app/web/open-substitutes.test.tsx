import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
let order: { id: string; orderNo: string };

/** Replaces the ordered milk with tomatoes, which the branch hasn't accepted. */
beforeEach(async () => {
  order = await createOrderInStatus(mock.api, 'Under Process');
  const kitchen = await apiAs(mock.api, 'kitchen');
  const { items } = await kitchen('GET', `/orders/${order.id}`);
  const milk = (items as { lineId: string; itemId: string }[]).find(
    ({ itemId }) => itemId === ids.items.milk,
  );
  await kitchen('PATCH', `/orders/${order.id}`, {
    items: [
      {
        itemId: ids.items.tomato,
        orderQty: 0,
        substituteFor: milk?.lineId,
        pickedQty: 1,
        reason: 'substituted',
      },
    ],
  });
});

it('the branch home page lists orders with substitutes awaiting a response, with a link to each', async () => {
  const app = await renderApp('/branch-order/branch', { as: 'branch' });
  const list = within(await screen.findByRole('region', { name: 'Substitutes to accept or refuse' }));
  await app.user.click(list.getByRole('link', { name: `${order.orderNo}: 1 substitute` }));
  expect(app.path()).toContain(order.id);
});

it('the bell counts orders with substitutes to confirm and links to each', async () => {
  const { user } = await renderApp('/branch-order/branch', { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: /1 order has a substitute to confirm/ }));
  const list = within(await screen.findByRole('region', { name: 'Substitutes to confirm' }));
  expect(list.getByRole('link', { name: `${order.orderNo}: 1 substitute` })).toHaveAttribute(
    'href',
    expect.stringContaining(order.id),
  );
});

it('the kitchen is warned before it ships a substitute without the branch’s response', async () => {
  const { user } = await renderApp(`/central-kitchen/order-processing-prep?order=${order.id}`, {
    as: 'kitchen',
  });
  await user.click(await screen.findByRole('button', { name: 'Pick all as approved' }));
  await user.click(screen.getByRole('button', { name: 'Ship order' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Ship ORD/ }));
  const warning = dialog.getByText(
    '1 substitute is still waiting for the branch’s response. The branch can refuse it on receipt.',
  );
  expect(warning.closest('section')).toHaveTextContent(/Tomato/);
});
