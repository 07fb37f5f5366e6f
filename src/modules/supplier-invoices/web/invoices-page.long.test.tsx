import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const page = '/procurements/creation/review/invoices';

type Row = Record<string, unknown>;
let mill = '';
let order: Row = {};
let receipt: Row = {};

/**
 * Of ten kilograms of flour at 5.00, eight were accepted and two rejected; four litres of milk are
 * outstanding.
 */
beforeEach(async () => {
  const admin = await apiAs(mock.api, 'admin');
  mill = String((await admin('POST', '/suppliers', { code: 'MILL', name: 'Mill' }))['_id']);
  const branch = await apiAs(mock.api, 'branch');
  const purchaseOrder = await branch('POST', '/purchase-orders', {
    supplier: mill,
    items: [
      { itemId: ids.items.flour, qty: 10, price: 5 },
      { itemId: ids.items.milk, qty: 4, price: 1 },
    ],
  });
  order = await branch('PATCH', `/purchase-orders/${String(purchaseOrder['_id'])}`, { status: 'Sent' });
  const [flour] = order['items'] as Row[];
  receipt = await branch('POST', '/goods-receipts', {
    purchaseOrder: order['_id'],
    items: [{ poLineId: flour?.['lineId'], qty: 8, rejectedQty: 2, reason: 'quality' }],
  });
});

/** Waits for the form with its initial data. */
async function findForm(name: string) {
  const number = await screen.findByRole('textbox', { name: /^(Invoice|Credit note) no\.$/ });
  expect(screen.getByRole('dialog', { name })).toContainElement(number);
  return within(screen.getByRole('dialog', { name }));
}

const listInvoices = async (): Promise<Row[]> =>
  (await (
    await apiAs(mock.api, 'admin')
  )('GET', '/supplier-invoices')) as unknown as Row[];

it('enters an invoice from an order with matches shown while typing, saves it once, and posts it with a reason', async () => {
  const { user } = await renderApp(`/procurements/creation/review/orders?row=${String(order['_id'])}`, {
    as: 'admin',
  });
  const orderPanel = within(await screen.findByRole('dialog', { name: String(order['number']) }));
  await user.click(await orderPanel.findByRole('link', { name: 'Enter invoice' }));
  const sheet = await findForm('Enter invoice');
  const qty = await sheet.findByRole('textbox', { name: /^Bread flour, quantity/ });
  expect(qty).toHaveValue('8');
  const price = sheet.getByRole('textbox', { name: 'Bread flour, price' });
  expect(price).toHaveValue('5');
  // Outstanding lines are listed without a proposed quantity.
  expect(sheet.getByRole('textbox', { name: /^Whole milk, quantity/ })).toHaveValue('');
  expect(await sheet.findByText('Matched')).toBeInTheDocument();
  expect(sheet.getByText('8 kg received, not invoiced, at £5.00')).toBeInTheDocument();
  await user.clear(price);
  await user.type(price, '5.5{Enter}');
  expect(await sheet.findByText('Price difference')).toBeInTheDocument();
  expect(sheet.getByText('difference +£4.00')).toBeInTheDocument();
  await user.clear(qty);
  await user.type(qty, '10{Enter}');
  expect(await sheet.findByText('Invoiced more than received')).toBeInTheDocument();
  expect(sheet.getByText('difference +£15.00')).toBeInTheDocument();
  await user.type(sheet.getByRole('textbox', { name: /^Whole milk, quantity/ }), '4{Enter}');
  expect(await sheet.findByText('Not received')).toBeInTheDocument();
  await user.type(sheet.getByRole('textbox', { name: 'Tax' }), '1{Enter}');
  expect(sheet.getByText('Lines, freight and tax total £60.00.')).toBeInTheDocument();
  await user.type(sheet.getByRole('textbox', { name: 'Invoice total' }), '61{Enter}');
  expect(
    sheet.getByText('Lines, freight and tax total £60.00. The total entered is £1.00 higher.'),
  ).toBeInTheDocument();
  await user.clear(sheet.getByRole('textbox', { name: 'Invoice total' }));
  await user.type(sheet.getByRole('textbox', { name: 'Invoice total' }), '60{Enter}');
  expect(
    sheet.getByText('Lines, freight and tax total £60.00 and match the total entered.'),
  ).toBeInTheDocument();
  await user.click(sheet.getByRole('button', { name: 'Save draft' }));
  expect(sheet.getByRole('alert')).toHaveTextContent('Enter the number on the document.');
  await user.type(sheet.getByRole('textbox', { name: 'Invoice no.' }), 'M-77');
  await user.type(sheet.getByLabelText('Invoice date'), '2026-11-20');
  await user.dblClick(sheet.getByRole('button', { name: 'Save draft' }));
  const [invoice] = await waitFor(async () => {
    const invoices = await listInvoices();
    expect(invoices).toHaveLength(1);
    return invoices;
  });
  expect(invoice).toMatchObject({
    kind: 'invoice',
    status: 'Draft',
    supplierNumber: 'M-77',
    goodsValue: 59,
    tax: 1,
    total: 60,
    freight: null,
    matchState: 'unreceived',
  });
  const panel = within(await screen.findByRole('dialog', { name: String(invoice?.['number']) }));
  expect(await panel.findByRole('heading', { name: 'Photos' })).toBeVisible();
  await user.click(await panel.findByRole('button', { name: 'Post' }));
  const confirmation = within(await screen.findByRole('dialog', { name: /^Post/ }));
  await user.click(confirmation.getByRole('button', { name: 'Post' }));
  // A difference can't be posted without a reason.
  expect((await listInvoices())[0]).toMatchObject({ status: 'Draft' });
  await user.type(confirmation.getByRole('textbox'), 'Dearer by phone');
  await user.click(confirmation.getByRole('button', { name: 'Post' }));
  await waitFor(async () => expect((await listInvoices())[0]).toMatchObject({ status: 'Posted' }));
});

