import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/** A file with the signature of a photo. */
const buildPhoto = (name: string) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), name], `${name}.jpg`, { type: 'image/jpeg' });

it('receives a delivery with one damaged unit', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const { user } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: orderNo }));
  const panel = await screen.findByRole('dialog', { name: orderNo });
  expect(await within(panel).findByText('0 of 3 lines checked')).toBeInTheDocument();

  await user.click(within(panel).getByRole('button', { name: 'All as shipped' }));
  await user.click(within(panel).getByRole('button', { name: 'Report a problem with Bread flour' }));
  await user.type(within(panel).getByRole('textbox', { name: /^Bread flour, damaged/ }), '1{Enter}');
  const checkButton = within(panel).getByRole('button', { name: 'Check and post' });
  expect(checkButton).toHaveAttribute('aria-disabled', 'true');
  const reason = within(panel).getByRole('combobox', { name: 'Reason: Bread flour' });
  await waitFor(() =>
    expect(within(reason).getByRole('option', { name: 'Broken or leaking' })).toBeInTheDocument(),
  );
  await user.selectOptions(reason, 'Other…');
  expect(checkButton).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('Wet');
  expect(within(panel).getAllByText(/^Ordered /)).toHaveLength(3);
  await user.click(checkButton);
  expect(
    await within(panel).findByText('2 lines as shipped, added to stock at Riverside.'),
  ).toBeInTheDocument();
  expect(within(panel).getByText('Bread flour: 1 case damaged, put on hold.')).toBeInTheDocument();
  expect(within(panel).getByText('Reason: Wet')).toBeInTheDocument();

  await user.click(within(panel).getByRole('button', { name: 'Post receipt' }));
  expect(await screen.findByText(/1 discrepancy reported to the sender/)).toBeInTheDocument();
});

it("receives a lot that wasn't shipped by its barcode, and adds it to the branch's stock", async () => {
  const context = { db: mock.api.db, clock: { now: () => new Date() } };
  const { flour } = ids.items;
  await context.db.writer
    .updateTable('items')
    .set({ trackLots: 1, trackExpiry: 1 })
    .where('_id', '=', flour)
    .execute();
  await receiveStock(context, ids.kitchen, flour, 20, 1, { lot: 'SENT', expiry: '2026-12-20' });
  const { orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const { user } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: orderNo }));
  const panel = await screen.findByRole('dialog', { name: orderNo });
  expect(await within(panel).findByText('Use by 20 Dec 2026')).toBeInTheDocument();

  await user.click(within(panel).getByRole('button', { name: 'All as shipped' }));
  await user.click(within(panel).getByRole('button', { name: 'Report a problem with Bread flour' }));
  await user.click(within(panel).getByRole('button', { name: 'Different lot or date: Bread flour' }));
  const lots = await within(panel).findByRole('list', { name: 'Lots received' });
  const getAccepted = (lot: string) =>
    within(lots).getByRole('textbox', { name: new RegExp(`^Lot ${lot}, accepted`) });
  await user.clear(getAccepted('SENT'));
  await user.type(getAccepted('SENT'), '0.5{Enter}');
  await user.click(within(panel).getByRole('button', { name: 'Add a lot' }));
  await user.type(getAccepted('2'), '2{Enter}');
  const checkButton = within(panel).getByRole('button', { name: 'Check and post' });
  expect(within(panel).getByText(/^Enter the lot or its use-by date/)).toBeInTheDocument();
  expect(checkButton).toHaveAttribute('aria-disabled', 'true');
  const codeField = within(lots).getByRole('textbox', { name: 'Lot or carton code' });
  await user.click(codeField);
  await user.paste('(10)CAME(17)261224');
  await user.tab();
  expect(codeField).toHaveValue('CAME');
  expect(within(panel).getByText(/^The lots add up to more than was shipped/)).toBeInTheDocument();
  await user.clear(getAccepted('CAME'));
  await user.type(getAccepted('CAME'), '1.5{Enter}');
  await user.click(checkButton);
  expect(
    await within(panel).findByText(
      'Bread flour: 1.5 cases of lot CAME, 24 Dec 2026 instead of the lot shipped.',
    ),
  ).toBeInTheDocument();
  await user.click(within(panel).getByRole('button', { name: 'Post receipt' }));
  expect(await screen.findByText(/Everything arrived as shipped/)).toBeInTheDocument();
  expect(await screen.findAllByText('Received as:')).not.toHaveLength(0);
  const admin = await apiAs(mock.api, 'admin');
  const onHand = (await admin('GET', `/lots?itemId=${flour}&placeId=${ids.branch1}`)) as unknown as {
    lot: string | null;
    onHand: number;
  }[];
  expect(onHand.filter(({ lot }) => lot !== null).map(({ lot, onHand: qty }) => [lot, qty])).toEqual([
    ['SENT', 5],
    ['CAME', 15],
  ]);
});

