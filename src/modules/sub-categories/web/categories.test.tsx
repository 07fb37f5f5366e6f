import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/** Creates two sub-categories with similar names and one item each, and an empty one. */
async function createSubCategories() {
  const admin = await apiAs(mock.api, 'admin');
  const create = async (name: string) =>
    String((await admin('POST', '/sub-categories', { name, parent: ids.category }))['_id']);
  const [bread, breads, fruit] = [await create('Bread'), await create('breads'), await create('Fruit')];
  await admin('PUT', `/items/${ids.items.bun}`, { subCategory: bread });
  await admin('PUT', `/items/${ids.items.flour}`, { subCategory: breads });
  const item = (id: string) => admin('GET', `/items/${id}`);
  return { admin, bread, breads, fruit, item };
}

describe('categories', () => {
  it('are shown as a tree with item counts and can be merged if their names match', async () => {
    const { bread, item } = await createSubCategories();
    const app = await renderApp('/sub-categories', { as: 'admin' });
    const tree = await screen.findByRole('navigation', { name: 'Categories' });
    await waitFor(() =>
      expect(within(tree).getByRole('treeitem', { name: 'Food, 5 items' })).toBeInTheDocument(),
    );
    expect(within(tree).getByRole('treeitem', { name: /^Bread, 1 item/ })).toBeInTheDocument();
    expect(
      within(tree).getByRole('treeitem', { name: /^Items without a sub-category, 3 items/ }),
    ).toBeInTheDocument();

    const duplicates = await screen.findByRole('region', { name: 'Possible duplicates' });
    expect(duplicates).toHaveTextContent('Bread, breads');
    await app.user.click(within(duplicates).getByRole('button', { name: 'Merge…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Merge breads' });
    expect(await within(dialog).findByText('1 item will move to Bread.')).toBeInTheDocument();
    expect(within(dialog).getByText('breads will be archived.')).toBeInTheDocument();
    await app.user.click(within(dialog).getByRole('button', { name: 'Merge' }));
    expect(await screen.findByText('breads merged into Bread; 1 item moved.')).toBeInTheDocument();
    expect((await item(ids.items.flour))['subCategory']).toBe(bread);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Possible duplicates' })).toBeNull());
    await waitFor(() =>
      expect(within(tree).getByRole('treeitem', { name: /^Bread, 2 items/ })).toBeInTheDocument(),
    );
  });

  it('filter the list when selected in the tree', async () => {
    const { admin } = await createSubCategories();
    const drinks = await admin('POST', '/item-categories', { name: 'Drinks' });
    await admin('POST', '/sub-categories', { name: 'Juice', parent: drinks['_id'] });
    const app = await renderApp('/sub-categories', { as: 'admin' });
    const tree = await screen.findByRole('navigation', { name: 'Categories' });
    await app.user.click(await within(tree).findByRole('treeitem', { name: /^Drinks/ }));
    const table = await screen.findByRole('table', { name: 'Sub-categories' });
    await waitFor(() => expect(within(table).queryByText('Fruit')).toBeNull());
    expect(within(table).getByText('Juice')).toBeInTheDocument();
  });

  it("can't be merged without permission", async () => {
    const { fruit } = await createSubCategories();
    await renderApp(`/sub-categories?row=${fruit}`, { as: 'viewer' });
    await screen.findByRole('dialog', { name: 'Fruit' });
    expect(screen.queryByRole('button', { name: 'Merge…', hidden: true })).toBeNull();
  });
});

describe('items of sub-categories', () => {
  it('can be moved together', async () => {
    const { fruit, item } = await createSubCategories();
    const app = await renderApp('/sub-category-items', { as: 'admin' });
    await screen.findByRole('table', { name: 'Items' });
    await app.user.click(screen.getByRole('checkbox', { name: 'Select Bread flour' }));
    await app.user.click(screen.getByRole('checkbox', { name: 'Select Tomato' }));
    await app.user.click(screen.getByRole('button', { name: 'Move to…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move 2 items' });
    await app.user.type(within(dialog).getByRole('combobox', { name: /Sub-category/ }), 'fru');
    await app.user.click(await screen.findByRole('option', { name: /Fruit/ }));
    await app.user.click(within(dialog).getByRole('button', { name: 'Move 2 items' }));
    expect(await screen.findByText('2 items moved.')).toBeInTheDocument();
    expect((await item(ids.items.tomato))['subCategory']).toBe(fruit);
    expect((await item(ids.items.flour))['subCategory']).toBe(fruit);
    expect(screen.queryByRole('region', { name: /selected/ })).toBeNull();
  });

  it("aren't moved if one of them has changed", async () => {
    const { admin, bread, item } = await createSubCategories();
    const app = await renderApp('/sub-category-items', { as: 'admin' });
    await screen.findByRole('table', { name: 'Items' });
    await app.user.click(screen.getByRole('checkbox', { name: 'Select Brioche bun' }));
    await admin('PUT', `/items/${ids.items.bun}`, { shelfLifeDays: 3 });
    await app.user.click(screen.getByRole('button', { name: 'Move to…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move 1 item' });
    await app.user.click(within(dialog).getByRole('checkbox', { name: 'Remove the sub-category' }));
    await app.user.click(within(dialog).getByRole('button', { name: 'Move 1 item' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(/^Someone changed Brioche bun/);
    expect((await item(ids.items.bun))['subCategory']).toBe(bread);
  });
});

it('shows the approver to users who may not read users', async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('POST', '/purchase-categories', { name: 'Dairy', approver: ids.users.master });
  await admin('PUT', `/users/${ids.users.branch}`, { allowedPages: ['purchase-category'] });
  await renderApp('/purchase-category', { as: 'branch' });
  const table = await screen.findByRole('table', { name: 'Procurement categories' });
  await waitFor(() => expect(table).toHaveTextContent('Test master'));
});