it('starts a draft from a receipt, stores it on the device, changes it and deletes it', async () => {
  const first = await renderApp(`${page}?new=invoice&source=receipts/${String(receipt['_id'])}`, {
    as: 'admin',
  });
  const sheet = await findForm('Enter invoice');
  expect(await sheet.findByRole('textbox', { name: /^Bread flour, quantity/ })).toHaveValue('8');
  expect(sheet.getByRole('combobox', { name: 'Supplier' })).toBeDisabled();
  await first.user.type(sheet.getByRole('textbox', { name: 'Invoice no.' }), 'M-78');
  await first.user.type(sheet.getByLabelText('Invoice date'), '2026-11-20');
  await first.user.type(sheet.getByRole('textbox', { name: 'Invoice total' }), '40{Enter}');
  await first.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Enter invoice' })).toBeNull());
  expect(await listInvoices()).toEqual([]);
  first.unmount();

  const { user } = await renderApp(`${page}?new=invoice&source=receipts/${String(receipt['_id'])}`, {
    as: 'admin',
  });
  const reopened = await findForm('Enter invoice');
  expect(await reopened.findByRole('textbox', { name: 'Invoice no.' })).toHaveValue('M-78');
  await user.click(reopened.getByRole('button', { name: 'Save draft' }));
  await waitFor(async () =>
    expect(await listInvoices()).toMatchObject([{ total: 40, matchState: 'matched' }]),
  );
  const [{ number } = {}] = await listInvoices();
  const panel = within(await screen.findByRole('dialog', { name: String(number) }));
  await user.click(await panel.findByRole('button', { name: 'Edit' }));
  const editForm = await findForm(`Edit ${String(number)}`);
  const total = await editForm.findByRole('textbox', { name: 'Invoice total' });
  expect(total).toHaveValue('40');
  await user.type(editForm.getByRole('textbox', { name: 'Freight' }), '2.5{Enter}');
  await user.clear(total);
  await user.type(total, '42.5{Enter}');
  await user.click(editForm.getByRole('button', { name: 'Save draft' }));
  await waitFor(async () => expect(await listInvoices()).toMatchObject([{ freight: 2.5, total: 42.5 }]));
  const updatedPanel = within(await screen.findByRole('dialog', { name: String(number) }));
  await user.click(await updatedPanel.findByRole('button', { name: 'Delete draft' }));
  const confirmation = within(await screen.findByRole('dialog', { name: `Delete ${String(number)}?` }));
  expect(await listInvoices()).toHaveLength(1);
  await user.dblClick(confirmation.getByRole('button', { name: 'Delete draft' }));
  await waitFor(async () => expect(await listInvoices()).toEqual([]));
  expect(await screen.findByText(`${String(number)} deleted.`)).toBeInTheDocument();
});