it('requires a temperature and a photo for an item, and a reason to accept it if it is too warm', async () => {
  const requirements = { receivingMaxTemp: 5, receivingPhoto: 1 as const };
  await mock.api.db.writer.updateTable('items').set(requirements).where('_id', '=', ids.items.milk).execute();
  const { id, orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const { user } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: orderNo }));
  const panel = within(await screen.findByRole('dialog', { name: orderNo }));
  await user.click(await panel.findByRole('button', { name: 'All as shipped' }));
  const checkButton = panel.getByRole('button', { name: 'Check and post' });
  expect(checkButton).toHaveAttribute('aria-disabled', 'true');
  expect(panel.getByText('up to 5 °C')).toBeInTheDocument();
  const temperatureField = panel.getByRole('textbox', { name: 'Whole milk, temperature in °C' });
  await user.type(temperatureField, '7,5{Enter}');
  expect(temperatureField).toHaveValue('7.5');
  expect(panel.getByText(/^Measured at 7.5 °C; the maximum is 5 °C/)).toBeInTheDocument();
  const reason = panel.getByRole('combobox', { name: 'Reason: Whole milk' });
  await waitFor(() =>
    expect(within(reason).getByRole('option', { name: 'Temperature' })).toBeInTheDocument(),
  );
  await user.selectOptions(reason, 'Temperature');
  expect(panel.queryByText(/^Measured at/)).toBeNull();
  expect(panel.getByText('Photo required')).toBeInTheDocument();
  await user.upload(
    panel.getByLabelText('Add photos of Whole milk', { selector: 'input' }),
    buildPhoto('thermometer'),
  );
  await waitFor(() => expect(panel.queryByText('Photo required')).toBeNull());
  await user.click(checkButton);
  await user.click(await panel.findByRole('button', { name: 'Post receipt' }));
  expect(await screen.findByText(/Everything arrived as shipped/)).toBeInTheDocument();
  const kitchen = await apiAs(mock.api, 'kitchen');
  const { items } = (await kitchen('GET', `/orders/${id}`)) as unknown as {
    items: { itemName: string; temperature?: number }[];
  };
  expect(items.find(({ itemName }) => itemName === 'Whole milk')?.temperature).toBe(7.5);
});

it('shows which item a substitute replaces, and rejects it in one step', async () => {
  const { id, orderNo } = await createOrderInStatus(mock.api, 'Under Process');
  const admin = await apiAs(mock.api, 'admin');
  const { items } = (await admin('GET', `/orders/${id}`)) as unknown as { items: { lineId: string }[] };
  await admin('PATCH', `/orders/${id}`, {
    items: [
      { lineId: items[0]?.lineId, pickedQty: 0, reason: 'substituted' },
      {
        itemId: ids.items.tomato,
        orderQty: 0,
        substituteFor: items[0]?.lineId,
        pickedQty: 1,
        reason: 'substituted',
      },
    ],
  });
  await admin('PATCH', `/orders/${id}`, {
    items: [{ lineId: items[0]?.lineId, shippedQty: 0 }],
  });
  await admin('PATCH', `/orders/${id}`, { status: 'Shipped' });
  const { user } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: orderNo }));
  const panel = within(await screen.findByRole('dialog', { name: orderNo }));
  expect(await panel.findByText('Substitute for Bread flour')).toBeInTheDocument();
  await user.click(panel.getByRole('button', { name: 'All as shipped' }));
  await user.click(panel.getByRole('button', { name: /^Refuse substitute / }));
  await user.click(panel.getByRole('button', { name: 'Check and post' }));
  expect(await panel.findByText(/short, in transit until resolved/)).toBeInTheDocument();
  await user.click(panel.getByRole('button', { name: 'Post receipt' }));
  expect(await screen.findByText(/1 discrepancy reported to the sender/)).toBeInTheDocument();
  const discrepancies = (await admin('GET', `/discrepancies?orderId=${id}`)) as unknown as { type: string }[];
  expect(discrepancies.map(({ type }) => type)).toEqual(['wrong_item']);
});

