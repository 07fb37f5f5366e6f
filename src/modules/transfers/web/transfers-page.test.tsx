import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const transfersPath = '/branch-order/inventory-control/transfers';
const { flour, milk } = ids.items;

type Row = Record<string, unknown>;

/** Adds flour and milk to the first branch's stock by receiving a delivery. */
async function addStock(): Promise<void> {
  const { id } = await createOrderInStatus(mock.api, 'Shipped');
  await (await apiAs(mock.api, 'branch'))('PATCH', `/orders/${id}`, { status: 'Received' });
}

const createTransfer = async (items: object[], overrides: object = {}): Promise<Row> =>
  (await apiAs(mock.api, 'branch'))('POST', '/transfers', {
    from: ids.branch1,
    to: ids.branch2,
    items,
    ...overrides,
  });

const listTransfers = async (): Promise<Row[]> =>
  (await (
    await apiAs(mock.api, 'branch')
  )('GET', '/transfers')) as unknown as Row[];

it('asks for confirmation of an unusual quantity', async () => {
  await addStock();
  const branch = await apiAs(mock.api, 'branch');
  const sent = await createTransfer([{ itemId: flour, qty: 1 }]);
  await branch('PATCH', `/transfers/${String(sent['_id'])}`, { status: 'Sent' });
  const { user } = await renderApp(`${transfersPath}?new=transfer&toPlace=${ids.branch2}`, { as: 'branch' });
  const sheet = within(await screen.findByRole('dialog', { name: 'New transfer' }));
  await user.type(sheet.getByRole('combobox', { name: 'Add item' }), 'flour');
  await user.click(await sheet.findByRole('option', { name: /Bread flour/ }));
  const [qty] = await sheet.findAllByRole('textbox', { name: /^Bread flour/ });
  await user.type(qty as HTMLElement, '100{Enter}');
  // In the item's order unit, whatever units earlier transfers used.
  expect(await sheet.findByText('100 cases: usually 0.1 cases')).toBeInTheDocument();
});

it('enters a transfer to another branch by keyboard, item by item, and saves it once on a double click', async () => {
  await addStock();
  const { user } = await renderApp(transfersPath, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'New transfer' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'New transfer' }));
  await waitFor(() => expect(sheet.getByLabelText('To')).toHaveFocus());
  await user.click(sheet.getByRole('button', { name: 'Send now' }));
  expect(await sheet.findByText('Select the locations to transfer from and to.')).toBeInTheDocument();
  await waitFor(() => expect(sheet.getByLabelText('To')).toContainHTML(ids.branch2));
  await user.selectOptions(sheet.getByLabelText('To'), ids.branch2);
  await user.click(sheet.getByRole('combobox', { name: 'Add item' }));
  await waitFor(async () => {
    await user.clear(sheet.getByRole('combobox', { name: 'Add item' }));
    await user.keyboard('flour');
    expect(sheet.getByRole('option', { name: /^Bread flour/ })).toBeInTheDocument();
  });
  await user.keyboard('{Enter}');
  const qty = await sheet.findByRole('textbox', { name: 'Bread flour, quantity' });
  await waitFor(() => expect(qty).toHaveFocus());
  await user.keyboard('2{Enter}');
  await waitFor(() => expect(sheet.getByRole('combobox', { name: 'Add item' })).toHaveFocus());
  await user.keyboard('milk{Enter}');
  await waitFor(() => expect(sheet.getByRole('textbox', { name: /milk, quantity$/i })).toHaveFocus());
  await user.keyboard('1{Enter}');
  expect(sheet.getByRole('status', { name: '' })).toBeDefined();
  await user.dblClick(sheet.getByRole('button', { name: 'Save as draft' }));
  const panel = within(await screen.findByRole('dialog', { name: /^TRF-/ }));
  expect(await panel.findByText('Bread flour')).toBeInTheDocument();
  const rows = await listTransfers();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ status: 'Draft', lineCount: 2, from: ids.branch1, to: ids.branch2 });
});

it('keeps the draft on the device, and warns if a line exceeds the stock', async () => {
  await addStock();
  const first = await renderApp(`${transfersPath}?new=transfer`, { as: 'branch' });
  const sheet = within(await screen.findByRole('dialog', { name: 'New transfer' }));
  await waitFor(() => expect(sheet.getByLabelText('To')).toContainHTML(ids.branch2));
  await first.user.selectOptions(sheet.getByLabelText('To'), ids.branch2);
  await first.user.type(await sheet.findByRole('combobox', { name: 'Add item' }), 'flour');
  await first.user.click(await sheet.findByRole('option', { name: /^Bread flour/ }));
  await first.user.type(
    await sheet.findByRole('textbox', { name: 'Bread flour, quantity' }),
    '100000{Enter}',
  );
  expect(await sheet.findByText(/^Only .+ on hand$/)).toBeInTheDocument();
  first.unmount();
  await renderApp(`${transfersPath}?new=transfer`, { as: 'branch' });
  const reloaded = within(await screen.findByRole('dialog', { name: 'New transfer' }));
  expect(await reloaded.findByRole('textbox', { name: 'Bread flour, quantity' })).toHaveValue('100000');
});

