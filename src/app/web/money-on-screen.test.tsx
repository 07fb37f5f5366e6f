import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

const dinar = { code: 'KWD', name: 'Kuwaiti dinar', symbol: 'KD', minorUnits: 3, isBase: true };

describe('amounts on screen', () => {
  it("show the business's currency with its decimals on the dashboard", async () => {
    const admin = await apiAs(mock.api, 'admin');
    await admin('POST', '/currencies', dinar);
    await createOrderInStatus(mock.api, 'Under Review');
    await renderApp('/dashboard', { as: 'admin' });
    const card = await screen.findByRole('link', { name: /^Stock value/ });
    await waitFor(() => expect(card).toHaveTextContent(/KWD\s[\d,]+\.\d{3}(?!\d)/));
  });

  it('show the currency in lists', async () => {
    const admin = await apiAs(mock.api, 'admin');
    await admin('POST', '/currencies', dinar);
    await createOrderInStatus(mock.api, 'Under Review');
    await renderApp('/branch-orders', { as: 'admin' });
    const table = await screen.findByRole('table');
    const row = (await within(table).findAllByRole('row'))[1] as HTMLElement;
    expect(row).toHaveTextContent(/KWD\s[\d,]+\.\d{3}/);
  });

  it('show the currency of the location or supplier', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const euro = await admin('POST', '/currencies', { code: 'EUR', name: 'Euro', symbol: '€' });
    const supplier = await admin('POST', '/suppliers', {
      code: 'NL1',
      name: 'Dutch Dairy',
      currency: euro['_id'],
    });
    await admin('PUT', `/branch/${ids.branch1}`, { currencyId: euro['_id'], minOrderValue: 80 });
    await renderApp(`/branches?row=${ids.branch1}`, { as: 'admin' });
    // The panel loads its own data, so the assertion is retried.
    await waitFor(() => expect(within(screen.getByRole('dialog')).getByText('€80.00')).toBeVisible());
    cleanup();
    const pack = { itemId: ids.items.flour, unit: ids.units.kg, contentsQty: 2, price: 9.5 };
    await admin('POST', '/packagings', { ...pack, name: 'Dutch pack', supplierId: supplier['_id'] });
    await admin('POST', '/packagings', { ...pack, name: 'Plain pack' });
    await renderApp('/procurements/creation/packaging', { as: 'admin' });
    const supplierRow = await screen.findByRole('row', { name: /Dutch pack/ });
    await waitFor(() => expect(supplierRow).toHaveTextContent('€9.50'));
    expect(screen.getByRole('row', { name: /Plain pack/ })).toHaveTextContent('£9.50');
  });
});
