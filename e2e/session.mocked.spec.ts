import type { Page, Request } from '@playwright/test';
import { testInstant } from '#mocks/test-clock.ts';
import { failWith } from './fixtures/mocked-faults.ts';
import { openGuide, orderFirstRow, quantityCells } from './fixtures/order-guide.ts';
import { signInOnPage, signOutOnPage } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

const sessionEnded = 'Authentication failed. Please login again.';
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

test('SPEC 8: TOKEN_EXPIRED for the profile, or a 401 for any request, clears the token and leads to /', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/40[13]/);
  await signInOnPage(page, 'viewer');
  const expired = { status: 403, body: { error: 'Over.', code: 'TOKEN_EXPIRED' } };
  await failWith(page, { fault: 'response', match: '/users/profile', ...expired });
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(sessionEnded);
  await expect(page).toHaveURL('/');
  expect(await readToken(page)).toBeNull();

  await failWith(page);
  await signInOnPage(page, 'viewer');
  await failWith(page, { fault: 'response', match: '/stock', status: 401, body: {} });
  await page.goto('/inventory');
  await expect(page.getByRole('alert')).toHaveText(sessionEnded);
  await expect(page).toHaveURL('/');
  expect(await readToken(page)).toBeNull();
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

test('SPEC 4: a tab that was asleep when the eight-hour limit passed signs out when it wakes', async ({
  page,
  pageErrors,
}) => {
  // The server may end the session first.
  pageErrors.allow(/401/);
  await page.clock.install({ time: testInstant });
  await signInOnPage(page, 'viewer');
  // The clock advances without the timers, as on a sleeping device.
  await page.clock.setSystemTime(Date.parse(testInstant) + 9 * hourMs);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('You were signed out after 8 hours.')).toBeVisible();
  expect(await readToken(page)).toBeNull();
});

test('SPEC 4: the next user of a tab sees nothing of the previous user, who gets their draft back later', async ({
  page,
}) => {
  // Signs in three users and opens their screens.
  test.slow();
  await signInOnPage(page, 'branch');
  await openGuide(page);
  await orderFirstRow(page, 7);
  await signOutOnPage(page);
  const remainingKeys = await page.evaluate(() => Object.keys(sessionStorage));
  expect(remainingKeys.filter((key) => !key.startsWith('tsr-scroll'))).toEqual([]);

  await signInOnPage(page, 'branch2');
  await openGuide(page);
  await expect(page.getByText('Bea Halloran')).toHaveCount(0);
  await expect(page.getByText(/^1 line\b/)).toHaveCount(0);
  await expect(quantityCells(page).first()).toHaveValue('');
  await signOutOnPage(page);

  await signInOnPage(page, 'branch');
  await openGuide(page);
  await expect(page.getByText(/^1 line\b/)).toBeVisible();
});
