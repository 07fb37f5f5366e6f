import type { Page, Request } from '@playwright/test';
import { signInOnPage, signOutOnPage } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

const hourMs = 3_600_000;
const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

test('SPEC 4, 7: the token is stored and sent with each request; signing out notifies the server with an empty body', {
  tag: '@journey',
}, async ({ page }) => {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (/\/api\/(?!health|users\/login)/.test(request.url())) calls.push(request);
  });
  await signInOnPage(page, 'viewer');
  const bearer = `Bearer ${await readToken(page)}`;
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/inventory');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const requestedPaths = calls.map((call) => new URL(call.url()).pathname);
  expect(requestedPaths).toContain('/api/users/profile');
  expect(new Set(calls.map((call) => call.headers()['authorization']))).toEqual(new Set([bearer]));

  const logoutRequest = page.waitForRequest(/users\/logout/);
  await signOutOnPage(page);
  const logout = await logoutRequest;
  expect(logout.method()).toBe('POST');
  expect(logout.postData()).toBeNull();
  expect(logout.headers()['authorization']).toBe(bearer);
  expect(await readToken(page)).toBeNull();
  await expect(page).toHaveURL('/');
  await page.goto('/inventory');
  await expect(page).toHaveURL('/');
});

test('SPEC 4, 9: the session ends eight hours after signing in, across reloads and in every tab', async ({
  page,
  context,
  pageErrors,
}) => {
  // Requests sent at the moment of expiry are rejected.
  pageErrors.allow(/401/);
  await context.clock.install();
  await signInOnPage(page, 'viewer');
  const [otherTab] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open('/dashboard')),
  ]);
  await expect(otherTab.getByRole('button', { name: 'Logout' })).toBeVisible();

  await context.clock.fastForward(7 * hourMs);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await context.clock.fastForward(hourMs);
  for (const tab of [page, otherTab]) {
    // Each tab's clock is moved forward separately; the first one notifies the other.
    await expect(tab.getByRole('alert')).toHaveText(/^You were signed out (after 8 hours|in another tab)\./);
    await expect(tab).toHaveURL('/');
  }
  expect(await readToken(page)).toBeNull();
});
