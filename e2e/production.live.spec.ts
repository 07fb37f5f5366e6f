import { dayMs, toUtcDay } from '#core/day.ts';
import { apiAs } from './fixtures/api-client.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Batch {
  _id: string;
  number: string;
  itemId: string;
  status: string;
  plannedQty: number;
  goodQty: number;
  lostQty: number;
  parts: number;
}
interface Stock {
  itemId: string;
  placeId: string;
  placeType: string;
  onHand: number;
}

const pie = 'Rooftop apple pie';

test('M1 to M6: a batch is created once from the plan, and made in parts on a tablet; another user sees its progress and reopens it', async ({
  newContext,
  server,
}) => {
  test.slow();
  const [admin, branch, kitchen] = [
    await apiAs(server.url, 'admin'),
    await apiAs(server.url, 'branch'),
    await apiAs(server.url, 'kitchen'),
  ];
  const [flour] = await admin.get<{ _id: string; category: string; baseUnit: string }[]>(
    '/items?q=Strong%20white%20flour&limit=1',
  );
  if (!flour) throw new Error('The demo business has no item Strong white flour');
  const { category, baseUnit } = flour;
  const item = await admin.post<{ _id: string }>('/items', {
    name: pie,
    itemCode: 'RTP-1',
    kind: 'finished',
    category,
    baseUnit,
    orderUnit: baseUnit,
    trackLots: true,
    trackExpiry: true,
    shelfLifeDays: 3,
  });
  await admin.post('/recipes', {
    name: pie,
    kind: 'dish',
    outputItem: item._id,
    yieldQty: 4,
    yieldUnit: baseUnit,
    components: [{ itemId: flour._id, qty: 1, unit: baseUnit }],
    steps: ['Mix', 'Bake'],
  });
  const day = toUtcDay(Date.now() + server.clockShiftMs + 3 * dayMs);
  const order = await branch.post<{ _id: string }>('/orders', {
    deliveryDate: day,
    items: [{ itemId: item._id, orderQty: 10 }],
  });
  for (const status of ['Under Review', 'Sent to Central Kitchen'])
    await branch.patch(`/orders/${order._id}`, { status });
  const fetchOnHand = async (itemId: string) =>
    (await kitchen.get<Stock[]>(`/stock?itemId=${itemId}`)).find(
      (row) => row.itemId === itemId && row.placeType === 'central_kitchen',
    )?.onHand ?? 0;
  const flourBefore = await fetchOnHand(flour._id);

  // The plan explains its quantities, and two clicks create one batch.
  const tablet = { viewport: { width: 768, height: 1024 }, hasTouch: true, reducedMotion: 'reduce' } as const;
  const cook = await (await newContext(tablet)).newPage();
  await openAs(cook, 'kitchen', `/production?day=${day}`);
  await expect(cook.getByRole('textbox', { name: `${pie}, quantity to make (kg)` })).toHaveValue('12');
  await cook.getByText(pie, { exact: true }).tap();
  const figures = cook.getByRole('group', { name: `Calculation for ${pie}` });
  await expect(figures).toContainText('10');
  await expect(figures.getByText(/^Needed for/)).toBeVisible();
  await expectAccessible(cook, 'the plan');
  const quantities = cook.getByRole('textbox', { name: /, quantity to make/ });
  for (const field of await quantities.all())
    if (!(await field.getAttribute('aria-label'))?.startsWith(pie)) await field.fill('');
  await cook.getByRole('button', { name: /^Create 1 batch$/ }).dblclick();
  const fetchBatches = async () =>
    (await kitchen.get<Batch[]>('/production-batches?limit=100')).filter(({ itemId }) => itemId === item._id);
  await expect.poll(async () => (await fetchBatches()).map(({ plannedQty }) => plannedQty)).toEqual([12]);
  const [batch] = await fetchBatches();
  if (!batch) throw new Error('There is no batch');

  // A user at a desktop watches the same batch.
  const desktop = await (await newContext()).newPage();
  await openAs(desktop, 'admin');
  const path = `/production?view=batches&row=${batch._id}`;
  await navigateInApp(desktop, path);
  const desktopPanel = desktop.getByRole('dialog', { name: batch.number });
  await expect(desktopPanel.getByRole('button', { name: 'Start' })).toBeVisible();

  // A first part is recorded, with a used quantity that differs from the plan.
  await navigateInApp(cook, path);
  const panel = cook.getByRole('dialog', { name: batch.number });
  await panel.getByRole('button', { name: 'Start' }).tap();
  const used = panel.getByRole('textbox', { name: 'Strong white flour, used (kg)' });
  await expect(used).toHaveValue('3');
  await expect(desktopPanel.getByRole('button', { name: 'Finish', exact: true })).toBeVisible();
  await used.fill('1.25');
  await used.press('Enter');
  const good = panel.getByRole('textbox', { name: `${pie}, produced (kg)` });
  await good.fill('4');
  await good.press('Enter');
  await expectAccessible(cook, 'a batch in progress');
  await panel.getByRole('button', { name: 'Record part of batch' }).click();
  const partDialog = cook.getByRole('dialog', { name: /^Record part of/ });
  await expect(partDialog.getByRole('textbox')).toHaveValue('4');
  await partDialog.getByRole('button', { name: 'Record part of batch' }).click();
  await expect(panel.getByRole('region', { name: 'Recorded parts' })).toContainText(pie);
  await expect.poll(() => fetchOnHand(item._id)).toBe(4);
  expect(await fetchOnHand(flour._id)).toBeCloseTo(flourBefore - 1.25, 6);

  // The rest is finished with the keyboard alone.
  await panel.getByRole('button', { name: 'Finish', exact: true }).focus();
  await cook.keyboard.press('Enter');
  const finishDialog = cook.getByRole('dialog', { name: /^Finish/ });
  await finishDialog.getByRole('button', { name: 'Finish', exact: true }).focus();
  await cook.keyboard.press('Enter');
  await expect
    .poll(async () => (await fetchBatches()).map(({ status, goodQty, parts }) => [status, goodQty, parts]))
    .toEqual([['Completed', 12, 2]]);
  expect(await fetchOnHand(item._id)).toBe(12);

  // The desktop is updated without a reload and reopens the batch, which restores both balances.
  await expect(desktopPanel.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await desktopPanel.getByRole('button', { name: 'Reopen' }).click();
  const reopenDialog = desktop.getByRole('dialog', { name: /^Reopen/ });
  await reopenDialog.getByRole('textbox').fill('Counted wrongly');
  await reopenDialog.getByRole('button', { name: 'Reopen' }).dblclick();
  await expect.poll(async () => (await fetchBatches()).map(({ status }) => status)).toEqual(['In Progress']);
  expect(await fetchOnHand(item._id)).toBe(0);
  expect(await fetchOnHand(flour._id)).toBeCloseTo(flourBefore, 6);
  await expect(panel.getByRole('button', { name: 'Record part of batch' })).toBeVisible();
});

test('M1, M9: the lots of an ingredient are scanned on a tablet, and the batch shows which were used', {
  tag: '@journey',
}, async ({ newContext, server }) => {
  const [admin, kitchen] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'kitchen')];
  const { kitchens } = await kitchen.get<{ kitchens: string[] }>('/users/profile');
  const place = kitchens[0] ?? '';
  const [flour] = await admin.get<{ category: string; baseUnit: string }[]>(
    '/items?q=Strong%20white%20flour&limit=1',
  );
  if (!flour) throw new Error('The demo business has no item Strong white flour');
  const { category, baseUnit } = flour;
  const lotItem = { category, baseUnit, orderUnit: baseUnit, trackLots: true, trackExpiry: true };
  const [apples, crumble] = [
    await admin.post<{ _id: string }>('/items', {
      ...lotItem,
      name: 'Rooftop apples',
      itemCode: 'RTA-1',
      kind: 'raw',
    }),
    await admin.post<{ _id: string }>('/items', {
      ...lotItem,
      name: 'Rooftop crumble',
      itemCode: 'RTC-1',
      kind: 'finished',
      shelfLifeDays: 3,
    }),
  ];
  const dayIn = (days: number) => toUtcDay(Date.now() + server.clockShiftMs + days * dayMs);
  const supplier = await admin.post<{ _id: string }>('/suppliers', { code: 'ROOF', name: 'Roof garden' });
  await admin.post('/goods-receipts', {
    supplier: supplier._id,
    place,
    items: [
      { itemId: apples._id, qty: 5, price: 1, lot: 'APL-SOON', expiry: dayIn(20) },
      { itemId: apples._id, qty: 5, price: 1, lot: 'APL-LATER', expiry: dayIn(40) },
    ],
  });
  const recipe = await admin.post<{ _id: string }>('/recipes', {
    name: 'Rooftop crumble',
    kind: 'dish',
    outputItem: crumble._id,
    yieldQty: 4,
    yieldUnit: baseUnit,
    components: [{ itemId: apples._id, qty: 1, unit: baseUnit }],
  });
  const batch = await kitchen.post<Batch>('/production-batches', {
    recipeId: recipe._id,
    plannedQty: 8,
    plannedFor: dayIn(0),
  });
  await kitchen.patch(`/production-batches/${batch._id}`, { status: 'In Progress' });

  const tablet = { viewport: { width: 768, height: 1024 }, hasTouch: true, reducedMotion: 'reduce' } as const;
  const cook = await (await newContext(tablet)).newPage();
  await openAs(cook, 'kitchen', `/production?view=batches&row=${batch._id}`);
  const panel = cook.getByRole('dialog', { name: batch.number });
  await panel.getByRole('button', { name: 'Lots for Rooftop apples' }).tap();
  const lots = cook.getByRole('dialog', { name: 'Choose lots for Rooftop apples' });
  // The lot that expires first is proposed.
  await expect(lots.getByRole('listitem').filter({ hasText: 'APL-SOON' }).getByRole('textbox')).toHaveValue(
    '2',
  );
  /** Enters a code as fast as a scanner, however busy the machine is. */
  const scan = (code: string) =>
    cook.evaluate(
      (keys) => {
        for (const key of keys)
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
          );
      },
      [...code.split(''), 'Enter'],
    );
  await scan('NOT-HERE-1');
  await expect(lots.getByText(/NOT-HERE-1/)).toBeVisible();
  await scan('APL-LATER');
  await expect(lots.getByRole('listitem').filter({ hasText: 'APL-LATER' }).getByRole('textbox')).toHaveValue(
    '2',
  );
  await expectAccessible(cook, 'the lots of an ingredient');
  await lots.getByRole('button', { name: 'Use these lots' }).tap();
  await expect(panel.getByText('APL-LATER: 2 kg')).toBeVisible();
  await panel.getByRole('button', { name: 'Finish', exact: true }).tap();
  await cook
    .getByRole('dialog', { name: /^Finish/ })
    .getByRole('button', { name: 'Finish', exact: true })
    .tap();
  await expect(panel.getByRole('region', { name: 'Recorded parts' })).toContainText('APL-LATER');
  await expect(panel.getByRole('region', { name: 'Recorded parts' })).not.toContainText('APL-SOON');
});
