import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/** Receives lots of flour, in cases, at the kitchen; earlier stock has no lot. */
async function receiveLots(lots: readonly { lot: string; expiry: string; cases: number }[]) {
  const admin = await apiAs(mock.api, 'admin');
  await mock.api.db.writer
    .updateTable('items')
    .set({ trackLots: 1, trackExpiry: 1 })
    .where('_id', '=', ids.items.flour)
    .execute();
  await admin('PUT', `/branch/${ids.branch1}`, { minShelfLifeDays: 10 });
  const target = { db: mock.api.db, clock: { now: () => new Date() } };
  for (const { lot, expiry, cases } of lots)
    await receiveStock(target, ids.kitchen, ids.items.flour, cases * 10, 1, { lot, expiry });
}

/** Opens an order in process for a number of cases of flour. */
async function openPicking(orderQty: number) {
  const [branch, kitchen] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'kitchen')];
  const order = await branch('POST', '/orders', {
    deliveryDate: '2026-11-23',
    items: [{ itemId: ids.items.flour, orderQty }],
  });
  const path = `/orders/${String(order['_id'])}`;
  for (const status of ['Under Review', 'Sent to Central Kitchen']) await branch('PATCH', path, { status });
  await kitchen('PATCH', path, { status: 'Under Process' });
  const app = await renderApp(`/central-kitchen/order-processing-prep?order=${String(order['_id'])}`, {
    as: 'kitchen',
  });
  const loadLine = async () =>
    ((await kitchen('GET', path))['items'] as { pickedQty: number; lots: object[] }[])[0];
  return { app, kitchen, loadLine, path };
}

const lots = [
  { lot: 'PAST', expiry: '2026-11-17', cases: 4 },
  { lot: 'LAST', expiry: '2026-11-18', cases: 1 },
  { lot: 'SHORT', expiry: '2026-11-25', cases: 4 },
  { lot: 'GOOD', expiry: '2026-12-20', cases: 3 },
  { lot: 'LATE', expiry: '2027-01-20', cases: 4 },
];

