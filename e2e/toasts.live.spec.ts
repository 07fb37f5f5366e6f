import { runAxe } from './fixtures/axe.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

test('on a phone a toast lets clicks through to the page, except on its own button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openAs(page, 'branch');
  const toast = page.locator('[data-sonner-toast]');
  async function fillWithSuggested() {
    await page.getByRole('button', { name: 'Fill with' }).click();
    await page.getByRole('menuitem', { name: 'Suggested', exact: true }).click();
    await expect(toast).toHaveAttribute('data-mounted', 'true');
  }
  await fillWithSuggested();
  const title = toast.locator('[data-title]');
  await title.hover({ force: true });
  /** Returns whether a click in the middle of the target would hit the toast or one of its buttons. */
  const inspectCenter = (target: typeof toast) =>
    target.evaluate((element) => {
      const { x, y, width: boxWidth, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(x + boxWidth / 2, y + height / 2);
      return {
        isToast: found?.closest('[data-sonner-toast]') !== null,
        isButton: found?.closest('button') !== null,
      };
    });
  expect((await inspectCenter(title)).isToast).toBe(false);
  // Hovering doesn't expand the toast; that would keep it open.
  await expect(toast).toHaveAttribute('data-expanded', 'false');
  const undo = toast.getByRole('button');
  expect(await inspectCenter(undo)).toEqual({ isToast: true, isButton: true });
  const footer = page.locator('[data-foot-bar]');
  await expect(footer).toBeVisible();
  // It moves above the footer that appears with it.
  await expect
    .poll(async () => {
      const [toastBox, footerBox] = [await toast.boundingBox(), await footer.boundingBox()];
      return toastBox !== null && footerBox !== null && toastBox.y + toastBox.height <= footerBox.y;
    })
    .toBe(true);
  // Before anything that takes long on a slow machine, because the toast disappears after a while.
  await undo.click();
  // The order is empty again.
  await expect(footer.getByRole('button').last()).toBeDisabled();
  await expect(toast).toHaveCount(0);
  await fillWithSuggested();
  expect(await runAxe(page, 'everything')).toEqual([]);
});
