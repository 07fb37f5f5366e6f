import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#server/testing/ids.ts';
import { callsAs, createOrderInStatus } from '#src/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';

const mock = useMockApi();
const page = '/branch-order/inventory-control/transfers';
const { flour, milk } = ids.items;

type Row = Record<string, unknown>;

/** Puts flour and milk on the first branch's shelf: a delivery, received as it was shipped. */
async function stockUp(): Promise<void> {
  const { id } = await createOrderInStatus(mock.api, 'Shipped');
  await (await callsAs(mock.api, 'branch'))('PATCH', `/orders/${id}`, { status: 'Received' });
}

const made = async (items: object[], more: object = {}): Promise<Row> =>
  (await callsAs(mock.api, 'branch'))('POST', '/transfers', {
    from: ids.branch1,
    to: ids.branch2,
    items,
    ...more,
  });

const listed = async (): Promise<Row[]> =>
  (await (
    await callsAs(mock.api, 'branch')
  )('GET', '/transfers')) as unknown as Row[];

it('an unlikely quantity is asked about', async () => {
  await stockUp();
  const branch = await callsAs(mock.api, 'branch');
  const sent = await made([{ itemId: flour, qty: 1 }]);
  await branch('PATCH', `/transfers/${String(sent['_id'])}`, { status: 'Sent' });
  const { person } = await renderApp(`${page}?new=transfer&toPlace=${ids.branch2}`, { as: 'branch' });
  const sheet = within(await screen.findByRole('dialog', { name: 'New transfer' }));
  await person.type(sheet.getByRole('combobox', { name: 'Add an item' }), 'flour');
  await person.click(await sheet.findByRole('option', { name: /Bread flour/ }));
  const [qty] = await sheet.findAllByRole('textbox', { name: /^Bread flour/ });
  await person.type(qty as HTMLElement, '100{Enter}');
  // In the unit that it is ordered in, whatever the earlier transfers were in.
  expect(await sheet.findByText('100 cases: usually 0.1 cases')).toBeInTheDocument();
});

it('a branch enters what goes to another one by keyboard alone, item by item, once for two clicks', async () => {
  await stockUp();
  const { person } = await renderApp(page, { as: 'branch' });
  await person.click(await screen.findByRole('button', { name: 'New transfer' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'New transfer' }));
  await waitFor(() => expect(sheet.getByLabelText('To')).toHaveFocus());
  await person.click(sheet.getByRole('button', { name: 'Send now' }));
  expect(await sheet.findByText('Choose from where and to where.')).toBeInTheDocument();
  await waitFor(() => expect(sheet.getByLabelText('To')).toContainHTML(ids.branch2));
  await person.selectOptions(sheet.getByLabelText('To'), ids.branch2);
  await person.click(sheet.getByRole('combobox', { name: 'Add an item' }));
  await waitFor(async () => {
    await person.clear(sheet.getByRole('combobox', { name: 'Add an item' }));
    await person.keyboard('flour');
    expect(sheet.getByRole('option', { name: /^Bread flour/ })).toBeInTheDocument();
  });
  await person.keyboard('{Enter}');
  const qty = await sheet.findByRole('textbox', { name: 'Bread flour, quantity' });
  await waitFor(() => expect(qty).toHaveFocus());
  await person.keyboard('2{Enter}');
  await waitFor(() => expect(sheet.getByRole('combobox', { name: 'Add an item' })).toHaveFocus());
  await person.keyboard('milk{Enter}');
  await waitFor(() => expect(sheet.getByRole('textbox', { name: /milk, quantity$/i })).toHaveFocus());
  await person.keyboard('1{Enter}');
  expect(sheet.getByRole('status', { name: '' })).toBeDefined();
  await person.dblClick(sheet.getByRole('button', { name: 'Save as draft' }));
  const panel = within(await screen.findByRole('dialog', { name: /^TRF-/ }));
  expect(await panel.findByText('Bread flour')).toBeInTheDocument();
  const rows = await listed();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ status: 'Draft', lineCount: 2, from: ids.branch1, to: ids.branch2 });
});

it('keeps what is entered on the device, and says of an item that there is less of it', async () => {
  await stockUp();
  const first = await renderApp(`${page}?new=transfer`, { as: 'branch' });
  const sheet = within(await screen.findByRole('dialog', { name: 'New transfer' }));
  await waitFor(() => expect(sheet.getByLabelText('To')).toContainHTML(ids.branch2));
  await first.person.selectOptions(sheet.getByLabelText('To'), ids.branch2);
  await first.person.type(await sheet.findByRole('combobox', { name: 'Add an item' }), 'flour');
  await first.person.click(await sheet.findByRole('option', { name: /^Bread flour/ }));
  await first.person.type(
    await sheet.findByRole('textbox', { name: 'Bread flour, quantity' }),
    '100000{Enter}',
  );
  expect(await sheet.findByText(/^More than the .+ on hand$/)).toBeInTheDocument();
  first.unmount();
  await renderApp(`${page}?new=transfer`, { as: 'branch' });
  const again = within(await screen.findByRole('dialog', { name: 'New transfer' }));
  expect(await again.findByRole('textbox', { name: 'Bread flour, quantity' })).toHaveValue('100000');
});