describe('picking by lot', () => {
  it('shows lots proposed by expiry, selects others by scanning, and picks their sum', async () => {
    await receiveLots(lots);
    const { app, loadLine } = await openPicking(5);
    const line = (await screen.findByText('Pick first:')).closest('li') as HTMLElement;
    const proposed = within(line).getByRole('list', { name: 'Lots' });
    expect(proposed).toHaveTextContent(/^GOOD3 cases.*20 Dec 2026LATE2 cases.*20 Jan 2027$/);

    await app.user.click(within(line).getByRole('button', { name: 'Choose lots for Bread flour' }));
    const dialog = await screen.findByRole('dialog', { name: 'Lots for Bread flour' });
    const lotRow = (lot: string) => within(dialog).getByText(lot).closest('li') as HTMLElement;
    expect(lotRow('PAST')).toHaveTextContent('Expired');
    expect(lotRow('LAST')).toHaveTextContent('Expires today');
    expect(lotRow('SHORT')).toHaveTextContent('Short-dated');
    expect(within(lotRow('PAST')).queryByRole('textbox')).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Pick 5 cases' })).toBeInTheDocument();

    const lotSearch = within(dialog).getByRole('searchbox', { name: 'Lot or carton code' });
    await app.user.type(lotSearch, 'past{Enter}');
    expect(within(dialog).getByText('Lot PAST can’t be used: Expired.')).toBeInTheDocument();
    await app.user.clear(lotSearch);
    await app.user.type(lotSearch, '((10)SHORT(17)261125{Enter}'.slice(1));
    const shortLotField = await within(lotRow('SHORT')).findByRole('textbox', {
      name: /^Lot SHORT, quantity/,
    });
    expect(shortLotField).toHaveValue('4');
    await waitFor(() => expect(shortLotField).toHaveFocus());
    expect(within(dialog).getByRole('status')).toHaveTextContent('4 cases of 5 cases1 case short');
    await app.user.type(
      within(lotRow('LATE')).getByRole('textbox', { name: /^Lot LATE, quantity/ }),
      '1{Enter}',
    );
    await app.user.click(within(dialog).getByRole('button', { name: 'Pick 5 cases' }));
    await expect
      .poll(async () => (await loadLine())?.lots)
      .toEqual([
        { lot: 'SHORT', qty: 4, expiry: '2026-11-25' },
        { lot: 'LATE', qty: 1, expiry: '2027-01-20' },
      ]);
    expect((await loadLine())?.pickedQty).toBe(5);

    // A smaller quantity removes the lots that aren't needed.
    await screen.findByText('All saved');
    const box = screen.getByRole('textbox', { name: /^Bread flour, picked quantity/ });
    await app.user.type(box, '3{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 1 });
    await expect
      .poll(async () => (await loadLine())?.lots)
      .toEqual([{ lot: 'SHORT', qty: 3, expiry: '2026-11-25' }]);
  });

  it("shows at the line that a lot was put on hold and can't be shipped", async () => {
    await receiveLots(lots);
    const { app, kitchen, loadLine } = await openPicking(3);
    await screen.findByText('Pick first:');
    await app.user.click(await screen.findByRole('button', { name: 'Choose lots for Bread flour' }));
    const dialog = await screen.findByRole('dialog', { name: 'Lots for Bread flour' });
    const holdInput = { itemId: ids.items.flour, lot: 'GOOD', hold: true, reasonCode: 'recall' };
    mock.api.fail({ fault: 'response', match: '/events', status: 404, body: {} });
    await kitchen('PATCH', '/lots', holdInput);
    await app.user.click(within(dialog).getByRole('button', { name: 'Pick 3 cases' }));
    const messages = await screen.findAllByText(
      'Lot GOOD of Bread flour is on hold. Choose another lot, or ask for this one to be released.',
      { exact: false },
    );
    expect(messages.some((alert) => alert.closest('[data-line]'))).toBe(true);
    expect((await loadLine())?.lots).toEqual([]);

    await app.user.click(await screen.findByRole('button', { name: 'Choose lots for Bread flour' }));
    const reopenedDialog = await screen.findByRole('dialog', { name: 'Lots for Bread flour' });
    const heldLot = within(reopenedDialog).getByText('GOOD').closest('li') as HTMLElement;
    await waitFor(() => expect(heldLot).toHaveTextContent('On hold'));
    const box = within(heldLot).getByRole('textbox');
    await app.user.clear(box);
    await app.user.tab();
    await app.user.type(
      within(reopenedDialog).getByRole('textbox', { name: /^Lot LATE, quantity/ }),
      '3{Enter}',
    );
    await app.user.click(within(reopenedDialog).getByRole('button', { name: 'Pick 3 cases' }));
    await expect
      .poll(async () => (await loadLine())?.lots)
      .toEqual([{ lot: 'LATE', qty: 3, expiry: '2027-01-20' }]);
    await screen.findByText('All saved');

    await kitchen('PATCH', '/lots', { ...holdInput, lot: 'LATE' });
    await app.queryClient.invalidateQueries({ queryKey: ['stock_data'] });
    await app.user.click(screen.getByRole('button', { name: 'Ship order' }));
    const shipDialog = await screen.findByRole('dialog', { name: /^Ship ORD/ });
    expect(await within(shipDialog).findByText('Bread flour, lot LATE: On hold')).toBeInTheDocument();
    expect(within(shipDialog).queryByRole('button', { name: 'Ship now' })).toBeNull();
    await kitchen('PATCH', '/lots', { ...holdInput, lot: 'LATE', hold: false, reasonCode: 'checked' });
    await app.queryClient.invalidateQueries({ queryKey: ['stock_data'] });
    expect(await within(shipDialog).findByRole('list', { name: 'Lots' })).toHaveTextContent(/^LATE3 cases/);
    await app.user.click(await within(shipDialog).findByRole('button', { name: 'Ship now' }));
    await expect.poll(async () => (await screen.findByRole('article')).textContent).toContain('Shipped to');
  });
});
