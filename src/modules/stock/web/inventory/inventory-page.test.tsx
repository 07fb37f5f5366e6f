import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { dayMs, toUtcDay } from '#core/day.ts';

const mock = useMockApi();

async function openInventory(search = '', user: 'kitchen' | 'admin' = 'admin') {
  const app = await renderApp(`/inventory${search}`, { as: user });
  await screen.findByText(/· Updated /);
  return app;
}

const getCardSearch = (item: string, place: string) => `?item=${item}&at=${place}`;

describe('the inventory page', () => {
  it('filters on every keystroke, keeps the filter in the URL, and removes it', async () => {
    const app = await openInventory();
    expect(screen.getAllByRole('link', { name: 'Bread flour' }).length).toBeGreaterThan(1);
    await app.user.type(screen.getByRole('searchbox', { name: /^Search item/ }), 'MILK');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Bread flour' })).toBeNull());
    expect(screen.getAllByRole('link', { name: 'Whole milk' }).length).toBeGreaterThan(0);
    await expect.poll(app.path).toContain('q=MILK');

    await app.user.type(screen.getByRole('searchbox', { name: /^Search item/ }), ' xyz');
    expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument();
    await app.user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect((await screen.findAllByRole('link', { name: 'Bread flour' })).length).toBeGreaterThan(1);
    await expect.poll(app.path).not.toContain('q=');
  });

  it('shows a single state from the URL', async () => {
    const app = await openInventory('?state=negative');
    expect(screen.getByText('Nothing matches these filters')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: /^Negative/ }));
    expect((await screen.findAllByRole('link', { name: 'Bread flour' })).length).toBeGreaterThan(0);
    expect(app.path()).not.toContain('state');
  });
});

it("shows and sorts by average cost if there is room, except for users who can't see costs", async () => {
  const media = window.matchMedia;
  const mediaSpy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(media(query), { matches: query.includes('min-width') }));
  const app = await openInventory(`?place=${ids.kitchen}`);
  const header = await screen.findByRole('columnheader', { name: 'Average cost' });
  await app.user.click(within(header).getByRole('button'));
  await expect.poll(app.path).toContain('sort=avgCost');
  expect(await screen.findByRole('columnheader', { name: 'Average cost' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  const costs = () => screen.getAllByRole('row').flatMap((row) => /£[\d.]+/.exec(row.textContent) ?? []);
  expect(costs().slice(0, 3)).toEqual(['£0.12', '£0.40', '£0.95']);
  app.unmount();
  await openInventory(`?place=${ids.kitchen}`, 'kitchen');
  expect(screen.queryByRole('columnheader', { name: 'Average cost' })).toBeNull();
  mediaSpy.mockRestore();
});

it('reports how many rows the server has beyond the first response', async () => {
  mock.api.server.use(
    http.get('*/api/stock', () =>
      HttpResponse.json([{ itemId: ids.items.flour, placeId: ids.branch1, onHand: 2, reserved: 0 }], {
        headers: { 'x-total-count': '20301' },
      }),
    ),
  );
  await openInventory();
  expect(screen.getByText(/^20,300 more balances aren’t shown/)).toBeInTheDocument();
  // An item with levels whose balance wasn't in the response must not be shown as out of stock.
  expect(screen.queryByText('Out')).toBeNull();
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2);
});

it('loads every row of the selected location when the first response was limited', async () => {
  const row = { itemId: ids.items.flour, placeId: ids.branch1, onHand: 2, reserved: 0 };
  const branchRow = { ...row, placeId: ids.branch2, itemId: ids.items.milk, onHand: 7 };
  mock.api.server.use(
    http.get('*/api/stock', ({ request }) =>
      new URL(request.url).searchParams.get('branchId') === ids.branch2
        ? HttpResponse.json([branchRow])
        : HttpResponse.json([row], { headers: { 'x-total-count': '20301' } }),
    ),
  );
  const app = await openInventory();
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Location' }), ids.branch2);
  expect(await screen.findByRole('link', { name: 'Whole milk' })).toBeInTheDocument();
  expect(screen.queryByText(/more balances aren’t shown/)).toBeNull();
});

it('includes lots, usage and cover in a file requested before they have loaded', async () => {
  const saved: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    void (blob as Blob).text().then((text) => saved.push(text));
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await mock.api.db.writer
    .insertInto('stockDaily')
    .values({
      placeId: ids.branch1,
      itemId: ids.items.flour,
      kind: 'consumption',
      businessDay: toUtcDay(Date.now() - 10 * dayMs),
      qtyMicro: -280e6,
      valueE4: 0,
    })
    .execute();
  const pendingResponse = Promise.withResolvers<void>();
  mock.api.server.use(http.get('*/api/stock/shelves', () => pendingResponse.promise.then(() => undefined)));
  const app = await openInventory();
  await app.user.click(screen.getByRole('button', { name: 'Save as CSV' }));
  expect(URL.createObjectURL).not.toHaveBeenCalled();
  pendingResponse.resolve();
  await expect.poll(() => saved.length).toBe(1);
  const [header = '', ...rows] = (saved[0] ?? '').split('\r\n');
  const usageIndex = header.split(',').findIndex((name) => name.includes('Usage per day'));
  expect(rows.map((row) => row.split(',')[usageIndex])).toContain('28');
});

/** Records the parameters of requests for stock positions from now on. */
function recordPositionRequests(): URLSearchParams[] {
  const requests: URLSearchParams[] = [];
  mock.api.server.use(
    http.get('*/api/stock/shelves', ({ request }) => void requests.push(new URL(request.url).searchParams)),
  );
  return requests;
}

it('requests lots, usage and cover only for items that are visible or need action', async () => {
  const requests = recordPositionRequests();
  const app = await openInventory();
  const items = () => requests.flatMap((search) => search.get('items')?.split(',') ?? []);
  await expect.poll(items).toContain(ids.items.flour);
  await app.user.selectOptions(
    screen.getByRole('combobox', { name: 'Lots and movement' }),
    'No movement in 28 days',
  );
  await expect.poll(() => requests.map((search) => search.get('subset'))).toContain('without-movement');
  expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument();
  expect(requests.filter((search) => [...search.keys()].length === 0)).toEqual([]);
});

it('sorts by days of cover across all locations, loading one location at a time', async () => {
  const fields = { businessDay: toUtcDay(Date.now() - 10 * dayMs), valueE4: 0 };
  await mock.api.db.writer
    .insertInto('stockDaily')
    .values([
      { ...fields, placeId: ids.kitchen, itemId: ids.items.tomato, kind: 'consumption', qtyMicro: -9000e6 },
      { ...fields, placeId: ids.kitchen, itemId: ids.items.flour, kind: 'consumption', qtyMicro: -280e6 },
    ])
    .execute();
  const requests = recordPositionRequests();
  await openInventory('?sort=cover');
  await expect.poll(() => requests.map((search) => search.get('placeId'))).toContain(ids.kitchen);
  expect(requests.filter((search) => search.get('placeId') === null)).toEqual([]);
  const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent);
  await expect.poll(() => rows()[1]).toMatch(/^Tomato Central Kitchen/);
  expect(rows()[2]).toMatch(/^Bread flour Central Kitchen/);
});

