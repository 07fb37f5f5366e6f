import { openGuide, orderFirstRow, submitButton } from './fixtures/order-guide.ts';
import { signInOnPage } from './fixtures/sign-in.ts';
import { expect, tabTest as test } from './fixtures/test.ts';

// The mock's requests pass through its service worker.
test.use({ serviceWorkers: 'allow' });

const underReview = '/branch-order/order-submission?status=Under%20Review';

test('changes in a tab survive a reload, and another browser starts from the seed data', async ({
  page,
  newContext,
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

  const otherPage = await (await newContext()).newPage();
  await signInOnPage(otherPage, 'branch');
  await otherPage.goto(underReview);
  await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(otherPage.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(otherPage.getByText(orderNo)).toHaveCount(0);
});
