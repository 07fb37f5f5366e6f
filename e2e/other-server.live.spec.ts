import type { Page } from '@playwright/test';
import {
  type OtherPerson,
  otherPeople,
  type OtherServer,
  startOtherServer,
} from './fixtures/other-server.ts';
import { expect, test as base } from './fixtures/test.ts';

/** The built dashboard on another team's server: json-server behind an authenticating proxy. */
const test = base.extend<object, { other: OtherServer }>({
  other: [
    // Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const server = await startOtherServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ other }, use) => use(other.url),
});

/** Requests outside SPEC that this server answers with 404, and the one that it answers with 501. */
const unsupportedRequests = [
  /answered 404: GET \S+\/api\/(?!orders\b|branch|items|sections|units|taxes|brands|departments)/,
  /answered 404: GET \S+\/api\/orders\/(suggestions|summary|open|[^/]+\/(figures|lots|attachments))/,
  /answered 404: GET \S+\/api\/items\/counts/,
  /answered 501: GET \S+\/api\/orders\/submission/,
  // Unauthenticated requests are rejected, including the health check.
  /answered 401: GET \S+\/api\/health/,
  /status of (401|404|501)/,
];

const landings = {
  admin: '/dashboard',
  kitchen: '/central-kitchen/dashboard',
  branch: '/branch-order/create-order',
} as const satisfies Record<OtherPerson, string>;

async function signIn(page: Page, path: '/' | '/login', person: OtherPerson = 'admin'): Promise<void> {
  const { email, password, name } = otherPeople[person];
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL((url) => url.pathname === landings[person]);
  await expect(page.getByText(name).first()).toBeVisible();
}

const main = (page: Page) => page.getByRole('main');

test('SPEC 7: signing in, orders and master data work with another server that has the requests of SPEC only', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(...unsupportedRequests, /answered 400: POST \S+\/users\/login/, /status of 400/);

  await page.goto('/');
  await page.getByLabel('Email').fill(otherPeople.admin.email);
  await page.getByLabel('Password', { exact: true }).fill('something else');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('No such person here.');
  await signIn(page, '/');

  // SPEC 7: /orders/submission fails there, and /orders replaces it without showing more.
  await page.goto('/branch-order/order-submission');
  await expect(page.getByRole('row', { name: /A-7001/ })).toContainText('Old Town');
  await expect(page.getByRole('row', { name: /7003|7004/ })).toHaveCount(0);
  await page.getByRole('link', { name: /^Under review/ }).click();
  await expect(page.getByRole('row', { name: /7002/ })).toContainText('Station');

  await page.goto('/branch-order/order-submission?order=7001');
  const panel = page.getByRole('dialog', { name: 'A-7001' });
  await expect(panel.getByText('Jasmine rice')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: /Jasmine rice, Ordered/ })).toHaveValue('12');

  // The server's own status is shown unchanged and has no transitions.
  await page.goto('/branch-order/order-submission?order=7003');
  const orderPanel = page.getByRole('dialog', { name: '7003' });
  await expect(orderPanel.getByText('Waiting for van').first()).toBeVisible();
  await expect(orderPanel.getByRole('button', { name: /Submit|Send|Ship/ })).toHaveCount(0);

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

  // Features that only our server has are left out or shown as not available.
  await page.goto('/inventory');
  await expect(main(page).getByText('Not available')).toBeVisible();
  await page.goto('/central-kitchen/dashboard');
  await expect(main(page).getByRole('link', { name: /^To accept/ })).toBeVisible();
  await expect(main(page).getByText('To reconcile')).toHaveCount(0);
});

test('SPEC 7: an order is created and submitted on another server through the second client', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(...unsupportedRequests);
  await signIn(page, '/login');
  await page.goto('/branch-order/create-order');
  await expect(page.getByText('1 row couldn’t be read and isn’t shown.')).toBeVisible();
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

test('SPEC 6, 7: on another server, users without locations order, accept, ship and receive', async ({
  page,
  newContext,
  pageErrors,
}) => {
  pageErrors.allow(...unsupportedRequests);
  await signIn(page, '/', 'branch');
  await page.getByRole('combobox', { name: 'Order for' }).selectOption({ label: 'Station' });
  const rice = page.getByRole('textbox', { name: 'Jasmine rice, order quantity' });
  await rice.fill('5');
  await rice.press('Enter');
  await page.getByRole('button', { name: 'Submit order' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Send to central kitchen' }).click();
  await expect(panel.getByText('Sent to central kitchen').first()).toBeVisible();

  const kitchen = await (await newContext({ allow: unsupportedRequests })).newPage();
  await signIn(kitchen, '/', 'kitchen');
  const row = main(kitchen).getByRole('listitem').filter({ hasText: 'Station' });
  await row.getByRole('button', { name: /^Accept/ }).click();
  await expect(row.getByRole('button', { name: /^Accept/ })).toHaveCount(0);
  await kitchen.goto('/central-kitchen/order-processing-prep');
  await kitchen.getByRole('link', { name: /Station/ }).click();
  await kitchen.getByRole('button', { name: 'Pick all as approved' }).click();
  await kitchen.getByRole('button', { name: 'Ship order' }).click();
  await kitchen.getByRole('button', { name: 'Ship now' }).click();
  await expect(kitchen.getByText('Shipped to Station')).toBeVisible();

  await page.goto('/branch-order/receiving-order');
  await main(page).getByRole('listitem').filter({ hasText: 'Station' }).getByRole('link').click();
  await panel.getByRole('button', { name: 'All as shipped' }).click();
  await panel.getByRole('button', { name: 'Check and post' }).click();
  await panel.getByRole('button', { name: 'Post receipt' }).click();
  await expect(panel.getByText('Received', { exact: true }).first()).toBeVisible();
  // That server replaces the order's lines with the lines of an edit.
  const storedLines = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    return (await (await fetch('/api/orders?status=Received&branch=2', { headers })).json()) as unknown;
  });
  expect(storedLines).toMatchObject([{ items: [{ itemId: '101', orderQty: 5, pickedQty: 5 }] }]);
});
