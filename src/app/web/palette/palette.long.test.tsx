import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { type ShortcutName, shortcuts, formatShortcut } from '#platform/web/shortcuts.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { toUtcDay } from '#core/day.ts';

const mock = useMockApi();

async function openPalette(path: string, as: 'branch' | 'kitchen' | 'admin') {
  const app = await renderApp(path, { as });
  const trigger = await screen.findByRole('button', { name: 'Search' });
  await app.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: /Search pages, orders, items/ });
  return { ...app, trigger, field };
}
const getOptions = () => screen.getAllByRole('option').map((option) => option.textContent);
const getSelectedOption = () => screen.getByRole('option', { selected: true });

describe('the command palette', () => {
  it("offers only the user's pages and actions", async () => {
    const { user, field } = await openPalette('/branch-order/create-order', 'branch');
    expect(field).toHaveFocus();
    await user.type(field, 'order sub');
    expect(getOptions()).toEqual(['Order SubmissionBranch Order / Branch']);
    await user.clear(field);
    await user.type(field, 'roles');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(await screen.findByText('Nothing found for “roles”.')).toBeInTheDocument();
  });

  it('can be used with the keyboard only and lists recent choices first', async () => {
    const { user, field, path } = await openPalette('/dashboard', 'admin');
    await user.type(field, 'inventory');
    expect(getSelectedOption()).toHaveTextContent(/^Inventory/);
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await waitFor(() => expect(path()).toBe('/inventory'));
    expect(screen.queryByRole('combobox', { name: /Search pages/ })).not.toBeInTheDocument();

    await user.keyboard('{Control>}k{/Control}');
    const recent = within(await screen.findByRole('group', { name: 'Recent' }));
    expect(recent.getAllByRole('option')[0]).toHaveTextContent(/^Inventory/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
  });

  it('finds orders by number and items by name on the server', async () => {
    const { orderNo, id } = await createOrderInStatus(mock.api, 'Sent to Central Kitchen');
    const { user, field, path } = await openPalette('/central-kitchen/dashboard', 'kitchen');
    await user.type(field, 'flour');
    expect(await screen.findByRole('group', { name: 'Items' })).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, orderNo);
    const orders = within(await screen.findByRole('group', { name: 'Orders' }));
    await user.click(orders.getByRole('option', { name: new RegExp(orderNo) }));
    await waitFor(() => expect(path()).toBe(`/central-kitchen/dashboard?order=${id}`));
  });

  it('finds recipes and items by name, and lists them before documents that contain them', async () => {
    const [admin, branch] = [await apiAs(mock.api, 'admin'), await apiAs(mock.api, 'branch')];
    await admin('POST', '/recipes', {
      name: 'Flour tortilla',
      yieldQty: 1,
      yieldUnit: ids.units.kg,
      components: [{ itemId: ids.items.flour, qty: 1, unit: ids.units.kg }],
    });
    const waste = {
      item: ids.items.flour,
      qty: 1,
      reason: 'other',
      note: 'Flour on the floor',
      status: 'Draft',
    };
    await branch('POST', '/wastage', waste);
    const { user, field } = await openPalette('/inventory', 'admin');
    await user.type(field, 'flour');
    const recipes = await screen.findByRole('group', { name: 'Recipes' });
    expect(within(recipes).getByRole('option')).toHaveTextContent(/^Flour tortilla/);
    const documents = await screen.findByRole('group', { name: 'Wastage' });
    const items = screen.getByRole('group', { name: 'Items' });
    const order = [items, recipes, documents];
    expect(order.toSorted((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1))).toEqual(order);
  });

  it('finds an order by its delivery note and shows its status', async () => {
    const { id } = await createOrderInStatus(mock.api, 'Shipped');
    const { orderNo, deliveryNoteNo } = await (await apiAs(mock.api, 'admin'))('GET', `/orders/${id}`);
    const { user, field } = await openPalette('/inventory', 'admin');
    await user.type(field, String(deliveryNoteNo));
    const orders = within(await screen.findByRole('group', { name: 'Orders' }));
    const option = orders.getByRole('option');
    expect(option).toHaveTextContent(new RegExp(`^${orderNo}.*${deliveryNoteNo}.*Shipped$`));
  });

  it('finds waste by its note, shows its status, and opens it', async () => {
    const branch = await apiAs(mock.api, 'branch');
    const wasteInput = {
      item: ids.items.flour,
      qty: 1,
      reason: 'other',
      note: 'Crème brûlée',
      status: 'Draft',
    };
    const { _id, number } = await branch('POST', '/wastage', wasteInput);
    const { user, field, path } = await openPalette('/branch-order/create-order', 'branch');
    await user.type(field, 'brulee');
    const waste = within(await screen.findByRole('group', { name: 'Wastage' }));
    const option = waste.getByRole('option', {
      name: new RegExp(`^${String(number)}.*Crème brûlée.*Draft$`),
    });
    expect(await screen.findByText('1 result')).toBeInTheDocument();
    expect(option).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe(`/branch-order/wastage?row=${String(_id)}`));
  });

  it('lists pending work before anything is typed, and opens it where it is processed', async () => {
    const { orderNo, id } = await createOrderInStatus(mock.api, 'Under Review');
    const { user, field, path } = await openPalette('/inventory', 'branch');
    const pendingGroup = within(await screen.findByRole('group', { name: 'Waiting for you' }));
    const [countOption, oldest] = pendingGroup.getAllByRole('option');
    expect(countOption).toHaveTextContent(/^1 order.*Branch \/ Order Submission.*Under review$/);
    expect(oldest).toHaveTextContent(new RegExp(`^${orderNo}`));
    expect(getSelectedOption()).toBe(countOption);
    await user.type(field, 'zz');
    expect(screen.queryByRole('group', { name: 'Waiting for you' })).not.toBeInTheDocument();
    await user.clear(field);
    await user.click(
      within(await screen.findByRole('group', { name: 'Waiting for you' })).getByRole('option', {
        name: new RegExp(`^${orderNo}`),
      }),
    );
    await waitFor(() => expect(path()).toBe(`/branch-order/order-submission?order=${id}`));
  });

  it('searches loaded data while offline, and the list of orders if the server has no search', async () => {
    const { orderNo, id } = await createOrderInStatus(mock.api, 'Sent to Central Kitchen');
    const { branchName } = await (await apiAs(mock.api, 'admin'))('GET', `/orders/${id}`);
    const { user, trigger, field } = await openPalette('/branch-orders', 'admin');
    await user.keyboard('{Escape}');
    await screen.findAllByText(orderNo);
    await user.click(trigger);
    expect(field).not.toBeInTheDocument();
    mock.api.fail({ fault: 'offline', match: '/documents/search', times: 1 });
    await user.paste(orderNo);
    const getOrders = () => screen.getByRole('group', { name: 'Orders' });
    expect(getOrders()).toHaveTextContent(orderNo);
    expect(await screen.findAllByText(/Can’t reach the server/)).toHaveLength(2);

    mock.api.fail({ fault: 'response', match: '/documents', status: 404, body: { error: 'Not Found' } });
    await user.keyboard('{Escape}{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: /Search pages/ });
    await user.paste(String(branchName));
    await waitFor(() => expect(getOrders()).toHaveTextContent(orderNo));
    expect(screen.queryByText(/Can’t reach the server/)).not.toBeInTheDocument();
  });

  it('finds suppliers, branches and users, best match first', async () => {
    const call = await apiAs(mock.api, 'admin');
    for (const name of ['Best Albion Mills', 'Albion Mills'])
      await call('POST', '/suppliers', { name, code: name.toUpperCase().replaceAll(' ', '-') });
    const { user, field, path } = await openPalette('/inventory', 'admin');
    await user.type(field, 'albion');
    const suppliers = within(await screen.findByRole('group', { name: 'Suppliers' }));
    expect(suppliers.getAllByRole('option')[0]).toHaveTextContent(/^Albion Mills/);
    await user.clear(field);
    await user.type(field, 'kitchen@');
    expect(await screen.findByRole('group', { name: 'People' })).toHaveTextContent('kitchen@');
    await user.clear(field);
    await user.type(field, 'station');
    const branches = within(await screen.findByRole('group', { name: 'Branches' }));
    await user.click(branches.getAllByRole('option')[0] ?? field);
    await waitFor(() => expect(path()).toMatch(/^\/branches\?row=/));
  });

  it('hides users and suppliers from users who may not open their pages', async () => {
    const { user, field } = await openPalette('/branch-order/create-order', 'branch');
    for (const query of ['kitchen@', 'station', 'new user', 'new supplier']) {
      await user.clear(field);
      await user.type(field, query);
      expect(await screen.findByText(`Nothing found for “${query}”.`)).toBeInTheDocument();
    }
  });

  it('opens the empty form for a new record, found by common terms', async () => {
    const { user, field, path } = await openPalette('/inventory', 'admin');
    for (const [query, label] of [
      ['vendor', 'New supplier'],
      ['product', 'New item'],
      ['new user', 'New user'],
      ['invite', 'New user'],
    ] as const) {
      await user.clear(field);
      await user.type(field, query);
      const group = within(await screen.findByRole('group', { name: 'Actions' }));
      expect(group.getByRole('option', { name: label })).toBeInTheDocument();
    }
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/user?row=new'));
  });

  it("finds pages and forms by trade terms, and an invoice by the supplier's number", async () => {
    const admin = await apiAs(mock.api, 'admin');
    const supplier = await admin('POST', '/suppliers', { code: 'MILL', name: 'Mill' });
    const invoice = await admin('POST', '/supplier-invoices', {
      kind: 'invoice',
      supplier: supplier['_id'],
      place: ids.branch1,
      number: 'INV-5567',
      date: toUtcDay(Date.now()),
      total: 2,
      items: [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 1, price: 2 }],
    });
    const { user, field, path } = await openPalette('/inventory', 'admin');
    for (const [query, group, label] of [
      ['recipes', 'Pages', /^Menu/],
      ['users', 'Pages', /^User/],
      ['close books', 'Pages', /^Branches/],
      ['stock valuation', 'Pages', /^Inventory/],
      ['price list', 'Pages', /^Supplier/],
      ['new purchase order', 'Actions', /^New purchase order/],
      ['new transfer', 'Actions', /^New transfer/],
    ] as const) {
      await user.clear(field);
      await user.type(field, query);
      const matches = within(await screen.findByRole('group', { name: group }));
      expect(matches.getAllByRole('option', { name: label }).length, query).toBeGreaterThan(0);
    }
    await user.clear(field);
    await user.type(field, 'INV-5567');
    const matches = within(await screen.findByRole('group', { name: 'Supplier invoices' }));
    await user.click(matches.getByRole('option', { name: new RegExp(String(invoice['number'])) }));
    await waitFor(() =>
      expect(path()).toBe(`/procurements/creation/review/invoices?row=${String(invoice['_id'])}`),
    );
  });

  it('runs actions such as changing the theme', async () => {
    const { user, field } = await openPalette('/inventory', 'admin');
    await user.type(field, 'dark');
    await user.keyboard('{Enter}');
    expect(document.documentElement).toHaveClass('dark');
    document.documentElement.classList.remove('dark');
  });
});

describe('the list of shortcuts', () => {
  it('opens with a question mark, and turns single-key shortcuts off on this device', async () => {
    const { user } = await renderApp('/inventory', { as: 'admin' });
    await screen.findByRole('button', { name: 'Search' });
    await user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    for (const name of Object.keys(shortcuts) as ShortcutName[])
      expect(dialog.getByText(formatShortcut(name))).toBeVisible();
    const setting = dialog.getByRole('checkbox', { name: 'Single-key shortcuts' });
    await user.click(setting);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: /Search pages/ }), 'keyboard');
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('checkbox', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });
});
