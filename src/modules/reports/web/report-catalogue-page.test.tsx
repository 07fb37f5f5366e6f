import { screen, within, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { suppliers } from '#modules/suppliers/collection.ts';
import { ids } from '#app/server/testing/ids.ts';
import { buildSample } from '#app/server/testing/samples.ts';
import * as csv from '#platform/web/format/download-file.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('lists every report by area with a description, opens one, and returns to the list', async () => {
  const { user, path } = await renderApp('/reports', { as: 'admin' });
  const stock = within(await screen.findByRole('region', { name: 'Stock' }));
  expect(stock.getByText(/^Every stock movement/)).toBeInTheDocument();
  await user.click(stock.getByRole('link', { name: 'Stock valuation' }));
  expect(path()).toBe('/reports?report=valuation');
  const table = await screen.findByRole('table', { name: 'All rows of the report' });
  expect(within(table).getAllByRole('row').length).toBeGreaterThan(2);
  expect(table.querySelector('tfoot')).toHaveTextContent(/Total.*\d/);
  await user.click(screen.getByRole('link', { name: 'All reports' }));
  expect(await screen.findByRole('region', { name: 'Purchasing' })).toBeInTheDocument();
});

it("explains that a different report is shown if the requested one doesn't exist or isn't permitted", async () => {
  await mock.api.db.writer
    .updateTable('users')
    .set({ allowedPages: '["reports","branch-order/reports"]' })
    .where('_id', '=', ids.users.admin)
    .execute();
  const app = await renderApp('/reports?report=purchases', { as: 'admin' });
  expect(await screen.findByText(/^You don’t have access to Purchases\./)).toBeVisible();
  app.unmount();
  const unknownReport = await renderApp('/reports?report=moonshine', { as: 'admin' });
  expect(await screen.findByText('There is no report with this name.')).toBeVisible();
  unknownReport.unmount();
  await renderApp('/branch-order/reports?report=not-billed', { as: 'admin' });
  expect(
    await screen.findByText(/^You don’t have access to .+\. Ask an administrator for access\.$/),
  ).toBeVisible();
});

it('A13: opens the stock card behind a value; its last balance equals the value', async () => {
  const { user, path } = await renderApp('/reports?report=valuation&day=2027-01-10&sort=item', {
    as: 'admin',
  });
  const valuation = await screen.findByRole('table', { name: 'All rows of the report' });
  const [row] = within(valuation).getAllByRole('row').slice(1);
  const rowCells = within(row as HTMLElement).getAllByRole('cell');
  const [onHand, value] = [rowCells[3]?.textContent, rowCells.at(-1)?.textContent];
  await user.click(within(row as HTMLElement).getByRole('link'));
  expect(path()).toMatch(/report=stock-card/);
  expect(path()).toMatch(/item=/);
  expect(path()).toMatch(/to=2027-01-10/);
  // While the stock card loads, the previous report's figures must not appear under its name.
  expect(screen.queryByRole('table', { name: 'All rows of the report' })).toBeNull();
  const card = await screen.findByRole('table', { name: 'All rows of the report' });
  const last = within(card).getAllByRole('row').at(-2) as HTMLElement;
  const cells = within(last)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect([cells[8], cells.at(-1)]).toEqual([onHand, value]);
});

it('prints every row, not only the rendered ones', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const admin = await apiAs(mock.api, 'admin');
  const pack = { itemId: ids.items.flour, unit: ids.units.kg, contentsQty: 25, price: 30 };
  const { _id } = (await admin('POST', '/packagings', { ...pack, name: 'Sack' })) as { _id: string };
  const { db } = mock.api;
  const row = await db.read
    .selectFrom('packagings')
    .selectAll()
    .where('_id', '=', _id)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: 200 }, (_, index) => ({
    ...row,
    _id: `${_id}-${index}`,
    name: `Sack ${index}`,
  }));
  for (const copy of copies) await db.writer.insertInto('packagings').values(copy).execute();
  const { user, path } = await renderApp('/reports?report=supplier-prices', { as: 'admin' });
  await screen.findByText(/^Showing 200 of \d+ rows/);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(path()).toMatch(/all=true/);
  expect(screen.queryByText(/^Showing 200 of /)).toBeNull();
});

it('asks for the item of a stock card, and saves a report for Excel', async () => {
  const saved: string[] = [];
  vi.spyOn(csv, 'downloadFile').mockImplementation((name) => void saved.push(name));
  const { user } = await renderApp('/reports?report=stock-card', { as: 'admin' });
  expect(await screen.findByText('Choose an item')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Stock movement' }));
  await screen.findByRole('table', { name: 'All rows of the report' });
  await user.click(screen.getByRole('button', { name: 'Save as Excel' }));
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^movement-.*\.xlsx$/)]));
});

it('hides a column, stores it in the URL, and shows the API request for the same data', async () => {
  const { user, path } = await renderApp('/reports?report=valuation', { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'All rows of the report' });
  expect(within(table).getByRole('columnheader', { name: 'Code' })).toBeInTheDocument();
  await user.click(screen.getByText('Columns'));
  await user.click(screen.getByRole('checkbox', { name: 'Code' }));
  expect(path()).toMatch(/hide=code/);
  expect(within(table).queryByRole('columnheader', { name: 'Code' })).toBeNull();
  expect(screen.getByText(/GET \/api\/reports\/valuation\?day=/)).toBeInTheDocument();
});

it('charts the largest rows of a report, and opens the details of a bar', async () => {
  const { path, user } = await renderApp('/reports?report=valuation', { as: 'admin' });
  const chart = await screen.findByRole('list', { name: /^Value by item/ });
  const bars = within(chart).getAllByRole('link');
  expect(bars.length).toBeGreaterThan(1);
  expect(bars.length).toBeLessThanOrEqual(12);
  await user.click(bars[0] as HTMLElement);
  expect(path()).toMatch(/report=stock-card.*item=/);
});

