import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type ApiClient, apiAs } from './fixtures/api-client.ts';
import { signIn } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

test.use({ business: 'accessibility' });

const widths = [360, 768, 1280];
const themes = ['light', 'dark'] as const;
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What each person works with all day, empty-handed and with something opened. */
async function screensOf(api: ApiClient, person: 'branch' | 'kitchen'): Promise<string[]> {
  const anOrder = async (status: string) => {
    const { orders } = await api.get<{ orders: { _id: string }[] }>(
      `/orders?status=${encodeURIComponent(status)}&limit=1`,
    );
    return `order=${orders[0]?._id}`;
  };
  if (person === 'branch')
    return [
      '/branch-order/create-order',
      '/branch-order/order-submission',
      `/branch-order/order-submission?${await anOrder('Under Review')}`,
      '/branch-order/receiving-order',
      `/branch-order/receiving-order?${await anOrder('Shipped')}`,
    ];
  const [item] = await api.get<{ itemId: string }[]>('/stock?placeType=central_kitchen&limit=1');
  return [
    '/central-kitchen/dashboard',
    `/central-kitchen/dashboard?${await anOrder('Sent to Central Kitchen')}`,
    '/central-kitchen/order-processing-prep',
    `/central-kitchen/order-processing-prep?${await anOrder('Under Process')}`,
    '/inventory',
    `/inventory?item=${item?.itemId}`,
  ];
}

/** Loaded, and standing still: what moves in is in, so that colours are those a person reads. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => null)),
    ),
  );
}

async function check(page: Page, screen: string): Promise<void> {
  await settle(page);
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect.soft(found, `axe on ${screen}`).toEqual([]);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect.soft(overflow, `pixels of ${screen} beyond the window`).toBeLessThanOrEqual(0);
}

for (const colorScheme of themes) {
  for (const width of widths) {
    test(`axe finds nothing and nothing sticks out: ${colorScheme}, ${width} px`, async ({
      anotherBrowser,
      server,
    }) => {
      test.slow();
      for (const person of ['branch', 'kitchen'] as const) {
        const context = await anotherBrowser({
          colorScheme,
          viewport: { width, height: 800 },
          hasTouch: width < 768,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await page.goto('/');
        await check(page, 'sign-in');
        await signIn(page, person);
        for (const screen of await screensOf(await apiAs(server.url, person), person)) {
          await page.goto(screen);
          await check(page, screen);
        }
      }
    });
  }
}

test('every answer carries the policy, and no script or style breaks it', async ({ page, server }) => {
  const headers: Record<string, string>[] = [];
  page.on('response', (response) => headers.push(response.headers()));
  await signIn(page, 'branch');
  for (const screen of await screensOf(await apiAs(server.url, 'branch'), 'branch')) {
    await page.goto(screen);
    await settle(page);
  }
  expect(headers.length).toBeGreaterThan(10);
  for (const each of headers) {
    expect(each['x-content-type-options']).toBe('nosniff');
    expect(each['content-security-policy']).toContain('default-src');
    expect(each['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  }
});
