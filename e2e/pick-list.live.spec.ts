import { apiAs } from './fixtures/api-client.ts';
import { signIn } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

test.use({ business: 'pick-list' });

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

interface Line {
  lineId: string;
  itemId: string;
  itemName: string;
  pickedQty: number | null;
  reasonCode: string | null;
  substituteFor: string | null;
}
interface Order {
  _id: string;
  orderNo: string;
  status: string;
  branch: string;
  branchName: string;
  kitchen: string;
  version: number;
  items: Line[];
}
interface Item {
  _id: string;
  name: string;
  isOrderable: boolean;
  catchWeight?: boolean;
  branches: string[];
}

test('two pickers on one list: taken by name, picked once for two branches, short with a substitute, and complete', async ({
  anotherBrowser,
  server,
}) => {
  const [admin, asBranch] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const [one, two, items] = await twoOrders();
  const [first, second, third] = items as [Item, Item, Item];
  const address = `/central-kitchen/pick-list?orders=${one._id},${two._id}`;
  const [ana, ben] = [await (await anotherBrowser({})).newPage(), await (await anotherBrowser({})).newPage()];
  await signIn(ana, 'kitchen');
  await signIn(ben, 'admin');
  await ana.goto(address);
  await ben.goto(address);
  await expect(ana.getByText('0 of 6 lines picked for 2 orders')).toBeVisible();
  await expect(ben.getByText('0 of 6 lines picked for 2 orders')).toBeVisible();

  await test.step('P5: what one takes, the other sees with name and time, within two seconds', async () => {
    await ana.getByRole('button', { name: `Take ${first.name}`, exact: true }).click();
    await expect(ana.getByText('Yours')).toBeVisible();
    const over = ben.getByRole('button', { name: new RegExp(`^Take over ${escaped(first.name)} from `) });
    await expect(over).toBeVisible({ timeout: 2000 });
  });

  await test.step('P9: picked once by a double click, and each order has its own', async () => {
    await ben.getByRole('button', { name: new RegExp(`^Pick .* of ${escaped(second.name)}$`) }).dblclick();
    await expect(ana.getByText('2 of 6 lines picked for 2 orders')).toBeVisible({ timeout: 3000 });
    for (const [order, qty] of [
      [one, 2],
      [two, 3],
    ] as const) {
      const now = await admin.get<Order>(`/orders/${order._id}`);
      expect(now.items.find(({ itemId }) => itemId === second._id)?.pickedQty).toBe(qty);
      expect(now.version).toBe(order.version + 1);
    }
  });

  await test.step('P10: short with a substitute in one step, and the branch sees it before it ships', async () => {
    await ana.getByRole('button', { name: `${first.name} is short`, exact: true }).click();
    const dialog = ana.getByRole('dialog', { name: `${first.name} is short` });
    await dialog.getByRole('textbox', { name: /^Found/ }).fill('2');
    await dialog.getByRole('radio', { name: 'is replaced by another item' }).check();
    await dialog.getByRole('group', { name: 'All items' }).getByRole('radio').first().check();
    await dialog.getByRole('textbox', { name: /^Quantity of the substitute/ }).fill('1');
    await dialog.getByRole('button', { name: 'Save' }).dblclick();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await asBranch.get<Order>(`/orders/${two._id}`)).items.length).toBe(4);
    const seen = await asBranch.get<Order>(`/orders/${two._id}`);
    expect(seen.status).toBe('Under Process');
    const short = seen.items.find(({ itemId }) => itemId === first._id);
    expect(short).toMatchObject({ pickedQty: 0, reasonCode: 'substituted' });
    expect(seen.items.at(-1)).toMatchObject({ substituteFor: short?.lineId, pickedQty: 1 });
  });

  await test.step('P5: the last two lines, finished at once, complete the list for both', async () => {
    const last = (order: Order) =>
      new RegExp(`^Pick .* of ${escaped(third.name)} for ${escaped(order.branchName)}$`);
    await Promise.all([
      ana.getByRole('button', { name: last(one) }).click(),
      ben.getByRole('button', { name: last(two) }).click(),
    ]);
    for (const page of [ana, ben])
      await expect(page.getByText('Everything on this list is picked.')).toBeVisible({ timeout: 5000 });
  });

  /** Two orders in process, of 2 and 3 of three items that the kitchen has plenty of; the second is of the branch user. */
  async function twoOrders(): Promise<[Order, Order, Item[]]> {
    const own = await asBranch.get<Order[] | { orders: Order[] }>('/orders?limit=1');
    const [mine] = 'orders' in own ? own.orders : own;
    if (!mine) throw new Error('The branch has no orders');
    const branches =
      await admin.get<{ _id: string; type: string; supplyingKitchenId: string | null }[]>(
        '/branch?limit=100',
      );
    const other = branches.find(
      ({ _id, type, supplyingKitchenId }) =>
        type === 'branch' && _id !== mine.branch && supplyingKitchenId === mine.kitchen,
    );
    const stock = await admin.get<{ itemId: string; onHand: number; reserved: number }[]>(
      `/stock?placeId=${mine.kitchen}&limit=500`,
    );
    const plenty = new Set(
      stock.filter(({ onHand, reserved }) => onHand - reserved > 200).map(({ itemId }) => itemId),
    );
    const all = await admin.get<Item[]>('/items?limit=500');
    const chosen = all
      .filter(
        ({ _id, isOrderable, catchWeight, branches: only }) =>
          plenty.has(_id) && isOrderable && catchWeight !== true && only.length === 0,
      )
      .slice(0, 3);
    const made: Order[] = [];
    for (const [branch, orderQty] of [
      [other?._id, 2],
      [mine.branch, 3],
    ] as const) {
      const order = await admin.post<Order>('/orders', {
        branch,
        deliveryDate: tomorrow,
        items: chosen.map(({ _id }) => ({ itemId: _id, orderQty })),
      });
      for (const status of ['Under Review', 'Sent to Central Kitchen', 'Under Process'])
        await admin.patch(`/orders/${order._id}`, { status });
      made.push(await admin.get<Order>(`/orders/${order._id}`));
    }
    return [made[0] as Order, made[1] as Order, chosen];
  }
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
