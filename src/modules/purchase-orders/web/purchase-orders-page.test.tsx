import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const page = '/branch-order/inventory-control/purchases';

type Row = Record<string, unknown>;

/**
 * Flour from the mill in packs of five, milk from the dairy without a price; par is 30 kg and 36 l, and
 * nothing is on hand.
 */
beforeEach(async () => {
  const admin = await apiAs(mock.api, 'admin');
  const mill = await admin('POST', '/suppliers', {
    code: 'MILL',
    name: 'Mill',
    minOrderValue: 100,
    freight: 10,
    freeFreightFrom: 250,
  });
  const dairy = await admin('POST', '/suppliers', { code: 'DAIRY', name: 'Dairy' });
  await admin('POST', '/packagings', {
    name: 'Bag 12.5 kg',
    itemId: ids.items.flour,
    supplierId: mill['_id'],
    unit: ids.units.kg,
    contentsQty: 12.5,
    price: 15.5,
    orderMultiple: 5,
  });
  await admin('POST', '/packagings', {
    name: 'Crate',
    itemId: ids.items.milk,
    supplierId: dairy['_id'],
    unit: ids.units.l,
    contentsQty: 10,
  });
});

const listOrders = async (): Promise<Row[]> =>
  (await (
    await apiAs(mock.api, 'branch')
  )('GET', '/purchase-orders')) as unknown as Row[];

it('creates one draft per supplier for items below par, only once on a double click, and sends it', async () => {
  const { user } = await renderApp(page, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'Create purchase orders' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Create purchase orders' }));
  const bags = await sheet.findByRole('textbox', { name: 'Bread flour, Bag 12.5 kg, quantity' });
  expect(bags).toHaveValue('5');
  expect(sheet.getByText('Add £22.50 to reach the minimum order of £100.00')).toBeInTheDocument();
  expect(sheet.getByRole('textbox', { name: 'Whole milk, Crate, quantity' })).toHaveValue('4');
  expect(sheet.getByText('Freight £10.00. Add £172.50 for free freight')).toBeInTheDocument();
  await user.click(sheet.getByRole('button', { name: 'Create 2 drafts' }));
  expect(sheet.getByRole('alert')).toHaveTextContent('Whole milk: No price yet. Enter one.');
  await user.type(sheet.getByRole('textbox', { name: 'Whole milk, Crate, price' }), '9.99{Enter}');
  await user.clear(bags);
  await user.type(bags, '7{Enter}');
  expect(sheet.getByText('7 isn’t a multiple of 5.')).toBeInTheDocument();
  await user.click(sheet.getByRole('button', { name: 'Order 10' }));
  expect(bags).toHaveValue('10');
  expect(sheet.queryByText(/a multiple of/)).toBeNull();
  await user.dblClick(sheet.getByRole('button', { name: 'Create 2 drafts' }));
  expect(await screen.findByText('2 drafts created.')).toBeInTheDocument();
  const orders = await listOrders();
  expect(orders.map(({ supplierName, total }) => `${supplierName} ${total}`).toSorted()).toEqual([
    'Dairy 39.96',
    'Mill 165',
  ]);

  const mill = orders.find(({ supplierName }) => supplierName === 'Mill');
  await user.click(await screen.findByRole('link', { name: String(mill?.['number']) }));
  const panel = within(await screen.findByRole('dialog', { name: String(mill?.['number']) }));
  await user.click(await panel.findByRole('button', { name: 'Send' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Send/ }));
  const freight = dialog.getByRole('textbox', { name: 'Freight' });
  expect(freight).toHaveValue('10');
  await user.clear(freight);
  await user.type(freight, '7.5');
  await user.type(dialog.getByRole('textbox', { name: 'Note to the supplier' }), 'Before ten');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(panel.getByText('Not received')).toBeInTheDocument());
  expect(panel.queryByRole('textbox', { name: 'Bread flour, price' })).toBeNull();
  expect((await listOrders()).find(({ _id }) => _id === mill?.['_id'])).toMatchObject({
    status: 'Sent',
    notes: 'Before ten',
    freight: 7.5,
    total: 162.5,
  });
});

