import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { localDate } from '#core/cutoff.ts';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { addDays } from '#core/day.ts';

const mock = useMockApi();
const page = '/branch-order/inventory-control/receipts';

type Row = Record<string, unknown>;
let mill = '';
let order: Row = {};

/** Ten kilograms of flour and four litres of milk are on order from the mill. */
beforeEach(async () => {
  const admin = await apiAs(mock.api, 'admin');
  mill = String((await admin('POST', '/suppliers', { code: 'MILL', name: 'Mill' }))['_id']);
  const branch = await apiAs(mock.api, 'branch');
  const purchaseOrder = await branch('POST', '/purchase-orders', {
    supplier: mill,
    items: [
      { itemId: ids.items.flour, qty: 10, price: 1.5 },
      { itemId: ids.items.milk, qty: 4, price: 1 },
    ],
  });
  order = await branch('PATCH', `/purchase-orders/${String(purchaseOrder['_id'])}`, { status: 'Sent' });
});

/** A pause between fields, because fast input is treated as a barcode scan. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 60));

const listReceipts = async (): Promise<Row[]> =>
  (await (
    await apiAs(mock.api, 'branch')
  )('GET', '/goods-receipts')) as unknown as Row[];

it('receives an order from its panel with outstanding quantities prefilled, once on a double click, and reverses it by line', async () => {
  const { user } = await renderApp(`/branch-order/inventory-control/purchases?row=${String(order['_id'])}`, {
    as: 'branch',
  });
  const dialog = within(await screen.findByRole('dialog', { name: String(order['number']) }));
  await user.click(await dialog.findByRole('link', { name: 'Receive' }));
  const sheet = within(await screen.findByRole('dialog', { name: `Receive ${String(order['number'])}` }));
  const flour = await sheet.findByRole('textbox', { name: /^Bread flour, accepted/ });
  expect(flour).toHaveValue('10');
  expect(sheet.getByRole('textbox', { name: /^Whole milk, accepted/ })).toHaveValue('4');
  // Seven were accepted, two were rejected because they were wet, and the price is higher than agreed.
  await user.clear(flour);
  await user.type(flour, '7{Enter}');
  const price = sheet.getByRole('textbox', { name: 'Bread flour, price' });
  await user.clear(price);
  await user.type(price, '1.8{Enter}');
  expect(await sheet.findByText('+20% vs. the order price')).toBeInTheDocument();
  expect(sheet.getByText('No earlier receipts')).toBeInTheDocument();
  await user.click(sheet.getByRole('button', { name: 'Bread flour: rejected, free, lot and more' }));
  await user.type(sheet.getByRole('textbox', { name: 'Bread flour, Rejected' }), '2{Enter}');
  await user.type(sheet.getByRole('textbox', { name: 'Freight' }), '3{Enter}');
  await user.type(sheet.getByRole('textbox', { name: 'Delivery note no.' }), 'D-77');
  await user.click(sheet.getByRole('button', { name: 'Post receipt' }));
  expect((await sheet.findAllByText('Enter a reason for rejecting it.')).length).toBeGreaterThan(0);
  expect(await listReceipts()).toEqual([]);
  await user.type(sheet.getByRole('textbox', { name: 'Bread flour, Note' }), 'Wet');
  await user.selectOptions(sheet.getByRole('combobox', { name: 'Bread flour, reason' }), 'Damaged');
  await user.dblClick(sheet.getByRole('button', { name: 'Post receipt' }));
  const [receipt] = await waitFor(async () => {
    const receipts = await listReceipts();
    expect(receipts).toHaveLength(1);
    return receipts;
  });
  expect(receipt).toMatchObject({ goodsValue: 16.6, freight: 3, expectedCredit: 3.6, supplierRef: 'D-77' });

  const panel = within(await screen.findByRole('dialog', { name: String(receipt?.['number']) }));
  await user.click(await panel.findByRole('button', { name: 'Reverse Whole milk' }));
  const question = within(await screen.findByRole('dialog', { name: /^Reverse line/ }));
  await user.type(question.getByRole('textbox'), 'Wrong crate');
  await user.click(question.getByRole('button', { name: 'Reverse line' }));
  expect(await panel.findByText('Reversed')).toBeInTheDocument();
  const branch = await apiAs(mock.api, 'branch');
  const reloadedOrder = await branch('GET', `/purchase-orders/${String(order['_id'])}`);
  expect((reloadedOrder['items'] as Row[]).map(({ outstandingQty }) => outstandingQty)).toEqual([3, 4]);
});

it('shows a receipt in a foreign currency in that currency, without comparing prices', async () => {
  const [admin, branch] = [await apiAs(mock.api, 'admin'), await apiAs(mock.api, 'branch')];
  const rates = [{ date: '2026-01-01', rate: 0.005 }];
  const yen = await admin('POST', '/currencies', { name: 'Yen', code: 'JPY', symbol: '¥', rates });
  const tokyo = await admin('POST', '/suppliers', { code: 'TOKYO', name: 'Tokyo', currency: yen['_id'] });
  const items = [{ itemId: ids.items.flour, qty: 1, price: 300 }];
  await branch('POST', '/goods-receipts', { supplier: tokyo['_id'], items });
  const { user } = await renderApp(`/branch-order/inventory-control/purchases?row=${String(order['_id'])}`, {
    as: 'branch',
  });
  const dialog = within(await screen.findByRole('dialog', { name: String(order['number']) }));
  await user.click(await dialog.findByRole('link', { name: 'Receive' }));
  const sheet = within(await screen.findByRole('dialog', { name: `Receive ${String(order['number'])}` }));
  const price = await sheet.findByRole('textbox', { name: 'Bread flour, price' });
  await user.clear(price);
  await user.type(price, '1.8{Enter}');
  expect(await sheet.findByText(/JPY.300/)).toHaveTextContent('Tokyo');
  expect(sheet.getByText('+20% vs. the order price')).toBeInTheDocument();
});

it('receives goods without an order, with the fields that their items require', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const { version, createdAt, updatedAt, _id, ...milk } = await admin('GET', `/items/${ids.items.milk}`);
  await admin('PUT', `/items/${ids.items.milk}`, {
    ...milk,
    trackLots: true,
    trackExpiry: true,
    shelfLifeDays: 5,
    receivingMaxTemp: 5,
  });
  const { user } = await renderApp(page, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'Receive goods' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Receive goods' }));
  await user.selectOptions(await sheet.findByRole('combobox', { name: 'Supplier' }), 'Mill');
  await user.click(sheet.getByRole('button', { name: 'Post receipt' }));
  expect(sheet.getByRole('alert')).toHaveTextContent('Enter a quantity for at least one line.');
  await user.type(sheet.getByRole('combobox', { name: 'Item' }), 'milk{Enter}');
  await user.type(await sheet.findByRole('textbox', { name: /^Whole milk, accepted/ }), '6{Enter}');
  await user.type(sheet.getByRole('textbox', { name: 'Whole milk, price' }), '0.9{Enter}');
  await pause();
  // The expiry proposed from the shelf life can be edited. The printed lot number is reported with all other
  // missing fields.
  const expiry = await sheet.findByLabelText('Whole milk, Use by');
  expect(expiry).toHaveValue(
    addDays(localDate(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone), 5),
  );
  expect(sheet.getByText('Use by (proposed)')).toBeInTheDocument();
  const price = sheet.getByRole('textbox', { name: 'Whole milk, price' });
  await user.clear(price);
  await user.type(price, '{Enter}');
  await user.click(sheet.getByRole('button', { name: 'Post receipt' }));
  expect(sheet.getByRole('alert')).toHaveTextContent(
    'Whole milk: enter a price. Whole milk: enter the lot number on the label.',
  );
  expect(await listReceipts()).toEqual([]);
  await user.type(price, '0.9{Enter}');
  await pause();
  await user.type(await sheet.findByRole('textbox', { name: 'Whole milk, Lot' }), 'M-1');
  await user.clear(expiry);
  await user.type(expiry, '2027-01-31');
  await pause();
  await user.type(sheet.getByRole('textbox', { name: 'Whole milk, Temperature (°C)' }), '4.5{Enter}');
  await user.click(sheet.getByRole('button', { name: 'Post receipt' }));
  await waitFor(async () => expect(await listReceipts()).toHaveLength(1));
  const branch = await apiAs(mock.api, 'branch');
  const [receipt] = await listReceipts();
  const { items } = await branch('GET', `/goods-receipts/${String(receipt?.['_id'])}`);
  expect(items).toMatchObject([{ qty: 6, price: 0.9, lot: 'M-1', expiry: '2027-01-31', temperature: 4.5 }]);
});

it('corrects the delivery note number and the note of a posted receipt', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const branch = await apiAs(mock.api, 'branch');
  const [mill] = (await admin('GET', '/suppliers')) as unknown as { _id: string }[];
  const items = [{ itemId: ids.items.flour, qty: 1, price: 1 }];
  const body = { supplier: mill?._id, supplierRef: 'DN-1', items };
  const receipt = await branch('POST', '/goods-receipts', body);
  const { user } = await renderApp(`${page}?row=${String(receipt['_id'])}`, { as: 'branch' });
  const sheet = within(await screen.findByRole('dialog', { name: String(receipt['number']) }));
  await user.click(await sheet.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Edit ${String(receipt['number'])}` }));
  const reference = dialog.getByRole('textbox', { name: 'Delivery note' });
  await user.clear(reference);
  await user.type(reference, 'DN-12');
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Two cases were wet');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect(await branch('GET', `/goods-receipts/${String(receipt['_id'])}`)).toMatchObject({
      supplierRef: 'DN-12',
      notes: 'Two cases were wet',
    }),
  );
  expect(await sheet.findByText('DN-12')).toBeInTheDocument();
});
