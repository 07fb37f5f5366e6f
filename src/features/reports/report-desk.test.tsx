import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as csv from '#src/lib/format/csv.ts';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';

useMockApi();

it('lists every report by area with what it answers, opens one, and leads back', async () => {
  const { person, path } = await renderApp('/reports', { as: 'admin' });
  const stock = within(await screen.findByRole('region', { name: 'Stock' }));
  expect(stock.getByText(/^Every move of stock/)).toBeInTheDocument();
  await person.click(stock.getByRole('link', { name: 'Stock valuation' }));
  expect(path()).toBe('/reports?report=valuation');
  const table = await screen.findByRole('table', { name: 'All rows of the report' });
  expect(within(table).getAllByRole('row').length).toBeGreaterThan(2);
  expect(table.querySelector('tfoot')).toHaveTextContent(/In all.*\d/);
  await person.click(screen.getByRole('link', { name: 'All reports' }));
  expect(await screen.findByRole('region', { name: 'Purchasing' })).toBeInTheDocument();
});

it('opens the moves behind a figure, narrowed to its row', async () => {
  const { person, path } = await renderApp('/reports?report=valuation', { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'All rows of the report' });
  const [link] = within(table).getAllByRole('link');
  await person.click(link as HTMLElement);
  expect(path()).toMatch(/report=ledger/);
  expect(path()).toMatch(/item=/);
});

it('asks of which item a stock card is, and saves a report for Excel', async () => {
  const saved: string[] = [];
  vi.spyOn(csv, 'download').mockImplementation((name) => void saved.push(name));
  const { person } = await renderApp('/reports?report=stock-card', { as: 'admin' });
  expect(await screen.findByText('Of which item?')).toBeInTheDocument();
  await person.click(screen.getByRole('link', { name: 'Stock movement' }));
  await screen.findByRole('table', { name: 'All rows of the report' });
  await person.click(screen.getByRole('button', { name: 'Save as Excel' }));
  await vi.waitFor(() => expect(saved).toEqual([expect.stringMatching(/^movement-.*\.xlsx$/)]));
});

it('hides a column by the address, and says where programs get the same', async () => {
  const { person, path } = await renderApp('/reports?report=valuation', { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'All rows of the report' });
  expect(within(table).getByRole('columnheader', { name: 'Code' })).toBeInTheDocument();
  await person.click(screen.getByText('Columns'));
  await person.click(screen.getByRole('checkbox', { name: 'Code' }));
  expect(path()).toMatch(/hide=code/);
  expect(within(table).queryByRole('columnheader', { name: 'Code' })).toBeNull();
  expect(screen.getByText(/GET \/api\/reports\/valuation\?day=/)).toBeInTheDocument();
});

it('draws the largest rows of a report that has a picture, and opens what is behind a bar', async () => {
  const { path, person } = await renderApp('/reports?report=valuation', { as: 'admin' });
  const picture = await screen.findByRole('list', { name: /^Value by item/ });
  const bars = within(picture).getAllByRole('link');
  expect(bars.length).toBeGreaterThan(1);
  expect(bars.length).toBeLessThanOrEqual(12);
  await person.click(bars[0] as HTMLElement);
  expect(path()).toMatch(/report=ledger.*item=/);
});