it("shows quantities in existing drafts and doesn't propose them again", async () => {
  const branch = await apiAs(mock.api, 'branch');
  const [mill] = (await branch('GET', '/suppliers?q=Mill')) as unknown as Row[];
  const [bag] = (await branch('GET', '/packagings?q=Bag')) as unknown as Row[];
  const items = [{ itemId: ids.items.flour, packagingId: bag?.['_id'], qty: 5 }];
  const { number } = await branch('POST', '/purchase-orders', { supplier: mill?.['_id'], items });
  const { user } = await renderApp(page, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'Create purchase orders' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Create purchase orders' }));
  expect(await sheet.findByText(`62.5 kg already in drafts: ${String(number)}`)).toBeInTheDocument();
  expect(sheet.getByRole('textbox', { name: 'Bread flour, Bag 12.5 kg, quantity' })).toHaveValue('');
  expect(sheet.getByRole('button', { name: 'Create 1 draft' })).toBeInTheDocument();
  await user.clear(sheet.getByRole('textbox', { name: /^Whole milk, .* quantity$/ }));
  await user.tab();
  // The button shows no count while every field is empty.
  expect(await sheet.findByRole('button', { name: 'Create drafts' })).toBeInTheDocument();
});

it('creates a draft at the displayed prices, regardless of what was paid last', async () => {
  const [branch, admin] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'admin')];
  const packs = (await admin('GET', '/packagings')) as unknown as Row[];
  const bag = packs.find(({ name }) => name === 'Bag 12.5 kg');
  const [mill] = (await admin('GET', '/suppliers?q=MILL')) as unknown as [Row];
  const items = [{ itemId: ids.items.flour, packagingId: bag?.['_id'], qty: 1, price: 18 }];
  await branch('POST', '/goods-receipts', { supplier: mill['_id'], items });
  const { user } = await renderApp(page, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'Create purchase orders' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Create purchase orders' }));
  await user.selectOptions(await sheet.findByRole('combobox', { name: 'Items' }), String(mill['_id']));
  expect(await sheet.findByText('Bag 12.5 kg, £15.50')).toBeInTheDocument();
  const bags = sheet.getByRole('textbox', { name: 'Bread flour, Bag 12.5 kg, quantity' });
  await user.clear(bags);
  await user.type(bags, '10{Enter}');
  await user.click(sheet.getByRole('button', { name: 'Create 1 draft' }));
  await waitFor(async () => expect(await listOrders()).toMatchObject([{ goodsValue: 155 }]));
});

it('asks for confirmation of unusual quantities and prices', async () => {
  const [branch, admin] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'admin')];
  const [mill] = (await admin('GET', '/suppliers?q=MILL')) as unknown as [Row];
  const packs = (await admin('GET', '/packagings')) as unknown as Row[];
  const bag = packs.find(({ name }) => name === 'Bag 12.5 kg')?.['_id'];
  const items = [{ itemId: ids.items.flour, packagingId: bag, qty: 10 }];
  const [sent, draft] = [
    await branch('POST', '/purchase-orders', { supplier: mill['_id'], items }),
    await branch('POST', '/purchase-orders', { supplier: mill['_id'], items }),
  ];
  await branch('PATCH', `/purchase-orders/${String(sent['_id'])}`, { status: 'Sent' });
  const { user } = await renderApp(`${page}?row=${String(draft['_id'])}`, { as: 'branch' });
  const panel = within(await screen.findByRole('dialog', { name: String(draft['number']) }));
  const type = async (name: RegExp, text: string) => {
    const cell = await panel.findByRole('textbox', { name });
    await user.clear(cell);
    await user.type(cell, `${text}{Enter}`);
  };
  await type(/^Bread flour, quantity/, '1000');
  expect(await panel.findByText('1,000: usually 10')).toBeInTheDocument();
  await type(/^Bread flour, price/, '15500');
  expect(await panel.findByText('£15,500.00: previously £15.50')).toBeInTheDocument();
  await waitFor(async () =>
    expect(await branch('GET', `/purchase-orders/${String(draft['_id'])}`)).toMatchObject({
      items: [{ qty: 1000, price: 15_500 }],
    }),
  );
});

