import { people, password } from './fixtures/people.ts';
import { watchCalls } from './fixtures/network-idle.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

test('SPEC 2, 4: a spinner shows while the session is being checked', async ({ page }) => {
  await openAs(page, 'viewer');
  // Without a stored profile, nothing can be rendered before the server has identified the user.
  const deleteProfile = () => localStorage.setItem('commissary.session', JSON.stringify({ client: 'first' }));
  // The previous page also requests the profile, whose response would be withheld.
  await watchCalls(page)();
  const profile = Promise.withResolvers<void>();
  await page.route('**/users/profile', async (route) => {
    await profile.promise;
    await route.continue();
  });
  await page.evaluate(deleteProfile);
  await page.goto('/');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toHaveCount(0);
  profile.resolve();
  await expect(page.getByText('© 2024 Your Company')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
});

test('SPEC 2: signed-out users sign in at /, land on their own page, and are offered the requested page once', {
  tag: '@journey',
}, async ({ page }) => {
  const waitForPage = watchCalls(page);
  await page.goto('/inventory?q=rice');
  await expect(page).toHaveURL('/');
  await page.getByLabel('Email').fill(people.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');
  const continueLink = page.getByRole('link', { name: 'Continue to Inventory' });
  await expect(continueLink).toHaveAttribute('href', '/inventory?q=rice');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('commissary.continue');
  await waitForPage();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(continueLink).toHaveCount(0);
});
