import { apiAs } from './fixtures/api-client.ts';
import { pressTwice, tabTo, watchPointer } from './fixtures/keyboard.ts';
import { beginsWith } from './fixtures/names.ts';
import type { DemoPerson } from './fixtures/people.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { type OrderInProcess, createTwoOrdersInProcess } from './steps/orders-in-process.ts';

test.describe.configure({ timeout: 240_000 });

test('two orders are picked with a substitute, shipped together and unshipped, each step once, with the keyboard alone and no axe violations in both themes', async ({
  newContext,
  server,
}) => {
  const [admin, asKitchen, asBranch] = await Promise.all([
    apiAs(server.url, 'admin'),
    apiAs(server.url, 'kitchen'),
    apiAs(server.url, 'branch'),
  ]);
  const [far, near, items] = await createTwoOrdersInProcess(admin, asBranch);
  const [short] = items as [(typeof items)[number]];
  const fetchOrder = (order: OrderInProcess) => admin.get<OrderInProcess>(`/orders/${order._id}`);
  const countTransitions = async (order: OrderInProcess, status: string) =>
    (await fetchOrder(order)).statusHistory.filter(({ to }) => to === status).length;
  for (const [index, { branch }] of [near, far].entries())
    await admin.put(`/branch/${branch}`, { route: 'North', routeStop: index + 1 });

  async function openByKeyboard(person: DemoPerson) {
    const page = await (await newContext({ acceptDownloads: true })).newPage();
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await openAs(page, person);
    return { page, expectNoPointer: await watchPointer(page) };
  }
  const { page: kitchen, expectNoPointer } = await openByKeyboard('kitchen');
  async function press(name: string, page = kitchen): Promise<void> {
    await tabTo(page, page.getByRole('button', { name, exact: true }));
    await page.keyboard.press('Enter');
  }

  await test.step('a short item is reported and replaced in one dialog', async () => {
    await kitchen.goto(`/central-kitchen/pick-list?orders=${far._id},${near._id}`);
    await expect(kitchen.getByText('0 of 6 lines picked for 2 orders')).toBeVisible();
    await press(`Report short: ${short.name}`);
    const dialog = kitchen.getByRole('dialog', { name: `Report ${short.name} as short` });
    const foundField = dialog.getByRole('textbox', { name: beginsWith('Found') });
    await expect(foundField).toBeFocused();
    await kitchen.keyboard.type('2');
    await tabTo(kitchen, dialog.getByRole('radio', { name: 'Ship short' }));
    const substituteChoice = dialog.getByRole('radio', { name: 'Send a substitute' });
    for (let step = 0; step < 2; step++) await kitchen.keyboard.press('ArrowDown');
    await expect(substituteChoice).toBeChecked();
    const first = dialog.getByRole('group', { name: 'All items' }).getByRole('radio').first();
    await tabTo(kitchen, first);
    await kitchen.keyboard.press('Space');
    await expect(first).toBeChecked();
    await tabTo(kitchen, dialog.getByRole('textbox', { name: beginsWith('Substitute quantity') }));
    await kitchen.keyboard.type('1');
    await expectAccessible(kitchen, 'the dialog of a short item');
    await pressTwice(kitchen, dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await fetchOrder(near)).items.length).toBe(4);
    await asKitchen.patch(`/orders/${far._id}`, {
      items: far.items.map(({ lineId }) => ({ lineId, pickedQty: 2 })),
    });
    const ownLines = (await fetchOrder(near)).items.filter(({ pickedQty }) => pickedQty === null);
    await asKitchen.patch(`/orders/${near._id}`, {
      items: ownLines.map(({ lineId }) => ({ lineId, pickedQty: 3 })),
    });
  });

  await test.step('the branch rejects the substitute, then changes its response', async () => {
    const { page: branch, expectNoPointer: expectNoBranchPointer } = await openByKeyboard('branch');
    await branch.goto('/branch-order/receiving-order');
    const row = branch.locator('[data-row]').filter({ hasText: near.orderNo });
    await expect(row.getByText('Substitute pending')).toBeVisible();
    await branch.goto(`/branch-order/order-history?order=${near._id}`);
    const panel = branch.getByRole('dialog', { name: near.orderNo });
    const answer = panel.getByRole('group', { name: beginsWith('Accept or refuse') });
    await expect(answer).toBeVisible();
    await expectAccessible(branch, 'a substitute to answer');
    const versionBefore = (await fetchOrder(near)).version;
    const fetchAnswers = async () =>
      (await fetchOrder(near)).items.map(({ substituteAnswer }) => substituteAnswer);
    for (const [answerName, storedAnswer] of [
      ['Refuse', 'refused'],
      ['Accept', 'accepted'],
    ] as const) {
      const button = answer.getByRole('button', { name: beginsWith(answerName) });
      await pressTwice(branch, button);
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await expect(button).toBeFocused();
      await expect.poll(fetchAnswers).toContain(storedAnswer);
    }
    expect((await fetchOrder(near)).version).toBe(versionBefore + 2);
    await branch.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    expectNoBranchPointer();
  });

  expectNoPointer();

  const { page: office, expectNoPointer: expectNoOfficePointer } = await openByKeyboard('admin');
  const getCheckbox = (order: OrderInProcess) =>
    office.getByRole('checkbox', { name: `${order.branchName}, ${order.orderNo}` });
  await test.step('both orders are selected, given their crates, and shipped together once', async () => {
    await office.goto('/central-kitchen/order-processing-prep');
    await tabTo(office, office.getByRole('link', { name: 'Ship together' }));
    await office.keyboard.press('Enter');
    const route = office.getByRole('combobox', { name: 'Route' });
    await expect(route).toBeVisible();
    await tabTo(office, route);
    await office.keyboard.type('North');
    await expect(route).toHaveValue('North');
    await expect(getCheckbox(far)).toBeEnabled();
    await expect(getCheckbox(near)).toBeEnabled();
    await tabTo(office, office.getByRole('textbox', { name: 'Driver' }));
    await office.keyboard.type('Sam');
    for (const order of [near, far]) {
      await tabTo(office, getCheckbox(order));
      await office.keyboard.press('Space');
      await tabTo(office, office.getByRole('textbox', { name: `Crates for ${order.branchName}` }));
      await office.keyboard.type('2');
    }
    await expect(office.getByText(/^2 orders, \d lines, 4 crates/)).toBeVisible();
    await expectAccessible(office, 'orders chosen for a vehicle');
    await press('Ship 2 orders', office);
    const confirmation = office.getByRole('dialog', { name: 'Ship 2 orders now?' });
    await expect(confirmation).toBeVisible();
    await expectAccessible(office, 'the confirmation of shipping');
    await pressTwice(office, confirmation.getByRole('button', { name: 'Ship now' }));
    await expect(office.getByRole('heading', { name: '2 orders shipped' })).toBeVisible();
    for (const order of [near, far]) expect(await countTransitions(order, 'Shipped')).toBe(1);
    await expectAccessible(office, 'the shipped orders');
  });

  await test.step('the documents menu is the next Tab stop and is navigated with the arrow keys', async () => {
    await office.keyboard.press('Tab');
    await expect(office.getByRole('button', { name: 'Documents and labels' })).toBeFocused();
    await office.keyboard.press('Enter');
    await expect(office.getByRole('menuitem').first()).toBeFocused();
    await expectAccessible(office, 'the menu of documents');
    await office.keyboard.press('ArrowDown');
    await expect(office.getByRole('menuitem', { name: 'Crate labels', exact: true })).toBeFocused();
    await office.keyboard.press('Enter');
    await expect(office.locator('[data-paper] article')).toHaveCount(4);
    await office.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(office.locator('[data-paper]')).toHaveCount(0);
    await expect(office.getByRole('button', { name: 'Documents and labels' })).toBeFocused();
  });

  await test.step('both orders are unshipped together', async () => {
    await press('Undo 2 shipments', office);
    const confirmation = office.getByRole('dialog', { name: 'Undo 2 shipments' });
    await expect(confirmation).toBeVisible();
    await pressTwice(office, confirmation.getByRole('button', { name: 'Undo 2 shipments' }));
    await expect(confirmation).toHaveCount(0);
    for (const order of [near, far]) {
      expect((await fetchOrder(order)).status).toBe('Under Process');
      expect(await countTransitions(order, 'Under Process')).toBe(2);
    }
    await expect(office.getByRole('heading', { name: '2 orders shipped' })).toHaveCount(0);
    await expect(getCheckbox(near)).toBeEnabled();
    expectNoOfficePointer();
  });
});
