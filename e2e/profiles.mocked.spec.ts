import type { Page } from '@playwright/test';
import { failWith } from './fixtures/mocked-faults.ts';
import { password, people } from './fixtures/people.ts';
import { watchCalls } from './fixtures/network-idle.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

/** Returns the times, on the page's clock, at which a request was sent. */
async function requestTimes(page: Page, path: string): Promise<number[]> {
  return page.evaluate(
    (suffix) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith(suffix))
        .map(({ startTime }) => startTime),
    path,
  );
}

test.beforeEach(async ({ page }) => {
  // Browsers keep 250 resource timings by default, nearly as many as the prefetched files.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(10_000));
});

async function submit(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(people.viewer.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const tooManyRequests = { fault: 'response', match: '/users/login', status: 429 } as const;

test('SPEC 8: the first client retries once after a 429: after Retry-After, or after 1 to 3 seconds', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/429/);
  await page.goto('/');
  await failWith(page, {
    ...tooManyRequests,
    body: { error: 'Slow down.' },
    headers: { 'retry-after': '1' },
    times: 2,
  });
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('Slow down.');
  const [first = 0, second = 0, ...further] = await requestTimes(page, '/users/login');
  expect(second - first).toBeGreaterThanOrEqual(1000);
  expect(further).toEqual([]);

  await failWith(page, { ...tooManyRequests, body: {}, times: 1 });
  await submit(page);
  await expect(page).toHaveURL('/dashboard');
  const [third = 0, fourth = 0] = (await requestTimes(page, '/users/login')).slice(2);
  expect(fourth - third).toBeGreaterThanOrEqual(1000);
  expect(fourth - third).toBeLessThan(5000);
});

test('SPEC 7, 8: the second client is chosen at /login and remembered, and has its own paths, delays and sign-out', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/429|401/);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await failWith(page, {
    ...tooManyRequests,
    body: { error: 'Slow down.' },
    headers: { 'retry-after': '60' },
  });
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('Slow down.');
  const times = await requestTimes(page, '/users/login');
  expect(times).toHaveLength(4);
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(1000 * 2 ** index);

  await failWith(page);
  const waitForDashboard = watchCalls(page);
  await submit(page);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Requests aborted while the page loads get no response.
  await waitForDashboard();
  const waitForInventory = watchCalls(page);
  await page.goto('/inventory');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  // Rows may load before the profile, whose response must be rejected only after the reload.
  await waitForInventory();
  expect(calls).toContain('/api/branches');
  expect(calls).toContain('/api/categories');
  expect(calls).not.toContain('/api/branch');
  expect(calls).not.toContain('/api/item-categories');

  await failWith(page, { fault: 'response', match: '/users/profile', status: 401, body: {} });
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText('Authentication failed. Please login again.');
  await expect(page).toHaveURL('/login');
  await page.goto('/inventory');
  await expect(page).toHaveURL('/login');
});
