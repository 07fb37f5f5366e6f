import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import type { DemoUser } from '#mocks/node.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const labelRule = '@page { size: 62mm 29mm; margin: 0 }';
const documentRule = '@page { size: auto; margin: 16mm }';
const listRule = '@page { size: auto; margin: 12mm }';

const letterhead = /Harbour +1 Quay +Tax number: +GB 1/;

let print: Mock<() => void>;
beforeEach(async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('PUT', '/settings', {
    businessName: 'Harbour',
    businessAddress: '1 Quay',
    taxNumber: 'GB 1',
  });
  print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
});

/** Returns the content that print CSS leaves on the page, and the page rules that apply to it. */
function readPrintout() {
  const sheets = [...document.querySelectorAll<HTMLElement>('[data-paper]')];
  const css = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n');
  return {
    sheets: sheets.map(({ innerHTML }) =>
      innerHTML.replace(/<style>.*?<\/style>/, '').replace(/<[^>]+>/g, ' '),
    ),
    pages: css.match(/@page \{ size[^}]*\}/g) ?? [],
    hidesScreen: css.includes('body > :not([data-paper]) { display: none !important }'),
  };
}

/** Matches the parts in this order, with anything in between. */
const matchInOrder = (...parts: RegExp[]) => new RegExp(parts.map(({ source }) => source).join('.*'), 's');

interface View {
  as?: DemoUser;
  /** Creates the document and returns its address. */
  open(): Promise<string>;
  /** Names of the controls to use, in order. */
  press: (string | RegExp)[];
  page: string;
  shows: RegExp;
}

async function completeBatch(isTracked = false): Promise<Record<string, unknown>> {
  const [admin, kitchen] = [await apiAs(mock.api, 'admin'), await apiAs(mock.api, 'kitchen')];
  const item = await admin('POST', '/items', {
    name: 'Tabbouleh',
    itemCode: 'CHL-027',
    kind: 'finished',
    category: ids.category,
    baseUnit: ids.units.kg,
    orderUnit: ids.units.kg,
    trackLots: isTracked,
    trackExpiry: isTracked,
    ...(isTracked && { shelfLifeDays: 3 }),
  });
  await admin('PUT', `/items/${ids.items.flour}`, { allergens: { gluten: 'contains' } });
  const recipe = await admin('POST', '/recipes', {
    name: 'Tabbouleh',
    kind: 'dish',
    outputItem: item['_id'],
    yieldQty: 12,
    yieldUnit: ids.units.kg,
    components: [{ itemId: ids.items.flour, qty: 2, unit: ids.units.kg }],
    steps: ['Chop'],
  });
  const day = String(recipe['createdAt']).slice(0, 10);
  const created = await kitchen('POST', '/production-batches', {
    recipeId: recipe['_id'],
    plannedQty: 12,
    plannedFor: day,
  });
  const path = `/production-batches/${String(created['_id'])}`;
  await kitchen('PATCH', path, { status: 'In Progress' });
  return kitchen('PATCH', path, { status: 'Completed' });
}

async function openBatch(): Promise<string> {
  return `/production?view=batches&row=${String((await completeBatch())['_id'])}`;
}

async function openPurchase(): Promise<string> {
  const supplier = (
    await (
      await apiAs(mock.api, 'admin')
    )('POST', '/suppliers', { code: 'MILL', name: 'Mill' })
  )['_id'];
  const branch = await apiAs(mock.api, 'branch');
  const created = await branch('POST', '/purchase-orders', {
    supplier,
    items: [{ itemId: ids.items.flour, qty: 10, price: 5 }],
  });
  return `/branch-order/inventory-control/purchases?row=${String(created['_id'])}`;
}

async function openCount(): Promise<string> {
  const branch = await apiAs(mock.api, 'branch');
  const { _id: id } = await branch('POST', '/stock-counts', {
    branch: ids.branch1,
    type: 'spot',
    itemIds: [ids.items.tomato],
  });
  await branch('PATCH', `/stock-counts/${String(id)}`, { status: 'Counting' });
  return `/branch-order/stock-count?row=${String(id)}`;
}

const createShippedOrder = async () => (await createOrderInStatus(mock.api, 'Shipped')).id;

async function openTransfer(): Promise<string> {
  const branch = await apiAs(mock.api, 'branch');
  await branch('PATCH', `/orders/${await createShippedOrder()}`, { status: 'Received' });
  const created = await branch('POST', '/transfers', {
    from: ids.branch1,
    to: ids.branch2,
    items: [{ itemId: ids.items.flour, qty: 1 }],
  });
  await branch('PATCH', `/transfers/${String(created['_id'])}`, { status: 'Sent' });
  return `/branch-order/inventory-control/transfers?row=${String(created['_id'])}`;
}