it('reports a conflict on a line that was shipped again after it was counted', async () => {
  const { id, orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const { user, queryClient } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: orderNo }));
  const panel = await screen.findByRole('dialog', { name: orderNo });
  await user.click(await within(panel).findByRole('button', { name: 'All as shipped' }));
  await user.click(within(panel).getByRole('button', { name: 'Check and post' }));

  const kitchen = await apiAs(mock.api, 'admin');
  await kitchen('PATCH', `/orders/${id}`, { status: 'Under Process' });
  const order = (await kitchen('GET', `/orders/${id}`)) as unknown as { items: { lineId: string }[] };
  const lineId = order.items[0]?.lineId;
  await kitchen('PATCH', `/orders/${id}`, { items: [{ lineId, shippedQty: 1, reason: 'Out of stock' }] });
  await kitchen('PATCH', `/orders/${id}`, { status: 'Shipped' });
  await queryClient.invalidateQueries({ queryKey: ['orders_data'] });

  const conflict = await within(panel).findByRole('alert');
  expect(within(conflict).getByRole('row', { name: /Bread flour, shipped/ })).toHaveTextContent(
    /1 case.*2 case/,
  );
  expect(await kitchen('GET', `/orders/${id}`)).toMatchObject({ status: 'Shipped' });
  await user.click(within(conflict).getByRole('button', { name: 'Take theirs' }));
  expect(within(panel).getByText('3 lines as shipped, added to stock at Riverside.')).toBeInTheDocument();
  await user.click(within(panel).getByRole('button', { name: 'Post receipt' }));
  expect(await screen.findByText(/Everything arrived as shipped/)).toBeInTheDocument();
});

it('shows an error next to its line and keeps the entries', async () => {
  const { id, orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const branch = await apiAs(mock.api, 'branch');
  const order = (await branch('GET', `/orders/${id}`)) as unknown as { items: { lineId: string }[] };
  const { user } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: orderNo }));
  const panel = await screen.findByRole('dialog', { name: orderNo });
  await user.click(await within(panel).findByRole('button', { name: 'All as shipped' }));
  await user.click(within(panel).getByRole('button', { name: 'Check and post' }));
  const fields = { [`items.${order.items[1]?.lineId}.receivedQty`]: 'That is more than the van carried.' };
  const body = { error: 'Invalid quantities.', code: 'VALIDATION', fields };
  mock.api.fail({ fault: 'response', match: `/orders/${id}`, method: 'PATCH', times: 1, status: 422, body });
  await user.click(await within(panel).findByRole('button', { name: 'Post receipt' }));
  const problems = await within(panel).findAllByText('That is more than the van carried.');
  const lines = problems.map((problem) => problem.closest('li')?.textContent);
  expect(lines).toContainEqual(expect.stringContaining('Whole milk'));
  expect(lines).not.toContainEqual(expect.stringContaining('Bread flour'));
  expect(within(panel).getByRole('textbox', { name: /^Whole milk, accepted/ })).toHaveValue('1');
});

