import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { http, HttpResponse } from 'msw';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

const listedNames = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);

describe('a list of master data', () => {
  it('shows names for references and labels for choices, and sorts on the server', async () => {
    const app = await renderApp('/branches', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Branches' });
    const [, first] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent('Central Kitchen');
    expect(first).toHaveTextContent('Central kitchen');
    const riverside = within(table).getByRole('row', { name: /Riverside/ });
    await waitFor(() => expect(riverside).toHaveTextContent(/Central Kitchen/));
    expect(listedNames(table)).toEqual(['Central Kitchen', 'Riverside', 'Station']);

    // The default sort is indicated, and the first click reverses it.
    expect(within(table).getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await app.user.click(within(table).getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(listedNames(screen.getByRole('table'))[0]).toBe('Station'));
    expect(app.path()).toContain('sort=-name');
  });

  it('stores search and filters in the URL, and clears them', async () => {
    const app = await renderApp('/units', { as: 'admin' });
    await screen.findByRole('table', { name: 'Units' });
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Dimension' }), 'Mass');
    await waitFor(() => expect(listedNames(screen.getByRole('table'))).toEqual(['Gram', 'Kilogram']));
    expect(app.path()).toContain('dimension=mass');
    await app.user.type(screen.getByRole('searchbox', { name: 'Search by name or code' }), 'litre');
    expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument();
    expect(app.path()).toContain('q=litre');
    await app.user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    await waitFor(() => expect(listedNames(screen.getByRole('table')).length).toBe(6));
    expect(app.path()).toBe('/units');
  });

  it('opens a row at its own URL, shows the next one with J, and closes it with Esc', async () => {
    const app = await renderApp('/units', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Units' });
    await app.user.click(within(table).getByRole('link', { name: 'Case' }));
    const panel = await screen.findByRole('dialog', { name: 'Case' });
    expect(within(panel).getByText('Dimension').nextElementSibling).toHaveTextContent('Count');
    expect(app.path()).toContain(`row=${ids.units.case}`);
    await app.user.keyboard('j');
    expect(await screen.findByRole('dialog', { name: 'Gram' })).toBeInTheDocument();
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.path()).toBe('/units');
  });

  it('shows archived rows on request', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const created = await admin('POST', '/brands', { name: 'Old brand' });
    await admin('PUT', `/brands/${String(created['_id'])}`, { isActive: false });
    const app = await renderApp('/brand', { as: 'admin' });
    expect(await screen.findByText('No brands yet')).toBeInTheDocument();
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Archived');
    expect(await screen.findByRole('link', { name: /Old brand/ })).toHaveTextContent('Archived');
  });

  it('loads packs page by page, sorted by item on the server', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const pack = { unit: ids.units.kg, contentsQty: 5 };
    for (const [name, itemId] of [
      ['Bag', ids.items.tomato],
      ['Sack', ids.items.flour],
    ])
      await admin('POST', '/packagings', { ...pack, name, itemId });
    const requestedPages: (string | null)[] = [];
    const recordPage = ({ request }: { request: Request }) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith('/packagings')) requestedPages.push(searchParams.get('limit'));
    };
    mock.api.server.events.on('request:start', recordPage);
    const app = await renderApp('/procurements/creation/packaging', { as: 'admin' });
    const table = () => screen.getByRole('table', { name: 'Packs' });
    await screen.findByRole('table', { name: 'Packs' });
    // Packs of flour come before those of tomatoes.
    await waitFor(() => expect(listedNames(table())).toEqual(['Sack', 'Bag']));
    await app.user.click(within(table()).getByRole('button', { name: 'Item' }));
    await waitFor(() => expect(listedNames(table())).toEqual(['Bag', 'Sack']));
    expect(new Set(requestedPages)).toEqual(new Set(['100']));
    await app.user.type(screen.getByRole('searchbox'), 'tomat');
    await waitFor(() => expect(listedNames(table())).toEqual(['Bag']));
    mock.api.server.events.removeListener('request:start', recordPage);
  });

  it('shows related lists without a page of their own as tabs', async () => {
    const app = await renderApp('/sub-categories', { as: 'admin' });
    await app.user.click(await screen.findByRole('link', { name: 'Item categories' }));
    expect(await screen.findByRole('link', { name: 'Food' })).toBeInTheDocument();
    expect(app.path()).toContain('tab=item-categories');
  });

  it('remembers the chosen columns', async () => {
    const app = await renderApp('/units', { as: 'admin' });
    await screen.findByRole('table', { name: 'Units' });
    await app.user.click(screen.getByRole('button', { name: 'View' }));
    expect(await screen.findByRole('menu')).toHaveAttribute('tabindex', '0');
    await app.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Whole numbers only' }));
    await app.user.keyboard('{Escape}');
    expect(await screen.findByRole('columnheader', { name: 'Whole numbers only' })).toBeInTheDocument();
    expect(localStorage.getItem('commissary.columns.units')).toContain('wholeOnly');
  });
});

