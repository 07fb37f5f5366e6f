import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { endSession } from '#platform/web/session/session.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { scan } from '#app/web/testing/scan.ts';

const mock = useMockApi();

/** Adds flour to the branch's stock by receiving a delivery. */
async function addStock(): Promise<void> {
  const { id } = await createOrderInStatus(mock.api, 'Shipped');
  await (await apiAs(mock.api, 'branch'))('PATCH', `/orders/${id}`, { status: 'Received' });
}

async function fillForm({ user }: Awaited<ReturnType<typeof renderApp>>, qty: string) {
  const form = within(await screen.findByRole('form', { name: 'Record wastage' }));
  await user.type(form.getByRole('combobox', { name: 'Item' }), 'flour');
  await user.click(await form.findByRole('option', { name: /^Bread flour/ }));
  await user.type(form.getByRole('textbox', { name: 'Quantity' }), qty);
  await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'Spoiled');
}

it('records waste once, showing cost and quantity warnings first, and reverses it', async () => {
  await addStock();
  const app = await renderApp('/branch-order/wastage', { as: 'branch' });
  const { user } = app;
  expect(await screen.findByText('No wastage recorded yet')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Record wastage' }));
  expect(await screen.findByText('Choose an item.')).toBeInTheDocument();
  expect(screen.getByText('Enter a quantity above 0.')).toBeInTheDocument();

  await fillForm(app, '100000');
  expect(await screen.findByText(/^Only .+ on hand\.$/)).toBeInTheDocument();
  await user.clear(screen.getByRole('textbox', { name: 'Quantity' }));
  await user.type(screen.getByRole('textbox', { name: 'Quantity' }), '0.5');
  expect(screen.queryByText(/^Only /)).toBeNull();
  await user.dblClick(screen.getByRole('button', { name: 'Record wastage' }));

  const link = await screen.findByRole('link', { name: /^WST-/ });
  expect(screen.getAllByRole('link', { name: /^WST-/ })).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Item' })).toHaveValue(''));
  await user.click(link);
  const panel = await screen.findByRole('dialog', { name: /^WST-/ });
  await user.click(await within(panel).findByRole('button', { name: 'Reverse record' }));
  const question = await screen.findByRole('dialog', { name: /^Reverse record WST-/ });
  await user.click(within(question).getByRole('button', { name: 'Reverse record' }));
  expect(await screen.findByText('Reversed', { selector: 'tbody span' })).toBeInTheDocument();
  await user.click(link);
  const history = within(await screen.findByRole('region', { name: 'History' }));
  const [last, first] = await history.findAllByRole('listitem');
  expect(last).toHaveTextContent(/^Reversed · .+ · /);
  expect(first).toHaveTextContent(/^Created · /);
});

it('fills in scanned goods with their weight, and explains why the camera needs https', async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('PUT', '/settings', { scaleLabels: ['21IIIIIWWWWWC'] });
  await admin('PUT', `/items/${ids.items.flour}`, { barcodes: ['4006381333931', '12345'] });
  const { user } = await renderApp('/branch-order/wastage', { as: 'branch' });
  await screen.findByText('No wastage recorded yet');
  const form = within(screen.getByRole('form', { name: 'Record wastage' }));
  scan('https://id.gs1.org/01/04006381333931/10/A?3103=000750');
  await waitFor(() => expect(form.getByRole('combobox', { name: 'Item' })).toHaveValue('Bread flour'));
  expect(form.getByRole('textbox', { name: 'Quantity' })).toHaveValue('0.75');
  scan('2112345012506');
  await waitFor(() => expect(form.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1.25'));
  scan('4006381333948');
  expect(await screen.findByText('No item with code 4006381333948.')).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Scan with the camera' }));
  const camera = within(await screen.findByRole('dialog', { name: 'Scan with the camera' }));
  expect(await camera.findByRole('alert')).toHaveTextContent(/^Browsers allow the camera only over HTTPS/);
});

it('takes expired lots first or the chosen lots, in one record', async () => {
  const testApp = { db: mock.api.db, clock: { now: () => new Date() } };
  const { flour } = ids.items;
  await testApp.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', flour).execute();
  for (const [lot, qty, expiry] of [
    ['OLD', 2, '2026-11-16'],
    ['SOON', 3, '2026-11-18'],
  ] as const)
    await receiveStock(testApp, ids.branch1, flour, qty, 1, { lot, expiry });
  const app = await renderApp('/branch-order/wastage', { as: 'branch' });
  await screen.findByText('No wastage recorded yet');
  await fillForm(app, '3');
  const proposed = await screen.findByRole('list', { name: 'Lots' });
  expect(proposed).toHaveTextContent(/^OLD2 kg.*16 Nov 2026 · ExpiredSOON1 kg.*18 Nov 2026 · Expires today$/);

  await app.user.click(screen.getByRole('button', { name: 'Choose lots' }));
  const dialog = await screen.findByRole('dialog', { name: 'Lots for Bread flour' });
  const oldLotInput = within(dialog).getByRole('textbox', { name: /^Lot OLD, quantity/ });
  await app.user.clear(oldLotInput);
  await app.user.type(oldLotInput, '0.5{Enter}');
  await app.user.click(await within(dialog).findByRole('button', { name: 'Use 1.5 kg' }));
  expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1.5');
  await app.user.click(screen.getByRole('button', { name: 'Record wastage' }));
  await app.user.click(await screen.findByRole('link', { name: /^WST-/ }));
  const panel = await screen.findByRole('dialog', { name: /^WST-/ });
  expect(await within(panel).findByText(/OLD 0\.5 kg, SOON 1 kg/)).toBeInTheDocument();
  const rows = (await (
    await apiAs(mock.api, 'branch')
  )('GET', `/lots?itemId=${flour}&placeId=${ids.branch1}`)) as unknown as {
    lot: string | null;
    onHand: number;
  }[];
  expect(rows.filter(({ lot }) => lot !== null).map(({ lot, onHand }) => [lot, onHand])).toEqual([
    ['OLD', 1.5],
    ['SOON', 2],
  ]);
});

it('restores lots that were chosen in an unsaved change after a reload', async () => {
  const testApp = { db: mock.api.db, clock: { now: () => new Date() } };
  const { flour } = ids.items;
  await testApp.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', flour).execute();
  for (const lot of ['A', 'B']) await receiveStock(testApp, ids.branch1, flour, 5, 1, { lot });
  const calls = await apiAs(mock.api, 'branch');
  const lots = [
    { lot: 'A', qty: 1 },
    { lot: 'B', qty: 2 },
  ];
  const input = { item: flour, qty: 3, reason: 'spoiled', lots };
  const { _id } = await calls('POST', '/wastage', input);
  const open = () => renderApp(`/branch-order/wastage?row=${String(_id)}`, { as: 'branch' });
  const first = await open();
  await first.user.click(await screen.findByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('form', { name: /^Edit WST-/ }));
  await first.user.click(await edit.findByRole('button', { name: 'Choose lots' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Lots for Bread flour' }));
  for (const [lot, qty] of [
    ['A', '2'],
    ['B', '1'],
  ] as const) {
    const field = dialog.getByRole('textbox', { name: new RegExp(`^Lot ${lot}, quantity`) });
    await first.user.clear(field);
    await first.user.type(field, qty);
  }
  await first.user.click(await dialog.findByRole('button', { name: 'Use 3 kg' }));
  first.unmount();

  await open();
  const form = within(await screen.findByRole('form', { name: /^Edit WST-/ }));
  expect(form.getByText(/^Unsaved changes from .* restored\.$/)).toBeInTheDocument();
  expect(await form.findByRole('list', { name: 'Lots' })).toHaveTextContent(/^A2 kg.*B1 kg/);
});

it('posts a draft once on a double click, and reports a change made by another user first', async () => {
  await addStock();
  const calls = await apiAs(mock.api, 'branch');
  const draft = { item: ids.items.flour, qty: 1, reason: 'spoiled', status: 'Draft' };
  const path = `/wastage/${String((await calls('POST', '/wastage', draft))['_id'])}`;
  const app = await renderApp(`/branch-order${path.replace('/wastage/', '/wastage?row=')}`, { as: 'branch' });
  const panel = within(await screen.findByRole('dialog', { name: /^WST-/ }));
  expect(await panel.findByRole('list', { name: 'Progress' })).toHaveTextContent(/Draft.*Posted/);
  await calls('PUT', path, { ...draft, qty: 2 });
  await app.user.dblClick(await panel.findByRole('button', { name: 'Post' }));
  expect(await panel.findByRole('alert')).toHaveTextContent(
    /^Someone else changed this\. Review the latest version/,
  );
  expect(await panel.findByText('2 kg')).toBeInTheDocument();
  expect(await calls('GET', path)).toMatchObject({ status: 'Draft', version: 2 });
  await app.user.dblClick(panel.getByRole('button', { name: 'Post' }));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Post' })).toBeNull());
  const history = within(panel.getByRole('region', { name: 'History' }));
  await waitFor(() => expect(history.getAllByRole('listitem')).toHaveLength(3));
  expect(history.getAllByRole('listitem').map((row) => row.textContent.split(' · ')[0])).toEqual([
    'Posted',
    'Changed',
    'Created',
  ]);
  expect(await calls('GET', path)).toMatchObject({ status: 'Posted', version: 3, qty: 2 });
});

it('closes a record that was deleted concurrently, and reports it', async () => {
  await addStock();
  const calls = await apiAs(mock.api, 'branch');
  const draft = { item: ids.items.flour, qty: 1, reason: 'spoiled', status: 'Draft' };
  const path = `/wastage/${String((await calls('POST', '/wastage', draft))['_id'])}`;
  const app = await renderApp(`/branch-order${path.replace('/wastage/', '/wastage?row=')}`, { as: 'branch' });
  const post = await screen.findByRole('button', { name: 'Post' });
  await calls('DELETE', path);
  await app.user.click(post);
  expect(
    await screen.findByText('This document doesn’t exist or you don’t have access to it.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Post' })).toBeNull();
});

it('stores a record on the device while the server is unreachable, and sends it later', async () => {
  await addStock();
  const app = await renderApp('/branch-order/wastage', { as: 'branch' });
  await screen.findByText('No wastage recorded yet');
  mock.api.fail({ fault: 'offline', method: 'POST', match: '/wastage', times: 1 });
  await fillForm(app, '1');
  await app.user.click(screen.getByRole('button', { name: 'Record wastage' }));
  const pending = await screen.findByRole('region', { name: 'Waiting to be sent' });
  expect(within(pending).getByText('Wastage: Bread flour')).toBeInTheDocument();
  // The form is already cleared for the next record.
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Item' })).toHaveValue(''));
  expect(await screen.findByRole('link', { name: /^WST-/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting to be sent' })).toBeNull());
});

it('keeps the draft across a reload and the end of the session, for its user only, until it is recorded', async () => {
  await addStock();
  const openPage = async (user: 'branch' | 'admin') => {
    const app = await renderApp('/branch-order/wastage', { as: user });
    await screen.findByText('No wastage recorded yet');
    return app;
  };
  const first = await openPage('branch');
  await fillForm(first, '0.5');
  await first.user.type(screen.getByRole('textbox', { name: 'Note' }), 'Wet sack');
  endSession('expired');
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Record wastage' })).toBeNull());
  first.unmount();

  const other = await openPage('admin');
  expect(screen.queryByText(/^Unsaved changes from/)).toBeNull();
  other.unmount();

  const second = await openPage('branch');
  expect(await screen.findByText(/^Unsaved changes from .* restored\.$/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Item' })).toHaveValue('Bread flour'));
  expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('0.5');
  const form = within(screen.getByRole('form', { name: 'Record wastage' }));
  expect(form.getByRole('combobox', { name: 'Reason' })).toHaveValue('spoiled');
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Wet sack');
  await second.user.click(screen.getByRole('button', { name: 'Record wastage' }));
  expect(await screen.findByRole('link', { name: /^WST-/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/^Unsaved changes from/)).toBeNull());
  second.unmount();

  const third = await renderApp('/branch-order/wastage', { as: 'branch' });
  await screen.findByRole('link', { name: /^WST-/ });
  expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('');
  await fillForm(third, '2');
  third.unmount();
  const last = await renderApp('/branch-order/wastage', { as: 'branch' });
  await last.user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(screen.getByRole('combobox', { name: 'Item' })).toHaveValue('');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('commissary.form.'))).toEqual([]);
});

it('changes a record, and lets the user choose if another user has changed it first', async () => {
  await addStock();
  const calls = await apiAs(mock.api, 'branch');
  const input = { item: ids.items.flour, qty: 2, reason: 'spoiled' };
  const created = await calls('POST', '/wastage', input);
  const app = await renderApp(`/branch-order/wastage?row=${String(created['_id'])}`, { as: 'branch' });
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('form', { name: /^Edit WST-/ }));
  expect(form.getByRole('combobox', { name: 'Item' })).toHaveValue('Bread flour');
  const qty = form.getByRole('textbox', { name: 'Quantity' });
  expect(qty).toHaveValue('2');
  await user.clear(qty);
  await user.type(qty, '1.5');
  await calls('PUT', `/wastage/${String(created['_id'])}`, { ...input, qty: 3 });
  await user.click(form.getByRole('button', { name: 'Save' }));
  const notice = await screen.findByRole('alert');
  expect(within(notice).getByRole('row', { name: 'Quantity 3 kg 1.5 kg' })).toBeInTheDocument();
  await user.click(within(notice).getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: /^Edit WST-/ })).toBeNull());
  expect(await calls('GET', `/wastage/${String(created['_id'])}`)).toMatchObject({
    qty: 1.5,
    reason: 'spoiled',
    status: 'Posted',
    version: 3,
  });
});

it('restores an unsaved change after a reload, and asks about concurrent changes', async () => {
  await addStock();
  const calls = await apiAs(mock.api, 'branch');
  const input = { item: ids.items.flour, qty: 2, reason: 'spoiled' };
  const path = `/wastage/${String((await calls('POST', '/wastage', input))['_id'])}`;
  const open = () =>
    renderApp(`/branch-order${path.replace('/wastage/', '/wastage?row=')}`, { as: 'branch' });
  const first = await open();
  await first.user.click(await screen.findByRole('button', { name: 'Edit' }));
  await first.user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Wet sack');
  first.unmount();

  await calls('PUT', path, { ...input, note: 'Torn' });
  const second = await open();
  const form = within(await screen.findByRole('form', { name: /^Edit WST-/ }));
  expect(form.getByText(/^Unsaved changes from .* restored\.$/)).toBeInTheDocument();
  const notice = await screen.findByRole('alert');
  expect(within(notice).getByRole('row', { name: 'Note Torn Wet sack' })).toBeInTheDocument();
  await second.user.click(within(notice).getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: /^Edit WST-/ })).toBeNull());
  expect(await calls('GET', path)).toMatchObject({ qty: 2, note: 'Wet sack' });
  expect(Object.keys(localStorage).filter((key) => key.startsWith('commissary.form.'))).toEqual([]);
});

