import type { Page } from '@playwright/test';
import { note, times } from '#server/faults/scale.ts';
import { type ApiClient, apiAs } from './fixtures/api-client.ts';
import { countOrders, openGuide, orderFirstRow, submitButton } from './fixtures/order-guide.ts';
import { signIn } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

test.use({ business: 'double' });

const rounds = times(2, 50);

/** The order is there once and submitted, also after everything that was under way has come to rest. */
async function expectOneMore(api: ApiClient, page: Page, before: number): Promise<void> {
  await expect.poll(() => newest(api)).toMatchObject({ total: before + 1, status: 'Under Review' });
  await openGuide(page);
  await expect(page.getByRole('status').filter({ hasText: /queued|sending/i })).toHaveCount(0);
  expect(await countOrders(api)).toBe(before + 1);
}

async function newest(api: ApiClient): Promise<{ total: number; status: string | undefined }> {
  const { orders, total } = await api.get<{ orders: { status: string }[]; total: number }>(
    '/orders?limit=1&sort=-createdAt',
  );
  return { total, status: orders[0]?.status };
}

/** Where the button stands now: what is clicked there is clicked ready or not, as an impatient hand does. */
async function placeOfSubmit(page: Page): Promise<[x: number, y: number]> {
  const box = await submitButton(page).boundingBox();
  if (!box) throw new Error('The button is not on screen');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** F6: what people do twice happens once. Answers what to tidy up when the order is there. */
const twice: Record<string, (page: Page) => Promise<() => Promise<void>>> = {
  'a double click': async (page) => {
    await submitButton(page).dblclick();
    return async () => {};
  },
  'Enter and a click': async (page) => {
    const place = await placeOfSubmit(page);
    await submitButton(page).focus();
    await Promise.all([page.keyboard.press('Enter'), page.mouse.click(...place)]);
    return async () => {};
  },
  'two tabs': async (page) => {
    const other = await page.context().newPage();
    await openGuide(other);
    await expect(submitButton(other)).toBeEnabled();
    const [here, there] = [await placeOfSubmit(page), await placeOfSubmit(other)];
    await Promise.all([page.mouse.click(...here), other.mouse.click(...there)]);
    return () => other.close();
  },
};

for (const [name, submitTwice] of Object.entries(twice)) {
  test(`F6: ${name} makes one order, ${rounds} of ${rounds} times`, async ({ page, server }) => {
    test.setTimeout(60_000 + rounds * 15_000);
    const api = await apiAs(server.url, 'branch');
    await signIn(page, 'branch');
    for (let round = 0; round < rounds; round++) {
      const before = await countOrders(api);
      await openGuide(page);
      await orderFirstRow(page, round + 1);
      const tidyUp = await submitTwice(page);
      await expectOneMore(api, page, before);
      await tidyUp();
    }
    note('F6', 'SQLite', { what: name, rounds, orders: rounds });
  });
}
