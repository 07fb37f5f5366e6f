import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import type { Actor } from '#core/permissions.ts';
import { ids } from '#app/server/testing/ids.ts';
import { analyticsTabs, listReadableTabs } from './analytics-filters.ts';

const mock = useMockApi();
const november = 'from=2026-11-01&to=2026-11-30';

/** Records one order received in full and one in transit. */
async function createNovemberOrders(): Promise<void> {
  const calls = await apiAs(mock.api, 'branch');
  const { id } = await createOrderInStatus(mock.api, 'Shipped');
  await calls('PATCH', `/orders/${id}`, { status: 'Received' });
  await createOrderInStatus(mock.api, 'Shipped');
}

it('shows service figures with their definitions, and links to the lines behind a figure', async () => {
  await createNovemberOrders();
  const { user, path } = await renderApp(`/analytics?${november}`, { as: 'admin' });
  const totals = await screen.findByRole('list', { name: 'Totals' });
  expect(within(totals).getByRole('link', { name: /^Orders shipped\s*2/ })).toHaveAttribute(
    'href',
    expect.stringContaining('/branch-orders?'),
  );
  expect(screen.getByRole('region', { name: 'How it’s calculated' })).toHaveTextContent(
    /Substitutes count as units, not as lines/,
  );
  // There were no shipments in October.
  expect(screen.getByRole('note')).toHaveTextContent(/No comparison with .+: no data\./);
  const table = screen.getByRole('table', { name: 'Figures' });
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  await user.click(within(totals).getByRole('link', { name: /^Short lines/ }));
  expect(path()).toMatch(/^\/branch-order\/reports\?.*report=missing-items/);
});

it('moves through chart points with the arrow keys and announces each', async () => {
  await createNovemberOrders();
  const { user } = await renderApp('/analytics?from=2026-11-23&to=2026-12-06&by=week', { as: 'admin' });
  const chart = await screen.findByRole('group', { name: /^Line fill rate by week/ });
  chart.focus();
  await user.keyboard('{ArrowRight}');
  expect(within(chart.closest('figure') as HTMLElement).getByRole('status')).toHaveTextContent(
    /^Week of .*: 100%/,
  );
});

it('keeps days without data on the time axis', async () => {
  await createNovemberOrders();
  const { user } = await renderApp('/analytics?from=2026-11-22&to=2026-11-29&by=day&figure=orders', {
    as: 'admin',
  });
  const chart = await screen.findByRole('group', { name: /^Orders shipped by day/ });
  const announcement = within(chart.closest('figure') as HTMLElement).getByRole('status');
  chart.focus();
  await user.keyboard('{Home}');
  expect(announcement).toHaveTextContent(/22 Nov.*: 0$/);
  await user.keyboard('{ArrowRight}');
  expect(announcement).toHaveTextContent(/23 Nov.*: 2$/);
  await user.keyboard('{End}');
  expect(announcement).toHaveTextContent(/29 Nov.*: 0$/);
});

it('marks the current day and partial weeks as incomplete', async () => {
  await createNovemberOrders();
  // Today is Wednesday, 18 November.
  const app = await renderApp('/analytics?from=2026-11-11&to=2026-11-24&by=week&figure=orders', {
    as: 'admin',
  });
  const chart = await screen.findByRole('group', { name: /^Orders shipped by week/ });
  const announcement = within(chart.closest('figure') as HTMLElement).getByRole('status');
  chart.focus();
  await app.user.keyboard('{Home}');
  expect(announcement).toHaveTextContent('Week of Mon 9 Nov (5 of 7 days): 0');
  await app.user.keyboard('{ArrowRight}');
  expect(announcement).toHaveTextContent('Week of Mon 16 Nov (in progress): 0');
  const row = within(screen.getByRole('table', { name: 'Figures' })).getByRole('link', { name: /^Week of/ });
  expect(row).toHaveAccessibleName('Week of Mon 23 Nov (2 of 7 days)');
  await app.user.click(row);
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'day');
  expect(await screen.findByRole('link', { name: 'Mon 23 Nov' })).toBeVisible();
});

it('shows the compared values in the table and states the comparison period', async () => {
  await createNovemberOrders();
  await renderApp('/analytics?from=2026-12-01&to=2026-12-28&figure=orders&against=period', { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'Figures' });
  // The November values have no counterpart in December.
  expect(within(table).getByRole('columnheader', { name: 'Previous: Orders shipped' })).toBeVisible();
  const row = within(table).getByRole('row', { name: /^Riverside/ });
  expect(within(row).getAllByRole('cell', { name: '2' })).toHaveLength(1);
  expect(screen.getByRole('region', { name: 'How it’s calculated' })).toHaveTextContent(
    'Compared with 3 Nov 2026 – 30 Nov 2026, the preceding period of the same length.',
  );
});