it('offers no recording or reversing to users with read access', async () => {
  await renderApp('/branch-order/wastage', { as: 'viewer' });
  expect(await screen.findByText('No wastage recorded yet')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Record wastage' })).toBeNull();
});

it('stores photos with the form, sends them after the record, and shows them in its panel', async () => {
  await addStock();
  const app = await renderApp('/branch-order/wastage', { as: 'branch' });
  await screen.findByText('No wastage recorded yet');
  await fillForm(app, '100000');
  const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'mould'], 'mould.jpg', {
    type: 'image/jpeg',
  });
  await app.user.upload(screen.getByLabelText('Add photos', { selector: 'input' }), photo);
  expect(await screen.findByAltText(/saved on this device$/)).toBeInTheDocument();
  // A rejected record stays in the form with its photo, even after a reload.
  await app.user.click(screen.getByRole('button', { name: 'Record wastage' }));
  expect(
    await screen.findByText(/Only .* of Bread flour|not enough|on hand/i, { selector: '[role=alert]' }),
  ).toBeInTheDocument();
  app.unmount();
  const reloaded = await renderApp('/branch-order/wastage', { as: 'branch' });
  expect(await screen.findByAltText(/saved on this device$/)).toBeInTheDocument();
  const qty = screen.getByRole('textbox', { name: 'Quantity' });
  await reloaded.user.clear(qty);
  await reloaded.user.type(qty, '0.5');
  mock.api.fail({ fault: 'offline', method: 'POST', match: '/wastage', times: 1 });
  await reloaded.user.click(screen.getByRole('button', { name: 'Record wastage' }));
  const link = await screen.findByRole('link', { name: /^WST-/ });
  expect(screen.queryByAltText(/saved on this device$/)).toBeNull();
  await reloaded.user.click(link);
  const panel = within(await screen.findByRole('dialog', { name: /^WST-/ }));
  expect(await panel.findByRole('button', { name: /^Photo of WST-/ })).toBeInTheDocument();
  const branch = await apiAs(mock.api, 'branch');
  const [record] = (await branch('GET', '/wastage')) as unknown as { _id: string }[];
  expect(await branch('GET', `/wastage/${record?._id}/attachments`)).toHaveLength(1);
});
