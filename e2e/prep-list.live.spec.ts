import { apiAs } from './fixtures/api-client.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

const sauce = 'Rooftop mint sauce';

test('a branch ticks off its prep list on a tablet without a connection, and the batch is posted once', {
  tag: '@journey',
}, async ({ newContext, server }) => {
  const [admin, branch] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const { branches } = await branch.get<{ branches: string[] }>('/users/profile');
  const place = branches[0] ?? '';
  const [flour] = await admin.get<{ _id: string; category: string; baseUnit: string }[]>(
    '/items?q=Strong%20white%20flour&limit=1',
  );
  if (!flour) throw new Error('The demo business has no item Strong white flour');
  const { category, baseUnit } = flour;
  const item = await admin.post<{ _id: string }>('/items', {
    name: sauce,
    itemCode: 'RTS-1',
    kind: 'semi_finished',
    category,
    baseUnit,
    orderUnit: baseUnit,
    isOrderable: false,
  });
  const supplier = await admin.post<{ _id: string }>('/suppliers', { code: 'ROOF2', name: 'Roof garden' });
  const received = { itemId: flour._id, qty: 20, price: 1 };
  await admin.post('/goods-receipts', { supplier: supplier._id, place, items: [received] });
  await admin.post('/recipes', {
    name: sauce,
    kind: 'sub-recipe',
    outputItem: item._id,
    yieldQty: 2,
    yieldUnit: baseUnit,
    components: [{ itemId: flour._id, qty: 1, unit: baseUnit }],
  });
  await admin.post('/item-levels', { itemId: item._id, branchId: place, par: 5 });

  const tablet = { viewport: { width: 768, height: 1024 }, hasTouch: true, reducedMotion: 'reduce' } as const;
  // Requests fail without a connection.
  const context = await newContext({ ...tablet, allow: [/ERR_INTERNET_DISCONNECTED/] });
  const cook = await context.newPage();
  await openAs(cook, 'branch', '/branch-order/inventory-control/prep');
  const qty = cook.getByRole('textbox', { name: `${sauce}, quantity made (kg)` });
  await expect(qty).toHaveValue('6');
  await expectAccessible(cook, 'the prep list');
  await context.setOffline(true);
  await qty.fill('5.5');
  await cook.getByRole('button', { name: `Done: ${sauce}` }).tap();
  await expect(cook.getByRole('region', { name: 'Waiting to be sent' })).toContainText(
    `Record ${sauce} as made`,
  );
  await expect(cook.getByRole('button', { name: `Done: ${sauce}` })).toBeDisabled();
  await context.setOffline(false);
  await expect(cook.getByText('5.5 kg made')).toBeVisible();
  await expect(cook.getByRole('button', { name: `Done: ${sauce}` })).toBeHidden();
  const stock = await branch.get<{ placeId: string; onHand: number }[]>(`/stock?itemId=${item._id}`);
  expect(stock.find(({ placeId }) => placeId === place)?.onHand).toBe(5.5);
});