it('saves the query as a view, opens it in one click, saves changes, and deletes it', async () => {
  const app = await renderApp('/reports?report=wastage&by=reason&period=last-month', { as: 'admin' });
  await app.user.click(await screen.findByRole('button', { name: 'Save as view' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/^Rolling period: Last month\.$/)).toBeInTheDocument();
  await app.user.type(within(dialog).getByLabelText('Name'), 'Month end');
  await app.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const views = within(await screen.findByRole('navigation', { name: 'Saved views' }));
  const link = await views.findByRole('link', { name: 'Month end' });
  expect(link).toHaveAttribute('aria-current', 'page');

  // One click returns to the default query.
  await app.user.click(views.getByRole('link', { name: 'Default' }));
  await expect.poll(app.path).toBe('/reports?report=wastage');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Group by' })).toHaveValue('item'));
  await app.user.click(views.getByRole('link', { name: 'Month end' }));
  expect(app.path()).toMatch(/by=reason/);
  expect(app.path()).toMatch(/period=last-month/);
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();

  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'branch');
  expect(await views.findByRole('link', { name: /Month end.*edited/ })).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  const admin = await apiAs(mock.api, 'admin');
  const saved = (await admin('GET', '/report-views')) as unknown as Record<string, unknown>[];
  expect(saved).toMatchObject([{ name: 'Month end', params: { by: 'branch', period: 'last-month' } }]);

  // The catalogue also opens the view with one click.
  await app.user.click(screen.getByRole('link', { name: 'All reports' }));
  const catalogueViews = within(await screen.findByRole('region', { name: 'Saved views' }));
  await app.user.click(catalogueViews.getByRole('link', { name: /Month end/ }));
  await app.user.click(await screen.findByRole('button', { name: 'More actions for Month end' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
  const deleteDialog = within(await screen.findByRole('dialog'));
  await app.user.click(deleteDialog.getByRole('button', { name: 'Delete view' }));
  await expect.poll(() => screen.queryByRole('navigation', { name: 'Saved views' })).toBeNull();
  expect(app.path()).toMatch(/report=wastage.*by=branch|by=branch.*report=wastage/);
});

it("opens a shared view within the reader's access, lists filters that don't apply, and offers no changes", async () => {
  const admin = await apiAs(mock.api, 'admin');
  const viewParams = { branch: ids.branch2, by: 'reason' };
  const { _id } = (await admin('POST', '/report-views', {
    report: 'wastage',
    name: 'Station waste',
    params: viewParams,
    isShared: true,
  })) as { _id: string };
  const app = await renderApp('/branch-order/reports?report=wastage', { as: 'branch' });
  await app.user.click(await screen.findByRole('link', { name: /^Station waste/ }));
  expect(app.path()).toContain(`view=${_id}`);
  expect(app.path()).not.toContain(ids.branch2);
  expect(await screen.findByText(/^Filters not applied.*: Branch\.$/)).toBeInTheDocument();
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'day');
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
});

it('filters by item and supplier, found by typing, and removes the filters', async () => {
  const app = await renderApp('/reports?report=purchases', { as: 'admin' });
  const box = await screen.findByRole('combobox', { name: 'Item' });
  await app.user.click(box);
  await app.user.type(box, 'flour');
  await screen.findByRole('option', { name: /Bread flour/ });
  await app.user.keyboard('{Enter}');
  await expect.poll(app.path).toContain(`item=${ids.items.flour}`);
  await waitFor(() => expect(box).toHaveValue('Bread flour'));
  await app.user.click(screen.getByRole('button', { name: 'Clear Item' }));
  await expect.poll(app.path).not.toContain('item=');
  expect(screen.getByRole('combobox', { name: 'Supplier' })).toHaveAttribute('placeholder', 'All suppliers');
});

it('hides columns of a grouped report on screen, in its totals and in the file', async () => {
  const saved: Blob[] = [];
  vi.spyOn(csv, 'downloadFile').mockImplementation((_name, content) => void saved.push(content as Blob));
  await createOrderInStatus(mock.api, 'Shipped');
  const days = 'from=2026-11-01&to=2026-11-30';
  const app = await renderApp(`/reports?report=order-patterns&by=branch&hide=lines&${days}`, { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'All rows of the report' });
  expect(within(table).queryByRole('columnheader', { name: 'Lines' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Totals' })).not.toHaveTextContent('Lines');
  expect(screen.getByText('Columns: 1 hidden')).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Save as CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [header, row] = (await saved[0]?.text())?.replace('\uFEFF', '').trim().split('\r\n') ?? [];
  expect(header).toBe('Branch,Orders');
  expect(row?.split(',')).toHaveLength(2);
});

it("shows a supplier's prices in its own currency, and the price per gram", async () => {
  const admin = await apiAs(mock.api, 'admin');
  const dollars = await admin('POST', '/currencies', { name: 'US dollar', code: 'USD', symbol: '$' });
  const supplier = await admin('POST', '/suppliers', {
    ...buildSample(suppliers, 1),
    currency: dollars['_id'],
  });
  await admin('POST', '/packagings', {
    itemId: ids.items.flour,
    supplierId: supplier['_id'],
    name: 'Sack 25 kg',
    unit: ids.units.g,
    contentsQty: 25_000,
    price: 30,
  });
  await renderApp('/reports?report=supplier-prices', { as: 'admin' });
  const row = await screen.findByRole('row', { name: /Sack 25 kg/ });
  expect(row).toHaveTextContent(/USD.30\.00.*USD.0\.0012/);
});
