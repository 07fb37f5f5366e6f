import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/** An order in process for 60 cases of flour; the kitchen has 50. */
async function openShortOrder(negativeStock: 'block' | 'warn') {
  const [branch, kitchen] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'kitchen')];
  const admin = await apiAs(mock.api, 'admin');
  await admin('PUT', `/branch/${ids.kitchen}`, { negativeStock });
  const order = await branch('POST', '/orders', {
    deliveryDate: '2026-11-23',
    items: [{ itemId: ids.items.flour, orderQty: 60 }],
  });
  const path = `/orders/${String(order['_id'])}`;
  for (const status of ['Under Review', 'Sent to Central Kitchen']) await branch('PATCH', path, { status });
  await kitchen('PATCH', path, { status: 'Under Process' });
  const app = await renderApp(`/central-kitchen/order-processing-prep?order=${String(order['_id'])}`, {
    as: 'kitchen',
  });
  await screen.findAllByText('50');
  const findPickedField = () => screen.findByRole('textbox', { name: /^Bread flour, picked quantity/ });
  // Waits for all requests, because they include the kitchen's negative stock rule.
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  return { app, findPickedField, loadOrder: () => kitchen('GET', path) };
}

describe('shipping more than the stock on hand', () => {
  it("picks only the stock on hand, with a reason, if stock can't go below zero", async () => {
    const { app, findPickedField } = await openShortOrder('block');
    await app.user.click(await screen.findByRole('button', { name: 'Pick all as approved' }));
    expect(await findPickedField()).toHaveValue('50');
    expect(screen.getByRole('combobox', { name: 'Reason for Bread flour' })).toHaveValue('out_of_stock');
  });

  it("is rejected before sending, in the line's unit, with an offer to ship the available quantity", async () => {
    const { app, findPickedField, loadOrder } = await openShortOrder('block');
    await app.user.type(await findPickedField(), '60{Enter}');
    await app.user.click(screen.getByRole('button', { name: 'Ship order' }));
    const dialog = await screen.findByRole('dialog', { name: /^Ship ORD/ });
    expect(within(dialog).getByText('Bread flour: 60 cases to ship, 50 cases available')).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Ship now' })).toBeNull();
    await app.user.click(within(dialog).getByRole('button', { name: 'Ship available stock' }));
    expect(await within(dialog).findByText(/^Bread flour: 50 of 60 cases/)).toHaveTextContent('Out of stock');
    await app.user.click(within(dialog).getByRole('button', { name: 'Ship now' }));
    await expect.poll(async () => (await loadOrder())['status']).toBe('Shipped');
  });

  it('shows a warning if stock may go below zero', async () => {
    const { app, findPickedField } = await openShortOrder('warn');
    await app.user.type(await findPickedField(), '60{Enter}');
    await app.user.click(screen.getByRole('button', { name: 'Ship order' }));
    const dialog = await screen.findByRole('dialog', { name: /^Ship ORD/ });
    expect(
      within(dialog).getByText('Bread flour: 60 cases to ship, 50 cases available; -10 cases afterwards'),
    ).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Ship now' })).toBeInTheDocument();
  });
});

it('shows the kitchen its available stock of each line before it accepts an order', async () => {
  const branch = await apiAs(mock.api, 'branch');
  const order = await branch('POST', '/orders', {
    deliveryDate: '2026-11-23',
    items: [{ itemId: ids.items.flour, orderQty: 60 }],
  });
  for (const status of ['Under Review', 'Sent to Central Kitchen'])
    await branch('PATCH', `/orders/${String(order['_id'])}`, { status });
  await renderApp(`/central-kitchen/dashboard?order=${String(order['_id'])}`, { as: 'kitchen' });
  const panel = within(await screen.findByRole('dialog', { name: String(order['orderNo']) }));
  const available = await panel.findByText(/^50 cases? available/);
  // 60 are ordered, so the quantity links to the fair share.
  expect(within(available).getByRole('link')).toHaveAttribute('href', expect.stringContaining('fair-share'));
});
