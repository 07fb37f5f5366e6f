import { screen, within, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { handleAnnouncedChange } from '#platform/web/cache/background.ts';
import * as csv from '#platform/web/format/download-file.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const november = 'from=2026-11-01&to=2026-11-30';

/** Creates two orders for one day, received as shipped, and waste of flour. */
async function createMonthData(): Promise<void> {
  const branch = await apiAs(mock.api, 'branch');
  for (const _ of [1, 2]) {
    const { id } = await createOrderInStatus(mock.api, 'Shipped');
    await branch('PATCH', `/orders/${id}`, { status: 'Received' });
  }
  await branch('POST', '/wastage', { item: ids.items.flour, qty: 0.5, reason: 'spoiled' });
}

it('shows ordered quantities as totals, chart and table, and opens the documents behind a row', async () => {
  await createMonthData();
  const { user, path } = await renderApp(`/branch-order/reports?${november}`, { as: 'branch' });
  const table = await screen.findByRole('table', { name: 'All rows of the report' });
  const flour = within(table).getByRole('row', { name: /^Bread flour/ });
  expect(flour).toHaveTextContent(/40 kg/);
  expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent(/Orders.*2/);
  expect(await screen.findByRole('link', { name: 'Bread flour: 2' })).toBeInTheDocument();

  await user.click(within(flour).getByRole('link', { name: 'Bread flour' }));
  expect(path()).toContain(`item=${ids.items.flour}`);
  expect(await screen.findByRole('button', { name: /^Bread flour.*Remove$/ })).toBeInTheDocument();
  const documents = await screen.findAllByRole('link', { name: /ORD-/ });
  expect(documents).toHaveLength(2);
  const totals = screen.getByRole('table', { name: 'All rows of the report' }).querySelector('tfoot');
  expect(totals).toHaveTextContent(/40/);
  await user.click(documents[0] as HTMLElement);
  expect(path()).toMatch(/^\/branch-order\/order-history\?order=/);
});

it('marks today and partial weeks as incomplete', async () => {
  await createMonthData();
  // Today is Wednesday, 18 November, and has a waste record.
  const search = 'report=wastage&from=2026-11-11&to=2026-11-24';
  const app = await renderApp(`/branch-order/reports?${search}&by=day`, { as: 'branch' });
  const table = await screen.findByRole('table', { name: 'All rows of the report' });
  expect(within(table).getByRole('link', { name: 'Wed 18 Nov (in progress)' })).toBeVisible();
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'week');
  expect(await screen.findByRole('link', { name: 'Week of Mon 16 Nov (in progress)' })).toBeVisible();
  const chart = await screen.findByRole('group', { name: /by week/ });
  chart.focus();
  await app.user.keyboard('{Home}');
  expect(within(chart.closest('figure') as HTMLElement).getByRole('status')).toHaveTextContent(
    'Week of Mon 9 Nov (5 of 7 days): ',
  );
});

it('charts every day of the week, and moves between points with the arrow keys', async () => {
  await createMonthData();
  const { user, path } = await renderApp(`/branch-order/reports?${november}&by=weekday`, { as: 'branch' });
  const chart = await screen.findByRole('group', { name: /^Orders by weekday/ });
  const figureStatus = within(chart.closest('figure') as HTMLElement).getByRole('status');
  chart.focus();
  await user.keyboard('{End}');
  expect(figureStatus).toHaveTextContent('Sunday: 0');
  await user.keyboard('{Home}');
  expect(figureStatus).toHaveTextContent('Monday: 2');
  await user.keyboard('{Enter}');
  expect(path()).toContain('weekday=%221%22');
});

it('saves every row under translated headings, and reports an empty result', async () => {
  await createMonthData();
  const saved: Blob[] = [];
  vi.spyOn(csv, 'downloadFile').mockImplementation((_name, content) => void saved.push(content as Blob));
  const { user } = await renderApp(`/branch-order/reports?report=wastage&${november}`, { as: 'branch' });
  await screen.findByRole('table', { name: 'All rows of the report' });
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = (await saved[0]?.text())?.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines?.[0]).toBe('Item,Code,Records,Wasted,Cost,Unit');
  expect(lines?.[1]).toMatch(/^Bread flour,.*,1,0\.5,/);

  // Simulates a device whose spreadsheet uses decimal commas.

  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  await user.click(screen.getByRole('link', { name: 'Missing items' }));
  await user.click(await screen.findByRole('link', { name: 'Wastage' }));
  await user.click(
    await screen.findByRole('button', { name: 'CSV (your number and date format) 1234,5;21.11.2026' }),
  );
  await waitFor(() => expect(saved).toHaveLength(2));
  const savedLines = (await saved[1]?.text())?.replace('\uFEFF', '').trim().split('\r\n');
  expect(savedLines?.[0]).toBe('Item;Code;Records;Wasted;Cost;Unit');
  expect(savedLines?.[1]).toMatch(/^Bread flour;.*;1;0,5;/);

  await user.click(screen.getByRole('link', { name: 'Missing items' }));
  expect(await screen.findByText('No data in this period')).toBeInTheDocument();
});

it("shows the data's age and whether it has changed since; one click reloads it", async () => {
  await createMonthData();
  const { user, queryClient } = await renderApp(`/branch-order/reports?${november}`, { as: 'branch' });
  const table = await screen.findByRole('table', { name: 'All rows of the report' });
  expect(screen.getAllByText(/^As of \d{2}:\d{2}$/)).toHaveLength(1);
  // The event stream may announce a change that the table already shows.
  const refreshUntilCurrent = () =>
    waitFor(async () => {
      const refresh = screen.queryByRole('button', { name: 'Refresh' });
      if (refresh) await user.click(refresh);
      expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument();
    });
  await refreshUntilCurrent();
  await createMonthData();
  handleAnnouncedChange(queryClient, { collection: 'orders' });
  const refreshButton = await screen.findByRole('button', { name: 'Refresh' });
  expect(screen.getByText('Data has changed since.')).toBeInTheDocument();
  expect(within(table).getByRole('row', { name: /^Bread flour/ })).toHaveTextContent(/40 kg/);
  await user.dblClick(refreshButton);
  await waitFor(() =>
    expect(within(table).getByRole('row', { name: /^Bread flour/ })).toHaveTextContent(/80 kg/),
  );
  await refreshUntilCurrent();
});

it('shows any report linked from an email, even to users without access to another report page', async () => {
  const { user, path } = await renderApp('/branch-order/reports?report=below-par', { as: 'branch' });
  expect(await screen.findByRole('heading', { name: 'Below par' })).toBeInTheDocument();
  const table = await screen.findByRole('table', { name: 'All rows of the report' });
  expect(table).toHaveTextContent(/Bread flour.*Out of stock/);
  await user.click(screen.getByRole('link', { name: 'Wastage' }));
  expect(path()).toMatch(/^\/branch-order\/reports\?report=wastage/);
});

it('keeps the day of a single-day report in the URL', async () => {
  const day = '2026-11-02';
  const { path } = await renderApp(`/branch-order/reports?report=valuation&day=${day}`, { as: 'branch' });
  expect(await screen.findByLabelText('Date')).toHaveValue(day);
  expect(path()).toContain(`day=${day}`);
});

it('provides the reports behind the three placeholder pages', async () => {
  const { user, path } = await renderApp('/reports/wastage-reports', { as: 'admin' });
  expect(await screen.findByText('Coming Soon...')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Open the report' }));
  expect(path()).toBe('/branch-order/reports?report=wastage');
});
