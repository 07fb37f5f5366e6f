import type { Page } from '@playwright/test';
import { failWith, tryAgain } from './fixtures/mocked-faults.ts';
import { openGuide, orderFirstRow } from './fixtures/order-guide.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

const submissionPage = '/branch-order/order-submission';
const badRequest = { fault: 'response', status: 400, body: {} } as const;

/** Creates a draft with one item through the API as the signed-in user; returns its id. */
async function createDraft(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'content-type': 'application/json',
    };
    const itemsResponse = await fetch('/api/items?limit=1', { headers });
    const [item] = (await itemsResponse.json()) as { _id: string }[];
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const body = JSON.stringify({ deliveryDate: day, items: [{ itemId: item?._id, orderQty: 1 }] });
    const response = await fetch('/api/orders', { method: 'POST', headers, body });
    return ((await response.json()) as { _id: string })._id;
  });
}

test("SPEC 8: a failed order list shows the server's message, or a default one", async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/orders/, /Failed to load resource/);
  await openAs(page, 'branch');
  const failure = page.getByRole('alert');
  for (const [fault, message] of [
    [badRequest, 'Failed to load orders'],
    [{ ...badRequest, body: { error: 'The order book is closed.' } }, 'The order book is closed.'],
    [{ fault: '500' }, 'Server error. Please try again later.'],
    [{ fault: 'offline' }, 'Network connection failed. Please check your internet connection and try again.'],
  ] as const) {
    await failWith(page, { ...fault, match: '/orders' });
    await page.goto(submissionPage);
    await expect(failure).toContainText(message);
  }
  await failWith(page);
  await tryAgain(failure);
});

test('SPEC 7: when the submission list fails, the full list replaces it, with the same filters', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/submission/, /Failed to load resource/);
  await openAs(page, 'branch');
  const orders = [
    { _id: 'a', orderNo: 'ORD-A', status: 'Draft' },
    { _id: 'b', orderNo: 'ORD-B', status: 'Shipped' },
    { _id: 'c', orderNo: 'ORD-C', status: 'Draft', branch: 'another branch' },
    { _id: 'd', orderNo: 'ORD-D', status: 'Under Review' },
  ];
  await failWith(
    page,
    { fault: '500', match: '/orders/submission' },
    { fault: 'response', match: '/orders', body: orders },
  );
  await page.goto(`${submissionPage}?status=Draft`);
  await expect(page.getByText('ORD-A').first()).toBeVisible();
  await page.goto(`${submissionPage}?status=Under%20Review`);
  await expect(page.getByText('ORD-D').first()).toBeVisible();
  for (const orderNo of ['ORD-B', 'ORD-C']) await expect(page.getByText(orderNo)).toHaveCount(0);
  await page.goto(`${submissionPage}?status=Draft`);
  await expect(page.getByText('ORD-A').first()).toBeVisible();
  for (const orderNo of ['ORD-B', 'ORD-C']) await expect(page.getByText(orderNo)).toHaveCount(0);
});

test('SPEC 8: an order that can’t be created, changed or deleted shows an error', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/400/);
  await openAs(page, 'branch');
  const drafts = [await createDraft(page), await createDraft(page)];

  await failWith(page, { ...badRequest, match: '/orders/', method: 'PATCH' });
  await page.goto(`${submissionPage}?order=${drafts[0]}`);
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Submit' }).click();
  await expect(panel.getByRole('alert')).toHaveText('Failed to update order');

  await failWith(page, { ...badRequest, match: '/orders/', method: 'DELETE' });
  await page.goto(`${submissionPage}?order=${drafts[1]}`);
  await panel.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete draft' }).click();
  await expect(panel.getByRole('alert')).toHaveText('Failed to delete order');

  await failWith(page, { ...badRequest, match: '/orders', method: 'POST' });
  await openGuide(page);
  await orderFirstRow(page, 3);
  await page.getByRole('button', { name: 'Submit order' }).click();
  await expect(page.getByText('Failed to create order')).toBeVisible();
});

test('SPEC 2: the error screen reloads the page or opens the fallback dashboard, which works without the API', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/simulated failure/, /api/, /Failed to load resource|error boundary/i);
  await openAs(page, 'viewer');
  await page.addInitScript(() => {
    if (location.pathname !== '/inventory' || sessionStorage.getItem('failure.off')) return;
    Object.assign(Intl, {
      NumberFormat: function NumberFormat() {
        throw new Error('simulated failure');
      },
    });
  });
  await page.goto('/inventory');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  const text = "The dashboard encountered an error and couldn't load properly.";
  await expect(page.getByText(text)).toBeVisible();

  await page.evaluate(() => sessionStorage.setItem('failure.off', 'yes'));
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('heading', { name: 'Inventory' })).toBeVisible();
  await page.evaluate(() => sessionStorage.removeItem('failure.off'));
  await page.reload();
  await expect(page.getByText(text)).toBeVisible();

  await failWith(page, { fault: 'offline' });
  await page.getByRole('link', { name: 'Use Fallback Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard-fallback');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/went wrong|No Access|Welcome/);
  await expect(page.getByRole('main').getByRole('link', { name: 'Inventory', exact: true })).toBeVisible();
});
