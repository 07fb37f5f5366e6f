import { focusManager, type UseQueryResult } from '@tanstack/react-query';
import { renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { useRefetchWithOrders } from './live-query.ts';

useMockApi();

afterEach(() => {
  vi.restoreAllMocks();
  focusManager.setFocused(undefined);
});

it('refetches stock only after orders were loaded, at most every five seconds', () => {
  const stock = { dataUpdatedAt: 0, isFetching: false, refetch: vi.fn() };
  const now = vi.spyOn(Date, 'now');
  const countRefetches = (ordersAt: number, getStock: number) => {
    now.mockReturnValue(ordersAt);
    stock.dataUpdatedAt = getStock;
    hook.rerender({ ordersAt });
    return stock.refetch.mock.calls.length;
  };
  const hook = renderHook(
    ({ ordersAt }: { ordersAt: number }) =>
      useRefetchWithOrders(ordersAt, [stock as unknown as UseQueryResult]),
    { initialProps: { ordersAt: 0 } },
  );
  // The hook leaves the first load to the query itself.
  expect(countRefetches(1000, 0)).toBe(0);
  expect(countRefetches(2000, 1500)).toBe(0);
  expect(countRefetches(6500, 1500)).toBe(1);
  expect(countRefetches(6500, 1500)).toBe(1);
  stock.isFetching = true;
  expect(countRefetches(20_000, 6500)).toBe(1);
});

it('sends no requests when the tab repeatedly regains focus', async () => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  const { user, queryClient } = await renderApp('/central-kitchen/dashboard', { as: 'kitchen' });
  await screen.findByText('No shortages.');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const requestedUrls = () =>
    fetchSpy.mock.calls
      .map(([call]) => (call instanceof Request ? call.url : String(call)))
      .filter((url) => /\/api\/(stock|discrepancies)\b/.test(url));
  // Freezes the clock one second after the oldest response, so that the 5 s throttle applies on slow machines too.
  const responses = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) => state.dataUpdatedAt || []);
  vi.spyOn(Date, 'now').mockReturnValue(Math.min(...responses) + 1000);
  const before = requestedUrls().length;
  expect(before).toBeGreaterThan(1);
  for (let round = 0; round < 3; round += 1) {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  }
  // Lets any started request reach the network.
  await user.keyboard('{Shift}');
  expect(requestedUrls().slice(before)).toEqual([]);
});