describe('selection', () => {
  it('selects single rows, a range with Shift, and the page', async () => {
    const app = await renderApp('/units', { as: 'admin' });
    await screen.findByRole('table', { name: 'Units' });
    await app.user.click(screen.getByRole('checkbox', { name: 'Select Case' }));
    expect(screen.getByRole('region', { name: '1 row selected' })).toBeInTheDocument();
    await app.user.keyboard('{Shift>}');
    await app.user.click(screen.getByRole('checkbox', { name: 'Select Litre' }));
    await app.user.keyboard('{/Shift}');
    expect(screen.getByRole('region', { name: '4 rows selected' })).toBeInTheDocument();
    await app.user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    expect(screen.getByRole('region', { name: '6 rows selected' })).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: /selected/ })).toBeNull();
  });
});

describe('when the list fails to load', () => {
  it('shows the failure and loads on retry', async () => {
    mock.api.fail({ fault: '500', match: '/departments', times: 1 });
    const app = await renderApp('/branches?tab=departments', { as: 'admin' });
    expect(await screen.findByText('Couldn’t load departments')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No departments yet')).toBeInTheDocument();
  });

  it("reports that the server doesn't have this list", async () => {
    mock.api.server.use(http.get('*/suppliers', () => new HttpResponse('Not found', { status: 404 })));
    await renderApp('/procurements/settings/supplier', { as: 'admin' });
    expect(await screen.findByText('This list isn’t available')).toBeInTheDocument();
  });

  it('searches, filters and sorts on the client if the server sends all rows', async () => {
    const rows = [
      { id: 1, name: 'Åker farm', code: 'A1', leadTimeDays: '3' },
      { id: 2, name: 'Zest', code: 'Z2', leadTimeDays: 12, isActive: false },
      { id: 3, name: 'Mill', code: 'M3', leadTimeDays: 20 },
    ];
    mock.api.server.use(http.get('*/suppliers', () => HttpResponse.json(rows)));
    const app = await renderApp('/procurements/settings/supplier?sort=-leadTimeDays', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Suppliers' });
    expect(listedNames(table)).toEqual(['Mill', 'Åker farm']);
    await app.user.type(screen.getByRole('searchbox'), 'aker');
    await waitFor(() => expect(listedNames(screen.getByRole('table'))).toEqual(['Åker farm']));
  });
});

it('shows the branch categories read-only to users assigned to branches, with the reason', async () => {
  const app = await renderApp('/branch-settings/create-category', { as: 'branch' });
  expect(await screen.findByText(/only head office can change them/)).toBeInTheDocument();
  expect(screen.queryByText(/New branch category/)).toBeNull();
  expect(screen.queryByText('Import')).toBeNull();
  app.unmount();
  await renderApp('/branch-settings/create-category', { as: 'admin' });
  expect((await screen.findAllByText(/New branch category/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/only head office can change them/)).toBeNull();
});
