import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#server/testing/ids.ts';
import { callsAs, tellOrder } from '#src/testing/order-story.ts';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';

const mock = useMockApi();

it('the stock card opens the delivery and the waste record behind its postings', async () => {
  const { id, orderNo } = await tellOrder(mock.api, 'Shipped');
  const calls = await callsAs(mock.api, 'branch');
  await calls('PATCH', `/orders/${id}`, { status: 'Received' });
  const waste = await calls('POST', '/wastage', { item: ids.items.flour, qty: 0.5, reason: 'spoiled' });
  const { person, path } = await renderApp(`/inventory?item=${ids.items.flour}&at=${ids.branch1}`, {
    as: 'admin',
  });
  const ledger = within(await screen.findByRole('table', { name: 'Ledger' }));
  expect(ledger.getByRole('link', { name: `Open ${orderNo}` })).toHaveAttribute(
    'href',
    `/central-kitchen/dashboard?order=${id}`,
  );
  await person.click(ledger.getByRole('link', { name: `Open ${String(waste['number'])}` }));
  expect(path()).toBe(`/branch-order/wastage?row=${String(waste['_id'])}`);
});
