import type { Page } from '@playwright/test';
import { watchCalls } from './fixtures/network-idle.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

const getMonitor = (page: Page) => page.getByRole('region', { name: 'Performance monitor' });
const grip = (page: Page) => page.getByRole('button', { name: /^Move performance monitor/ });

/** Returns interactive elements that the monitor covers. */
async function findCoveredElements(page: Page): Promise<string[]> {
  return getMonitor(page).evaluate((monitor) => {
    const own = monitor.getBoundingClientRect();
    return [
      ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"]'),
    ]
      .filter((element) => !monitor.contains(element) && element.checkVisibility())
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isRendered = right - left > 1 && bottom - top > 1;
        return isRendered && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? element.tagName);
  });
}

test('SPEC 1: the monitor is open at first, collapses to a dot, moves by pointer and keyboard, and keeps its position', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(page, 'admin');
  await expect(page.getByRole('button', { name: 'Clear Cache' })).toBeVisible();
  await page.getByRole('button', { name: 'Collapse performance monitor' }).click();
  const dot = page.getByRole('button', { name: 'Show performance monitor' });
  await expect(dot).toBeFocused();
  await page.reload();
  await expect(dot).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear Cache' })).toHaveCount(0);
  await dot.press('Enter');
  await expect(page.getByRole('button', { name: 'Clear Cache' })).toBeVisible();

  // With the pointer, to a position without interactive elements.
  const docked = await getMonitor(page).boundingBox();
  const waitForPage = watchCalls(page);
  await page.goto('/reports/order-patterns');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Content that loads later may end up below it.
  await waitForPage();
  await grip(page).hover();
  await page.mouse.down();
  await page.mouse.move(700, 500, { steps: 5 });
  await page.mouse.up();
  await expect
    .poll(async () => Math.abs(((await getMonitor(page).boundingBox())?.x ?? 0) - (docked?.x ?? 0)))
    .toBeGreaterThan(300);
  await expect.poll(() => findCoveredElements(page)).toEqual([]);
  const moved = await getMonitor(page).boundingBox();
  await page.reload();
  await expect.poll(() => getMonitor(page).boundingBox()).toEqual(moved);

  // With the keyboard, and then to the next corner with a click.
  await grip(page).press('ArrowLeft');
  await expect.poll(async () => (await getMonitor(page).boundingBox())?.x).toBeLessThan(moved?.x ?? 0);
  await grip(page).press('Enter');
  await expect
    .poll(async () => {
      const box = await getMonitor(page).boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0);
    })
    .toBeGreaterThan(1200);
  await expect.poll(() => findCoveredElements(page)).toEqual([]);
});

test('SPEC 1: the monitor covers nothing interactive, at any width and scroll position', async ({ page }) => {
  await openAs(page, 'admin');
  // Its stored position is where rows will appear: it stays docked while they are there.
  await page.evaluate(() =>
    localStorage.setItem(
      'commissary.monitor',
      JSON.stringify({ isOpen: true, position: { start: 500, top: 400 } }),
    ),
  );
  // Each page is opened at a different width; a tablet is also rotated.
  for (const [path, ...widths] of [
    ['/inventory', 1280, 768, 360],
    ['/branch-orders', 768, 360, 1280],
    ['/branch-order/order-submission', 360, 1280, 768],
  ] as const) {
    await page.setViewportSize({ width: widths[0], height: 800 });
    const waitForPage = watchCalls(page);
    await page.goto(path);
    await expect(getMonitor(page)).toBeAttached();
    await waitForPage();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      for (const top of [0, 300, 100_000]) {
        await page.evaluate((y) => window.scrollTo(0, y), top);
        await expect
          .poll(() => findCoveredElements(page), `${path} at ${width} px, scrolled to ${top}`)
          .toEqual([]);
      }
    }
  }
});