it('keeps six decimals of a price when entered and displayed', async () => {
  const { user } = await renderApp(`/procurements/creation/review/orders?row=${String(order['_id'])}`, {
    as: 'admin',
  });
  const orderPanel = within(await screen.findByRole('dialog', { name: String(order['number']) }));
  await user.click(await orderPanel.findByRole('link', { name: 'Enter invoice' }));
  const sheet = await findForm('Enter invoice');
  const price = await sheet.findByRole('textbox', { name: 'Bread flour, price' });
  await user.clear(price);
  await user.type(price, '2.080606{Enter}');
  expect(price).toHaveValue('2.080606');
  expect(sheet.getByText('Lines, freight and tax total £16.64.')).toBeInTheDocument();
  await user.type(sheet.getByRole('textbox', { name: 'Invoice total' }), '16.6448{Enter}');
  await user.type(sheet.getByRole('textbox', { name: 'Invoice no.' }), 'M-6');
  await user.type(sheet.getByLabelText('Invoice date'), '2026-11-20');
  await user.click(sheet.getByRole('button', { name: 'Save draft' }));
  await waitFor(async () => expect(await listInvoices()).toMatchObject([{ goodsValue: 16.6448 }]));
  const [invoice] = await listInvoices();
  const panel = within(await screen.findByRole('dialog', { name: String(invoice?.['number']) }));
  expect((await panel.findAllByText('£2.080606')).length).toBeGreaterThan(0);
  expect((await panel.findAllByText('£16.64')).length).toBeGreaterThan(0);
});

it('adds an expected credit with one click, and starts a price credit from its invoice', async () => {
  const branch = await apiAs(mock.api, 'branch');
  const [flour] = order['items'] as Row[];
  const bill = await branch('POST', '/supplier-invoices', {
    supplier: mill,
    number: 'M-79',
    date: '2026-11-20',
    total: 50,
    items: [{ poLineId: flour?.['lineId'], qty: 10, price: 5 }],
  });
  await branch('PATCH', `/supplier-invoices/${String(bill['_id'])}`, {
    status: 'Posted',
    transitionReason: 'Credit is promised',
  });
  const { user } = await renderApp(page, { as: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'Enter credit note' }));
  const sheet = await findForm('Enter credit note');
  await waitFor(() =>
    expect(within(sheet.getByRole('combobox', { name: 'Supplier' })).getByText('Mill')).toBeInTheDocument(),
  );
  await user.selectOptions(sheet.getByRole('combobox', { name: 'Supplier' }), 'Mill');
  await user.selectOptions(sheet.getByRole('combobox', { name: 'Location' }), String(bill['placeName']));
  const expected = within(await sheet.findByRole('region', { name: 'Expected credits' }));
  await user.click(expected.getByRole('button', { name: /Bread flour, 2 kg/ }));
  expect(await sheet.findByRole('textbox', { name: /^Bread flour, quantity/ })).toHaveValue('2');
  expect(sheet.queryByRole('region', { name: 'Expected credits' })).toBeNull();
  await user.type(sheet.getByRole('textbox', { name: 'Credit note no.' }), 'C-1');
  await user.type(sheet.getByLabelText('Credit note date'), '2026-11-21');
  await user.type(sheet.getByRole('textbox', { name: 'Credit note total' }), '10{Enter}');
  await user.click(sheet.getByRole('button', { name: 'Save draft' }));
  await waitFor(async () =>
    expect(await listInvoices()).toContainEqual(expect.objectContaining({ kind: 'credit', total: 10 })),
  );
  const credit = (await listInvoices()).find(({ kind }) => kind === 'credit');
  const panel = within(await screen.findByRole('dialog', { name: String(credit?.['number']) }));
  await user.click(await panel.findByRole('button', { name: 'Post' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: /^Post/ })).getByRole('button', { name: 'Post' }),
  );
  await waitFor(async () => expect(await branch('GET', '/supplier-invoices/expected-credits')).toEqual([]));

  // The dialog closes once the credit note is posted.
  expect(await panel.findByRole('button', { name: 'Reverse' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('link', { name: String(bill['number']) }));
  const billedPanel = within(await screen.findByRole('dialog', { name: String(bill['number']) }));
  await user.click(
    await billedPanel.findByRole('button', { name: 'Create credit note for price differences' }),
  );
  const priceForm = await findForm('Enter credit note');
  expect(await priceForm.findByRole('textbox', { name: /^Bread flour, quantity/ })).toHaveValue('8');
  await user.type(priceForm.getByRole('textbox', { name: 'Bread flour, price' }), '0.25{Enter}');
  expect(priceForm.getByText('Lines, freight and tax total £2.00.')).toBeInTheDocument();
});

