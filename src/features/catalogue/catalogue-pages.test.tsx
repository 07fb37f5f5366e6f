import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#server/testing/ids.ts';
import { callsAs } from '#src/testing/order-story.ts';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';

const mock = useMockApi();

describe('items', () => {
  it('are listed with what will come said honestly, and lead to their own page', async () => {
    const app = await renderApp('/procurements/creation/items-creation', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Items' });
    expect(screen.getByText(/come with a later version/)).toBeInTheDocument();
    await app.person.click(within(table).getByRole('link', { name: 'Bread flour' }));
    const panel = await screen.findByRole('dialog', { name: 'Bread flour' });
    await app.person.click(within(panel).getByRole('link', { name: 'Open item' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Bread flour' })).toBeInTheDocument();
    expect(app.path()).toBe(`/items/${ids.items.flour}/edit`);
  });

  it('of a sub-category and of none', async () => {
    const admin = await callsAs(mock.api, 'admin');
    const dough = await admin('POST', '/sub-categories', { name: 'Dough', parent: ids.category });
    await admin('PUT', `/items/${ids.items.flour}`, { subCategory: dough['_id'] });
    const app = await renderApp('/sub-category-items', { as: 'admin' });
    await screen.findByRole('link', { name: 'Bread flour' });
    await app.person.selectOptions(screen.getByRole('combobox', { name: 'Sub-category' }), 'Dough');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Whole milk' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Bread flour' })).toBeInTheDocument();
    await app.person.click(screen.getByRole('link', { name: 'Without sub-category' }));
    expect(await screen.findByRole('link', { name: 'Whole milk' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Bread flour' })).toBeNull();
  });

  it('tell their units, levels and packs', async () => {
    const app = await renderApp(`/items/${ids.items.flour}/edit`, { as: 'admin' });
    expect(await screen.findByText('Item code')).toBeInTheDocument();
    await app.person.click(screen.getByRole('link', { name: 'Units and packs' }));
    expect(await screen.findByText('1 Case = 10 Kilogram')).toBeInTheDocument();
    await app.person.click(screen.getByRole('link', { name: 'Levels' }));
    const levels = await screen.findByRole('table', { name: 'Levels' });
    await waitFor(() => expect(levels).toHaveTextContent(/Riverside.*10.*30.*60/));
    await app.person.click(screen.getByRole('link', { name: 'Suppliers and packs' }));
    expect(await screen.findByText(/No supplier’s pack/)).toBeInTheDocument();
  });
});
