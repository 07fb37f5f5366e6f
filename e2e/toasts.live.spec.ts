import { axe } from './fixtures/axe.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

for (const [width, locale] of [
  [360, 'en'],
  [768, 'ar'],
  [1280, 'en'],
] as const)
  test(`a toast covers nothing that is pressed next, except its own button (${width} px, ${locale})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openAs(page, 'branch');
    await page.evaluate((to) => localStorage.setItem('commissary.locale', to), locale);
    await page.goto('/branch-order/create-order');
    const needed = /^(Suggested|المقترح)$/;
    if (width < 768) {
      await page.getByRole('button', { name: 'Fill with' }).click();
      await page.getByRole('menuitem', { name: needed }).click();
    } else await page.getByRole('button', { name: needed }).click();
    const toast = page.locator('[data-sonner-toast]');
    await expect(toast).toHaveAttribute('data-mounted', 'true');
    const words = toast.locator('[data-title]');
    await words.hover({ force: true });
    /** The element that a press in the middle would hit. */
    const pressedAt = (of: typeof toast) =>
      of.evaluate((element) => {
        const { x, y, width: wide, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(x + wide / 2, y + height / 2);
        return {
          isToast: found?.closest('[data-sonner-toast]') !== null,
          isButton: found?.closest('button') !== null,
        };
      });
    expect((await pressedAt(words)).isToast).toBe(false);
    // No pointer keeps it open: it is not expanded, as it is when several are viewed.
    await expect(toast).toHaveAttribute('data-expanded', 'false');
    const undo = toast.getByRole('button');
    expect(await pressedAt(undo)).toEqual({ isToast: true, isButton: true });
    const foot = page.locator('[data-foot-bar]');
    await expect(foot).toBeVisible();
    // It moves above the bar that appears with it.
    await expect
      .poll(async () => {
        const [over, under] = [await toast.boundingBox(), await foot.boundingBox()];
        return over !== null && under !== null && over.y + over.height <= under.y;
      })
      .toBe(true);
    expect(await axe(page, 'everything')).toEqual([]);
    await undo.click();
    // The order is empty again.
    await expect(foot.getByRole('button').last()).toBeDisabled();
  });
