import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const code = 'IT-002-20261118-1';
const lotPath = `/inventory/lots?item=${ids.items.milk}&lot=${code}`;

beforeEach(async () => {
  const tracking = { trackExpiry: 1, shelfLifeDays: 6 } as const;
  await mock.api.db.writer.updateTable('items').set(tracking).where('_id', '=', ids.items.milk).execute();
  const testApp = { db: mock.api.db, clock: { now: () => new Date() } };
  await receiveStock(testApp, ids.kitchen, ids.items.milk, 100);
});

const loadRowTexts = async (table: string) =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

it('traces a lot from the stock card to its origins, locations and shipments, and puts it on hold', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const app = await renderApp(`/inventory?item=${ids.items.milk}&at=${ids.kitchen}`, { as: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: `Trace lot ${code}` }));
  expect(await screen.findByRole('heading', { level: 1, name: `Lot ${code}` })).toBeInTheDocument();
  expect(app.path()).toContain(`lot=${code}`);
  expect(await screen.findByText('6 days left')).toBeInTheDocument();
  expect(await loadRowTexts('Origin')).toEqual([
    expect.stringMatching(/18 Nov 2026.*100.*Goods received.*Central Kitchen.*Test admin/),
  ]);
  expect(await loadRowTexts('Current locations')).toEqual([
    expect.stringMatching(/^Central Kitchen88/),
    expect.stringMatching(/Riverside.*12/),
  ]);
  expect(await loadRowTexts('Shipments')).toEqual([expect.stringMatching(`${orderNo}.*Central Kitchen.*12`)]);
  const sums = screen.getByText('Total received').closest('dl')?.parentElement;
  expect(sums).toHaveTextContent(
    /Received100.*Total received100.*On hand88.*In transit12.*Total accounted for100/,
  );
  expect(screen.getByRole('link', { name: new RegExp(orderNo) })).toHaveAttribute(
    'href',
    expect.stringContaining('order='),
  );

  await app.user.click(screen.getByRole('button', { name: `Put lot ${code} on hold` }));
  const dialog = await screen.findByRole('dialog', { name: `Put lot ${code} on hold` });
  expect(within(dialog).getByLabelText('Reason')).toHaveDisplayValue('Recall');
  await app.user.click(within(dialog).getByRole('button', { name: 'Hold' }));
  expect(await screen.findByText('On hold')).toBeInTheDocument();
  expect(screen.getByText(/^On hold since 18 Nov 2026 · Recall · Test admin/)).toBeInTheDocument();
});

it('keeps the dialog open if another user has held or released the lot, reports it, and overwrites nothing', async () => {
  const [admin, kitchen] = [await apiAs(mock.api, 'admin'), await apiAs(mock.api, 'kitchen')];
  const lot = { itemId: ids.items.milk, lot: code };
  await admin('PATCH', '/lots', { ...lot, hold: true, reasonCode: 'recall' });
  const { user, queryClient } = await renderApp(lotPath, { as: 'admin' });
  await user.click(await screen.findByRole('button', { name: `Release lot ${code}` }));
  const dialog = await screen.findByRole('dialog', { name: `Release lot ${code}` });
  await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Checked and fit for use');

  // Simulates each update from the server; between the two changes, the lot is not on hold.
  await kitchen('PATCH', '/lots', { ...lot, hold: false, reasonCode: 'mistake' });
  await queryClient.invalidateQueries({ queryKey: ['stock_data'] });
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Someone has just released this lot');
  expect(screen.getByRole('dialog', { name: `Release lot ${code}` })).toBe(dialog);
  await kitchen('PATCH', '/lots', { ...lot, hold: true, reasonCode: 'quality' });
  await queryClient.invalidateQueries({ queryKey: ['stock_data'] });
  await waitFor(() => expect(within(dialog).getByRole('alert')).toHaveTextContent(/on hold: Quality/));
  expect(within(dialog).getByRole('button', { name: 'Release' })).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'Release' }));
  await user.keyboard('{Escape}');
  expect(await screen.findByText(/^On hold since .* · Quality · /)).toBeInTheDocument();
});