it('T9: requires a return reason, and shows the destination before anything is posted', async () => {
  await addStock();
  const { user } = await renderApp(
    `${transfersPath}?new=return&fromPlace=${ids.branch1}&toPlace=${ids.kitchen}`,
    {
      as: 'branch',
    },
  );
  const sheet = within(await screen.findByRole('dialog', { name: 'New return' }));
  await user.type(await sheet.findByRole('combobox', { name: 'Add item' }), 'flour');
  await user.click(await sheet.findByRole('option', { name: /^Bread flour/ }));
  await user.type(await sheet.findByRole('textbox', { name: 'Bread flour, quantity' }), '1{Enter}');
  expect(sheet.getByText('The reason determines where the goods go.')).toBeInTheDocument();
  await user.click(sheet.getByRole('button', { name: 'Save as draft' }));
  expect(await sheet.findByText('Choose a reason for returning Bread flour.')).toBeInTheDocument();
  expect(await listTransfers()).toEqual([]);
});

it('shows the tasks of each side, filters by them, and cancels a draft after confirmation', async () => {
  const draft = await createTransfer([{ itemId: milk, qty: 1 }]);
  const { user } = await renderApp(transfersPath, { as: 'branch' });
  const toSendButton = await screen.findByRole('button', { name: /^To send/ });
  await waitFor(() => expect(toSendButton).toHaveTextContent('1'));
  await user.click(screen.getByRole('button', { name: /^To receive/ }));
  expect(await screen.findByText('No matching transfers')).toBeInTheDocument();
  await user.click(toSendButton);
  await user.click(await screen.findByRole('link', { name: String(draft['number']) }));
  const panel = await screen.findByRole('dialog', { name: String(draft['number']) });
  await user.click(within(panel).getByRole('button', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: /^Cancel TRF-/ }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect((await listTransfers())[0]).toMatchObject({ status: 'Cancelled' }));
});

it('shows a transfer request to the branch that should send it', async () => {
  const { items: _none, ...requested } = await (await apiAs(mock.api, 'branch2'))('POST', '/transfers', {
    from: ids.branch1,
    to: ids.branch2,
    items: [{ itemId: flour, qty: 3 }],
  });
  await renderApp(`${transfersPath}?row=${String(requested['_id'])}`, { as: 'branch' });
  const panel = within(await screen.findByRole('dialog', { name: String(requested['number']) }));
  expect(await panel.findByText('Requested')).toBeInTheDocument();
  expect(panel.getByRole('button', { name: 'Send' })).toBeInTheDocument();
});

it('T2: the other branch receives part of a transfer with the receipt form for orders; the rest becomes a discrepancy', async () => {
  await addStock();
  const draft = await createTransfer([{ itemId: flour, qty: 2 }]);
  const number = String(draft['number']);
  const path = `${transfersPath}?row=${String(draft['_id'])}`;
  const sender = await renderApp(path, { as: 'branch' });
  const sheet = within(await screen.findByRole('dialog', { name: number }));
  await sender.user.click(await sheet.findByRole('button', { name: 'Send' }));
  const question = within(await screen.findByRole('dialog', { name: `Send ${number}` }));
  await sender.user.type(question.getByLabelText('Driver'), 'Sam');
  await sender.user.dblClick(question.getByRole('button', { name: 'Send' }));
  await waitFor(async () =>
    expect((await listTransfers())[0]).toMatchObject({ status: 'Sent', driver: 'Sam' }),
  );
  sender.unmount();

  const receiver = await renderApp(path, { as: 'branch2' });
  const receiverPanel = within(await screen.findByRole('dialog', { name: number }));
  await receiver.user.click(await receiverPanel.findByRole('button', { name: 'Receive' }));
  await receiver.user.type(
    await screen.findByRole('textbox', { name: /^Bread flour, accepted/ }),
    '1.5{Enter}',
  );
  await receiver.user.click(screen.getByRole('button', { name: 'Check and post' }));
  await receiver.user.dblClick(await screen.findByRole('button', { name: 'Post receipt' }));
  const other = await apiAs(mock.api, 'branch2');
  await waitFor(async () =>
    expect(await other('GET', `/transfers/${String(draft['_id'])}`)).toMatchObject({ status: 'Received' }),
  );
  const open = (await other('GET', '/discrepancies?docType=transfer')) as unknown as Row[];
  expect(open).toEqual([expect.objectContaining({ type: 'short', qty: 0.5, orderNo: number })]);
});

it('T10: goods that arrive before the shipment is recorded are received with the same form, and posted once they are marked as sent', async () => {
  await addStock();
  const draft = await createTransfer([{ itemId: flour, qty: 2 }]);
  const path = `/transfers/${String(draft['_id'])}`;
  const { user } = await renderApp(`${transfersPath}?row=${String(draft['_id'])}`, { as: 'branch2' });
  const panel = within(await screen.findByRole('dialog', { name: String(draft['number']) }));
  await user.click(await panel.findByRole('button', { name: 'Report arrival' }));
  await user.type(await screen.findByRole('textbox', { name: /^Bread flour, accepted/ }), '2{Enter}');
  await user.click(screen.getByRole('button', { name: 'Check and post' }));
  await user.dblClick(await screen.findByRole('button', { name: 'Post receipt' }));
  expect(
    await screen.findByText(/The transfer is received automatically once it’s sent/),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Report arrival' })).toBeNull();
  const sender = await apiAs(mock.api, 'branch');
  expect(await sender('GET', path)).toMatchObject({ status: 'Draft', arrivedAt: expect.any(String) });
  await sender('PATCH', path, { status: 'Sent' });
  expect(await sender('GET', path)).toMatchObject({ status: 'Received', hasDiscrepancy: false });
});
