import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { breakerStore } from '#platform/web/cache/breaker.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { dayMs } from '#core/day.ts';

const mock = useMockApi();
const findIssueList = (title: string) => screen.findByRole('list', { name: title });

describe('quick fix', () => {
  it('lists data issues with links that fix them', async () => {
    const { id, orderNo } = await createOrderInStatus(mock.api, 'Shipped');
    const threeDaysAgo = new Date(Date.now() - 3 * dayMs).toISOString();
    const { writer } = mock.api.db;
    const [row] = await writer.selectFrom('orders').select('summary').where('_id', '=', id).execute();
    const summary = JSON.stringify({ ...JSON.parse(row?.summary ?? '{}'), shippedAt: threeDaysAgo });
    await writer
      .updateTable('orders')
      .set({ shippedAt: threeDaysAgo, summary })
      .where('_id', '=', id)
      .execute();
    await writer
      .updateTable('balances')
      .set({ onHandMicro: -2_500_000 })
      .where('itemId', '=', ids.items.flour)
      .where('placeId', '=', ids.kitchen)
      .execute();
    const call = await apiAs(mock.api, 'admin');
    const milk = await call('GET', `/items/${ids.items.milk}`);
    await call('POST', '/items', {
      itemCode: 'DUPLICATE',
      name: 'WHOLE  milk',
      kind: 'raw',
      category: milk['category'],
      baseUnit: milk['baseUnit'],
    });

    await renderApp('/dashboard-quick-fix', { as: 'admin' });
    const negative = within(await findIssueList('Negative stock'));
    expect(negative.getByText(/^-2\.5 at /)).toBeInTheDocument();
    expect(negative.getByRole('link', { name: 'Open stock card' })).toHaveAttribute(
      'href',
      `/inventory?item=${ids.items.flour}&at=${ids.kitchen}`,
    );
    const stuck = within(await findIssueList('Stuck in transit'));
    expect(stuck.getByText(orderNo)).toBeInTheDocument();
    expect(stuck.getByRole('link', { name: 'Open delivery' })).toHaveAttribute(
      'href',
      `/branch-order/receiving-order?order=${id}`,
    );
    expect(within(await findIssueList('Duplicate names')).getAllByRole('link')).toHaveLength(2);
    expect(within(await findIssueList('Items without par')).getByText('DUPLICATE')).toBeInTheDocument();
    expect(screen.getAllByText('None found')).toHaveLength(2);
  });

  it('resets the circuit breaker and clears the cache, with a confirmation', async () => {
    const app = await renderApp('/dashboard-quick-fix', { as: 'master' });
    expect(await screen.findByText(/^Closed/)).toBeInTheDocument();
    breakerStore.set(new Set(['orders_data']));
    expect(await screen.findByText(/^Open: after ten fetches/)).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText(/^Closed/)).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Clear items' }));
    expect(await screen.findByText(/^Items: 1 entry cleared/)).toBeInTheDocument();
  });

  it('shows viewers the cards they may read', async () => {
    await renderApp('/dashboard-quick-fix', { as: 'viewer' });
    expect(await screen.findByText('Negative stock')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText('None found').length).toBeGreaterThan(3));
  });
});
