import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('counts orders by status, and each count equals the number of rows in its list', async () => {
  await createOrderInStatus(mock.api, 'Draft');
  const shipped = [
    await createOrderInStatus(mock.api, 'Shipped'),
    await createOrderInStatus(mock.api, 'Shipped'),
  ];
  const app = await renderApp('/dashboard-original', { as: 'viewer' });
  const counts = within(await screen.findByRole('table', { name: 'Orders by status' }));
  const readCounts = () => counts.getAllByRole('cell').map((cell) => cell.textContent);
  // Draft, Under Review, Sent, Under Process, Shipped, Received, Rejected, Cancelled
  await waitFor(() => expect(readCounts()).toEqual(['1', '0', '0', '0', '2', '0', '0', '0']));
  await app.user.click(counts.getByRole('link', { name: 'Shipped' }));
  await expect.poll(app.path).toContain('status=Shipped');
  const list = await screen.findByRole('table', { name: 'Orders' });
  await waitFor(() => expect(within(list).getAllByRole('row')).toHaveLength(1 + shipped.length));
  expect(within(list).getByRole('link', { name: new RegExp(shipped[0]?.orderNo ?? '?') })).toHaveAttribute(
    'href',
    `/branch-orders?order=${shipped[0]?.id}`,
  );
});

it("shows the dashboard's tiles with the same figures and links, without charts", async () => {
  await createOrderInStatus(mock.api, 'Shipped');
  const search = 'from=2026-11-01&to=2026-11-30';
  const dashboard = await renderApp(`/dashboard?${search}`, { as: 'admin' });
  const readTile = async (name: RegExp) => {
    const tile = await screen.findByRole('link', { name });
    // The dashboard shows less text, and the trend of some tiles.
    const figure = await within(tile).findByText(/^[£\d.,%–-]+$/);
    return [tile.getAttribute('href'), figure.textContent];
  };
  const names = [/^Stock value/, /^Below par/, /^Fill rate/, /^Wastage cost/];
  const dashboardTiles = [];
  for (const name of names) dashboardTiles.push(await readTile(name));
  dashboard.unmount();
  await renderApp(`/dashboard-original?${search}`, { as: 'admin' });
  for (const [n, name] of names.entries()) expect(await readTile(name)).toEqual(dashboardTiles[n]);
  expect(screen.getByRole('heading', { name: 'This period: Sun 1 Nov to Mon 30 Nov' })).toBeInTheDocument();
});

it("shows no tiles if the server doesn't offer them", async () => {
  mock.api.fail({ fault: 'response', match: '/reports/tiles', method: 'GET', status: 404, body: {} });
  await renderApp('/dashboard-original', { as: 'admin' });
  await screen.findByRole('table', { name: 'Orders by status' });
  await waitFor(() => expect(screen.queryByText('Stock value')).not.toBeInTheDocument());
});

it.each([
  [
    'a status unknown to the client',
    ['Shipped', 'On hold', 'On hold', ''],
    ['0', '0', '0', '0', '1', '0', '0', '0', '3'],
  ],
  ['known statuses only', ['Shipped', 'Draft'], ['1', '0', '0', '0', '1', '0', '0', '0']],
])('counts orders returned by a different server with %s', async (_case, statuses, expected) => {
  const body = statuses.map((status, n) => ({ _id: `o${n}`, orderNo: `ORD-${n}`, status }));
  mock.api.fail({ fault: 'response', match: '/orders', method: 'GET', status: 200, body });
  await renderApp('/dashboard-original', { as: 'viewer' });
  const counts = within(await screen.findByRole('table', { name: 'Orders by status' }));
  await waitFor(() => expect(counts.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(expected));
  expect(counts.queryAllByText('Other statuses')).toHaveLength(expected.length - 8);
});