/** Creates a received order with a substitute for flour and 1 of 3 cases of buns missing. */
async function createReceivedOrder(): Promise<string> {
  const { id } = await createOrderInStatus(mock.api, 'Under Process');
  const [admin, branch] = [await apiAs(mock.api, 'admin'), await apiAs(mock.api, 'branch')];
  type Lines = { items: { lineId: string; itemName: string }[] };
  const lines = ((await admin('GET', `/orders/${id}`)) as unknown as Lines).items;
  const findLineId = (name: string) => lines.find(({ itemName }) => itemName.includes(name))?.lineId;
  const flour = findLineId('flour');
  await admin('PATCH', `/orders/${id}`, {
    items: [
      { lineId: flour, pickedQty: 0, reason: 'substituted' },
      { itemId: ids.items.tomato, orderQty: 0, substituteFor: flour, pickedQty: 1, reason: 'substituted' },
    ],
  });
  await admin('PATCH', `/orders/${id}`, { items: [{ lineId: flour, shippedQty: 0 }] });
  await admin('PATCH', `/orders/${id}`, { status: 'Shipped' });
  await branch('PATCH', `/orders/${id}`, {
    items: [{ lineId: findLineId('bun'), receivedQty: 2, reason: 'missing' }],
  });
  await branch('PATCH', `/orders/${id}`, { status: 'Received' });
  return id;
}

const openProcessing = async () =>
  `/central-kitchen/order-processing-prep?order=${await createShippedOrder()}`;

const views: Record<string, View> = {
  'a batch label': {
    open: openBatch,
    press: ['Labels', 'Print labels'],
    page: labelRule,
    shows: /Made .*12 kg.*Batch PB-/,
  },
  'a batch sheet': { open: openBatch, press: ['Print sheet'], page: documentRule, shows: /Batch sheet/ },
  'a delivery note': {
    open: async () => `/central-kitchen/branch-orders-history?order=${await createShippedOrder()}`,
    press: [/^Print.* note$/],
    page: documentRule,
    shows: matchInOrder(/Delivery note/, letterhead, /Received by/),
  },
  'a delivery note after the receipt': {
    open: async () => `/central-kitchen/branch-orders-history?order=${await createReceivedOrder()}`,
    press: [/^Print.* note$/],
    page: documentRule,
    shows:
      /Bread flour.*Replaced by Tomato.*Brioche bun.*3 cases +2 cases.*Short: 1 case.*Tomato.*Substitute for Bread flour/,
  },
  'the delivery note of an order in processing': {
    open: openProcessing,
    press: ['Print delivery note'],
    page: documentRule,
    shows: /Delivery note.*Received by/,
  },
  'crate labels': {
    open: openProcessing,
    press: ['Documents and labels', 'Crate labels'],
    page: labelRule,
    shows: /1\/1.*ORD-/,
  },
  'a run sheet': {
    open: openProcessing,
    press: ['Documents and labels', 'Run sheet with delivery notes'],
    page: documentRule,
    shows: /Run sheet.*Delivery note/,
  },
  'a purchase order': {
    as: 'branch',
    open: openPurchase,
    press: ['Print'],
    page: documentRule,
    shows: matchInOrder(/Purchase order/, letterhead, /Bread flour/),
  },
  'a count sheet': {
    as: 'branch',
    open: openCount,
    press: ['Print count sheet'],
    page: listRule,
    shows: /Count sheet.*Tomato/,
  },
  'a transfer note': {
    as: 'branch',
    open: openTransfer,
    press: ['Print delivery note'],
    page: documentRule,
    shows: matchInOrder(letterhead, /Bread flour/),
  },
  'a transfer note after the receipt': {
    as: 'branch',
    async open() {
      const address = await openTransfer();
      const receiver = await apiAs(mock.api, 'branch2');
      const id = new URLSearchParams(address.split('?')[1]).get('row') ?? '';
      await receiver('PATCH', `/transfers/${id}`, { status: 'Received' });
      return address;
    },
    press: ['Print delivery note'],
    page: documentRule,
    shows: /Bread flour +1 kg .*1 kg +Total .*Handed over/,
  },
  'a food safety record': {
    as: 'branch',
    async open() {
      const branch = await apiAs(mock.api, 'branch');
      const fridge = await branch('POST', '/check-points', {
        name: 'Fridge',
        branchId: ids.branch1,
        kind: 'temperature',
        maxTemp: 5,
        times: ['12:00'],
      });
      await branch('POST', '/safety-checks', { point: fridge['_id'], reading: 4.5 });
      return '/branch-order/inventory-control/food-safety';
    },
    press: ['Print record', 'Print'],
    page: listRule,
    shows: matchInOrder(letterhead, /Fridge.*4.5 °C/),
  },
  'the stock list': {
    as: 'admin',
    open: async () => '/inventory',
    press: ['Print'],
    page: listRule,
    shows: /Inventory/,
  },
};

