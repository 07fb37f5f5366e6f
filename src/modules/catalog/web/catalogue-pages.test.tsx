import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

describe('items', () => {
  it('open in a panel that links to the item page', async () => {
    const app = await renderApp('/procurements/creation/items-creation', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Items' });
    await app.user.click(within(table).getByRole('link', { name: 'Bread flour' }));
    const panel = await screen.findByRole('dialog', { name: 'Bread flour' });
    await app.user.click(await within(panel).findByRole('link', { name: 'Open item' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Bread flour' })).toBeInTheDocument();
    expect(app.path()).toBe(`/items/${ids.items.flour}/edit`);
  });

  it('can be filtered by sub-category, or to items without one', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const dough = await admin('POST', '/sub-categories', { name: 'Dough', parent: ids.category });
    await admin('PUT', `/items/${ids.items.flour}`, { subCategory: dough['_id'] });
    const app = await renderApp('/sub-category-items', { as: 'admin' });
    await screen.findByRole('link', { name: 'Bread flour' });
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Sub-category' }), 'Dough');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Whole milk' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Bread flour' })).toBeInTheDocument();
    await app.user.click(screen.getByRole('link', { name: 'No sub-category' }));
    expect(await screen.findByRole('link', { name: 'Whole milk' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Bread flour' })).toBeNull();
  });

  it("list a branch's own items first, and all other items on a separate tab", async () => {
    const admin = await apiAs(mock.api, 'admin');
    await admin('PUT', `/items/${ids.items.flour}`, { branches: [ids.branch1] });
    await admin('PUT', `/items/${ids.items.bun}`, { branches: [ids.branch2] });
    const app = await renderApp('/branch-settings/create-item', { as: 'branch' });
    expect(await screen.findByRole('link', { name: 'Bread flour' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Whole milk' })).toBeNull();
    expect(screen.queryByRole('link', { name: /bun/i })).toBeNull();
    await app.user.click(screen.getByRole('link', { name: 'All items' }));
    expect(await screen.findByRole('link', { name: 'Whole milk' })).toBeInTheDocument();
  });

  it('show prices per unit, packs and missing fields in the panel', async () => {
    const admin = await apiAs(mock.api, 'admin');
    await admin('PUT', `/items/${ids.items.flour}`, { unitPrice: 1.25, shelfLifeDays: null });
    const pack = { itemId: ids.items.flour, name: 'Sack', unit: ids.units.kg, contentsQty: 25, price: 20 };
    await admin('POST', '/packagings', pack);
    const app = await renderApp('/procurements/creation/items-creation', { as: 'admin' });
    await app.user.click(await screen.findByRole('link', { name: 'Bread flour' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Bread flour' }));
    expect(await panel.findByText(/^£1\.25 per Kilogram$/)).toBeInTheDocument();
    const packs = within(await panel.findByRole('region', { name: 'Packs' }));
    expect(packs.getByText('Sack')).toBeInTheDocument();
    expect(await packs.findByText(/£0\.80 per kg$/)).toBeInTheDocument();
    expect(panel.getByText(/^Not set: .*Shelf life \(days\)/)).toBeInTheDocument();
    expect(panel.queryByText('Shelf life (days)')).toBeNull();
  });
});
