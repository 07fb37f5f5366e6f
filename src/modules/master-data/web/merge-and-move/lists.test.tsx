import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

describe('the list of branches', () => {
  it('shows the next delivery, the cut-off in the branch’s time zone and the number of open orders', async () => {
    const branch = await apiAs(mock.api, 'branch');
    await branch('POST', '/orders', {
      deliveryDate: '2026-03-06',
      items: [{ itemId: ids.items.flour, orderQty: 1 }],
    });
    await renderApp('/branches', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Branches' });
    expect(within(table).getByRole('columnheader', { name: 'Order by' })).toBeVisible();
    const row = within(table).getByRole('row', { name: /Riverside/ });
    expect(row).toHaveTextContent(/, 16:00 · London/);
    await waitFor(() => expect(row).toHaveTextContent(/London1$/));
    const kitchen = within(table).getByRole('link', { name: 'Central Kitchen' }).closest('tr');
    expect(kitchen).toHaveTextContent(/––1$/);
  });
});

describe('the walking order', () => {
  it('is changed with buttons and saved in one request', async () => {
    const admin = await apiAs(mock.api, 'admin');
    await admin('POST', '/sections', {
      name: 'Chiller',
      code: 'CHILL',
      sortOrder: 2,
      temperature: 'chilled',
    });
    await admin('POST', '/sections', { name: 'Freezer', code: 'FRZ', sortOrder: 3, temperature: 'frozen' });
    const app = await renderApp('/sections', { as: 'admin' });
    await app.user.click(await screen.findByRole('link', { name: 'Walking order' }));
    const list = await screen.findByRole('list', { name: 'Sections in walking order' });
    const listedSections = () =>
      within(list)
        .getAllByRole('listitem')
        .map((row) => row.textContent?.match(/Dry store|Chiller|Freezer/)?.[0]);
    expect(listedSections()).toEqual(['Dry store', 'Chiller', 'Freezer']);
    await waitFor(() => expect(list).toHaveTextContent('Ambient · all branches · 5 items'));
    expect(screen.getByRole('button', { name: 'Save order' })).toHaveAttribute('aria-disabled', 'true');
    await app.user.click(screen.getByRole('button', { name: 'Move Freezer up' }));
    await app.user.click(screen.getByRole('button', { name: 'Move Freezer up' }));
    await app.user.click(screen.getByRole('button', { name: 'Move Freezer up' }));
    expect(listedSections()).toEqual(['Freezer', 'Dry store', 'Chiller']);
    await app.user.click(screen.getByRole('button', { name: 'Save order' }));
    expect(await screen.findByText('Walking order saved.')).toBeInTheDocument();
    const saved = (await admin('GET', '/sections/active')) as unknown as { name: string }[];
    expect(saved.map(({ name }) => name)).toEqual(['Freezer', 'Dry store', 'Chiller']);
    expect(listedSections()).toEqual(['Freezer', 'Dry store', 'Chiller']);
    expect(screen.getByRole('button', { name: 'Save order' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('lets the user choose the order to keep after a version conflict, and saves nothing before that', async () => {
    const admin = await apiAs(mock.api, 'admin');
    await admin('POST', '/sections', { name: 'Chiller', code: 'CHILL', sortOrder: 2 });
    const app = await renderApp('/sections?tab=order', { as: 'admin' });
    await app.user.click(await screen.findByRole('button', { name: 'Move Chiller up' }));
    await admin('POST', '/sections', { name: 'Freezer', code: 'FRZ', sortOrder: 1 });
    const loadOrder = async () =>
      ((await admin('GET', '/sections/active')) as unknown as { name: string }[]).map(({ name }) => name);
    const savedOrder = await loadOrder();
    await app.user.click(screen.getByRole('button', { name: 'Save order' }));
    const conflict = await screen.findByRole('alert');
    expect(conflict).toHaveTextContent('Someone changed Walking order while you were editing');
    expect(within(conflict).getByRole('row', { name: /Walking order/ })).toHaveTextContent(
      /Dry store, Freezer, Chiller.*Chiller, Dry store, Freezer/,
    );
    await app.user.click(screen.getByRole('button', { name: 'Save order' }));
    expect(await loadOrder()).toEqual(savedOrder);
    await app.user.click(within(conflict).getByRole('button', { name: 'Keep mine' }));
    await app.user.click(screen.getByRole('button', { name: 'Save order' }));
    expect(await screen.findByText('Walking order saved.')).toBeInTheDocument();
    expect(await loadOrder()).toEqual(['Chiller', 'Dry store', 'Freezer']);
  });

  it("is saved without a conflict if only a section's name has changed", async () => {
    const admin = await apiAs(mock.api, 'admin');
    const chiller = await admin('POST', '/sections', { name: 'Chiller', code: 'CHILL', sortOrder: 2 });
    const app = await renderApp('/sections?tab=order', { as: 'admin' });
    await app.user.click(await screen.findByRole('button', { name: 'Move Chiller up' }));
    await admin('PUT', `/sections/${String(chiller['_id'])}`, { name: 'Cold room' });
    await app.user.click(screen.getByRole('button', { name: 'Save order' }));
    expect(await screen.findByText('Walking order saved.')).toBeInTheDocument();
    const saved = (await admin('GET', '/sections/active')) as unknown as { name: string }[];
    expect(saved.map(({ name }) => name)).toEqual(['Cold room', 'Dry store']);
  });

  it('is read-only without permission', async () => {
    await renderApp('/sections?tab=order', { as: 'viewer' });
    expect(await screen.findByRole('list', { name: 'Sections in walking order' })).toBeInTheDocument();
    expect(screen.getByText(/don’t have permission to change the order/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^(Move|Drag) / })).toBeNull();
  });
});

describe('a supplier', () => {
  it('has a price list with a chart of each price, a statement, and a scorecard whose values link to documents', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const mill = await admin('POST', '/suppliers', { name: 'Mill', code: 'MILL', leadTimeDays: 3 });
    const pack = await admin('POST', '/packagings', {
      itemId: ids.items.flour,
      supplierId: mill['_id'],
      name: 'Sack 25 kg',
      unit: ids.units.kg,
      contentsQty: 25,
      price: 18.5,
      priceDate: '2026-10-01',
    });
    const branch = await apiAs(mock.api, 'branch');
    const line = { itemId: ids.items.flour, packagingId: pack['_id'], qty: 10 };
    const created = await branch('POST', '/purchase-orders', {
      supplier: mill['_id'],
      items: [line],
      expectedOn: '2026-11-18',
    });
    const order = await branch('PATCH', `/purchase-orders/${String(created['_id'])}`, { status: 'Sent' });
    const [orderLine] = order['items'] as { lineId: string }[];
    const receipt = await branch('POST', '/goods-receipts', {
      purchaseOrder: order['_id'],
      items: [{ poLineId: orderLine?.lineId, qty: 8, rejectedQty: 2, reason: 'quality' }],
    });
    const invoice = await branch('POST', '/supplier-invoices', {
      supplier: mill['_id'],
      number: 'M-1',
      date: '2026-11-17',
      total: 160,
      items: [{ poLineId: orderLine?.lineId, qty: 8, price: 20 }],
    });
    await branch('PATCH', `/supplier-invoices/${String(invoice['_id'])}`, {
      status: 'Posted',
      transitionReason: 'New price list',
    });
    const app = await renderApp(`/procurements/settings/supplier?row=${String(mill['_id'])}`, {
      as: 'admin',
    });
    await app.user.click(await screen.findByRole('button', { name: 'Price list' }));
    const prices = await screen.findByRole('table', { name: 'Price list' });
    await waitFor(() => expect(prices).toHaveTextContent(/Bread flourSack 25 kg.*25 Kilogram£18\.50/));
    await app.user.click(screen.getByRole('button', { name: 'Price history: Sack 25 kg' }));
    const chart = await screen.findByRole('img', {
      name: /^Price history: Sack 25 kg: from £18\.50 to £20\.00/,
    });
    // Each source has its own marker and label, and the table contains every price.
    const figure = within(chart.closest('figure') as HTMLElement);
    expect(figure.getByText('Price list')).toBeInTheDocument();
    expect(figure.getByText('Invoice')).toBeInTheDocument();
    expect(screen.getByRole('table', { name: 'Price history: Sack 25 kg' })).toHaveTextContent(
      /£20\.00.*Invoice/,
    );

    await app.user.click(screen.getByRole('button', { name: 'Statement' }));
    const moves = await screen.findByRole('table', { name: 'Transactions' });
    await waitFor(() => expect(within(moves).getAllByRole('row')).toHaveLength(3));
    expect(moves).toHaveTextContent(String(receipt['number']));
    expect(moves).toHaveTextContent(/Invoice.*M-1.*£160\.00£160\.00/);
    expect(screen.getByText(/^Closing balance, .* \(payments not included\)$/).nextSibling).toHaveTextContent(
      '£160.00',
    );
    // Transactions before the period are included in the opening balance.
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-30' } });
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-25' } });
    expect(await screen.findByText('No transactions in this period.')).toBeInTheDocument();
    expect(screen.getByText(/^Opening balance, .* \(payments not included\)$/).nextSibling).toHaveTextContent(
      '£160.00',
    );

    await app.user.click(screen.getByRole('button', { name: 'Scorecard' }));
    expect(await screen.findByText('3 days')).toBeInTheDocument();
    await screen.findByRole('link', { name: 'In full: 0%' });
    for (const [label, list] of [
      ['Orders: 1', 'orders'],
      ['In full: 0%', 'orders'],
      ['Actual lead time: 0 days', 'orders'],
      ['Rejected: 20%', 'receipts'],
      ['Price drift: +8.1%', 'invoices'],
    ] as const) {
      const address = screen.getByRole('link', { name: label }).getAttribute('href');
      expect(address).toContain(`/${list}?supplier=${String(mill['_id'])}`);
      expect(address, label).toMatch(/from=2026-\d\d-\d\d&to=2026-\d\d-\d\d/);
    }
    expect(screen.getByRole('link', { name: 'Actual lead time: 0 days' })).toHaveAttribute(
      'href',
      expect.stringContaining('delivery=received'),
    );
    expect(screen.getByRole('link', { name: 'Rejected: 20%' })).toHaveAttribute(
      'href',
      expect.stringContaining('status=Posted'),
    );
  });
});