it('T9: a reason is asked for of what goes back, and says where it goes before anything is posted', async () => {
  await stockUp();
  const { person } = await renderApp(`${page}?new=return&fromPlace=${ids.branch1}&toPlace=${ids.kitchen}`, {
    as: 'branch',
  });
  const sheet = within(await screen.findByRole('dialog', { name: 'New return' }));
  await person.type(await sheet.findByRole('combobox', { name: 'Add an item' }), 'flour');
  await person.click(await sheet.findByRole('option', { name: /^Bread flour/ }));
  await person.type(await sheet.findByRole('textbox', { name: 'Bread flour, quantity' }), '1{Enter}');
  expect(sheet.getByText('The reason decides where it goes.')).toBeInTheDocument();
  await person.click(sheet.getByRole('button', { name: 'Save as draft' }));
  expect(await sheet.findByText('Say why Bread flour goes back.')).toBeInTheDocument();
  expect(await listed()).toEqual([]);
});

it('says what waits for either side, narrows the list by it, and cancels a draft after it was asked about', async () => {
  const draft = await made([{ itemId: milk, qty: 1 }]);
  const { person } = await renderApp(page, { as: 'branch' });
  const waits = await screen.findByRole('button', { name: /^To send/ });
  await waitFor(() => expect(waits).toHaveTextContent('1'));
  await person.click(screen.getByRole('button', { name: /^To receive/ }));
  expect(await screen.findByText('No transfers match.')).toBeInTheDocument();
  await person.click(waits);
  await person.click(await screen.findByRole('link', { name: String(draft['number']) }));
  const panel = await screen.findByRole('dialog', { name: String(draft['number']) });
  await person.click(within(panel).getByRole('button', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: /^Cancel: TRF-/ }));
  await person.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect((await listed())[0]).toMatchObject({ status: 'Cancelled' }));
});

it('shows the other branch what it asked for, as asked', async () => {
  const { items: _none, ...asked } = await (await callsAs(mock.api, 'branch2'))('POST', '/transfers', {
    from: ids.branch1,
    to: ids.branch2,
    items: [{ itemId: flour, qty: 3 }],
  });
  await renderApp(`${page}?row=${String(asked['_id'])}`, { as: 'branch' });
  const panel = within(await screen.findByRole('dialog', { name: String(asked['number']) }));
  expect(await panel.findByText('Asked for')).toBeInTheDocument();
  expect(panel.getByRole('button', { name: 'Send' })).toBeInTheDocument();
});

it('T2: what one branch sends is received in part by the other, on the sheet of orders; the rest is a discrepancy', async () => {
  await stockUp();
  const draft = await made([{ itemId: flour, qty: 2 }]);
  const number = String(draft['number']);
  const path = `${page}?row=${String(draft['_id'])}`;
  const giver = await renderApp(path, { as: 'branch' });
  const sheet = within(await screen.findByRole('dialog', { name: number }));
  await giver.person.click(await sheet.findByRole('button', { name: 'Send' }));
  const question = within(await screen.findByRole('dialog', { name: `Send: ${number}` }));
  await giver.person.type(question.getByLabelText('Driver'), 'Sam');
  await giver.person.dblClick(question.getByRole('button', { name: 'Send' }));
  await waitFor(async () => expect((await listed())[0]).toMatchObject({ status: 'Sent', driver: 'Sam' }));
  giver.unmount();

  const taker = await renderApp(path, { as: 'branch2' });
  const seen = within(await screen.findByRole('dialog', { name: number }));
  await taker.person.click(await seen.findByRole('button', { name: 'Receive' }));
  await taker.person.type(
    await screen.findByRole('textbox', { name: /^Bread flour, accepted/ }),
    '1.5{Enter}',
  );
  await taker.person.click(screen.getByRole('button', { name: 'Check and post' }));
  await taker.person.dblClick(await screen.findByRole('button', { name: 'Post receipt' }));
  const other = await callsAs(mock.api, 'branch2');
  await waitFor(async () =>
    expect(await other('GET', `/transfers/${String(draft['_id'])}`)).toMatchObject({ status: 'Received' }),
  );
  const open = (await other('GET', '/discrepancies?docType=transfer')) as unknown as Row[];
  expect(open).toEqual([expect.objectContaining({ type: 'short', qty: 0.5, orderNo: number })]);
});

it('T10: what arrives before the word that it was sent is received on the same sheet, and posted once it is sent', async () => {
  await stockUp();
  const draft = await made([{ itemId: flour, qty: 2 }]);
  const path = `/transfers/${String(draft['_id'])}`;
  const { person } = await renderApp(`${page}?row=${String(draft['_id'])}`, { as: 'branch2' });
  const panel = within(await screen.findByRole('dialog', { name: String(draft['number']) }));
  await person.click(await panel.findByRole('button', { name: 'It has arrived' }));
  await person.type(await screen.findByRole('textbox', { name: /^Bread flour, accepted/ }), '2{Enter}');
  await person.click(screen.getByRole('button', { name: 'Check and post' }));
  await person.dblClick(await screen.findByRole('button', { name: 'Post receipt' }));
  expect(await screen.findByText(/It is received as soon as it is sent/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'It has arrived' })).toBeNull();
  const giver = await callsAs(mock.api, 'branch');
  expect(await giver('GET', path)).toMatchObject({ status: 'Draft', arrivedAt: expect.any(String) });
  await giver('PATCH', path, { status: 'Sent' });
  expect(await giver('GET', path)).toMatchObject({ status: 'Received', hasDiscrepancy: false });
});
