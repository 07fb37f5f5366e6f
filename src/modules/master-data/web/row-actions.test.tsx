import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Review } from '#modules/reviews/shapes.ts';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

async function openRow(path: string) {
  const app = await renderApp(path, { as: 'admin' });
  await screen.findByRole('button', { name: 'Edit' });
  return app;
}

describe('an open row', () => {
  it('is archived and restored', async () => {
    const calls = await apiAs(mock.api, 'admin');
    const created = await calls('POST', '/brands', { name: 'Old brand' });
    const app = await openRow(`/brand?row=${String(created['_id'])}`);
    await app.user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Old brand archived.')).toBeInTheDocument();
    await app.user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Old brand restored.')).toBeInTheDocument();
  });

  it("is deleted if it isn't used", async () => {
    const calls = await apiAs(mock.api, 'admin');
    const created = await calls('POST', '/brands', { name: 'Unused brand' });
    const app = await openRow(`/brand?row=${String(created['_id'])}`);
    await app.user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Unused brand?' });
    const remove = within(dialog).getByRole('button', { name: 'Delete' });
    await waitFor(() => expect(remove).toBeEnabled());
    await app.user.click(remove);
    expect(await screen.findByText('Unused brand deleted.')).toBeInTheDocument();
    expect(app.path()).toBe('/brand');
  });

  it("is deleted only after approval if the user's role requires it", async () => {
    const calls = await apiAs(mock.api, 'admin');
    const created = await calls('POST', '/items', {
      itemCode: 'UNUSED',
      name: 'Unused item',
      kind: 'consumable',
      category: ids.category,
      baseUnit: ids.units.kg,
      branches: [ids.branch1],
    });
    const path = `/items/${String(created['_id'])}`;
    const app = await renderApp(`/branch-settings/create-item?row=${String(created['_id'])}`, {
      as: 'branch',
    });
    await app.user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Unused item?' });
    expect(
      within(dialog).getByText(/once a reviewer of items and packs approves the request/),
    ).toBeInTheDocument();
    const remove = within(dialog).getByRole('button', { name: 'Send for review' });
    await waitFor(() => expect(remove).toBeEnabled());
    await app.user.click(remove);
    expect(
      await screen.findByText(/^The request to delete Unused item was sent for review/),
    ).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Propose archiving' }));
    expect(await screen.findByText(/^Unused item was sent for review/)).toBeInTheDocument();
    expect((await calls('GET', path))['isActive']).toBe(true);
  });

  it('lists its uses and offers to archive it instead of deleting it', async () => {
    const app = await openRow(`/units?row=${ids.units.kg}`);
    await app.user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Kilogram is in use' });
    expect(within(dialog).getByText('Items')).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    await app.user.click(within(dialog).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Kilogram archived.')).toBeInTheDocument();
  });

  it('shows its uses with links, and its history as text', async () => {
    const calls = await apiAs(mock.api, 'admin');
    await calls('PUT', `/units/${ids.units.kg}`, { decimals: 2 });
    const app = await openRow(`/units?row=${ids.units.kg}`);
    await app.user.click(screen.getByRole('button', { name: 'Where used' }));
    const usageList = await screen.findByRole('list', { name: 'Where it’s used' });
    expect(within(usageList).getAllByRole('link')[0]).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/items\//),
    );
    await app.user.click(screen.getByRole('button', { name: 'History' }));
    const history = await screen.findByRole('list', { name: 'History, newest first' });
    expect(history).toHaveTextContent('changed this');
    expect(history).toHaveTextContent('Decimals: 3 → 2');
  });

  it('is shown as a page, and edited there', async () => {
    const app = await openRow(`/units?row=${ids.units.case}`);
    await app.user.click(screen.getByRole('button', { name: 'Open as a page' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Case' })).toBeInTheDocument();
    expect(app.path()).toContain('full=true');
    await app.user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Case' })).toBeInTheDocument();
    await screen.findByRole('textbox', { name: /Symbol/ });
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await app.user.click(await screen.findByRole('button', { name: 'Back to the list' }));
    expect(await screen.findByRole('table', { name: 'Units' })).toBeInTheDocument();
    expect(app.path()).toBe('/units');
  });

  it('is duplicated without unique values', async () => {
    const app = await openRow(`/units?row=${ids.units.case}`);
    await app.user.click(screen.getByRole('button', { name: 'Duplicate' }));
    expect(await screen.findByRole('dialog', { name: 'New unit' })).toBeInTheDocument();
    expect(await screen.findByRole('textbox', { name: /^Name\b(?! in)/ })).toHaveValue('Case');
    expect(screen.getByRole('textbox', { name: /Symbol/ })).toHaveValue('');
    expect(screen.getByRole('combobox', { name: /Dimension/ })).toHaveValue('count');
  });
});

describe('selected rows', () => {
  it('are archived together and restored by one undo', async () => {
    const calls = await apiAs(mock.api, 'admin');
    for (const name of ['One', 'Two']) await calls('POST', '/brands', { name });
    const app = await renderApp('/brand', { as: 'admin' });
    await screen.findByRole('table', { name: 'Brands' });
    for (const name of ['One', 'Two'])
      await app.user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    await app.user.click(screen.getByRole('button', { name: 'Archive' }));
    const toastElement = (await screen.findByText('2 records archived.')).closest('li') as HTMLElement;
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select One' })).toBeNull());
    await app.user.click(within(toastElement).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('checkbox', { name: 'Select One' })).toBeInTheDocument();
  });

  it('are submitted for approval together if changes need it, and withdrawn by one undo', async () => {
    const calls = await apiAs(mock.api, 'admin');
    const values = { kind: 'consumable', category: ids.category, baseUnit: ids.units.kg };
    const names = ['First spare', 'Second spare'];
    for (const name of names)
      await calls('POST', '/items', { ...values, name, itemCode: name.replace(' ', '-') });
    const app = await renderApp('/branch-settings/create-item?tab=all', { as: 'branch' });
    for (const name of names)
      await app.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await app.user.click(await screen.findByRole('button', { name: 'Propose archiving' }));
    const toastElement = (await screen.findByText(/^2 records sent for review\./)).closest(
      'li',
    ) as HTMLElement;
    expect(await screen.findByText('2 pending')).toBeInTheDocument();
    const loadReviews = async () => (await calls('GET', '/reviews')) as unknown as Review[];
    expect((await loadReviews()).map(({ status, change }) => [status, change])).toEqual([
      ['Pending', { isActive: false }],
      ['Pending', { isActive: false }],
    ]);
    await app.user.click(within(toastElement).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/^Withdrawn from review/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('2 pending')).toBeNull());
    expect((await loadReviews()).map(({ status }) => status)).toEqual(['Withdrawn', 'Withdrawn']);
  });

  it("stay unchanged if one of them can't be archived", async () => {
    const app = await renderApp('/currency', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Currencies' });
    await app.user.click(within(table).getAllByRole('checkbox')[1] as HTMLElement);
    await app.user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText(/is the base currency/)).toBeInTheDocument();
    expect(screen.getByRole('region', { name: '1 row selected' })).toBeInTheDocument();
  });
});
