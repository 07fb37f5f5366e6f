import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { callsAs, createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

const dinar = { code: 'KWD', name: 'Kuwaiti dinar', symbol: 'KD', minorUnits: 3, isBase: true };

describe('shows amounts with their currency', () => {
  it("shows stock, orders and totals in the business's currency with its decimals", async () => {
    const admin = await callsAs(mock.api, 'admin');
    await admin('POST', '/currencies', dinar);
    await createOrderInStatus(mock.api, 'Under Review');
    await renderApp('/dashboard', { as: 'admin' });
    const card = await screen.findByRole('link', { name: /^Stock value/ });
    await waitFor(() => expect(card).toHaveTextContent(/KWD\s[\d,]+\.\d{3}(?!\d)/));
  });

  it('in lists', async () => {
    const admin = await callsAs(mock.api, 'admin');
    await admin('POST', '/currencies', dinar);
    await createOrderInStatus(mock.api, 'Under Review');
    await renderApp('/branch-orders', { as: 'admin' });
    const table = await screen.findByRole('table');
    const row = (await within(table).findAllByRole('row'))[1] as HTMLElement;
    expect(row).toHaveTextContent(/KWD\s[\d,]+\.\d{3}/);
  });

  it("shows location and supplier amounts in their own currency, and a pack without a supplier in the business's", async () => {
    const admin = await callsAs(mock.api, 'admin');
    const euro = await admin('POST', '/currencies', { code: 'EUR', name: 'Euro', symbol: '€' });
    const supplier = await admin('POST', '/suppliers', {
      code: 'NL1',
      name: 'Dutch Dairy',
      currency: euro['_id'],
    });
    await admin('PUT', `/branch/${ids.branch1}`, { currencyId: euro['_id'], minOrderValue: 80 });
    await renderApp(`/branches?row=${ids.branch1}`, { as: 'admin' });
    // The panel loads by itself, so the assertion is repeated.
    await waitFor(() => expect(within(screen.getByRole('dialog')).getByText('€80.00')).toBeVisible());
    cleanup();
    const pack = { itemId: ids.items.flour, unit: ids.units.kg, contentsQty: 2, price: 9.5 };
    await admin('POST', '/packagings', { ...pack, name: 'Theirs', supplierId: supplier['_id'] });
    await admin('POST', '/packagings', { ...pack, name: 'Nobody’s' });
    await renderApp('/procurements/creation/packaging', { as: 'admin' });
    const otherRow = await screen.findByRole('row', { name: /Theirs/ });
    await waitFor(() => expect(otherRow).toHaveTextContent('€9.50'));
    expect(screen.getByRole('row', { name: /Nobody’s/ })).toHaveTextContent('£9.50');
  });
});