it('lists GRNI and expected credits with totals and starts their invoices and credit notes', async () => {
  const { user } = await renderApp(`${page}?tab=accruals`, { as: 'admin' });
  expect(await screen.findByText('1 line: goods £40.00, freight and charges £0.00')).toBeInTheDocument();
  const name = `${String(receipt['number'])}, Bread flour`;
  expect(screen.getByRole('row', { name: new RegExp(name) })).toHaveTextContent(/Mill.*8 kg.*£40\.00/);
  await user.click(screen.getByRole('link', { name: `Enter invoice: ${String(receipt['number'])}` }));
  const sheet = await findForm('Enter invoice');
  expect(sheet.getByRole('textbox', { name: /^Bread flour, quantity/ })).toHaveValue('8');
  await user.keyboard('{Escape}');

  const branch = await apiAs(mock.api, 'branch');
  const [flour] = order['items'] as Row[];
  const bill = await branch('POST', '/supplier-invoices', {
    supplier: mill,
    number: 'M-80',
    date: '2026-11-20',
    total: 50,
    items: [{ poLineId: flour?.['lineId'], qty: 10, price: 5 }],
  });
  await branch('PATCH', `/supplier-invoices/${String(bill['_id'])}`, {
    status: 'Posted',
    transitionReason: 'Credit is promised',
  });
  await user.click(screen.getByRole('link', { name: 'Expected credits' }));
  expect(await screen.findByText('1 credit: £10.00')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: `Enter credit note: ${String(bill['number'])}` }));
  const credit = await findForm('Enter credit note');
  expect(credit.getByRole('textbox', { name: /^Bread flour, quantity/ })).toHaveValue('2');
  expect(credit.getByRole('textbox', { name: 'Bread flour, price' })).toHaveValue('5');
});

