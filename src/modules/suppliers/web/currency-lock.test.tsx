import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

async function openCurrencyField(supplier: string) {
  const { user } = await renderApp(`/procurements/settings/supplier?row=${supplier}&edit=true`, {
    as: 'admin',
  });
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByText('Payment', undefined));
  return dialog.findByRole('combobox', { name: /Currency/ });
}

it('shows the currency of a supplier with purchases as locked, with the reason', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const supplier = (await admin('POST', '/suppliers', { code: 'MILL', name: 'Mill' })) as { _id: string };
  expect(await admin('GET', `/suppliers/${supplier._id}/currency`)).toEqual({ lockedBy: null });
  await admin('POST', '/purchase-orders', {
    supplier: supplier._id,
    place: ids.branch1,
    items: [{ itemId: ids.items.flour, qty: 1, price: 2 }],
  });
  const currency = await openCurrencyField(supplier._id);
  await waitFor(() => expect(currency).toHaveAccessibleDescription(/Create another supplier/));
  expect(currency).toHaveAttribute('readonly');
});
