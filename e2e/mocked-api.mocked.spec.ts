import type { Page } from '@playwright/test';
import { type Fault, faultsKey } from '#mocks/faults.ts';
import { tryAgain } from './fixtures/mocked-faults.ts';
import { openGuide, orderFirstRow, submitButton } from './fixtures/order-guide.ts';
import { signInOnPage } from './fixtures/sign-in.ts';
import { expect, tabTest as test } from './fixtures/test.ts';

// The mock's requests pass through its service worker.
test.use({ serviceWorkers: 'allow' });

const underReview = '/branch-order/order-submission?status=Under%20Review';

/** Sets the faults for this tab's requests from now on, also after a reload; none clears them. */
async function failInTab(page: Page, ...faults: Fault[]): Promise<void> {
  await page.evaluate(([key, list]) => sessionStorage.setItem(key, list), [
    faultsKey,
    JSON.stringify(faults),
  ] as const);
}

test('changes in a tab survive a reload, and another browser starts from the seed data', async ({
  page,
  anotherBrowser,
}) => {
  await signInOnPage(page, 'branch');
  await openGuide(page);
  await orderFirstRow(page, 3);
  await submitButton(page).click();
  const number = page.getByRole('heading', { name: /^ORD-/ });
  await expect(number).toBeVisible();
  const orderNo = (await number.textContent()) ?? '';
  await page.goto(underReview);
  await page.reload();
  await expect(page.getByText(orderNo).first()).toBeVisible();

  const other = await (await anotherBrowser()).newPage();
  await signInOnPage(other, 'branch');
  await other.goto(underReview);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(other.getByText(orderNo)).toHaveCount(0);
});

test('requests to a busy server are retried until it has the order', async ({ page, pageErrors }) => {
  pageErrors.allow(/503/);
  await signInOnPage(page, 'branch');
  await openGuide(page);
  await orderFirstRow(page, 3);
  await failInTab(page, { fault: '503', method: 'POST', match: '/orders', times: 2 });
  await submitButton(page).click();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /queued/i })
      .first(),
  ).toBeVisible();
  await expect(page.getByText('Under review').first()).toBeVisible();
});

test("a café network's sign-in page is not treated as a response", async ({ page, pageErrors }) => {
  pageErrors.allow(/Failed to load resource/);
  await signInOnPage(page, 'branch');
  await failInTab(page, { fault: 'html-200', match: '/orders/suggestions' });
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load the order guide' });
  // The tab restarts its server and retries several times.
  await expect(failure).toBeVisible({ timeout: 60_000 });
  await failInTab(page);
  await tryAgain(failure);
  await expect(page.getByRole('textbox', { name: /, order quantity/ }).first()).toBeEditable();
});