// Twenty at CHF 6.00, at a rate of 1.25, cost 7.50 each in base currency. Returns are credited in CHF.
it("B13: credits returned goods with one click in the supplier's currency, and reverses a posted credit note with a reason", async () => {
  const [admin, branch] = [await apiAs(mock.api, 'admin'), await apiAs(mock.api, 'branch')];
  const franc = await admin('POST', '/currencies', {
    code: 'CHF',
    name: 'Swiss franc',
    symbol: 'Fr.',
    rates: [{ date: '2026-01-01', rate: 1.25 }],
  });
  const dairy = await admin('POST', '/suppliers', { code: 'ALP', name: 'Alp dairy', currency: franc['_id'] });
  await branch('POST', '/goods-receipts', {
    supplier: dairy['_id'],
    items: [{ itemId: ids.items.milk, qty: 20, price: 6 }],
  });
  const supplierReturn = await branch('POST', '/transfers', {
    kind: 'supplier-return',
    to: dairy['_id'],
    items: [{ itemId: ids.items.milk, qty: 8, reasonCode: 'quality' }],
  });
  await branch('PATCH', `/transfers/${String(supplierReturn['_id'])}`, { status: 'Sent' });

  const { user } = await renderApp(`${page}?tab=credits`, { as: 'admin' });
  await user.click(
    await screen.findByRole('link', { name: `Enter credit note: ${String(supplierReturn['number'])}` }),
  );
  const sheet = await findForm('Enter credit note');
  expect(sheet.getByRole('textbox', { name: /^Whole milk, quantity/ })).toHaveValue('8');
  expect(sheet.getByRole('textbox', { name: 'Whole milk, price' })).toHaveValue('6');
  expect(await sheet.findByText(/total CHF\s48\.00\.$/)).toBeInTheDocument();
  await user.type(sheet.getByRole('textbox', { name: 'Credit note no.' }), 'ALP-1');
  await user.type(sheet.getByLabelText('Credit note date'), '2026-11-20');
  await user.type(sheet.getByRole('textbox', { name: 'Credit note total' }), '48{Enter}');
  await user.click(sheet.getByRole('button', { name: 'Save draft' }));
  const credit = await waitFor(async () => {
    const [invoice] = await listInvoices();
    expect(invoice).toMatchObject({ kind: 'credit', total: 48, supplierNumber: 'ALP-1' });
    return invoice;
  });
  const panel = within(await screen.findByRole('dialog', { name: String(credit?.['number']) }));
  await user.click(await panel.findByRole('button', { name: 'Post' }));
  const posting = within(await screen.findByRole('dialog', { name: /^Post/ }));
  await user.dblClick(posting.getByRole('button', { name: 'Post' }));
  await waitFor(async () =>
    expect(await branch('GET', `/transfers/${String(supplierReturn['_id'])}`)).toMatchObject({
      creditReceived: 60,
    }),
  );

  await user.click(await panel.findByRole('button', { name: 'Reverse' }));
  const confirmation = within(await screen.findByRole('dialog', { name: /^Reverse/ }));
  await user.click(confirmation.getByRole('button', { name: 'Reverse' }));
  // Reversal requires a reason.
  expect((await listInvoices())[0]).toMatchObject({ status: 'Posted' });
  expect(confirmation.queryByRole('button', { name: 'Ordered twice' })).toBeNull();
  await user.click(await confirmation.findByRole('button', { name: 'Entered twice' }));
  await user.dblClick(confirmation.getByRole('button', { name: 'Reverse' }));
  await waitFor(async () => expect((await listInvoices())[0]).toMatchObject({ status: 'Reversed' }));
  // The full amount is an expected credit again.
  expect(await branch('GET', '/supplier-invoices/expected-credits')).toMatchObject([
    { source: 'return', number: supplierReturn['number'], expected: 60, received: 0 },
  ]);
  expect(await panel.findByText(/Entered twice/)).toBeInTheDocument();
});

it('B8: lists goods as not invoiced after their invoice is reversed', async () => {
  const branch = await apiAs(mock.api, 'branch');
  const [flour] = order['items'] as Row[];
  const bill = await branch('POST', '/supplier-invoices', {
    supplier: mill,
    number: 'M-81',
    date: '2026-11-20',
    total: 40,
    items: [{ poLineId: flour?.['lineId'], qty: 8, price: 5 }],
  });
  await branch('PATCH', `/supplier-invoices/${String(bill['_id'])}`, { status: 'Posted' });
  expect(await branch('GET', '/supplier-invoices/accruals')).toEqual([]);
  const { user } = await renderApp(`${page}?row=${String(bill['_id'])}`, { as: 'admin' });
  const panel = within(await screen.findByRole('dialog', { name: String(bill['number']) }));
  await user.click(await panel.findByRole('button', { name: 'Reverse' }));
  const confirmation = within(await screen.findByRole('dialog', { name: /^Reverse/ }));
  await user.type(confirmation.getByRole('textbox'), 'Of another kitchen');
  await user.dblClick(confirmation.getByRole('button', { name: 'Reverse' }));
  await waitFor(async () => expect(await listInvoices()).toMatchObject([{ status: 'Reversed' }]));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Reverse' })).toBeNull());
  expect(await branch('GET', '/supplier-invoices/accruals')).toMatchObject([{ openQty: 8, openValue: 40 }]);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('link', { name: 'Received, not invoiced' }));
  expect(await screen.findByText('1 line: goods £40.00, freight and charges £0.00')).toBeInTheDocument();
});
