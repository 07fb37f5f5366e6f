import { dayMs, toUtcDay } from '#core/day.ts';
import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Row {
  _id: string;
  symbol: string;
  serviceLevel: number;
}
interface Suggestion {
  itemId: string;
  itemName: string;
  suggestedQty: number;
  basis: string;
}

test('S5, S6, S10, S12: a branch sees the reason for a suggestion, fills in suggestions with one click, and excludes an unusual day', async ({
  page,
  server,
}) => {
  const admin = await apiAs(server.url, 'admin');
  const branchUser = await apiAs(server.url, 'branch');
  const [branch] = (await branchUser.get<{ branches: string[] }>('/users/profile')).branches;
  const units = await admin.get<Row[]>('/units?limit=500');
  const piece = units.find(({ symbol }) => /^(pc|pcs|piece|ea)$/.test(symbol))?._id ?? units[0]?._id;
  const [category] = await admin.get<Row[]>('/item-categories?limit=1');
  const item = await admin.post<Row>('/items', {
    itemCode: 'SG-1',
    name: 'Cardamom buns',
    kind: 'finished',
    category: category?._id,
    baseUnit: piece,
    orderUnit: piece,
  });
  // Twelve weeks of till sales: 42 on Fridays, 20 on other days, and one wedding.
  const today = Math.floor((Date.now() + server.clockShiftMs) / dayMs);
  const dayBefore = (daysAgo: number) => toUtcDay((today - daysAgo) * dayMs);
  const rows = Array.from({ length: 84 }, (_, index) => 84 - index).map((daysAgo) => {
    const isFriday = new Date(dayBefore(daysAgo)).getUTCDay() === 5;
    const qty = daysAgo === 12 ? 600 : isFriday ? 42 : 20 + (daysAgo % 3);
    return { branch, day: dayBefore(daysAgo), code: 'BUN', name: 'Cardamom bun', qty, net: qty };
  });
  await admin.post('/sales', { source: 'Counter', rows });
  await admin.put('/sales/till-items', { source: 'Counter', code: 'BUN', itemId: item._id });

  await openAs(page, 'branch', '/branch-order/create-order');
  const search = page.getByRole('searchbox');
  const row = page.locator(`[data-row="${item._id}"]`);

  await test.step('the order guide shows the reason', async () => {
    await search.fill('Cardamom');
    await page.getByRole('button', { name: 'Show calculation' }).click();
    await expect(
      row.getByText(/Average sold on \w+s: \d+(\.\d+)? \S+ \(last four: .*\)\. The delivery covers/),
    ).toBeVisible();
    await expect(row.getByText(/On hand: 0 \S+\. On order: none\. Suggested: \d+/)).toBeVisible();
    expect(await runAxe(page, 'everything')).toEqual([]);
  });

  await test.step('suggestions are filled in with one click without replacing entered quantities, and undone', async () => {
    await search.fill('');
    const suggestionsBefore = (await branchUser.get<Suggestion[]>(`/orders/suggestions`)).filter(
      ({ suggestedQty }) => suggestedQty > 0,
    );
    expect(suggestionsBefore.some(({ itemId }) => itemId === item._id)).toBe(true);
    await search.fill('Cardamom');
    const cell = row.getByRole('textbox', { name: 'Cardamom buns, order quantity' });
    await cell.fill('3');
    await cell.press('Enter');
    await search.fill('');
    await expect(page.getByText('Basmati rice').first()).toBeVisible();
    await page.getByRole('button', { name: 'Suggested', exact: true }).click();
    await expect(page.getByText(/^Filled \d+ lines?\. Kept 1 quantity you entered\.$/)).toBeVisible();
    await search.fill('Cardamom');
    await expect(cell).toHaveValue('3');
    await page.getByRole('button', { name: 'Undo' }).click();
    await search.fill('');
    await expect(page.getByText(/^1 line/).first()).toBeVisible();
  });

  await test.step('the explanation compares alternative rules, and an unusual day is excluded', async () => {
    await search.fill('Cardamom');
    await row.getByRole('textbox', { name: 'Cardamom buns, order quantity' }).focus();
    await page.keyboard.press('Alt+w');
    const panel = page.getByRole('dialog', { name: 'Cardamom buns' });
    await expect(panel.getByText(/out of stock about 1 day in 20/)).toBeVisible();
    await expect(panel.getByRole('row', { name: /^Same as last week/ })).toBeVisible();
    await expect(panel.getByText('Unusual days')).toBeVisible();
    expect(await runAxe(page, 'everything')).toEqual([]);
    const sentence = panel.getByText(/Average \w+ on/);
    const sentenceBefore = await sentence.textContent();
    await panel.getByRole('button', { name: 'Exclude' }).click();
    await expect(panel.getByText('Unusual days')).toBeHidden();
    await expect(panel.getByText(/Excludes 1 day out of stock or marked as an exception/)).toBeVisible();
    await expect(sentence).not.toHaveText(sentenceBefore ?? '');
    await expect(panel.getByRole('combobox').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('a higher service level suggests more', async () => {
    const fetchSuggestedQty = async () =>
      (await branchUser.get<Suggestion[]>('/orders/suggestions')).find(({ itemId }) => itemId === item._id)
        ?.suggestedQty ?? 0;
    const qtyBefore = await fetchSuggestedQty();
    await admin.put(`/item-categories/${category?._id}`, { serviceLevel: 99.9 });
    expect(await fetchSuggestedQty()).toBeGreaterThanOrEqual(qtyBefore);
  });
});