it('rejects a release based on an outdated state, then shows the current state', async () => {
  const [admin, kitchen] = [await apiAs(mock.api, 'admin'), await apiAs(mock.api, 'kitchen')];
  const lot = { itemId: ids.items.milk, lot: code };
  await admin('PATCH', '/lots', { ...lot, hold: true, reasonCode: 'recall' });
  const { user } = await renderApp(lotPath, { as: 'admin' });
  await user.click(await screen.findByRole('button', { name: `Release lot ${code}` }));
  const dialog = await screen.findByRole('dialog', { name: `Release lot ${code}` });
  await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Checked and fit for use');
  await kitchen('PATCH', '/lots', { ...lot, hold: false, reasonCode: 'mistake' });
  await kitchen('PATCH', '/lots', { ...lot, hold: true, reasonCode: 'quality' });
  await user.click(within(dialog).getByRole('button', { name: 'Release' }));
  expect(await within(dialog).findByText(/on hold: Quality/)).toBeInTheDocument();
  expect(screen.getByText(/^On hold since .* · Quality · /)).toBeInTheDocument();
});

it('exports every quantity to a file', async () => {
  const { user } = await renderApp(lotPath, { as: 'kitchen' });
  const files: Blob[] = [];
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:lot';
  });
  await user.click((await screen.findAllByRole('button', { name: 'Save as CSV' }))[0] as HTMLElement);
  await waitFor(() => expect(files).toHaveLength(1));
  createUrl.mockRestore();
  const lines = (await files[0]?.text())?.split('\r\n') ?? [];
  expect(lines).toContainEqual(
    expect.stringMatching(/^IT-002-20261118-1,.*,Quantity check,,,Received,,,100,l$/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/,Origin,2026-11-18,.*Goods received,/));
  expect(lines).toContainEqual(expect.stringMatching(/,Current locations,,,,Central Kitchen,,100,l$/));
});

it('reports an unknown lot and links back', async () => {
  await renderApp(`/inventory/lots?item=${ids.items.milk}&lot=nothing`, { as: 'admin' });
  expect(await screen.findByText('Lot not found')).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'All lots' }).length).toBeGreaterThan(0);
});

it('offers no hold to users with read-only access', async () => {
  await renderApp(lotPath, { as: 'viewer' });
  expect(await screen.findByRole('heading', { name: 'Shipments' })).toBeInTheDocument();
  expect(screen.getByText('Not shipped yet.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /on hold/ })).toBeNull();
});

it('finds a lot by its code, even if it is used up, and by its scanned barcode', async () => {
  const testApp = { db: mock.api.db, clock: { now: () => new Date() } };
  await receiveStock(testApp, ids.kitchen, ids.items.milk, 5, 1, { lot: 'GONE', expiry: '2026-12-01' });
  const call = await apiAs(mock.api, 'admin');
  const waste = { item: ids.items.milk, lot: 'GONE', branch: ids.kitchen, qty: 5, reason: 'spoiled' };
  await call('POST', '/wastage', waste);
  const { user, path } = await renderApp('/inventory/lots', { as: 'admin' });
  const results = await screen.findByRole('table', { name: 'Lots' });
  expect(within(results).getAllByRole('row').slice(1)).toHaveLength(2);
  const searchBox = screen.getByRole('searchbox');
  await user.type(searchBox, 'gone');
  expect(await screen.findByText(/^1 shown/)).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /GONE.*none left/ })).toBeInTheDocument();
  await user.clear(searchBox);
  await user.type(searchBox, `(10)${code}{Enter}`);
  await waitFor(() => expect(path()).toContain(`lot=${code}`));
});

it('M11: ends a recall with a note, which is stored with the recall', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const { _id } = await admin('POST', '/recalls', { itemId: ids.items.milk, lot: code, isPractice: true });
  const { user } = await renderApp(`/inventory/lots?recall=${String(_id)}`, { as: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'End recall' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End recall' }));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'a box was missing');
  await user.click(dialog.getByRole('button', { name: 'End recall' }));
  expect(await screen.findByText(/“a box was missing”/)).toBeInTheDocument();
});
