import type { Page } from '@playwright/test';
import { failWith } from './fixtures/mocked-faults.ts';
import { watchCalls } from './fixtures/network-idle.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

const banner = (page: Page) => page.getByText(/^Showing saved orders from \d{2}:\d{2}$/);
const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });

/** Counts requests for order lists from now on; can wait for their responses. */
function watchOrders(page: Page): { count(): number; waitForAnswers(): Promise<void> } {
  const pendingRequests = new Set<unknown>();
  let count = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' || new URL(request.url()).pathname !== '/api/orders') return;
    count++;
    pendingRequests.add(request);
  });
  page.on('requestfinished', (request) => pendingRequests.delete(request));
  page.on('requestfailed', (request) => pendingRequests.delete(request));
  return { count: () => count, waitForAnswers: () => expect.poll(() => pendingRequests.size).toBe(0) };
}

/** Simulates leaving the tab and returning to it. */
async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

test('SPEC 8: orders are refreshed in the background at most once per 5 s and ten times; then cached ones are shown until Resume', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/api\/events/);
  await page.clock.install();
  await page.goto('/');
  // Simulates a server without an event stream.
  await failWith(page, { fault: 'response', match: '/events', status: 404, body: {} });
  await openAs(page, 'branch');
  const waitForPage = watchCalls(page);
  await page.goto('/branch-order/receiving-order');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForPage();
  // The page's list has loaded; the shell's list for the new-order watch follows one second later.
  const waitForShell = watchCalls(page);
  await page.clock.runFor(2000);
  await waitForShell();
  await page.clock.runFor(10_000);
  const orders = watchOrders(page);

  await returnToTab(page);
  await returnToTab(page);
  await expect.poll(orders.count).toBe(1);
  await orders.waitForAnswers();
  await page.clock.runFor(5000);
  await expect.poll(orders.count).toBe(2);
  await orders.waitForAnswers();
  await page.clock.runFor(30_000);
  expect(orders.count()).toBe(2);

  for (let halfMinute = 0; halfMinute < 50; halfMinute++) {
    await page.clock.runFor(30_000);
    await orders.waitForAnswers();
  }
  expect(orders.count()).toBe(10);
  await expect(banner(page)).toBeVisible();

  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(banner(page)).toBeHidden();
  await expect.poll(orders.count).toBe(12);
  await orders.waitForAnswers();
  await page.clock.runFor(130_000);
  await expect.poll(orders.count).toBeGreaterThan(12);
});

test('SPEC 9: an expired list is loaded again; without a connection it stays and shows its age', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to fetch|Failed to load resource|ERR_FAILED|failed: /);
  await page.clock.install();
  await openAs(page, 'branch');
  const row = page.getByRole('main').getByText(/^ORD-/).first();
  const skeleton = page.getByRole('main').getByRole('status', { name: /^Loading/ });
  const leaveForAMinute = async () => {
    await menuLink(page, 'Create Order').click();
    await expect(page).toHaveURL(/create-order/);
    await expect(page.getByRole('textbox', { name: /, order quantity/ }).first()).toBeEditable();
    // Sets the clock without running timers, as on a device that slept.
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 61_000);
  };
  await menuLink(page, 'Order Submission').click();
  await expect(row).toBeVisible();

  await leaveForAMinute();
  const gate = Promise.withResolvers<void>();
  await page.route('**/orders/submission*', async (route) => {
    await gate.promise;
    await route.fallback();
  });
  await menuLink(page, 'Order Submission').click();
  await expect(skeleton.first()).toBeVisible();
  await expect(row).toBeHidden();
  gate.resolve();
  await expect(row).toBeVisible();

  await leaveForAMinute();
  await failWith(page, { fault: 'offline' });
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(page.getByText('No connection to the server.')).toBeVisible();
  await menuLink(page, 'Order Submission').click();
  await expect(row).toBeVisible();
  await expect(page.getByText(/^Showing data saved/)).toBeVisible();
});
