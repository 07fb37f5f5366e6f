import { readFileSync } from 'node:fs';
import { apiAs } from './fixtures/api-client.ts';
import { signIn } from './fixtures/sign-in.ts';
import { sound } from './fixtures/sound.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

test.use({ business: 'reports' });

interface Listing {
  name: string;
  required: string[];
}
interface Answer {
  columns: { key: string; type: string; hasTotal: boolean }[];
  rows: Record<string, unknown>[];
  total: number;
  totals: Record<string, number | null>;
}

test('A1, A2: what stock is worth is the same in the report, its file, the list and the ledger behind a row', async ({
  page,
  server,
}) => {
  const admin = await apiAs(server.url, 'admin');
  const today = new Date(Date.now() + server.clockShiftMs).toISOString().slice(0, 10);
  const valuation = await admin.get<Answer>(`/reports/valuation?day=${today}&limit=5000`);
  const asAt = await admin.get<{ value: number }>(`/stock/as-at?day=${today}`);
  expect(valuation.totals['value']).toBeCloseTo(asAt.value, 2);

  await signIn(page, 'admin');
  await page.goto('/reports');
  await sound(page, 'the catalogue of reports');
  await page.getByRole('link', { name: 'Stock valuation' }).click();
  const table = page.getByRole('table', { name: 'All rows of the report' });
  const total = (valuation.totals['value'] ?? 0).toLocaleString('en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  await expect(table.locator('tfoot')).toContainText(total);
  await sound(page, 'a report of rows');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(valuation.total + 1);

  // A figure leads to the moves behind it, and back.
  await table.getByRole('link').first().click();
  await expect(page).toHaveURL(/report=ledger.*item=|item=.*report=ledger/);
  await expect(page.getByRole('table', { name: 'All rows of the report' })).toBeVisible();
  await page.goBack();
  await expect(table.locator('tfoot')).toContainText(total);
});

test('every report of the catalogue opens on a phone, beside nothing, and is sound', async ({
  anotherBrowser,
  server,
}) => {
  test.slow();
  const admin = await apiAs(server.url, 'admin');
  const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, reducedMotion: 'reduce' } as const;
  const page = await (await anotherBrowser(phone)).newPage();
  await signIn(page, 'admin');
  for (const { name, required } of await admin.get<Listing[]>('/reports')) {
    if (required.includes('item')) continue;
    await page.goto(`/reports?report=${name}`);
    await expect(page.getByRole('link', { name: 'All reports' })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(await overflow(), `pixels of ${name} beyond the window`).toBeLessThanOrEqual(0);
    await sound(page, name);
  }
});