it('gives a line a discount in percent or in an amount, which stays visible when the order is sent', async () => {
  const branch = await apiAs(mock.api, 'branch');
  const [mill] = (await branch('GET', '/suppliers?q=Mill')) as unknown as [Row];
  const items = [{ itemId: ids.items.flour, qty: 10, price: 20 }];
  const order = await branch('POST', '/purchase-orders', { supplier: mill['_id'], items });
  const path = `/purchase-orders/${String(order['_id'])}`;
  const { user } = await renderApp(`${page}?row=${String(order['_id'])}`, { as: 'branch' });
  const panel = within(await screen.findByRole('dialog', { name: String(order['number']) }));
  await user.type(await panel.findByRole('textbox', { name: 'Bread flour, discount' }), '12.5{Enter}');
  expect(await panel.findByText('£17.50')).toBeInTheDocument();
  await user.selectOptions(panel.getByRole('combobox', { name: /^Bread flour, discount/ }), 'Amount');
  expect(await panel.findByText('£18.75')).toBeInTheDocument();
  expect(await branch('GET', path)).toMatchObject({ goodsValue: 187.5, items: [{ discount: 12.5 }] });
  await branch('PATCH', path, { status: 'Sent' });
  await user.click(panel.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('link', { name: String(order['number']) }));
  const sent = within(await screen.findByRole('dialog', { name: String(order['number']) }));
  expect((await sent.findByText('Before discount')).nextElementSibling).toHaveTextContent('£20.00');
  expect(sent.getByText('Discount').nextElementSibling).toHaveTextContent('£12.50');
  await user.click(sent.getByRole('button', { name: 'Order again' }));
  await waitFor(async () =>
    expect(await listOrders()).toMatchObject([
      { status: 'Draft', goodsValue: 187.5 },
      { status: 'Sent', goodsValue: 187.5 },
    ]),
  );
});

it('adds lines pasted from a spreadsheet or read from a file, and lists the rows that it can’t add', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const [mill] = (await admin('GET', '/suppliers?q=MILL')) as unknown as [Row];
  await admin('POST', '/packagings', {
    name: 'Sack 25 kg',
    itemId: ids.items.flour,
    supplierId: mill['_id'],
    unit: ids.units.kg,
    contentsQty: 25,
    price: 28,
    supplierItemCode: 'MEAL-25',
  });
  const { user } = await renderApp(page, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'Create purchase orders' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Create purchase orders' }));
  await user.selectOptions(await sheet.findByRole('combobox', { name: 'Items' }), String(mill['_id']));
  await user.click(await sheet.findByRole('button', { name: 'Paste or import lines' }));
  await user.click(await sheet.findByRole('textbox', { name: 'Rows from a spreadsheet' }));
  await user.paste('Code\tQty\tPrice\nmeal-25\t4\t27.5\nIT-001\t5\t\nX-9\t2\t1\n');
  await user.click(sheet.getByRole('button', { name: 'Add lines' }));
  expect(await sheet.findByText('1 line added')).toBeInTheDocument();
  const rejectedRows = sheet.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rejectedRows).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Row 3, IT-001: Several packs have this code/),
      expect.stringMatching(/^Row 4, X-9: No pack of this supplier/),
    ]),
  );
  expect(sheet.getByRole('textbox', { name: 'Bread flour, Sack 25 kg, quantity' })).toHaveValue('4');
  expect(sheet.getByRole('textbox', { name: 'Bread flour, Sack 25 kg, price' })).toHaveValue('27.5');
  expect(sheet.getByText('Freight £10.00. Add £140.00 for free freight')).toBeInTheDocument();
  await user.upload(
    sheet.getByLabelText('Choose file', { selector: 'input' }),
    new File(['MEAL-25;10;26,5\n'], 'order.csv', { type: 'text/csv' }),
  );
  expect(await sheet.findByDisplayValue('26.5')).toBeInTheDocument();
  await user.click(sheet.getByRole('button', { name: 'Create 1 draft' }));
  await waitFor(async () => expect(await listOrders()).toMatchObject([{ goodsValue: 265, freight: 0 }]));
});

