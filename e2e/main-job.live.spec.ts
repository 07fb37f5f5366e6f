import type { BrowserContextOptions } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import {
  computeBalanceChanges,
  computeExpectedBalanceChanges,
  type FetchedOrder,
  readBalances,
} from './fixtures/stock-balances.ts';
import { signInOnPage } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { type InputMode, submitOrderLines } from './steps/branch-orders.ts';
import { acceptOrder, shipOneShort } from './steps/kitchen-ships.ts';
import { receiveOneDamaged } from './steps/branch-receives.ts';

const lineCount = 10;

const devices: { name: string; inputMode: InputMode; options: BrowserContextOptions }[] = [
  { name: 'a desktop, by keyboard', inputMode: 'keyboard', options: {} },
  {
    name: 'a 360 px phone, by touch',
    inputMode: 'touch',
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  },
];

for (const { name, inputMode, options } of devices) {
  test(`an order from submission to receipt, on ${name}`, {
    tag: inputMode === 'keyboard' ? '@journey' : [],
  }, async ({ newContext, server }) => {
    test.slow();
    const admin = await apiAs(server.url, 'admin');
    const branch = await (await newContext(options)).newPage();
    const kitchen = await (await newContext(options)).newPage();

    // The kitchen's dashboard is already open, so orders that arrive later count as new.
    await signInOnPage(kitchen, 'kitchen');
    await expect(kitchen.getByRole('button', { name: 'Accept' }).first()).toBeVisible();

    await signInOnPage(branch, 'branch');
    const orderNo = await submitOrderLines(branch, lineCount, inputMode);
    const sentOrder = await fetchOrderByNumber(orderNo);
    expect(sentOrder).toMatchObject({ status: 'Sent to Central Kitchen' });
    expect(sentOrder.items).toHaveLength(lineCount);
    const balancesBefore = await readBalances(admin, sentOrder);

    await expect(kitchen.getByRole('main').getByText('1 new order')).toBeVisible();
    await acceptOrder(kitchen, orderNo);
    const [shortItem, damagedItem] = sentOrder.items.slice(1).map((line) => line.itemName);
    const deliveryNoteNo = await shipOneShort(kitchen, orderNo, shortItem ?? '');
    await receiveOneDamaged(branch, orderNo, damagedItem ?? '');

    const received = await fetchOrderByNumber(orderNo);
    expect(received).toMatchObject({ status: 'Received', deliveryNoteNo });
    for (const [index, line] of received.items.entries()) {
      const shipped = index === 1 ? line.orderQty - 1 : line.orderQty;
      const damagedQty = index === 2 ? 1 : 0;
      expect(line).toMatchObject({ shippedQty: shipped, receivedQty: shipped - damagedQty });
      expect(line.damagedQty ?? 0).toBe(damagedQty);
    }
    const balancesAfter = await readBalances(admin, received);
    expect(computeBalanceChanges(balancesBefore, balancesAfter)).toEqual(
      computeExpectedBalanceChanges(received),
    );

    const open = await admin.get<{ type: string; qty: number; itemName: string }[]>(
      `/discrepancies?orderId=${received._id}&status=Open`,
    );
    expect(open.map(({ type, qty, itemName }) => ({ type, qty, itemName }))).toEqual([
      { type: 'damaged', qty: 1, itemName: damagedItem },
    ]);
    const damagedLine = received.items.find(({ itemName }) => itemName === damagedItem);
    expect(
      await (await apiAs(server.url, 'kitchen')).get(`/orders/${received._id}/attachments`),
    ).toMatchObject([{ lineId: damagedLine?.lineId, width: 1600, height: 1200 }]);
    await expectAudit(received);

    async function fetchOrderByNumber(orderNo: string): Promise<FetchedOrder> {
      const { orders } = await admin.get<{ orders: { _id: string }[] }>(`/orders?q=${orderNo}`);
      return admin.get<FetchedOrder>(`/orders/${orders[0]?._id}`);
    }

    async function expectAudit({ _id, statusHistory }: FetchedOrder): Promise<void> {
      const [branchName, kitchenName] = [statusHistory[0]?.byName, statusHistory.at(-2)?.byName];
      expect(branchName).not.toBe(kitchenName);
      const steps = [
        ['Under Review', branchName],
        ['Sent to Central Kitchen', branchName],
        ['Under Process', kitchenName],
        ['Shipped', kitchenName],
        ['Received', branchName],
      ];
      expect(statusHistory.map((step) => [step.to, step.byName])).toEqual([['Draft', branchName], ...steps]);
      const rows = await admin.get<{ userName: string; after: { status: string } }[]>(
        `/audit?entity=orders&entityId=${_id}&action=status&limit=100`,
      );
      expect(rows.toReversed().map((row) => [row.after.status, row.userName])).toEqual(steps);
    }
  });
}
