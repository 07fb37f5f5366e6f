import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { DemoUser } from '#mocks/node.ts';
import { addDays } from '#core/day.ts';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

type Row = Record<string, unknown>;

interface Grid {
  name: string;
  as: DemoUser;
  /** Sets up the document and returns the address of its grid. */
  prepare(): Promise<string>;
  cell: RegExp;
  /**
   * The action that sends or saves the grid: a button, or a key if the button only appears after the first
   * change.
   */
  act: RegExp | string;
  /** Opens the grid, if the address doesn't open it. */
  open?(user: UserEvent): Promise<void>;
  /** Adds the first row to an empty grid. */
  addFirstRow?(user: UserEvent): Promise<void>;
}

async function createPurchaseOrder(status: 'Draft' | 'Sent'): Promise<Row> {
  const admin = await apiAs(mock.api, 'admin');
  const { _id: supplier } = await admin('POST', '/suppliers', { code: 'MILL', name: 'Mill' });
  const branch = await apiAs(mock.api, 'branch');
  const created = await branch('POST', '/purchase-orders', {
    supplier,
    items: [{ itemId: ids.items.flour, qty: 10, price: 5 }],
  });
  if (status === 'Draft') return created;
  return branch('PATCH', `/purchase-orders/${String(created['_id'])}`, { status });
}

const addFlour = async (user: UserEvent, label = 'Add item') => {
  await user.type(await screen.findByRole('combobox', { name: label }), 'flour');
  await user.click(await screen.findByRole('option', { name: /Bread flour/ }));
};

/** Creates a recipe for apple pie and an order that requires it. */
async function createOrderedRecipe(): Promise<{ day: string; recipeId: string }> {
  const admin = await apiAs(mock.api, 'admin');
  const { _id: pie } = await admin('POST', '/items', {
    itemCode: 'PIE',
    name: 'Apple pie',
    kind: 'finished',
    category: ids.category,
    baseUnit: ids.units.kg,
  });
  const recipe = await admin('POST', '/recipes', {
    name: 'Apple pie',
    kind: 'dish',
    outputItem: pie,
    yieldQty: 4,
    yieldUnit: ids.units.kg,
    components: [{ itemId: ids.items.flour, qty: 2, unit: ids.units.kg }],
  });
  const day = addDays(String(recipe['createdAt']).slice(0, 10), 1);
  const branch = await apiAs(mock.api, 'branch');
  const order = await branch('POST', '/orders', {
    deliveryDate: day,
    items: [{ itemId: pie, orderQty: 10 }],
  });
  for (const status of ['Under Review', 'Sent to Central Kitchen'])
    await branch('PATCH', `/orders/${String(order['_id'])}`, { status });
  return { day, recipeId: String(recipe['_id']) };
}