it('omits archived packs when an order is repeated, and reports them', async () => {
  const [branch, admin] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'admin')];
  const [mill] = (await admin('GET', '/suppliers?q=MILL')) as unknown as [Row];
  const buildLine = (itemId: string) => ({ itemId, qty: 2, price: 30 });
  const order = await branch('POST', '/purchase-orders', {
    supplier: mill['_id'],
    items: [buildLine(ids.items.flour), buildLine(ids.items.tomato)],
  });
  await branch('PATCH', `/purchase-orders/${String(order['_id'])}`, { status: 'Sent' });
  const [, tomato] = order['items'] as [Row, Row];
  await admin('PUT', `/items/${ids.items.tomato}`, { isActive: false });
  const { user } = await renderApp(`${page}?row=${String(order['_id'])}`, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'Order again' }));
  const notice = `Archived items were left out: ${String(tomato['itemName'])}.`;
  expect(await screen.findByText(notice)).toBeInTheDocument();
  await waitFor(async () => expect(await listOrders()).toHaveLength(2));
  expect((await listOrders()).map(({ lineCount }) => lineCount)).toEqual(expect.arrayContaining([1, 2]));
});

it('closes the rest of a line short with a reason, and reopens it', async () => {
  const branch = await apiAs(mock.api, 'branch');
  const [supplier] = (await branch('GET', '/suppliers?q=Mill')) as unknown as Row[];
  const items = [{ itemId: ids.items.flour, qty: 100, price: 1.5 }];
  const { _id, number } = await branch('POST', '/purchase-orders', { supplier: supplier?.['_id'], items });
  await branch('PATCH', `/purchase-orders/${String(_id)}`, { status: 'Sent' });
  const { user } = await renderApp(`${page}?row=${String(_id)}`, { as: 'branch' });
  const panel = within(await screen.findByRole('dialog', { name: String(number) }));
  await user.click(await panel.findByRole('button', { name: 'Close Bread flour short' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Bread flour/ }));
  await user.click(await dialog.findByRole('button', { name: 'Close line short' }));
  // Picking reasons are about the business's own stock, approval reasons about a branch's order.
  for (const name of ['Out of stock', 'Branch closed'])
    expect(dialog.queryByRole('button', { name })).toBeNull();
  expect(await dialog.findByText(/reason/i, { selector: '[role=alert], p' })).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox'), 'Sold out');
  await user.click(dialog.getByRole('button', { name: 'Close line short' }));
  expect(await panel.findByText('Closed short: Sold out')).toBeInTheDocument();
  await user.click(await panel.findByRole('button', { name: 'Reopen Bread flour' }));
  await waitFor(() => expect(panel.queryByText('Closed short: Sold out')).toBeNull());
});

