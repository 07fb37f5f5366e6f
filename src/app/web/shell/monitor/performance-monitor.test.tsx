import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { breakerStore } from '#platform/web/cache/breaker.ts';
import { getSavedOrdersTime } from '#platform/web/cache/saved-orders.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

useMockApi();

const getMonitor = () => screen.getByRole('region', { name: 'Performance monitor' });
const readEntryCount = () =>
  Number(within(getMonitor()).getByText('Entries').nextElementSibling?.textContent);

test('counts and clears cached entries, and can be collapsed to a dot', async () => {
  const { user } = await renderApp('/branch-order/order-submission', { as: 'branch' });
  await screen.findByRole('heading', { level: 1, name: 'Order Submission' });
  await waitFor(() => expect(readEntryCount()).toBeGreaterThan(1));
  expect(getMonitor()).toHaveTextContent(/[\d.,]+ KB/);
  await waitFor(() => expect(getMonitor()).toHaveTextContent(/orders_(submission_)?data/));

  await user.click(screen.getByRole('button', { name: 'Clear Cache' }));
  expect(await within(getMonitor()).findByText(/^Cache cleared/)).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Collapse performance monitor' }));
  expect(screen.getByRole('button', { name: 'Show performance monitor' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Clear Cache' })).not.toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Clear Cache' })).toBeInTheDocument();
});

test('shows the age of the orders while the circuit breaker is open, and reloads them with Resume', async () => {
  const { user, queryClient } = await renderApp('/branch-order/order-submission', { as: 'branch' });
  await screen.findByText('No drafts');
  const openBreakers = new Set(['orders_submission_data'] as const);
  // The first requests close the breaker: the page's own, and that of the new-order watch one second later.
  await waitFor(() => expect(getSavedOrdersTime(queryClient, new Set(['orders_data']))).not.toBeNull());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(getSavedOrdersTime(queryClient, openBreakers)).not.toBeNull();
  // Any request that still succeeds closes the breaker again.
  await waitFor(() => {
    act(() => breakerStore.set(openBreakers));
    expect(screen.getByText(/^Showing saved orders from \d{2}:\d{2}$/)).toBeInTheDocument();
  });

  // As if the user had navigated to a page whose list was loaded earlier.
  const [list] = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['orders_submission_data'], type: 'active' });
  act(() => list?.setState({ dataUpdatedAt: new Date(2026, 10, 21, 7, 5).getTime() }));
  expect(await screen.findByText('Showing saved orders from 07:05')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(screen.queryByText(/^Showing saved orders/)).not.toBeInTheDocument();
});
