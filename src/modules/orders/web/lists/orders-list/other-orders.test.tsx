import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { dayMs, toUtcDay } from '#core/day.ts';

const mock = useMockApi();

interface Row {
  id: string;
  orderNo: string;
  status: string;
  createdAt: string;
  deliveryDate?: string;
}

const buildRows = (...statuses: string[]): Row[] =>
  statuses.map((status, n) => ({
    id: `o${n}`,
    orderNo: `ORD-${n}`,
    status,
    createdAt: new Date(Date.UTC(2026, 2, 9) - n * 1000).toISOString(),
  }));

interface OtherServer {
  /** How the server interprets `status`. */
  filter?: 'list' | 'one name' | 'not at all';
  /** Whether it returns pages with a total. */
  isPaged?: boolean;
}

function mockOrders(rows: readonly Row[], { filter = 'list', isPaged = false }: OtherServer = {}): void {
  mock.api.server.use(
    http.get('*/api/orders', ({ request }) => {
      const search = new URL(request.url).searchParams;
      const status = search.get('status');
      const requestedStatus = filter === 'one name' ? [status] : status?.split(',');
      const matching =
        status && filter !== 'not at all'
          ? rows.filter((row) => requestedStatus?.includes(row.status))
          : rows;
      if (!isPaged) return HttpResponse.json(matching);
      return HttpResponse.json({
        orders: matching.slice(0, Number(search.get('limit') ?? 50)),
        total: matching.length,
      });
    }),
  );
}

/** More orders than the client loads to look for other statuses. */
const received = Array.from({ length: 60 }, () => 'Received');

describe('orders in a status only the server knows', () => {
  it.each<[string, string[], OtherServer]>([
    ['returns all orders', ['On hold', 'Shipped', 'Parked'], {}],
    ['returns all of many orders', [...received, 'On hold', 'Parked'], {}],
    ['returns one page at a time', [...received, 'On hold', 'Parked'], { isPaged: true }],
    ['treats several statuses as one name', [...received, 'On hold', 'Parked'], { filter: 'one name' }],
    ['does not filter', ['On hold', 'Parked', ...received], { isPaged: true, filter: 'not at all' }],
  ])('have a card on the kitchen’s board if the server %s', async (_, statuses, server) => {
    mockOrders(buildRows(...statuses), server);
    const app = await renderApp('/central-kitchen/dashboard', { as: 'kitchen' });
    const cards = await screen.findByRole('navigation', { name: 'Orders by stage' });
    await app.user.click(await within(cards).findByRole('link', { name: 'Other statuses 2' }));
    const filter = await screen.findByRole('combobox', { name: 'Status' });
    expect(filter).toHaveDisplayValue('On hold, Parked');
    await expect
      .poll(() =>
        screen.queryAllByText(/^(On hold|Parked)$/, { selector: 'td *' }).map((pill) => pill.textContent),
      )
      .toEqual(['On hold', 'Parked']);
  });

  it("are counted correctly if the server doesn't support several statuses in one filter", async () => {
    mockOrders(buildRows(...received, 'On hold'), { isPaged: true, filter: 'one name' });
    await renderApp('/central-kitchen/dashboard', { as: 'kitchen' });
    expect(await screen.findByRole('link', { name: 'Other statuses 1' })).toBeInTheDocument();
  });

  it('have no card if there are none', async () => {
    mockOrders(buildRows(...received, 'Shipped'), { isPaged: true });
    const { queryClient } = await renderApp('/central-kitchen/dashboard', { as: 'kitchen' });
    const cards = await screen.findByRole('navigation', { name: 'Orders by stage' });
    expect(await within(cards).findByRole('link', { name: /^In transit ?1/ })).toBeInTheDocument();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(within(cards).queryByText('Other statuses')).toBeNull();
  });

  it('link to all orders if the status has no name', async () => {
    mockOrders(buildRows('', 'Draft'));
    await renderApp('/central-kitchen/dashboard', { as: 'kitchen' });
    expect(await screen.findByRole('link', { name: 'Other statuses 1' })).toHaveAttribute(
      'href',
      '/central-kitchen/branch-orders-history',
    );
  });

  it("are counted on a branch's home page", async () => {
    mockOrders(buildRows('On hold', 'Draft'));
    await renderApp('/branch-order/branch', { as: 'branch' });
    const stages = await screen.findByRole('region', { name: 'Orders by stage' });
    const link = await within(stages).findByRole('link', { name: 'Other statuses 1' });
    expect(link).toHaveAttribute('href', expect.stringContaining('/branch-order/order-history?status=On'));
    expect(link).toHaveAttribute('href', expect.stringContaining('branch='));
  });

  it('count as orders for their delivery day', async () => {
    const day = (n: number) => toUtcDay(Date.now() + n * dayMs);
    const days = Array.from({ length: 15 }, () => 'On hold');
    mockOrders(buildRows(...days).map((row, n) => ({ ...row, deliveryDate: day(n) })));
    await renderApp('/branch-order/branch', { as: 'branch' });
    expect(await screen.findByText(/^Ordered: ORD-\d+$/)).toBeInTheDocument();
  });

  it('appear on the operations board', async () => {
    mockOrders(buildRows('On hold', 'Draft'));
    await renderApp('/operations', { as: 'admin' });
    expect(await screen.findByRole('link', { name: 'Other statuses 1' })).toBeInTheDocument();
  });

  it.each([
    ['/branch-order/order-history', 'branch'],
    ['/central-kitchen/branch-orders-history', 'kitchen'],
    ['/branch-orders', 'viewer'],
    ['/dashboard-original', 'viewer'],
  ] as const)('can be selected in the filter of %s, even after another status', async (path, as) => {
    mockOrders(buildRows('On hold', 'Shipped'));
    const { user } = await renderApp(path, { as });
    await screen.findByText('On hold', { selector: 'td *' });
    const filter = await screen.findByRole('combobox', { name: 'Status' });
    await user.selectOptions(filter, 'Shipped');
    await waitFor(() => expect(screen.queryByText('On hold', { selector: 'td *' })).toBeNull());
    await user.selectOptions(filter, 'On hold');
    expect(await screen.findByText('On hold', { selector: 'td *' })).toBeInTheDocument();
  });
});
