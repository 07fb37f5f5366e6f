import type { Page } from '@playwright/test';
import { type OtherServer, otherPerson, startOtherServer } from './fixtures/other-server.ts';
import { expect, test as base } from './fixtures/test.ts';

/** The built dashboard on a server that is not ours: json-server, with a door that signs people in. */
const test = base.extend<object, { other: OtherServer }>({
  other: [
    // Playwright reads the fixtures asked for from this pattern
    async ({}, use) => {
      const server = await startOtherServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ other }, use) => use(other.url),
});

/** Calls that SPEC does not name, which this server answers with 404, and the one it answers with 501. */
const theirLacks = [
  /answered 404: GET \S+\/api\/(?!orders\b|branch|items|sections|units|taxes|brands|departments)/,
  /answered 404: GET \S+\/api\/orders\/(suggestions|summary|open|[^/]+\/figures)/,
  /answered 404: GET \S+\/api\/items\/counts/,
  /answered 501: GET \S+\/api\/orders\/submission/,
  // It lets nobody in who is not signed in, not even to ask for its health.
  /answered 401: GET \S+\/api\/health/,
  /status of (401|404|501)/,
];

async function signIn(page: Page, at: '/' | '/login'): Promise<void> {
  await page.goto(at);
  await page.getByLabel('Email').fill(otherPerson.email);
  await page.getByLabel('Password', { exact: true }).fill(otherPerson.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/dashboard');
  await expect(page.getByText(otherPerson.name).first()).toBeVisible();
}

const main = (page: Page) => page.getByRole('main');

test('SPEC 7: another server that keeps these calls is enough for signing in, orders and master data', async ({
  page,
  complaints,
}) => {
  complaints.allow(...theirLacks, /answered 400: POST \S+\/users\/login/, /status of 400/);

  await page.goto('/');
  await page.getByLabel('Email').fill(otherPerson.email);
  await page.getByLabel('Password', { exact: true }).fill('something else');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('No such person here.');
  await signIn(page, '/');

  // SPEC 7: /orders/submission fails there, and /orders stands in without showing more.
  await page.goto('/branch-order/order-submission');
  await expect(page.getByRole('row', { name: /A-7001/ })).toContainText('Old Town');
  await expect(page.getByRole('row', { name: /7003|7004/ })).toHaveCount(0);
  await page.getByRole('link', { name: /^Under review/ }).click();
  await expect(page.getByRole('row', { name: /7002/ })).toContainText('Station');

  await page.goto('/branch-order/order-submission?order=7001');
  const panel = page.getByRole('dialog', { name: 'A-7001' });
  await expect(panel.getByText('Jasmine rice')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: /Jasmine rice, Ordered/ })).toHaveValue('12');

  // A status of their own is shown as it is, and offers no move of ours.
  await page.goto('/branch-order/order-submission?order=7003');
  const foreign = page.getByRole('dialog', { name: '7003' });
  await expect(foreign.getByText('Waiting for van').first()).toBeVisible();
  await expect(foreign.getByRole('button', { name: /Submit|Send|Ship/ })).toHaveCount(0);

  for (const [path, name] of [
    ['/branches', 'Old Town'],
    ['/sections', 'Cold room'],
    ['/units', 'kilogram'],
    ['/tax', 'Reduced'],
    ['/brand', 'House'],
  ] as const) {
    await page.goto(path);
    await expect(main(page).getByText(name, { exact: true }).first(), path).toBeVisible();
  }

  // What only our server has is left out, and the screen says so.
  await page.goto('/inventory');
  await expect(main(page).getByText('Not available here')).toBeVisible();
  await page.goto('/central-kitchen/dashboard');
  await expect(main(page).getByRole('link', { name: /^To accept/ })).toBeVisible();
  await expect(main(page).getByText('To reconcile')).toHaveCount(0);
});

test('SPEC 7: an order is made and submitted on another server, through the second client', async ({
  page,
  complaints,
}) => {
  complaints.allow(...theirLacks);
  await signIn(page, '/login');
  await page.goto('/branch-order/create-order');
  await expect(page.getByText('1 row could not be read and is not shown.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Butter, order quantity' }).fill('3');
  await page.getByRole('textbox', { name: 'Butter, order quantity' }).press('Enter');
  await page.getByRole('button', { name: 'Submit order' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Under review').first()).toBeVisible();
  await expect(panel.getByText('Butter')).toBeVisible();

  await page.goto('/branch-order/order-submission?status=Under+Review');
  await expect(page.getByRole('row', { name: /Old Town/ })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
});
