import { apiAs } from './fixtures/api-client.ts';
import { escapePattern } from './fixtures/names.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import {
  type OrderInProcess,
  type WellStockedItem,
  createTwoOrdersInProcess,
} from './steps/orders-in-process.ts';

/*
 * Caches expire after a minute at the earliest and no wait here is half as long, so only the event stream can
 * deliver the other picker's changes; `src/platform/web/cache` tests the delays on a fake clock.
 */

test('two pickers share a list: items are claimed, picked once for two branches, reported short with a substitute, and completed', async ({
  newContext,
  server,
}) => {
  const [admin, asBranch] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const [firstOrder, secondOrder, items] = await createTwoOrdersInProcess(admin, asBranch);
  const [first, second, third] = items as [WellStockedItem, WellStockedItem, WellStockedItem];
  const path = `/central-kitchen/pick-list?orders=${firstOrder._id},${secondOrder._id}`;
  const [ana, ben] = [await (await newContext({})).newPage(), await (await newContext({})).newPage()];
  await openAs(ana, 'kitchen');
  await openAs(ben, 'admin');
  await navigateInApp(ana, path);
  await navigateInApp(ben, path);
  await expect(ana.getByText('0 of 6 lines picked for 2 orders')).toBeVisible();
  await expect(ben.getByText('0 of 6 lines picked for 2 orders')).toBeVisible();

  await test.step('P5: an item that one picker claims is offered to the other for taking over', async () => {
    await ana.getByRole('button', { name: `Assign to me: ${first.name}`, exact: true }).click();
    await expect(ana.getByText('Mine')).toBeVisible();
    const takeOver = ben.getByRole('button', {
      name: new RegExp(`^Take over ${escapePattern(first.name)} from `),
    });
    await expect(takeOver).toBeVisible();
  });

  await test.step('P9: a double click picks an item once for each order', async () => {
    await ben
      .getByRole('button', { name: new RegExp(`^Pick .* of ${escapePattern(second.name)}$`) })
      .dblclick();
    await expect(ana.getByText('2 of 6 lines picked for 2 orders')).toBeVisible();
    for (const [order, qty] of [
      [firstOrder, 2],
      [secondOrder, 3],
    ] as const) {
      const picked = await admin.get<OrderInProcess>(`/orders/${order._id}`);
      expect(picked.items.find(({ itemId }) => itemId === second._id)?.pickedQty).toBe(qty);
      expect(picked.version).toBe(order.version + 1);
    }
  });

  await test.step('P10: an item is reported short with a substitute in one step, and the branch sees it before the order ships', async () => {
    await ana.getByRole('button', { name: `Report short: ${first.name}`, exact: true }).click();
    const dialog = ana.getByRole('dialog', { name: `Report ${first.name} as short` });
    await dialog.getByRole('textbox', { name: /^Found/ }).fill('2');
    await dialog.getByRole('radio', { name: 'Send a substitute' }).check();
    await dialog.getByRole('group', { name: 'All items' }).getByRole('radio').first().check();
    await dialog.getByRole('textbox', { name: /^Substitute quantity/ }).fill('1');
    await dialog.getByRole('button', { name: 'Save' }).dblclick();
    await expect(dialog).toHaveCount(0);
    await expect
      .poll(async () => (await asBranch.get<OrderInProcess>(`/orders/${secondOrder._id}`)).items.length)
      .toBe(4);
    const branchOrder = await asBranch.get<OrderInProcess>(`/orders/${secondOrder._id}`);
    expect(branchOrder.status).toBe('Under Process');
    const short = branchOrder.items.find(({ itemId }) => itemId === first._id);
    expect(short).toMatchObject({ pickedQty: 0, reasonCode: 'substituted' });
    expect(branchOrder.items.at(-1)).toMatchObject({ substituteFor: short?.lineId, pickedQty: 1 });
  });

  await test.step('P5: picking the last two lines at the same time completes the list for both', async () => {
    const getLastPick = (order: OrderInProcess) =>
      new RegExp(`^Pick .* of ${escapePattern(third.name)} for ${escapePattern(order.branchName)}$`);
    await Promise.all([
      ana.getByRole('button', { name: getLastPick(firstOrder) }).click(),
      ben.getByRole('button', { name: getLastPick(secondOrder) }).click(),
    ]);
    for (const page of [ana, ben])
      await expect(page.getByText('Everything on this list is picked.')).toBeVisible();
  });
});
