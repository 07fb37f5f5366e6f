import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { signInAsDemoUser } from '#app/web/testing/mock-api.ts';

const mock = useMockApi();
const findOrders = () => screen.findByRole('table', { name: 'Last saved orders' });

function failAllRequests() {
  for (const match of ['/users/profile', '/orders', '/health', '/events'])
    mock.api.fail({ fault: '500', match });
}

describe('the fallback dashboard', () => {
  it('shows orders from one lightweight request, and the pages that the user may open', async () => {
    const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
    await renderApp('/dashboard-fallback', { as: 'viewer' });
    expect(within(await findOrders()).getByText(orderNo)).toBeInTheDocument();
    expect(within(await findOrders()).getByText('Under review')).toBeInTheDocument();
    expect(screen.getByText('Up to date.')).toBeInTheDocument();
    const pages = within(screen.getByRole('main'));
    expect(pages.getByRole('link', { name: /^Inventory$/ })).toHaveAttribute('href', '/inventory');
  });

  it.each(['branch', 'kitchen'] as const)(
    'is open to the %s user, who has no permission for its page',
    async (as) => {
      await renderApp('/dashboard-fallback', { as });
      expect(
        await screen.findByRole('heading', { level: 1, name: 'Fallback dashboard' }),
      ).toBeInTheDocument();
      expect(screen.queryByText('No Access')).not.toBeInTheDocument();
    },
  );

  it('works if the API fails from the start: shows cached orders, checks the connection and retries', async () => {
    const { orderNo, id } = await createOrderInStatus(mock.api, 'Shipped');
    await signInAsDemoUser('admin');
    const { _id } = await mock.api.signIn('admin');
    const cachedOrder = { _id: id, orderNo, status: 'Shipped', storedAt: Date.now() - 7_200_000 };
    localStorage.setItem(`commissary.last-orders.${_id}`, JSON.stringify([cachedOrder]));
    failAllRequests();
    const app = await renderApp('/dashboard-fallback');
    expect(within(await findOrders()).getByText(orderNo)).toBeInTheDocument();
    expect(
      await screen.findByText(/Server error.*Saved on this device, last updated 2 hours ago/),
    ).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Check connection' }));
    expect(await screen.findByText(/responded with an error \(500\)/)).toBeInTheDocument();

    mock.api.recover();
    await app.user.click(screen.getByRole('button', { name: 'Check connection' }));
    expect(await screen.findByText(/The server responded in/)).toBeInTheDocument();
    expect(await screen.findByText('Up to date.')).toBeInTheDocument();
  });

  it("reports that the server doesn't respond if nothing is cached", async () => {
    await signInAsDemoUser('viewer');
    mock.api.fail({ fault: 'offline' });
    const app = await renderApp('/dashboard-fallback');
    await app.user.click(await screen.findByRole('button', { name: 'Check connection' }));
    expect(
      await screen.findByText(/The server isn’t responding\. Check the network cable/),
    ).toBeInTheDocument();
  });
});
