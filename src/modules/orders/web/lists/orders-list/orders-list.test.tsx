import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

describe("a branch's order history", () => {
  it('filters by the status in the URL and opens an order with quantities, history and next transition', async () => {
    const draft = await createOrderInStatus(mock.api, 'Draft');
    const shipped = await createOrderInStatus(mock.api, 'Shipped');
    const app = await renderApp('/branch-order/order-history', { as: 'branch' });
    expect(await screen.findByRole('heading', { name: 'Order History & Tracking' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: draft.orderNo })).toBeInTheDocument();
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Shipped');
    await app.user.click(await screen.findByRole('link', { name: shipped.orderNo }));
    expect(app.path()).toContain('status=Shipped');
    expect(app.path()).toContain(`order=${shipped.id}`);

    const panel = await screen.findByRole('dialog', { name: shipped.orderNo });
    const flour = await within(panel).findByRole('row', { name: /^Bread flour/ });
    expect(within(flour).getAllByText('2')).toHaveLength(2);
    expect(within(panel).getByRole('list', { name: 'Order progress' })).toBeInTheDocument();
    expect(within(panel).getByRole('button', { name: 'Print delivery note' })).toBeInTheDocument();
    expect(within(panel).getByRole('link', { name: 'Receive' })).toHaveAttribute(
      'href',
      `/branch-order/receiving-order?order=${shipped.id}`,
    );
    await app.user.click(within(panel).getByRole('link', { name: 'Order again' }));
    expect(app.path()).toContain('/branch-order/create-order');
  });

  it('reports a failure and loads after a retry', async () => {
    mock.api.fail({ fault: '500', match: '/orders', times: 1 });
    const { user } = await renderApp('/branch-order/order-history', { as: 'branch' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load orders');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No orders yet')).toBeInTheDocument();
  });

  it('ignores invalid filters in the URL', async () => {
    const { orderNo } = await createOrderInStatus(mock.api, 'Draft');
    await renderApp('/branch-order/order-history?from=soon&sort=colour&page=-3', { as: 'branch' });
    expect(await screen.findByRole('link', { name: orderNo })).toBeInTheDocument();
  });
});

it("head office can see all branches' orders", async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  await renderApp('/branch-orders', { as: 'viewer' });
  const row = (await screen.findByRole('link', { name: orderNo })).closest('tr') as HTMLElement;
  expect(within(row).getByText('Riverside')).toBeInTheDocument();
  expect(within(row).getByText('Under review')).toBeInTheDocument();
});

it('the kitchen’s list omits orders that were never sent, even for head office', async () => {
  const draft = await createOrderInStatus(mock.api, 'Draft');
  const sent = await createOrderInStatus(mock.api, 'Sent to Central Kitchen');
  await renderApp('/central-kitchen/branch-orders-history', { as: 'viewer' });
  expect(await screen.findByRole('link', { name: sent.orderNo })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: draft.orderNo })).not.toBeInTheDocument();
});

it('the kitchen accepts several orders from its history at once', async () => {
  await createOrderInStatus(mock.api, 'Under Review');
  const first = await createOrderInStatus(mock.api, 'Sent to Central Kitchen');
  const second = await createOrderInStatus(mock.api, 'Sent to Central Kitchen');
  const { user } = await renderApp('/central-kitchen/branch-orders-history', { as: 'kitchen' });
  for (const { orderNo } of [first, second])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${orderNo}` }));
  await user.click(screen.getByRole('button', { name: 'Accept 2 orders' }));
  expect(await screen.findByText('2 orders accepted.')).toBeInTheDocument();
  expect(await screen.findAllByText('Processing', { selector: 'span' })).toHaveLength(2);
  expect(screen.getAllByRole('row')).toHaveLength(3);
});

it("shows the kitchen an order in a status only the server knows, but not one that hasn't reached the kitchen", async () => {
  const row = (n: number, status: string) => ({
    id: `o${n}`,
    orderNo: `ORD-${n}`,
    status,
    branchName: 'Harbour',
    createdAt: `2026-03-0${n}T08:00:00Z`,
  });
  const orders = [row(1, 'On Hold'), row(2, 'Shipped'), row(3, 'Draft')];
  mock.api.server.use(
    http.get('*/api/orders', ({ request }) => {
      const requestedStatuses = new URL(request.url).searchParams.get('status')?.split(',');
      return HttpResponse.json(
        orders.filter(({ status }) => !requestedStatuses || requestedStatuses.includes(status)),
      );
    }),
  );
  await renderApp('/central-kitchen/branch-orders-history', { as: 'kitchen' });
  const table = await screen.findByRole('table');
  expect(await within(table).findByText('On Hold')).toBeInTheDocument();
  expect(within(table).getByText('ORD-2')).toBeInTheDocument();
  expect(within(table).queryByText('ORD-3')).toBeNull();
});