it('adds another pack of the supplier to a draft, and saves the draft as a file', async () => {
  const branch = await apiAs(mock.api, 'branch');
  const admin = await apiAs(mock.api, 'admin');
  const packs = (await admin('GET', '/packagings')) as unknown as Row[];
  const bag = packs.find(({ name }) => name === 'Bag 12.5 kg');
  const supplier =
    typeof bag?.['supplierId'] === 'object' ? (bag['supplierId'] as Row)['_id'] : bag?.['supplierId'];
  const order = await branch('POST', '/purchase-orders', {
    supplier,
    items: [{ itemId: ids.items.milk, qty: 3, price: 2 }],
  });
  const { user } = await renderApp(`${page}?row=${String(order['_id'])}`, { as: 'branch' });
  const panel = within(await screen.findByRole('dialog', { name: String(order['number']) }));
  await user.selectOptions(
    await panel.findByRole('combobox', { name: 'Add item' }),
    await panel.findByRole('option', { name: 'Bread flour, Bag 12.5 kg' }),
  );
  const findBags = () => panel.findByRole('textbox', { name: 'Bread flour, quantity' });
  expect(await findBags()).toHaveValue('1');
  const reloaded = await branch('GET', `/purchase-orders/${String(order['_id'])}`);
  expect(reloaded['items']).toMatchObject([
    { qty: 3, price: 2 },
    { qty: 1, price: 15.5, unitSymbol: 'Bag 12.5 kg' },
  ]);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:file';
  });
  await user.click(panel.getByRole('button', { name: 'Save as CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text()).toMatch(/Whole milk,3,.*,2,6\r\n.*Bread flour,1,Bag 12\.5 kg,15\.5,15\.5/);
  await user.click(panel.getByRole('button', { name: 'Order 5' }));
  await waitFor(async () => expect(await findBags()).toHaveValue('5'));
});

it('B6: shows billed quantity and billed amount separately, in the list, the order and its lines', async () => {
  const branch = await apiAs(mock.api, 'branch');
  const [mill] = (await branch('GET', '/suppliers?q=Mill')) as unknown as [Row];
  const [bag] = (await branch('GET', '/packagings?q=Bag')) as unknown as [Row];
  const items = [{ itemId: ids.items.flour, packagingId: bag['_id'], qty: 20 }];
  const order = await branch('POST', '/purchase-orders', { supplier: mill['_id'], items });
  const sent = await branch('PATCH', `/purchase-orders/${String(order['_id'])}`, { status: 'Sent' });
  const [onlyLine] = sent['items'] as [Row];
  const bill = await branch('POST', '/supplier-invoices', {
    supplier: mill['_id'],
    number: '1',
    date: '2026-03-04',
    total: 310,
    items: [{ poLineId: onlyLine['lineId'], qty: 5, price: 62 }],
  });
  await branch('PATCH', `/supplier-invoices/${String(bill['_id'])}`, {
    status: 'Posted',
    transitionReason: 'Came first',
  });
  const { user } = await renderApp(`${page}?billedByQuantity=Partly%20Billed`, { as: 'branch' });
  await user.click(await screen.findByRole('link', { name: String(order['number']) }));
  const panel = within(await screen.findByRole('dialog', { name: String(order['number']) }));
  const valueAfter = async (term: string) => (await panel.findByText(term)).nextElementSibling;
  expect(await valueAfter('Invoiced by quantity')).toHaveTextContent('Partly invoiced');
  expect(await valueAfter('Invoiced by amount')).toHaveTextContent('Invoiced');
  expect(panel.getByText('5 × Bag 12.5 kg, £310.00')).toBeInTheDocument();
});

it('explains why no location can be chosen, and who can change that', async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('PUT', `/users/${ids.users.branch}`, { branches: [] });
  const { user } = await renderApp(page, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'Create purchase orders' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Create purchase orders' }));
  expect(
    await sheet.findByText(/No suitable location is assigned to you.*Ask an administrator/),
  ).toBeInTheDocument();
});

it('sends several drafts at once and emails them to suppliers that have an address', async () => {
  const [branch, admin] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'admin')];
  await admin('PUT', '/mail/settings', {
    host: 'smtp.test',
    port: 587,
    security: 'starttls',
    user: null,
    password: null,
    senderName: 'Bakehouse',
    senderAddress: 'office@bakehouse.test',
    dashboardUrl: 'https://bakehouse.test/',
    externalReports: [],
  });
  await admin('POST', '/suppliers', { code: 'FARM', name: 'Farm', email: 'orders@farm.test' });
  const numbers: string[] = [];
  for (const code of ['FARM', 'MILL']) {
    const [supplier] = (await admin('GET', `/suppliers?q=${code}`)) as unknown as [Row];
    const items = [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 60, price: 2 }];
    const order = await branch('POST', '/purchase-orders', { supplier: supplier['_id'], items });
    numbers.push(String(order['number']));
  }
  const { user } = await renderApp(page, { as: 'branch' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Send (2)' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Send PO-/ }));
  expect(await dialog.findByRole('checkbox', { name: 'Email the orders to their suppliers' })).toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(new RegExp(`^${numbers[1]}: .*Mill`))).toBeInTheDocument();
  await waitFor(async () =>
    expect((await listOrders()).map(({ status }) => status)).toEqual(['Sent', 'Sent']),
  );
  const orders = await listOrders();
  const farm = orders.find(({ number }) => number === numbers[0]);
  await waitFor(async () =>
    expect(await admin('GET', `/purchase-orders/${String(farm?.['_id'])}/emails`)).toMatchObject({
      emails: [{ address: 'orders@farm.test' }],
    }),
  );
});