describe('the stock card', () => {
  it('shows movements with their orders, the resulting balance, and reservations', async () => {
    const shipped = await createOrderInStatus(mock.api, 'Shipped');
    const order = await createOrderInStatus(mock.api, 'Under Process');
    await openInventory(getCardSearch(ids.items.flour, ids.kitchen), 'kitchen');
    const card = await screen.findByRole('dialog', { name: 'Bread flour' });
    const ledger = await within(card).findByRole('table', { name: 'Ledger' });
    const [, newest, oldest] = within(ledger).getAllByRole('row');
    expect(newest).toHaveTextContent('Shipped');
    expect(newest).toHaveTextContent('-20');
    expect(
      within(newest as HTMLElement).getByRole('link', { name: `Open ${shipped.orderNo}` }),
    ).toHaveAttribute('href', expect.stringContaining(shipped.id));
    expect(oldest).toHaveTextContent('Goods received');
    expect(await within(card).findByRole('link', { name: new RegExp(order.orderNo) })).toBeInTheDocument();
    expect(within(card).getByText('This is the first movement.')).toBeInTheDocument();
  });

  it('switches between locations and closes with Esc, each with its own URL', async () => {
    const app = await openInventory(getCardSearch(ids.items.milk, ids.kitchen));
    const card = await screen.findByRole('dialog', { name: 'Whole milk' });
    const places = within(card)
      .getAllByRole('button')
      .filter((button) => button.ariaCurrent === 'false');
    await app.user.click(places[0] as HTMLElement);
    await expect.poll(app.path).not.toContain(ids.kitchen);
    expect(app.path()).toContain(ids.items.milk);
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.path()).toBe('/inventory');
  });

  it('reports a failed ledger request and loads it on retry', async () => {
    mock.api.fail({ fault: '500', match: '/stock/moves', times: 1 });
    const app = await openInventory(getCardSearch(ids.items.milk, ids.kitchen));
    expect(await screen.findByText('Couldn’t load the ledger')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table', { name: 'Ledger' })).toBeInTheDocument();
  });
});