it('shows entries that differ from what a colleague has posted', async () => {
  const { id, orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const { user, queryClient } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: orderNo }));
  const panel = await screen.findByRole('dialog', { name: orderNo });
  await user.click(await within(panel).findByRole('button', { name: 'All as shipped' }));
  await user.click(within(panel).getByRole('textbox', { name: /^Bread flour, accepted/ }));
  await user.keyboard('1{Enter}');

  const colleague = await apiAs(mock.api, 'branch');
  await colleague('PATCH', `/orders/${id}`, { status: 'Received' });
  await queryClient.invalidateQueries({ queryKey: ['orders_data'] });
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(`${orderNo} can no longer be edited`);
  expect(within(notice).getByRole('row', { name: /Bread flour, accepted/ })).toHaveTextContent(
    /2 case.*1 case/,
  );
  await user.click(within(notice).getByRole('button', { name: 'Discard my changes' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('adds photos, visible to the kitchen, to a line and to the delivery, and removes one', async () => {
  const { id, orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const { user } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: orderNo }));
  const panel = within(await screen.findByRole('dialog', { name: orderNo }));
  await user.click(await panel.findByRole('button', { name: 'Report a problem with Bread flour' }));
  await user.upload(
    panel.getByLabelText('Add photos of Bread flour', { selector: 'input' }),
    buildPhoto('dent'),
  );
  const flourPhotos = within(await panel.findByRole('region', { name: 'Photos: Bread flour' }));
  const flourPhoto = await flourPhotos.findByRole('button', { name: /^Photo of Bread flour, / });
  await user.upload(panel.getByLabelText('Add photos', { selector: 'input' }), [
    buildPhoto('van'),
    buildPhoto('door'),
  ]);
  const deliveryPhotos = within(panel.getByRole('region', { name: 'Photos' }));
  await waitFor(() =>
    expect(deliveryPhotos.getAllByRole('button', { name: /^Photo of ORD/ })).toHaveLength(2),
  );
  const kitchen = await apiAs(mock.api, 'kitchen');
  const attachments = (await kitchen('GET', `/orders/${id}/attachments`)) as unknown as {
    lineId: string | null;
  }[];
  expect(attachments.filter(({ lineId }) => lineId === null)).toHaveLength(2);
  expect(attachments).toHaveLength(3);

  await user.click(flourPhoto);
  const photoDialog = within(await screen.findByRole('dialog', { name: /^Photo of Bread flour, / }));
  await user.click(photoDialog.getByRole('button', { name: 'Remove photo' }));
  await waitFor(() => expect(flourPhotos.queryByRole('button', { name: /^Photo of/ })).toBeNull());
  expect(await kitchen('GET', `/orders/${id}/attachments`)).toHaveLength(2);
});

it('stores a photo on the device while offline or disconnected, and sends it once', async () => {
  const { id, orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const { user } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: orderNo }));
  const panel = within(await screen.findByRole('dialog', { name: orderNo }));
  mock.api.fail({ fault: 'offline', method: 'POST', match: '/attachments', times: 1 });
  await user.upload(await panel.findByLabelText('Add photos', { selector: 'input' }), buildPhoto('van'));
  expect(await panel.findByText(/^queued$/)).toBeInTheDocument();
  mock.api.fail({ fault: 'cut-after-send', method: 'POST', match: '/attachments', times: 1 });
  expect(await panel.findByRole('button', { name: /^Photo of ORD/ })).toBeInTheDocument();
  const kitchen = await apiAs(mock.api, 'kitchen');
  expect(await kitchen('GET', `/orders/${id}/attachments`)).toHaveLength(1);
});

it('rejects a file that is not an image before sending it', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const { user } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: orderNo }));
  const panel = within(await screen.findByRole('dialog', { name: orderNo }));
  const htmlFile = new File(['<html>'], 'photo.png', { type: 'image/png' });
  await user.upload(await panel.findByLabelText('Add photos', { selector: 'input' }), htmlFile);
  expect(await screen.findByText(/^This file can’t be read as a picture/)).toBeInTheDocument();
});

it('shows an empty state without deliveries', async () => {
  await renderApp('/branch-order/receiving-order', { as: 'branch' });
  expect(await screen.findByText('No deliveries expected')).toBeInTheDocument();
});
