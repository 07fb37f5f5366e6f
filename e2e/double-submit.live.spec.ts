import type { Page } from '@playwright/test';
import { recordMeasurement, chooseRepetitions } from '#app/server/faults/repetitions.ts';
import { type ApiClient, apiAs } from './fixtures/api-client.ts';
import { fetchOrderCount, openGuide, orderFirstRow, submitButton } from './fixtures/order-guide.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

const rounds = chooseRepetitions(1, 50);

/** Expects exactly one more order, submitted, once all pending requests have finished. */
async function expectOneMoreOrder(api: ApiClient, page: Page, before: number): Promise<void> {
  await expect.poll(() => fetchNewest(api)).toMatchObject({ total: before + 1, status: 'Under Review' });
  await openGuide(page);
  await expect(page.getByRole('status').filter({ hasText: /queued|sending/i })).toHaveCount(0);
  expect(await fetchOrderCount(api)).toBe(before + 1);
}

async function fetchNewest(api: ApiClient): Promise<{ total: number; status: string | undefined }> {
  const { orders, total } = await api.get<{ orders: { status: string }[]; total: number }>(
    '/orders?limit=1&sort=-createdAt',
  );
  return { total, status: orders[0]?.status };
}

/**
 * Returns the button's current position. Unlike a click on a locator, a click at a position
 * doesn't wait until the button is ready.
 */
async function getSubmitPosition(page: Page): Promise<[x: number, y: number]> {
  const box = await submitButton(page).boundingBox();
  if (!box) throw new Error('The button is not on screen');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** F6: ways to submit twice that take effect once. Each returns its cleanup. */
const doubleSubmissions: Record<string, (page: Page) => Promise<() => Promise<void>>> = {
  'a double click': async (page) => {
    await submitButton(page).dblclick();
    return async () => {};
  },
  'Enter and a click': async (page) => {
    const position = await getSubmitPosition(page);
    await submitButton(page).focus();
    await Promise.all([page.keyboard.press('Enter'), page.mouse.click(...position)]);
    return async () => {};
  },
  'two tabs': async (page) => {
    const otherTab = await page.context().newPage();
    await openGuide(otherTab);
    await expect(submitButton(otherTab)).toBeEnabled();
    const [position, otherPosition] = [await getSubmitPosition(page), await getSubmitPosition(otherTab)];
    await Promise.all([page.mouse.click(...position), otherTab.mouse.click(...otherPosition)]);
    return () => otherTab.close();
  },
};

/** At reduced counts, the one that differs from a double click only in the input device is omitted. */
const testedSubmissions = Object.entries(doubleSubmissions).filter(
  ([name]) => rounds > 1 || name !== 'Enter and a click',
);

for (const [name, submitTwice] of testedSubmissions) {
  test(`F6: ${name} creates one order, ${rounds} of ${rounds} times`, async ({ page, server }) => {
    test.setTimeout(60_000 + rounds * 15_000);
    const api = await apiAs(server.url, 'branch');
    await openAs(page, 'branch');
    for (let round = 0; round < rounds; round++) {
      const ordersBefore = await fetchOrderCount(api);
      await openGuide(page);
      await orderFirstRow(page, round + 1);
      const cleanUp = await submitTwice(page);
      await expectOneMoreOrder(api, page, ordersBefore);
      await cleanUp();
    }
    recordMeasurement('F6', 'SQLite', { input: name, rounds, orders: rounds });
  });
}

test('F10: concurrent edits by two reviewers of an order are resolved without losing one', async ({
  page,
  newContext,
  pageErrors,
  server,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(/412/);
  const admin = await apiAs(server.url, 'admin');
  const { orders } = await admin.get<{ orders: { _id: string; orderNo: string }[] }>(
    '/orders?status=Under%20Review&limit=1',
  );
  const [order] = orders;
  if (!order) throw new Error('No order is under review');
  const otherContext = await newContext();
  const otherPage = await otherContext.newPage();
  const open = async (tab: Page, person: 'admin' | 'master') => {
    await openAs(tab, person);
    await tab.goto(`/branch-order/order-submission?status=Under+Review&order=${order._id}`);
    const panel = tab.getByRole('dialog', { name: order.orderNo });
    await expect(panel.getByRole('textbox', { name: /, Approved/ }).first()).toBeVisible();
    return panel;
  };
  const [masterPanel, adminPanel] = [await open(page, 'master'), await open(otherPage, 'admin')];
  const enterApproved = async (panel: typeof masterPanel, qty: string, reason: string) => {
    const cell = panel.getByRole('textbox', { name: /, Approved/ }).first();
    await cell.fill(qty);
    await cell.press('Enter');
    await panel
      .getByRole('combobox', { name: /^Reason: / })
      .first()
      .selectOption('Other…');
    await panel
      .getByRole('textbox', { name: /^Reason: .*, in your own words/ })
      .first()
      .fill(reason);
  };
  await enterApproved(masterPanel, '6123', 'Feast day');
  await enterApproved(adminPanel, '2345', 'Enough in stock');
  await adminPanel.getByRole('button', { name: 'Save changes' }).click();
  await expect(adminPanel.getByRole('button', { name: 'Save changes' })).toHaveCount(0);

  const notice = masterPanel.getByRole('alert').filter({ hasText: 'while you were editing' });
  // The notice appears when the event for the other change arrives, or at the latest when this change is
  // saved.
  await expect(async () => {
    if (!(await notice.isVisible()))
      await masterPanel.getByRole('button', { name: 'Save changes' }).click({ timeout: 1000 });
    await expect(notice).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(notice).toContainText('2,345');
  await expect(notice).toContainText('6,123');
  await notice.getByRole('button', { name: 'Keep mine', exact: true }).last().click();
  await masterPanel.getByRole('button', { name: 'Save changes' }).click();
  await expect(masterPanel.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  const saved = await admin.get<{ items: { approvedQty: number | null; reason: string | null }[] }>(
    `/orders/${order._id}`,
  );
  expect(saved.items).toContainEqual(expect.objectContaining({ approvedQty: 6123, reason: 'Feast day' }));
});
