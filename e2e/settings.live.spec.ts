import type { Page } from '@playwright/test';
import { testDay } from '#mocks/test-clock.ts';
import { apiAs } from './fixtures/api-client.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Row {
  _id: string;
  name: string;
}
interface Branch extends Row {
  code: string;
  timezone: string;
  type: string;
}

const getPanel = (page: Page) => page.getByRole('dialog');

/** Formats an instant in the branch's time zone: `16:45`. */
const formatLocalTime = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );

test('a delivery calendar is edited, and the order guide follows it', { tag: '@journey' }, async ({
  page,
  server,
  newContext,
}) => {
  const admin = await apiAs(server.url, 'admin');
  const branchId = (await (await apiAs(server.url, 'branch')).get<{ branches: string[] }>('/users/profile'))
    .branches[0];
  const branch = await admin.get<Branch>(`/branch/${branchId}`);
  await openAs(page, 'admin', `/branches?row=${branch._id}&edit=true`);
  const panel = getPanel(page);
  const days = panel.getByRole('checkbox', { name: /^Delivery on / });
  await expect(days).toHaveCount(7);
  for (const day of await days.all()) await day.check();
  const monday = panel.getByLabel('Order by, Mon');
  await monday.fill('23:45');
  await panel
    .getByRole('combobox', { name: 'Days before delivery, Mon' })
    .selectOption({ label: 'the same day' });
  await panel.getByRole('button', { name: 'Use this cut-off for all days' }).click();
  await expect(panel.getByText('Order by Sat 23:45 for Saturday')).toBeVisible();
  await expect(panel.getByRole('region', { name: branch.timezone }).getByRole('listitem')).toHaveCount(14);
  // The branch is closed five days from now, so there is no delivery.
  const closedDay = testDay(5);
  await panel.getByRole('button', { name: 'Add closed days' }).click();
  await expect(panel.getByLabel('From', { exact: true })).toBeFocused();
  await panel.getByLabel('From', { exact: true }).fill(closedDay);
  await panel.getByLabel('Occasion').fill('Stocktaking');
  await expect(panel.getByText('no delivery: the branch is closed (Stocktaking)')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(`${branch.name} saved.`)).toBeVisible();
  await page.keyboard.press('Escape');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: branch.name, exact: true }) });
  await expect(row).toContainText(/, 23:45 · \w+/);

  const otherPage = await (await newContext()).newPage();
  await openAs(otherPage, 'branch');
  const items = await admin.get<Row[]>('/items?limit=1');
  const branchApi = await apiAs(server.url, 'branch');
  const createOrder = (deliveryDate: string) =>
    branchApi.post<{ cutoffAt: string | null }>('/orders', {
      deliveryDate,
      items: [{ itemId: items[0]?._id, orderQty: 1 }],
    });
  const order = await createOrder(testDay(3));
  expect(formatLocalTime(order.cutoffAt ?? '', branch.timezone)).toBe('23:45');
  expect((await createOrder(closedDay)).cutoffAt).toBeNull();
  await expect(otherPage.getByText(/23:45/).first()).toBeVisible();
});

test('theme, language and the signed-in state apply before any script runs', async ({
  page,
  browser,
  baseURL,
}) => {
  /**
   * Opens the page on the same device with scripts disabled and returns its appearance; `heading` is the
   * sign-in card's. A cookie that a page has just written may reach the browser slightly later.
   */
  const showWithoutScript = async (path: string, colorScheme: 'light' | 'dark' = 'light', isNew = false) => {
    const storageState = isNew ? { cookies: [], origins: [] } : await page.context().storageState();
    const context = await browser.newContext({
      baseURL,
      javaScriptEnabled: false,
      storageState,
      colorScheme,
    });
    const scriptlessPage = await context.newPage();
    await scriptlessPage.goto(path);
    const appearance = await scriptlessPage.evaluate(() => {
      const { lang, dir } = document.documentElement;
      const heading = document.querySelector('h1');
      const background = getComputedStyle(document.documentElement).backgroundColor;
      return { lang, dir, background, heading: heading?.checkVisibility() ? heading.innerText : null };
    });
    await context.close();
    return appearance;
  };
  const light = await showWithoutScript('/', 'light', true);
  const dark = await showWithoutScript('/', 'dark', true);
  expect(light).toMatchObject({ lang: 'en', heading: 'Welcome Back' });
  expect(dark).toMatchObject({ lang: 'en', heading: 'Welcome Back' });
  expect(dark.background).not.toBe(light.background);

  await openAs(page, 'viewer');
  await expect.poll(() => showWithoutScript('/')).toEqual({ ...light, heading: null });
  const menu = page.getByRole('button', { name: 'Display, language and account' });
  await menu.click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await menu.click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const arabic = { lang: 'ar', dir: 'rtl', background: dark.background };
  await expect.poll(() => showWithoutScript('/dashboard')).toEqual({ ...arabic, heading: null });

  await page.reload();
  await page.getByRole('button', { name: 'تسجيل الخروج' }).click();
  await expect(page.getByRole('heading', { name: 'مرحبًا بعودتك' })).toBeVisible();
  await expect.poll(() => showWithoutScript('/')).toEqual({ ...arabic, heading: 'مرحبًا بعودتك' });
  await expect.poll(() => showWithoutScript('/dashboard')).toEqual({ ...arabic, heading: null });
});
