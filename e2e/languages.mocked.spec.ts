import type { Page } from '@playwright/test';
import { password, people } from './fixtures/people.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

const wide = { width: 1280, height: 800 };

/**
 * Records language, direction, theme and heading at the first paint, which follows the loading of the styles.
 */
async function recordFirstPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const record = () => {
      const { lang, dir, className } = document.documentElement;
      const heading = document.querySelector('h1')?.innerText ?? '';
      sessionStorage.setItem('first-paint', JSON.stringify({ lang, dir, className, heading }));
    };
    const onParsed = () => requestAnimationFrame(record);
    document.addEventListener('readystatechange', onParsed, { once: true });
  });
}

const readFirstPaint = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(sessionStorage.getItem('first-paint') ?? '{}') as Record<
        'lang' | 'dir' | 'className' | 'heading',
        string
      >,
  );

const html = (page: Page) => page.locator('html');

async function chooseInMenu(page: Page, menu: string | RegExp, choice: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: choice }).click();
}

test.use({ viewport: wide });

test('SPEC 2: the language is chosen in the menu, changes the page at once, and applies from the first paint after a reload', async ({
  page,
}) => {
  await recordFirstPaint(page);
  await openAs(page, 'branch');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await chooseInMenu(page, 'Display, language and account', 'العربية');
  await expect(html(page)).toHaveAttribute('dir', 'rtl');
  await expect(html(page)).toHaveAttribute('lang', 'ar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('إنشاء طلب');
  await expect(page.getByRole('navigation', { name: 'القائمة الرئيسية' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  // The sidebar is at the inline start, and quantities stay left-to-right.
  const sidebar = await page.getByRole('navigation', { name: 'القائمة الرئيسية' }).boundingBox();
  expect(sidebar?.x).toBeGreaterThan(wide.width / 2);
  const cell = page.getByRole('textbox', { name: /كمية الطلب/ }).first();
  await cell.fill('2*12');
  await cell.press('Enter');
  await expect(cell).toHaveValue('24');
  await expect(page.getByText('بند واحد', { exact: false }).first()).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('إنشاء طلب');
  expect(await readFirstPaint(page)).toMatchObject({ lang: 'ar', dir: 'rtl' });

  await chooseInMenu(page, 'العرض واللغة', 'English');
  await expect(html(page)).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Order');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Order');
  expect(await readFirstPaint(page)).toMatchObject({ lang: 'en', dir: '' });
});

test('SPEC 2: signing in and being rejected in Arabic shows nothing in English', {
  tag: '@journey',
}, async ({ page, pageErrors }) => {
  pageErrors.allow(/401/);
  await recordFirstPaint(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(page.getByRole('heading', { name: 'مرحبًا بعودتك' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'English' })).toBeEnabled();
  expect(await readFirstPaint(page)).toMatchObject({ dir: 'rtl', heading: 'مرحبًا بعودتك' });

  await page.getByLabel('البريد الإلكتروني').fill(people.viewer.email);
  await page.getByLabel('كلمة المرور', { exact: true }).fill('not my password');
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByLabel('كلمة المرور', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click();
  // This role signs in without a page load, so the other messages are loaded by the page.
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('لوحات المتابعة');
  await page.getByRole('button', { name: 'تسجيل الخروج' }).click();
  await expect(page.getByRole('heading', { name: 'مرحبًا بعودتك' })).toBeVisible();
});
