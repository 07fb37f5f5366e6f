import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('notifies a branch of a delivery on its way, with a link for receiving it', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const { user } = await renderApp('/branch-order/create-order', { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: '1 document waiting for you' }));
  const notificationCentre = within(await screen.findByRole('dialog', { name: 'What’s new' }));
  expect(await notificationCentre.findByRole('link', { name: new RegExp(orderNo) })).toHaveAttribute(
    'href',
    expect.stringMatching(/receiving-order\?order=/),
  );
});

it('does not notify head office, whose dashboard lists the work of every location', async () => {
  await createOrderInStatus(mock.api, 'Shipped');
  const { user } = await renderApp('/dashboard', { as: 'admin' });
  await screen.findByRole('link', { name: /^1 order Shipped/ });
  await user.click(await screen.findByRole('button', { name: 'New orders' }));
  expect(await screen.findByRole('dialog', { name: 'New orders' })).toBeVisible();
});
