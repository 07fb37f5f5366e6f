import type { Page } from '@playwright/test';
import { axe } from './fixtures/axe.ts';
import { goInside, screensOf, settle, showIn, type Visitor } from './fixtures/screens.ts';
import { signIn } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

test.use({ business: 'accessibility' });
// The longest spec of all: its tests are shared out among the workers.
test.describe.configure({ mode: 'parallel' });

const widths = [360, 768, 1280];
const visitors: readonly Visitor[] = ['master', 'branch', 'kitchen'];

/** What is found while a page is still being drawn is looked for once more when it stands. */
async function findings(page: Page, looksAt: 'everything' | 'colours'): Promise<string[]> {
  if ((await axe(page, looksAt)).length === 0) return [];
  await settle(page);
  return axe(page, looksAt);
}

async function check(page: Page, screen: string): Promise<void> {
  await settle(page);
  await expect.soft(page, `${screen} has a title`).toHaveTitle(/\S/);
  await showIn(page, 'light');
  expect.soft(await findings(page, 'everything'), `axe on ${screen}`).toEqual([]);
  await showIn(page, 'dark');
  expect.soft(await findings(page, 'colours'), `axe on ${screen}, dark`).toEqual([]);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect.soft(overflow, `pixels of ${screen} beyond the window`).toBeLessThanOrEqual(0);
}

for (const width of widths) {
  test(`every route at ${width} px: axe finds nothing in light and dark, and nothing sticks out`, async ({
    anotherBrowser,
    server,
  }) => {
    test.setTimeout(600_000);
    for (const visitor of visitors) {
      const context = await anotherBrowser({
        viewport: { width, height: 800 },
        hasTouch: width < 768,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto('/');
      if (visitor === 'master') await check(page, 'sign-in');
      await signIn(page, visitor);
      for (const screen of await screensOf(server.url, visitor)) {
        await goInside(page, screen);
        await check(page, screen);
      }
      await context.close();
    }
  });
}

test('every route, loaded anew: every answer carries the policy, and nothing on the page breaks it', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000);
  const headers: Record<string, string>[] = [];
  page.on('response', (response) => headers.push(response.headers()));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`);
    });
  });
  await signIn(page, 'master');
  for (const screen of await screensOf(server.url, 'master')) {
    await page.goto(screen);
    await settle(page);
  }
  expect(headers.length).toBeGreaterThan(100);
  for (const each of headers) {
    expect(each['x-content-type-options']).toBe('nosniff');
    expect(each['content-security-policy']).toContain('default-src');
    expect(each['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  }
});
