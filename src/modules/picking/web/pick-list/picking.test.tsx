import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { scan } from '#app/web/testing/scan.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/**
 * Opens the pick list with one order in process; a second picker uses the API, as if on a different tablet.
 */
async function openList() {
  const { id } = await createOrderInStatus(mock.api, 'Under Process');
  const callAsAdmin = await apiAs(mock.api, 'admin');
  const loadOrder = () => callAsAdmin('GET', `/orders/${id}`) as Promise<{ items: OrderLine[] }>;
  const { items } = await loadOrder();
  const app = await renderApp('/central-kitchen/pick-list', { as: 'kitchen' });
  await screen.findByRole('button', { name: /of Bread flour$/ });
  const item = (name: string) =>
    screen.getByRole('heading', { level: 3, name: new RegExp(`^${name}`) }).closest('li') as HTMLElement;
  const findLine = (name: string) => items.find(({ itemName }) => itemName === name) as OrderLine;
  return { app, id, callAsAdmin, loadOrder, item, findLine };
}

interface OrderLine {
  lineId: string;
  itemName: string;
  orderQty: number;
  pickedQty: number | null;
  reasonCode: string | null;
  substituteFor: string | null;
}

describe('the pick list', () => {
  it('P9: saves a picked quantity once on the order line, and undoes it', async () => {
    const { app, loadOrder, findLine } = await openList();
    const flour = findLine('Bread flour');
    await app.user.dblClick(screen.getByRole('button', { name: /^Pick .* of Bread flour$/ }));
    await expect
      .poll(async () => (await loadOrder()).items.find(({ lineId }) => lineId === flour.lineId)?.pickedQty)
      .toBe(flour.orderQty);
    // There is only one toast, with one undo action.
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await expect
      .poll(async () => (await loadOrder()).items.find(({ lineId }) => lineId === flour.lineId)?.pickedQty)
      .toBeNull();
  });

  it('asks for the quantity of an item once if only one order needs it', async () => {
    const { app, loadOrder, item, findLine } = await openList();
    const { lineId, orderQty } = findLine('Bread flour');
    const flour = within(item('Bread flour'));
    const [cell, ...others] = flour.getAllByRole('textbox');
    expect(others).toEqual([]);
    await app.user.clear(cell as HTMLElement);
    await app.user.type(cell as HTMLElement, `${orderQty + 1}{Tab}`);
    expect(await flour.findByText(/^1 .* more than ordered/)).toBeVisible();
    await app.user.click(flour.getByRole('button', { name: /^Pick .* of Bread flour$/ }));
    await expect
      .poll(async () => (await loadOrder()).items.find((line) => line.lineId === lineId)?.pickedQty)
      .toBe(orderQty + 1);
  });

  it('P5: shows who claimed a line, and picks it only after taking it over', async () => {
    const { app, callAsAdmin, loadOrder, item, findLine } = await openList();
    const flour = findLine('Bread flour');
    await callAsAdmin('POST', '/pick-list/claims', { lines: [flour.lineId], action: 'take' });
    await app.user.click(screen.getByRole('button', { name: /^Pick .* of Bread flour$/ }));
    expect(await within(item('Bread flour')).findByRole('alert')).toHaveTextContent(/is picking this line/);
    expect((await loadOrder()).items.find(({ lineId }) => lineId === flour.lineId)?.pickedQty).toBeNull();
    await app.user.click(await screen.findByRole('button', { name: /^Take over Bread flour from / }));
    expect(await within(item('Bread flour')).findByText('Mine')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: /^Pick .* of Bread flour$/ }));
    await expect
      .poll(async () => (await loadOrder()).items.find(({ lineId }) => lineId === flour.lineId)?.pickedQty)
      .toBe(flour.orderQty);
  });

  it('P10: records a shortage with a reason in one step', async () => {
    const { app, loadOrder, findLine } = await openList();
    const flour = findLine('Bread flour');
    await app.user.click(screen.getByRole('button', { name: 'Report short: Bread flour' }));
    const dialog = await screen.findByRole('dialog', { name: 'Report Bread flour as short' });
    const quantity = within(dialog).getByRole('textbox', { name: /^Found/ });
    await app.user.clear(quantity);
    await app.user.type(quantity, String(flour.orderQty - 1));
    await app.user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect
      .poll(async () => (await loadOrder()).items.find(({ lineId }) => lineId === flour.lineId))
      .toMatchObject({ pickedQty: flour.orderQty - 1, reasonCode: 'out_of_stock' });
  });

  it('shows the list as complete after the last line is picked, regardless of who picked the others', async () => {
    const { app, id, callAsAdmin, loadOrder } = await openList();
    const { items } = await loadOrder();
    const [firstLine, ...otherLines] = items as [OrderLine, ...OrderLine[]];
    const picks = otherLines.map(({ lineId, orderQty }) => ({
      lineId,
      orderId: id,
      pickedQty: orderQty,
      wasPicked: null,
    }));
    await callAsAdmin('POST', '/pick-list/picks', { picks });
    await app.user.click(
      await screen.findByRole('button', { name: new RegExp(`^Pick .* of ${firstLine.itemName}$`) }),
    );
    expect(await screen.findByText('Everything on this list is picked.')).toBeVisible();
  });

  it('finds an item by its code', async () => {
    const { app } = await openList();
    const cell = screen.getByRole('textbox', { name: /^Bread flour, quantity found/ });
    scan('IT-001');
    await waitFor(() => expect(cell).toHaveFocus());
    expect(app.container).toBeTruthy();
  });

  it('P12: fills in lot and weight when a weighed carton is scanned, and adds the weight of the next one', async () => {
    const { tomato } = ids.items;
    const { writer } = mock.api.db;
    const tracked = { trackLots: 1, trackExpiry: 1, barcodes: '["4006381333931"]' } as const;
    await writer.updateTable('items').set(tracked).where('_id', '=', tomato).execute();
    const target = { db: mock.api.db, clock: { now: () => new Date() } };
    await receiveStock(target, ids.kitchen, tomato, 20, 1, { lot: 'L42', expiry: '2026-12-20' });
    const [branch, kitchen] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'kitchen')];
    const items = [{ itemId: tomato, orderQty: 6 }];
    const path = `/orders/${String((await branch('POST', '/orders', { deliveryDate: '2026-11-23', items }))['_id'])}`;
    for (const status of ['Under Review', 'Sent to Central Kitchen']) await branch('PATCH', path, { status });
    await kitchen('PATCH', path, { status: 'Under Process' });
    const { user } = await renderApp('/central-kitchen/pick-list', { as: 'kitchen' });
    const cell = await screen.findByRole('textbox', { name: /^Tomato.*, quantity found/ });
    await waitFor(() => {
      scan('4006381333931');
      expect(cell).toHaveFocus();
    });
    scan('010400638133393117261220310200012510L42');
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByRole('button', { name: 'Pick 1.25 kg' })).toBeVisible();
    scan('010400638133393117261220310300200010L42');
    await user.click(await within(dialog).findByRole('button', { name: 'Pick 3.25 kg' }));
    await expect
      .poll(async () => ((await kitchen('GET', path))['items'] as object[])[0])
      .toMatchObject({ pickedQty: 3.25, lots: [{ lot: 'L42', qty: 3.25 }] });
  });
});
