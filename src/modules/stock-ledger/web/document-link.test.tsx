import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { type DocumentType, documentTypes } from '#platform/documents/types.ts';
import { type MoveKind, moveKinds } from '#core/move-kinds.ts';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { toUtcDay } from '#core/day.ts';
import { documentPages } from './document-pages.ts';

const mock = useMockApi();

it('the stock card links to the delivery and the waste record behind its postings', async () => {
  const { id, orderNo } = await createOrderInStatus(mock.api, 'Shipped');
  const calls = await apiAs(mock.api, 'branch');
  await calls('PATCH', `/orders/${id}`, { status: 'Received' });
  const waste = await calls('POST', '/wastage', { item: ids.items.flour, qty: 0.5, reason: 'spoiled' });
  const { user, path } = await renderApp(`/inventory?item=${ids.items.flour}&at=${ids.branch1}`, {
    as: 'admin',
  });
  const ledger = within(await screen.findByRole('table', { name: 'Ledger' }));
  expect(ledger.getByRole('link', { name: `Open ${orderNo}` })).toHaveAttribute(
    'href',
    `/central-kitchen/dashboard?order=${id}`,
  );
  await user.click(ledger.getByRole('link', { name: `Open ${String(waste['number'])}` }));
  expect(path()).toBe(`/branch-order/wastage?row=${String(waste['_id'])}`);
});

it('every document type except imports has pages in the dashboard', async () => {
  const app = await renderApp('/inventory', { as: 'admin' });
  const routes: readonly string[] = Object.values(app.router.routesById).map(({ fullPath }) =>
    String(fullPath),
  );
  expect(documentTypes.filter((type) => documentPages[type] === 'import')).toEqual(['import']);
  for (const type of documentTypes) {
    const pages = documentPages[type];
    if (pages === 'import') continue;
    expect(pages.length, type).toBeGreaterThan(0);
    expect(routes, type).toEqual(expect.arrayContaining(pages.map(({ to }) => to)));
  }
});

it("a sales posting links to the day's sales and the stock they depleted", async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('PUT', `/branches/${ids.branch1}`, { depletesStock: true });
  const day = toUtcDay(Date.now());
  const supplier = await admin('POST', '/suppliers', { code: 'MILL', name: 'Mill' });
  await admin('POST', '/goods-receipts', {
    supplier: supplier['_id'],
    place: ids.branch1,
    items: [{ itemId: ids.items.flour, qty: 10, price: 2 }],
  });
  await admin('PUT', '/sales/till-items', {
    source: 'Till',
    code: 'FLOUR',
    itemId: ids.items.flour,
    portions: 1.5,
  });
  await admin('POST', '/sales', {
    source: 'Till',
    rows: [{ branch: ids.branch1, day, code: 'FLOUR', name: 'Flour to go', qty: 2, net: 9 }],
  });
  const { user, path } = await renderApp(`/inventory?item=${ids.items.flour}&at=${ids.branch1}`, {
    as: 'admin',
  });
  const ledger = within(await screen.findByRole('table', { name: 'Ledger' }));
  await user.click(await ledger.findByRole('link', { name: /^Open SALES-/ }));
  expect(path()).toMatch(/^\/menu\/sales\?row=/);
  const panel = within(await screen.findByRole('dialog', { name: /^Sales at / }));
  expect(panel.getByRole('table', { name: 'Sold' })).toHaveTextContent('Flour to go');
  expect(panel.getByRole('table', { name: 'Deducted from stock' })).toHaveTextContent('3 kg');
});

/** Posting kinds of each document type, with the link or text that the stock card is expected to show. */
const documents: Readonly<Record<DocumentType, { kinds: MoveKind[]; expected: string | RegExp }>> = {
  order: {
    kinds: ['ship', 'ship_reversal', 'receive', 'receive_damaged'],
    expected: '/central-kitchen/dashboard?order=D-1',
  },
  discrepancy: {
    kinds: [
      'found_at_kitchen',
      'found_at_branch',
      'resend',
      'returned',
      'written_off',
      'confirmed',
      'confirmed_damaged',
    ],
    expected: '/central-kitchen/dashboard?stage=reconcile&discrepancy=D-1',
  },
  // Any document that issues stock may also post rounding.
  wastage: { kinds: ['waste', 'waste_reversal', 'rounding'], expected: '/branch-order/wastage?row=D-1' },
  stock_count: {
    kinds: ['count_gain', 'count_loss', 'count_pieces', 'opening', 'opening_reversal'],
    expected: '/branch-order/stock-count?row=D-1',
  },
  transfer: {
    kinds: [
      'transfer_out',
      'transfer_out_reversal',
      'transfer_in',
      'return_out',
      'return_out_reversal',
      'return_held',
      'return_wasted',
      'supplier_return',
      'supplier_return_reversal',
      'transfer_difference',
      'return_difference',
    ],
    expected: '/inventory/transfers?row=D-1',
  },
  import: { kinds: ['opening', 'opening_reversal'], expected: /no document/ },
  purchase_order: { kinds: [], expected: '/procurements/creation/review/orders?row=D-1' },
  goods_receipt: {
    kinds: ['receipt', 'receipt_reversal', 'revaluation', 'reversal_difference'],
    expected: '/procurements/creation/review/receipts?row=D-1',
  },
  supplier_invoice: {
    kinds: ['invoice_difference', 'invoice_variance'],
    expected: '/procurements/creation/review/invoices?row=D-1',
  },
  production_batch: {
    kinds: ['production', 'production_reversal', 'consumption_reversal', 'reversal_difference'],
    expected: '/production?row=D-1',
  },
  safety_check: { kinds: [], expected: '/inventory/food-safety?row=D-1' },
  sales: { kinds: ['consumption'], expected: '/menu/sales?row=D-1' },
};

it('every posting kind links to its document, or states that there is none', async () => {
  const testedKinds = [...new Set(Object.values(documents).flatMap(({ kinds }) => kinds))];
  expect(testedKinds.toSorted()).toEqual(Object.keys(moveKinds).toSorted());
  const links = Object.entries(documents).flatMap(([docType, { kinds, expected }]) =>
    kinds.map((kind) => ({ kind, docType, expected, docNo: docType === 'import' ? null : `N-${kind}` })),
  );
  const moves = links.map(({ kind, docType, docNo }, index) => ({
    seq: links.length - index,
    postedAt: '2026-11-20T08:00:00.000Z',
    itemId: ids.items.flour,
    fromPlace: 'supplier',
    toPlace: ids.branch1,
    qty: 1,
    unitCost: 1,
    kind,
    docType,
    docId: 'D-1',
    docNo,
    docLineId: `${index}`,
  }));
  mock.api.server.use(http.get('*/api/stock/moves', () => HttpResponse.json(moves)));
  await renderApp(`/inventory?item=${ids.items.flour}&at=${ids.branch1}`, { as: 'admin' });
  const ledger = await screen.findByRole('table', { name: 'Ledger' });
  const rows = within(ledger).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(links.length);
  for (const [index, { kind, expected, docNo }] of links.entries()) {
    const row = within(rows[index] ?? ledger);
    if (typeof expected === 'string')
      expect([kind, row.getByRole('link', { name: `Open ${docNo}` }).getAttribute('href')]).toEqual([
        kind,
        expected,
      ]);
    else {
      expect([kind, row.queryAllByRole('link')]).toEqual([kind, []]);
      expect(rows[index]).toHaveTextContent(expected);
    }
  }
});
