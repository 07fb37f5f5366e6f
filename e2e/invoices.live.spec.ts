import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { findSmallTargets } from './fixtures/touch-targets.ts';

interface Row {
  _id: string;
  name: string;
}
interface Order {
  _id: string;
  number: string;
  place: string;
  items: { lineId: string }[];
}
interface Receipt {
  _id: string;
  number: string;
}
interface Invoice {
  _id: string;
  number: string;
  kind: string;
  status: string;
  matchState: string;
}

test('an invoice with a higher price for a partly rejected delivery is matched and posted with a reason, credited for the rejected goods, and adds up in the statement', async ({
  newContext,
  server,
}) => {
  const [admin, asBranch] = await Promise.all([apiAs(server.url, 'admin'), apiAs(server.url, 'branch')]);
  const { branches } = await asBranch.get<{ branches: string[] }>('/users/profile');
  const place = branches[0] ?? '';
  const [item] = await admin.get<Row[]>('/items?limit=1');
  if (!item) throw new Error('The business has no items');
  const supplier = await admin.post<Row>('/suppliers', { code: 'HARBOUR', name: 'Harbour' });
  const order = await asBranch.post<Order>('/purchase-orders', {
    supplier: supplier._id,
    place,
    items: [{ itemId: item._id, qty: 10, price: 2 }],
  });
  const sentOrder = await asBranch.patch<Order>(`/purchase-orders/${order._id}`, { status: 'Sent' });
  const poLineId = sentOrder.items[0]?.lineId;
  const receipt = await asBranch.post<Receipt>('/goods-receipts', {
    purchaseOrder: order._id,
    items: [{ poLineId, qty: 6, rejectedQty: 1, reason: 'quality' }],
  });
  const fetchInvoices = () => admin.get<Invoice[]>(`/supplier-invoices?supplier=${supplier._id}`);
  const fetchAccruals = () => admin.get<unknown[]>(`/supplier-invoices/accruals?supplier=${supplier._id}`);
  const fetchCredits = () =>
    admin.get<unknown[]>(`/supplier-invoices/expected-credits?supplier=${supplier._id}`);
  const list = '/procurements/creation/review/invoices';

  // Deliberately invalid requests return 409 or 422.
  const page = await (await newContext({ allow: [/409|422/] })).newPage();
  await openAs(page, 'admin');

  await test.step('goods received and not invoiced are listed, and a new invoice can be opened from them', async () => {
    await navigateInApp(page, `${list}?tab=accruals&supplier=${supplier._id}`);
    await expect(page.getByRole('status').filter({ hasText: '1 line' })).toBeVisible();
    await page.getByRole('link', { name: `Enter invoice: ${receipt.number}` }).click();
    const sheet = page.getByRole('dialog', { name: 'Enter invoice' });
    await expect(sheet.getByRole('textbox', { name: `${item.name}, quantity` })).toHaveValue('6');
    await expect(sheet.locator('[data-state="matched"]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  });

  await test.step('an invoice is entered from its order with the keyboard, matched while typing, survives a reload, and is saved once despite two clicks', async () => {
    await navigateInApp(page, `/procurements/creation/review/orders?row=${order._id}`);
    await page
      .getByRole('dialog', { name: sentOrder.number })
      .getByRole('link', { name: 'Enter invoice' })
      .click();
    const sheet = page.getByRole('dialog', { name: 'Enter invoice' });
    const qty = sheet.getByRole('textbox', { name: `${item.name}, quantity` });
    await expect(qty).toHaveValue('6');
    await sheet.getByRole('textbox', { name: 'Invoice no.' }).focus();
    await page.keyboard.type('H-1');
    await sheet.getByLabel('Invoice date').fill('2026-11-20');
    // The whole delivery is billed, including the rejected unit, above the agreed price.
    await qty.focus();
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await sheet.getByRole('textbox', { name: `${item.name}, price` }).focus();
    await page.keyboard.type('2.5');
    await page.keyboard.press('Enter');
    await expect(sheet.locator('[data-state="quantity"]')).toContainText('Invoiced more than received');
    const total = sheet.getByRole('textbox', { name: 'Invoice total' });
    await total.focus();
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('status')).toContainText('2.50 higher');
    await total.focus();
    await page.keyboard.type('17.5');
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('status')).toContainText('and match the total entered.');
    await expectAccessible(page, 'an invoice being entered');
    await page.reload();
    await expect(sheet.getByRole('textbox', { name: 'Invoice no.' })).toHaveValue('H-1');
    await expect(total).toHaveValue('17.5');
    await sheet.getByRole('button', { name: 'Save draft' }).dblclick();
    await expect(sheet).toHaveCount(0);
    expect(await fetchInvoices()).toMatchObject([{ status: 'Draft', matchState: 'quantity' }]);
  });

  await test.step("a second user's invoice with the same number is rejected, and the error names the existing invoice", async () => {
    const [invoice] = await fetchInvoices();
    const office = await (await newContext({ allow: [/409/] })).newPage();
    await openAs(office, 'admin', `${list}?new=invoice&source=receipts/${receipt._id}`);
    const officeDialog = office.getByRole('dialog', { name: 'Enter invoice' });
    await officeDialog.getByRole('textbox', { name: 'Invoice no.' }).fill('h 1');
    await officeDialog.getByLabel('Invoice date').fill('2026-11-20');
    await officeDialog.getByRole('textbox', { name: 'Invoice total' }).fill('12');
    await officeDialog.getByRole('button', { name: 'Save draft' }).click();
    await expect(officeDialog.getByRole('alert').first()).toContainText(invoice?.number ?? '');
    expect(await fetchInvoices()).toHaveLength(1);
  });

  await test.step('differences are posted with a reason; nothing is left to invoice, and a credit is expected', async () => {
    const [invoice] = await fetchInvoices();
    const second = await (await newContext({})).newPage();
    await openAs(second, 'admin', `${list}?tab=accruals&supplier=${supplier._id}`);
    await expect(second.getByRole('status').filter({ hasText: '1 line' })).toBeVisible();
    const panel = page.getByRole('dialog', { name: invoice?.number ?? '' });
    await panel.getByRole('button', { name: 'Post', exact: true }).click();
    const confirmation = page.getByRole('dialog', { name: /^Post/ });
    await confirmation.getByRole('textbox').fill('Price agreed by phone');
    await confirmation.getByRole('button', { name: 'Post', exact: true }).dblclick();
    await expect.poll(async () => (await fetchInvoices())[0]?.status).toBe('Posted');
    expect(await fetchAccruals()).toEqual([]);
    // The list of a second user is updated.
    await expect(second.getByText('No matching lines')).toBeVisible();
    expect(await fetchCredits()).toMatchObject([{ source: 'rejected', qty: 1, price: 2.5, expected: 2.5 }]);
    expect(await runAxe(page, 'everything')).toEqual([]);
  });

  await test.step('a new credit note is opened from the expected credit', async () => {
    await navigateInApp(page, `${list}?tab=credits&supplier=${supplier._id}`);
    const [invoice] = await fetchInvoices();
    await page.getByRole('link', { name: `Enter credit note: ${invoice?.number}` }).click();
    const sheet = page.getByRole('dialog', { name: 'Enter credit note' });
    await expect(sheet.getByRole('textbox', { name: `${item.name}, quantity` })).toHaveValue('1');
    await sheet.getByRole('textbox', { name: 'Credit note no.' }).fill('HC-1');
    await sheet.getByLabel('Credit note date').fill('2026-11-21');
    await sheet.getByRole('textbox', { name: 'Credit note total' }).fill('2.5');
    await sheet.getByRole('button', { name: 'Save draft' }).dblclick();
    await expect(sheet).toHaveCount(0);
    const credit = (await fetchInvoices()).find(({ kind }) => kind === 'credit');
    const panel = page.getByRole('dialog', { name: credit?.number ?? '' });
    await panel.getByRole('button', { name: 'Post', exact: true }).click();
    await page
      .getByRole('dialog', { name: /^Post/ })
      .getByRole('button', { name: 'Post', exact: true })
      .click();
    await expect.poll(fetchCredits).toEqual([]);
  });

  await test.step('statement and scorecard include it', async () => {
    await navigateInApp(page, `/procurements/settings/supplier?row=${supplier._id}`);
    const panel = page.getByRole('dialog', { name: 'Harbour' });
    await panel.getByRole('button', { name: 'Statement' }).click();
    const rows = panel.getByRole('table', { name: 'Transactions' });
    await expect(rows.getByRole('row')).toHaveCount(4);
    await expect(rows.getByRole('row').last()).toContainText('15.00');
    await panel.getByRole('button', { name: 'Scorecard' }).click();
    await expect(panel.getByRole('link', { name: 'In full: 0%' })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'Price drift: +25%' })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'Rejected: 14.3%' })).toBeVisible();
  });
});

