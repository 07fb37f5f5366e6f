import { apiAs } from './fixtures/api-client.ts';
import { beginsWith } from './fixtures/names.ts';
import { signIn } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

test.use({ business: 'stock-count' });

interface Count {
  _id: string;
  number: string;
  branch: string;
  items: { itemId: string; itemName: string; byLots: boolean }[];
}
interface Stock {
  itemId: string;
  onHand: number;
}

const page = (id: string) => `/branch-order/stock-count?row=${id}`;

test('C1: two people count blind, one of them offline; 20 leave before the approval, and the stock is what was counted less the 20', async ({
  anotherBrowser,
  server,
}) => {
  const [admin, manager] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const made = await manager.post<Count>('/stock-counts', { type: 'full', blind: true });
  const { items, number, branch } = await manager.patch<Count>(`/stock-counts/${made._id}`, {
    status: 'Counting',
  });
  const stock = await admin.get<Stock[]>(`/stock?placeId=${branch}&limit=500`);
  const isEnough = new Set(stock.filter((row) => row.onHand >= 25).map(({ itemId }) => itemId));
  const [first, second] = items.filter(({ itemId, byLots }) => isEnough.has(itemId) && !byLots);
  if (!first || !second) throw new Error('The demonstration has too little to count');
  const onHand = async (itemId: string) =>
    (await admin.get<Stock[]>(`/stock?itemId=${itemId}&placeId=${branch}`)).find(
      (row) => row.itemId === itemId,
    )?.onHand ?? 0;

  // Somebody on the floor counts without a connection: it is kept, and arrives by itself.
  const context = await anotherBrowser({ allow: [/./] });
  const staff = await context.newPage();
  await signIn(staff, 'branchStaff');
  await staff.goto(page(made._id));
  await expect(staff.getByText('Blind', { exact: true })).toBeVisible();
  await staff.getByRole('searchbox').fill(first.itemName);
  const line = staff.getByRole('listitem', { name: first.itemName, exact: true });
  await expect(line).toBeVisible();
  await expect(staff.getByText(/books:/)).toHaveCount(0);
  await context.setOffline(true);
  await line.getByRole('textbox').last().fill('100');
  await line.getByRole('textbox').last().press('Enter');
  await expect(line).toContainText('kept here');
  await context.setOffline(false);
  await expect(staff.getByText('Everything is saved')).toBeVisible({ timeout: 15_000 });
  await expect(line).not.toContainText('kept here');

  // The other one counts another line, and submits both.
  const desk = await (await anotherBrowser({})).newPage();
  await signIn(desk, 'branch');
  await desk.goto(page(made._id));
  await desk.getByRole('searchbox').fill(second.itemName);
  const other = desk.getByRole('listitem', { name: second.itemName, exact: true });
  await other.getByRole('textbox').last().fill('5');
  await other.getByRole('textbox').last().press('Enter');
  await expect(desk.getByText('Everything is saved')).toBeVisible();
  await desk.getByRole('button', { name: 'Submit', exact: true }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(desk.getByRole('button', { name: /^Differences \(2\)/ })).toBeVisible();

  // Twenty leave before anybody approves.
  await admin.post('/wastage', {
    branch,
    dateTime: new Date(Date.now() + server.clockShiftMs).toISOString(),
    item: first.itemId,
    qty: 20,
    reason: 'spoiled',
  });
  const before = await onHand(first.itemId);
  await desk.reload();
  const line1 = desk.getByRole('listitem', { name: first.itemName, exact: true });
  await line1.getByRole('button', { name: /^-20 .* since$/ }).click();
  await expect(
    line1.getByRole('region', { name: beginsWith(`${first.itemName}: moved since`) }),
  ).toContainText('WST-');

  await desk.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(desk.getByText('Approved', { exact: true })).toBeVisible();
  await expect.poll(() => onHand(first.itemId)).toBe(80);
  await expect.poll(() => onHand(second.itemId)).toBe(5);
  expect(before).not.toBe(80);
  await desk.goto(`/branch-order/stock-count?tab=all`);
  await expect(desk.getByRole('link', { name: number })).toBeVisible();
});