it('reports that a month had no waste', async () => {
  await createNovemberOrders();
  await renderApp(`/analytics?${november}&tab=wastage`, { as: 'admin' });
  const totals = await screen.findByRole('list', { name: 'Totals' });
  expect(within(totals).getByRole('link', { name: /^Records\s*0/ })).toBeVisible();
  expect(screen.getByText('No data in this period')).toBeVisible();
});

it("shows the name of the selected location, even if archived, and of the menu view's branch", async () => {
  await createNovemberOrders();
  const calls = await apiAs(mock.api, 'admin');
  await calls('PUT', `/branch/${ids.branch1}`, { isActive: false });
  const app = await renderApp(`/analytics?${november}&branch=${ids.branch1}`, { as: 'admin' });
  await screen.findByRole('list', { name: 'Totals' });
  expect(screen.getByText(/^Riverside ·/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Branch' })).toHaveDisplayValue('Riverside');
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await app.user.click(screen.getByRole('link', { name: 'Menu' }));
  expect(await screen.findByText(/^Station ·/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Branch' })).toHaveDisplayValue('Station');
});

/** Sends a purchase order of a new supplier for each expected day. */
async function sendPurchaseOrders(name: string, place: string, days: readonly string[]): Promise<void> {
  const calls = await apiAs(mock.api, 'admin');
  const { _id: supplier } = await calls('POST', '/suppliers', { code: name.slice(0, 4), name });
  for (const expectedOn of days) {
    const items = [{ itemId: ids.items.flour, qty: 10, price: 2 }];
    const order = await calls('POST', '/purchase-orders', { supplier, place, expectedOn, items });
    await calls('PATCH', `/purchase-orders/${order['_id']}`, { status: 'Sent' });
  }
}

it('compares the suppliers in a chart with the previous period', async () => {
  await sendPurchaseOrders('Riverside Dairy', ids.branch1, ['2026-11-05', '2026-11-10']);
  await renderApp('/analytics?from=2026-11-08&to=2026-11-12&tab=suppliers&against=period', { as: 'admin' });
  const points = await screen.findAllByLabelText('Riverside Dairy: 0%, Previous period: 0%');
  expect(points).toHaveLength(2);
});

it('shows supplier figures for the orders of the selected location, and links to them', async () => {
  await sendPurchaseOrders('Riverside Dairy', ids.branch1, ['2026-11-10']);
  await sendPurchaseOrders('Station Mill', ids.branch2, ['2026-11-10']);
  await renderApp(`/analytics?${november}&tab=suppliers&branch=${ids.branch1}`, { as: 'admin' });
  const table = within(await screen.findByRole('table', { name: 'Figures' }));
  expect(table.getByRole('link', { name: 'Riverside Dairy' })).toBeVisible();
  expect(table.queryByRole('link', { name: 'Station Mill' })).not.toBeInTheDocument();
  expect(table.getByRole('link', { name: '1' })).toHaveAttribute(
    'href',
    expect.stringMatching(new RegExp(`place=${ids.branch1}.*delivery=due`)),
  );
});

it('reports that the failed orders could not be loaded', async () => {
  await createNovemberOrders();
  mock.api.server.use(
    http.get('*/api/analytics/service/orders', () =>
      HttpResponse.json({ error: 'No.', code: 'FORBIDDEN' }, { status: 403 }),
    ),
  );
  await renderApp(`/analytics?${november}`, { as: 'admin' });
  expect(await screen.findByText('Couldn’t load the figures')).toBeVisible();
});

it('lists the orders of an hour', async () => {
  await createNovemberOrders();
  const { user } = await renderApp(`/analytics?${november}&tab=demand`, { as: 'admin' });
  const grid = await screen.findByRole('table', { name: 'Orders by weekday and hour' });
  const [cell] = within(grid).getAllByRole('button', { name: /: 2 orders$/ });
  if (!cell) throw new Error('No hour has both orders');
  await user.click(cell);
  expect(await screen.findAllByRole('link', { name: /^ORD-/ })).toHaveLength(2);
});

/** Records sales of two soups and two main courses at a branch on a November day. */
async function recordMenuSales(): Promise<void> {
  const calls = await apiAs(mock.api, 'admin');
  await calls('PUT', `/items/${ids.items.flour}`, { standardCost: 1 });
  const day = '2026-11-10';
  const sold = [
    ['Lentil soup', 'Soups', 90, 180],
    ['Fish soup', 'Soups', 10, 60],
    ['Pie', 'Mains', 60, 300],
    ['Roast', 'Mains', 40, 480],
  ] as const;
  await calls('POST', '/sales', {
    source: 'Till',
    rows: sold.map(([code, , qty, net]) => ({ branch: ids.branch1, day, code, qty, net })),
  });
  for (const [name, menuCategory] of sold) {
    const { _id: recipeId } = await calls('POST', '/recipes', {
      name,
      menuCategory,
      yieldQty: 1,
      yieldUnit: ids.units.kg,
      portions: 1,
      validFrom: '2026-01-01',
      components: [{ itemId: ids.items.flour, qty: 1, unit: ids.units.kg }],
    });
    await calls('PUT', '/sales/till-items', { source: 'Till', code: name, recipeId });
  }
}

it('compares dishes within their menu category, shows the thresholds, and links to the days of a dish', async () => {
  await recordMenuSales();
  const { user, path } = await renderApp(`/analytics?${november}&tab=menu&branch=${ids.branch1}`, {
    as: 'admin',
  });
  const thresholds = await screen.findByRole('table', { name: 'Thresholds' });
  // 100 soups earn a margin of 140, 100 main courses 680.
  expect(within(thresholds).getByRole('row', { name: /^Soups 2 35% \D*1\.40/ })).toBeVisible();
  expect(within(thresholds).getByRole('row', { name: /^Mains 2 35% \D*6\.80/ })).toBeVisible();
  expect(screen.getByRole('note')).toHaveTextContent(/No comparison with .+: no sales data\./);
  await user.click(within(thresholds).getByRole('link', { name: 'Soups' }));
  const table = await screen.findByRole('table', { name: 'Figures' });
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  expect(within(table).getByRole('row', { name: /^Fish soup .* Puzzle/ })).toBeVisible();
  await user.click(within(table).getByRole('link', { name: 'Lentil soup' }));
  const days = await screen.findByRole('table', { name: 'Lentil soup: 90 portions by day' });
  expect(within(days).getAllByRole('row')).toHaveLength(2);
  expect(path()).toMatch(/category=Soups/);
});

it('compares food cost with the previous period, and explains missing figures', async () => {
  await recordMenuSales();
  const calls = await apiAs(mock.api, 'admin');
  // Half as much in October: 100 portions at a cost of 1.00, net sales 510.
  await calls('POST', '/sales', {
    source: 'Till',
    rows: [{ branch: ids.branch1, day: '2026-10-20', code: 'Pie', qty: 100, net: 510 }],
  });
  const { user, path } = await renderApp(`/analytics?${november}&tab=foodCost&branch=${ids.branch1}`, {
    as: 'admin',
  });
  const totals = await screen.findByRole('list', { name: 'Totals' });
  // 200 portions of one kilogram at a cost of 1.00, net sales 1,020.
  const net = within(totals).getByRole('link', { name: /^Net sales/ });
  await waitFor(() => expect(net).toHaveTextContent(/1,020\.00.*Previous: .*510\.00/));
  expect(within(totals).getByRole('link', { name: /^Theoretical/ })).toHaveTextContent('19.6%');
  expect(within(totals).getByRole('link', { name: /^Actual/ })).toHaveTextContent(
    /Only 0% counted; 80% required/,
  );
  // Both periods have the same percentage; the first link belongs to the current period.
  const shares = within(screen.getByRole('table', { name: 'Figures' })).getAllByRole('link', {
    name: '19.6%',
  });
  expect(shares).toHaveLength(2);
  await user.click(shares[0] as HTMLElement);
  expect(path()).toMatch(/^\/costing\/food-cost\?/);
});

it('hides the cost views from users without access to costs', () => {
  const permissions = { canCreate: false, canEdit: false, canDelete: false, canView: true };
  const person = {
    _id: 'p',
    name: 'P',
    email: 'p@x',
    role: 'other',
    isMasterAdmin: false,
    branches: [],
    kitchens: [],
  };
  const user = (allowedPages: string[]): Actor => ({ ...person, permissions, allowedPages });
  expect(listReadableTabs(user(['analytics']))).toEqual(['service', 'demand']);
  expect(listReadableTabs(user(['analytics', 'costing', 'inventory']))).toEqual([...analyticsTabs]);
});