test('on a phone an invoice is started from received goods, changed by touch, and posted', {
  tag: '@journey',
}, async ({ newContext, server }) => {
  const [admin, asBranch] = await Promise.all([apiAs(server.url, 'admin'), apiAs(server.url, 'branch')]);
  const { branches } = await asBranch.get<{ branches: string[] }>('/users/profile');
  const [item] = await admin.get<Row[]>('/items?limit=1');
  if (!item) throw new Error('The business has no items');
  const supplier = await admin.post<Row>('/suppliers', { code: 'QUAY', name: 'Quay' });
  const receipt = await asBranch.post<Receipt>('/goods-receipts', {
    supplier: supplier._id,
    place: branches[0],
    items: [{ itemId: item._id, qty: 6, price: 2 }],
  });
  const fetchInvoices = () => admin.get<Invoice[]>(`/supplier-invoices?supplier=${supplier._id}`);
  const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, reducedMotion: 'reduce' } as const;
  const page = await (await newContext(phone)).newPage();
  await openAs(
    page,
    'admin',
    `/procurements/creation/review/invoices?new=invoice&source=receipts/${receipt._id}`,
  );
  const sheet = page.getByRole('dialog', { name: 'Enter invoice' });
  const qty = sheet.getByRole('textbox', { name: `${item.name}, quantity` });
  await expect(qty).toHaveValue('6');
  // Tapping a field selects its text, so typing replaces it.
  const enterFigure = async (field: string, figure: string) => {
    await sheet.getByRole('textbox', { name: field, exact: true }).tap();
    await page.keyboard.type(figure);
    await page.keyboard.press('Enter');
  };
  await enterFigure(`${item.name}, price`, '3');
  await expect(sheet.getByRole('status')).toContainText('18.00');
  await enterFigure('Invoice total', '18');
  await sheet.getByRole('textbox', { name: 'Invoice no.' }).tap();
  await page.keyboard.type('Q-1');
  await sheet.getByLabel('Invoice date').fill('2026-11-20');
  await expect(sheet.getByRole('status')).toContainText('and match the total entered.');
  expect(await findSmallTargets(page), 'touch targets that are too small').toEqual([]);
  expect(await runAxe(page, 'everything')).toEqual([]);
  await sheet.getByRole('button', { name: 'Save draft' }).tap();
  await expect(sheet).toHaveCount(0);
  await expect.poll(fetchInvoices).toMatchObject([{ status: 'Draft', matchState: 'price' }]);
  const [draft] = await fetchInvoices();
  const panel = page.getByRole('dialog', { name: draft?.number ?? '' });
  await panel.getByRole('button', { name: 'Post', exact: true }).tap();
  const confirmation = page.getByRole('dialog', { name: /^Post/ });
  await confirmation.getByRole('textbox').fill('Price agreed by phone');
  await confirmation.getByRole('button', { name: 'Post', exact: true }).tap();
  await expect.poll(async () => (await fetchInvoices())[0]?.status).toBe('Posted');
  await expect(panel.getByRole('button', { name: 'Reverse' })).toBeVisible();
  expect(await findSmallTargets(page), 'touch targets that are too small').toEqual([]);
});