async function pressControls(
  user: { click(element: Element): Promise<void> },
  names: View['press'],
): Promise<void> {
  for (const name of names) {
    const controls = await waitFor(() => {
      const matches = ['button', 'menuitem'].flatMap((role) => screen.queryAllByRole(role, { name }));
      expect(matches, String(name)).not.toEqual([]);
      return matches;
    });
    await user.click(controls.at(-1) as HTMLElement);
  }
}

describe('every print view', () => {
  it.each(Object.entries(views))(
    '%s is the only content of the page, with its own page size',
    async (_, view) => {
      const path = await view.open();
      const { user } = await renderApp(path, { as: view.as ?? 'kitchen' });
      await pressControls(user, view.press);
      await waitFor(() => expect(print).toHaveBeenCalledOnce());
      const { sheets, pages, hidesScreen } = readPrintout();
      expect(sheets).toEqual([expect.stringMatching(view.shows)]);
      expect(pages).toEqual([view.page]);
      expect(hidesScreen).toBe(true);
      act(() => void window.dispatchEvent(new Event('afterprint')));
      expect(readPrintout()).toEqual({ sheets: [], pages: [], hidesScreen: false });
    },
  );

  it('replaces a printout in progress, and prints an open document with the browser’s print command', async () => {
    const { user } = await renderApp(await openBatch(), { as: 'kitchen' });
    await pressControls(user, ['Labels', 'Print labels']);
    await waitFor(() => expect(readPrintout().pages).toEqual([labelRule]));
    await pressControls(user, ['Print sheet']);
    await waitFor(() => expect(readPrintout().pages).toEqual([documentRule]));
    expect(readPrintout().sheets).toEqual([expect.stringMatching(/Batch sheet/)]);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    print.mockClear();
    // The browser's print command.
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(readPrintout()).toMatchObject({
      sheets: [expect.stringMatching(/Batch sheet/)],
      pages: [documentRule],
    });
    expect(print).not.toHaveBeenCalled();
  });

  it('prints the page itself if no dialog is open', async () => {
    await createOrderInStatus(mock.api, 'Under Process');
    const { user } = await renderApp('/central-kitchen/pick-list', { as: 'kitchen' });
    await screen.findByRole('button', { name: /of Bread flour$/ });
    await pressControls(user, ['Print']);
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(readPrintout()).toEqual({ sheets: [], pages: [], hidesScreen: false });
    expect(document.body).toHaveTextContent('body > :not(#root)');
  });
});

it('prints lot, use-by date and allergens on the label of a tracked item', async () => {
  const batch = await completeBatch(true);
  const { user } = await renderApp(`/production?view=batches&row=${String(batch['_id'])}`, {
    as: 'kitchen',
  });
  await pressControls(user, ['Labels', 'Print labels']);
  await waitFor(() => expect(readPrintout().sheets).toHaveLength(1));
  expect(readPrintout().sheets[0]).toMatch(
    /Tabbouleh.*Use by \d+ \w+ \d{4} · Made \d+ \w+ \d{4}.*12 kg · Lot CHL-.*Contains gluten/,
  );
});

it('prints a pick list with the day, the order numbers and only the lines to be picked', async () => {
  const { id, orderNo } = await createOrderInStatus(mock.api, 'Under Process');
  const kitchen = await apiAs(mock.api, 'kitchen');
  const items = (await kitchen('GET', `/orders/${id}`))['items'] as Record<string, unknown>[];
  const milk = items.find(({ itemId }) => itemId === ids.items.milk);
  await kitchen('POST', '/pick-list/picks', {
    picks: [{ lineId: milk?.['lineId'], orderId: id, pickedQty: milk?.['orderQty'], wasPicked: null }],
  });
  await renderApp('/central-kitchen/pick-list', { as: 'kitchen' });
  const findItem = async (name: RegExp) =>
    (await screen.findByRole('heading', { level: 3, name })).closest('li') as HTMLElement;
  expect(await findItem(/^Whole milk/)).toHaveClass('print:hidden');
  const flour = await findItem(/^Bread flour/);
  expect(flour).not.toHaveClass('print:hidden');
  expect(within(flour).getByText(/^2 /, { selector: '.print\\:inline' })).toBeInTheDocument();
  expect(screen.getByText(new RegExp(`${orderNo} \\(`))).toHaveTextContent(/23 Nov.*: ORD-/);
});
