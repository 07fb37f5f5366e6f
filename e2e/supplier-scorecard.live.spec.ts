import type { Page } from '@playwright/test';
import { dayMs, utcDay } from '#core/day.ts';
import { apiAs } from './fixtures/api-client.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Row {
  _id: string;
}
interface Item extends Row {
  name: string;
  baseUnit: string;
  trackLots: boolean;
}
interface Document extends Row {
  number: string;
}
interface Order extends Document {
  items: { lineId: string }[];
}

/**
 * Returns controls that overflow their list row or the window. Tabs are excluded, as they scroll in their own
 * bar.
 */
const findOverflowing = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '[role=dialog] :is(input, select, button:not([aria-pressed]))',
      ),
    ].flatMap((control) => {
      const [box, line] = [control.getBoundingClientRect(), control.closest('li')?.getBoundingClientRect()];
      const isVisible = box.width > 1 && control.closest('[aria-hidden=true], nav, [role=tablist]') === null;
      const isOutsideWindow = box.left < -0.5 || box.right > innerWidth + 0.5;
      const isOutsideLine =
        line !== undefined && (box.left < line.left - 0.5 || box.right > line.right + 0.5);
      return isVisible && (isOutsideWindow || isOutsideLine)
        ? [control.getAttribute('aria-label') ?? control.outerHTML]
        : [];
    }),
  );

test("a scorecard's figures open their documents, prices have a chart in both themes, and nothing overflows on a phone", async ({
  newContext,
  server,
}) => {
  const [admin, branch] = await Promise.all([apiAs(server.url, 'admin'), apiAs(server.url, 'branch')]);
  const { branches } = await branch.get<{ branches: string[] }>('/users/profile');
  const item = (await admin.get<Item[]>('/items?limit=200')).find(({ trackLots }) => trackLots);
  if (!item) throw new Error('The business has no item tracked by lots');
  const supplier = await admin.post<Row>('/suppliers', { code: 'SCORED', name: 'Scored' });
  const pack = await admin.post<Row>('/packagings', {
    name: 'Scored case',
    itemId: item._id,
    supplierId: supplier._id,
    unit: item.baseUnit,
    contentsQty: 1,
    price: 2,
  });
  const dayBefore = (days: number) => utcDay(Date.now() + server.clockShiftMs - days * dayMs);
  const today = dayBefore(0);
  const createOrder = async (isSent = true, expectedOn = today) => {
    const order = await branch.post<Order>('/purchase-orders', {
      supplier: supplier._id,
      place: branches[0],
      expectedOn,
      items: [{ itemId: item._id, packagingId: pack._id, qty: 10 }],
    });
    return isSent ? branch.patch<Order>(`/purchase-orders/${order._id}`, { status: 'Sent' }) : order;
  };
  const receive = (order: Order, line: object) =>
    branch.post<Document>('/goods-receipts', {
      purchaseOrder: order._id,
      items: [{ poLineId: order.items[0]?.lineId, lot: 'S-1', expiry: '2027-06-30', ...line }],
    });
  const [complete, short, late, draft] = [
    await createOrder(),
    await createOrder(),
    // The expected date has passed in every time zone.
    await createOrder(true, dayBefore(3)),
    await createOrder(false),
  ];
  const first = await receive(complete, { qty: 10 });
  const second = await receive(short, { qty: 8, rejectedQty: 2, reason: 'quality' });
  const { _id: invoiceId } = await admin.post<Row>('/supplier-invoices', {
    supplier: supplier._id,
    number: 'S-1',
    date: today,
    total: 25,
    items: [{ poLineId: complete.items[0]?.lineId, qty: 10, price: 2.5 }],
  });
  const invoice = await admin.patch<Document>(`/supplier-invoices/${invoiceId}`, {
    status: 'Posted',
    transitionReason: 'Dearer by phone',
  });

  const page = await (await newContext()).newPage();
  await openAs(page, 'admin');
  const supplierPath = `/procurements/settings/supplier?row=${supplier._id}`;
  const openTab = async (tab: Page, name: string) => {
    await tab.goto(supplierPath);
    await tab.getByRole('dialog', { name: 'Scored' }).getByRole('button', { name, exact: true }).click();
  };

  // Calculated by hand: of three orders due, two arrived on time and one in full; 2 of 20 units were
  // rejected; the price was 2.50 instead of 2.00.
  const figures: [figure: string, expectedText: string, opens: string[]][] = [
    ['Orders', '3', [complete.number, short.number, late.number]],
    ['On time', '66.7%', [complete.number, short.number, late.number]],
    ['In full', '33.3%', [complete.number, short.number, late.number]],
    ['Price drift', '+25%', [invoice.number]],
    ['Rejected', '10%', [first.number, second.number]],
    ['Actual lead time', '0 days', [complete.number, short.number]],
  ];
  for (const [figure, expectedText, opens] of figures)
    await test.step(`${figure}: ${expectedText}`, async () => {
      await openTab(page, 'Scorecard');
      const scores = page.getByRole('table', { name: 'Scorecard' });
      const row = scores.getByRole('row').filter({ hasText: new RegExp(`^${figure}`) });
      await expect(row.getByRole('link')).toHaveText(expectedText);
      await row.getByRole('link').click();
      await expect(page).toHaveURL(/\/review\//);
      const listed = page.getByRole('main').getByRole('link', { name: /^(PO|GR|SI)-\d{4}-\d+$/ });
      await expect.poll(async () => (await listed.allTextContents()).toSorted()).toEqual(opens.toSorted());
      await expect(page.getByText(draft.number)).toHaveCount(0);
    });

  await test.step("a pack's price history is a chart with a table, in light and dark", async () => {
    await openTab(page, 'Price list');
    await page.getByRole('button', { name: 'Price history: Scored case' }).click();
    await expect(
      page.getByRole('img', { name: /^Price history: Scored case: from £2\.00 to £2\.50/ }),
    ).toBeVisible();
    await expect(page.getByRole('table', { name: 'Price history: Scored case' })).toBeVisible();
    await expectAccessible(page, 'the price history');
  });

  await test.step('on a phone, in English and Arabic, nothing overflows its row or the window', async () => {
    const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, reducedMotion: 'reduce' } as const;
    const phonePage = await (await newContext(phone)).newPage();
    await openAs(phonePage, 'admin', `/procurements/creation/review/receipts?new=${late._id}`);
    await expect(phonePage.getByLabel(`${item.name}, Use by`)).toBeVisible();
    expect(await findOverflowing(phonePage)).toEqual([]);
    await phonePage.evaluate(() => localStorage.setItem('commissary.locale', 'ar'));
    await phonePage.goto(supplierPath);
    await phonePage.getByRole('button', { name: 'تقييم الأداء' }).click();
    await expect(phonePage.getByRole('table', { name: 'تقييم الأداء' })).toBeVisible();
    expect(await findOverflowing(phonePage)).toEqual([]);
  });
});