const grids: Grid[] = [
  {
    name: 'the order guide',
    as: 'branch',
    prepare: async () => '/branch-order/create-order',
    cell: /^Bread flour, order quantity/,
    act: /^Submit/,
  },
  {
    name: 'a draft order',
    as: 'branch',
    prepare: async () =>
      `/branch-order/order-submission?order=${(await createOrderInStatus(mock.api, 'Draft')).id}`,
    cell: /^Bread flour, Ordered/,
    act: /^Submit/,
  },
  {
    name: 'an order under review',
    as: 'branch',
    prepare: async () =>
      `/branch-order/order-submission?order=${(await createOrderInStatus(mock.api, 'Under Review')).id}`,
    cell: /^Bread flour, Approved/,
    act: /^Send to central kitchen/,
  },
  {
    name: 'an order to accept',
    as: 'kitchen',
    prepare: async () =>
      `/central-kitchen/dashboard?order=${(await createOrderInStatus(mock.api, 'Sent to Central Kitchen')).id}`,
    cell: /^Bread flour, approved quantity/,
    act: /^Accept$/,
  },
  {
    name: 'an order in process',
    as: 'kitchen',
    prepare: async () =>
      `/central-kitchen/order-processing-prep?order=${(await createOrderInStatus(mock.api, 'Under Process')).id}`,
    cell: /^Bread flour, picked quantity/,
    act: /^Pick all as approved$/,
  },
  {
    name: 'the pick list',
    as: 'kitchen',
    async prepare() {
      await createOrderInStatus(mock.api, 'Under Process');
      return '/central-kitchen/pick-list';
    },
    cell: /^Bread flour, quantity found/,
    act: /^Pick (?!.* for ).*Bread flour/,
  },
  {
    name: 'receiving',
    as: 'branch',
    prepare: async () =>
      `/branch-order/receiving-order?order=${(await createOrderInStatus(mock.api, 'Shipped')).id}`,
    cell: /^Bread flour, accepted/,
    act: /^Check and post/,
  },
  {
    name: 'opening stock',
    as: 'admin',
    prepare: async () => `/inventory?opening=true&place=${ids.branch2}`,
    cell: /^Bread flour, quantity/,
    act: /^Save opening stock/,
  },
  {
    name: 'par levels',
    as: 'branch',
    prepare: async () => '/branch-order/settings',
    cell: /^Bread flour, Par/,
    act: '{Control>}s{/Control}',
  },
  {
    name: 'a transfer',
    as: 'branch',
    prepare: async () => `/branch-order/inventory-control/transfers?new=transfer&toPlace=${ids.branch2}`,
    cell: /^Bread flour, /,
    act: /^Send$|^Send now|^Send transfer/,
    addFirstRow: (user) => addFlour(user),
  },
  {
    name: 'a purchase order',
    as: 'branch',
    prepare: async () =>
      `/branch-order/inventory-control/purchases?row=${String((await createPurchaseOrder('Draft'))['_id'])}`,
    cell: /^Bread flour, quantity/,
    act: /^Send/,
  },
  {
    name: 'a goods receipt',
    as: 'branch',
    prepare: async () =>
      `/branch-order/inventory-control/receipts?new=${String((await createPurchaseOrder('Sent'))['_id'])}`,
    cell: /^Bread flour, accepted/,
    act: /^Save|^Post|^Receive/,
  },
  {
    name: 'an invoice',
    as: 'admin',
    async prepare() {
      const order = await createPurchaseOrder('Sent');
      const [line] = order['items'] as Row[];
      const branch = await apiAs(mock.api, 'branch');
      const receipt = await branch('POST', '/goods-receipts', {
        purchaseOrder: order['_id'],
        items: [{ poLineId: line?.['lineId'], qty: 10 }],
      });
      return `/procurements/creation/review/invoices?new=invoice&source=receipts/${String(receipt['_id'])}`;
    },
    cell: /^Bread flour, quantity/,
    act: /^Save draft/,
  },
  {
    name: 'a stock count',
    as: 'branch',
    async prepare() {
      const branch = await apiAs(mock.api, 'branch');
      const { _id: id } = await branch('POST', '/stock-counts', {
        branch: ids.branch1,
        type: 'spot',
        itemIds: [ids.items.tomato, ids.items.flour],
      });
      await branch('PATCH', `/stock-counts/${String(id)}`, { status: 'Counting' });
      return `/branch-order/stock-count?row=${String(id)}`;
    },
    cell: /^Tomato, counted/,
    act: /^Submit/,
  },
  {
    name: 'fair share',
    as: 'kitchen',
    async prepare() {
      const admin = await apiAs(mock.api, 'admin');
      for (const [branch, orderQty] of [
        [ids.branch1, 60],
        [ids.branch2, 100],
      ]) {
        const order = await admin('POST', '/orders', {
          branch,
          deliveryDate: '2026-11-23',
          items: [{ itemId: ids.items.tomato, orderQty }],
        });
        for (const status of ['Under Review', 'Sent to Central Kitchen'])
          await admin('PATCH', `/orders/${String(order['_id'])}`, { status });
      }
      return '/central-kitchen/fair-share';
    },
    cell: /^Tomato for Riverside, .*, share/,
    act: /^Approve shares/,
  },
  {
    name: 'new purchase orders',
    as: 'branch',
    async prepare() {
      const admin = await apiAs(mock.api, 'admin');
      const { _id: supplierId } = await admin('POST', '/suppliers', { code: 'MILL', name: 'Mill' });
      await admin('POST', '/packagings', {
        name: 'Bag',
        itemId: ids.items.flour,
        supplierId,
        unit: ids.units.kg,
        contentsQty: 12.5,
        price: 15.5,
      });
      return '/branch-order/inventory-control/purchases';
    },
    async open(user) {
      await user.click(await screen.findByRole('button', { name: 'Create purchase orders' }));
    },
    cell: /^Bread flour, .*quantity/,
    act: /^Create .* draft/,
  },
  {
    name: 'the production plan',
    as: 'kitchen',
    async prepare() {
      const { day } = await createOrderedRecipe();
      return `/production?day=${day}`;
    },
    cell: /^Apple pie, quantity to make/,
    act: /^Create \d+ batch/,
  },
  {
    name: 'a production batch',
    as: 'kitchen',
    async prepare() {
      const { day, recipeId } = await createOrderedRecipe();
      const kitchen = await apiAs(mock.api, 'kitchen');
      const batch = await kitchen('POST', '/production-batches', {
        recipeId,
        plannedQty: 4,
        plannedFor: day,
      });
      const id = String(batch['_id']);
      await kitchen('PATCH', `/production-batches/${id}`, { status: 'In Progress' });
      return `/production?view=batches&row=${id}`;
    },
    cell: /^Bread flour, used/,
    act: /^Finish/,
  },
  {
    name: 'a new recipe',
    as: 'admin',
    prepare: async () => '/menu?row=new',
    async addFirstRow(user) {
      await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Bread');
      await addFlour(user, 'Add ingredient');
    },
    cell: /^Quantity of Bread flour/,
    act: /^Save/,
  },
];

const findCell = async ({ cell }: Grid) =>
  (
    await screen.findAllByRole<HTMLInputElement>('textbox', { name: cell }, { timeout: 10_000 })
  )[0] as HTMLInputElement;

async function runAction({ act: action }: Grid, user: UserEvent): Promise<void> {
  if (typeof action === 'string') return user.keyboard(action);
  const buttons = await screen.findAllByRole('button', { name: action });
  await user.click(buttons.at(-1) as HTMLElement);
}

describe.each(grids)('$name', (grid) => {
  it('keeps invalid text after a reload, and blocks the action with an error and focuses the cell', async () => {
    const path = await grid.prepare();
    const first = await renderApp(path, { as: grid.as });
    await grid.open?.(first.user);
    await grid.addFirstRow?.(first.user);
    // Some screens re-render their rows when the last data arrives.
    await waitFor(async () => {
      (await findCell(grid)).focus();
      expect(await findCell(grid)).toHaveFocus();
    });
    await first.user.clear(await findCell(grid));
    await first.user.type(await findCell(grid), '3o');
    // The tab is closed while the cell still has the focus.
    first.unmount();

    const { user } = await renderApp(path, { as: grid.as });
    await grid.open?.(user);
    const cell = await findCell(grid);
    expect(cell).toHaveValue('3o');
    expect(cell).toBeInvalid();
    await runAction(grid, user);
    expect(await screen.findByText(/“3o” isn’t a number/)).toBeInTheDocument();
    await waitFor(async () => expect(await findCell(grid)).toHaveFocus());
    act(() => localStorage.clear());
  });
});
