import { type Person, people } from './fixtures/people.ts';
import { signIn } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

for (const person of Object.keys(people) as Person[]) {
  test(`${person} lands on ${people[person].landing}, also when already signed in`, async ({ page }) => {
    await signIn(page, person);
    await page.goto('/');
    await expect(page).toHaveURL(people[person].landing);
  });
}

test('a branch user who opens /dashboard is led to create-order', async ({ page }) => {
  await signIn(page, 'branch');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/branch-order/create-order');
});

test('a kitchen user who opens /dashboard is led to the kitchen', async ({ page }) => {
  await signIn(page, 'kitchen');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/central-kitchen/dashboard');
});

for (const [person, path] of [
  ['branch', '/central-kitchen/dashboard'],
  ['branch', '/inventory'],
  ['kitchen', '/branch-order/create-order'],
] as const) {
  test(`${person} may not open ${path}: No Access, and the address stays`, async ({ page }) => {
    await signIn(page, person);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'No Access' })).toBeVisible();
    await expect(page.getByText('Contact administrator for access')).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('navigation').first()).toBeVisible();
  });
}

test('nobody is led to sign-in, lands on the own page, and is offered the one they came for', async ({
  page,
}) => {
  await page.goto('/inventory');
  await expect(page).toHaveURL('/');
  await page.getByLabel('Email').fill(people.admin.email);
  await page.getByLabel('Password', { exact: true }).fill('commissary-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Continue to Inventory' }).click();
  await expect(page).toHaveURL(/\/inventory$/);
});

test('an address outside the house is never led to after signing in', async ({ page }) => {
  await page.goto('/?from=https://example.org/&continueTo=//example.org');
  await page.getByLabel('Email').fill(people.admin.email);
  await page.getByLabel('Password', { exact: true }).fill('commissary-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(/Continue to/)).toHaveCount(0);
});

test('an unknown address says so, with links that may be opened', async ({ page }) => {
  await signIn(page, 'kitchen');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /dashboard/i })
    .first()
    .click();
  await expect(page).toHaveURL('/central-kitchen/dashboard');
});
