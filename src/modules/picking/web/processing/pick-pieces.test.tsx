import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('records pieces with the weight and clears them when the weight changes', async () => {
  const weighed = { catchWeight: 1, pieceWeightMicro: 2_500_000 } as const;
  await mock.api.db.writer.updateTable('items').set(weighed).where('_id', '=', ids.items.flour).execute();
  await mock.api.db.writer
    .updateTable('balances')
    .set({ pieces: 20 })
    .where('itemId', '=', ids.items.flour)
    .where('placeId', '=', ids.kitchen)
    .execute();
  const [branch, kitchen] = [await apiAs(mock.api, 'branch'), await apiAs(mock.api, 'kitchen')];
  const order = await branch('POST', '/orders', {
    deliveryDate: '2026-11-23',
    items: [
      { itemId: ids.items.flour, orderQty: 14.35, unit: 'kg' },
      { itemId: ids.items.milk, orderQty: 1 },
    ],
  });
  const path = `/orders/${String(order['_id'])}`;
  for (const status of ['Under Review', 'Sent to Central Kitchen']) await branch('PATCH', path, { status });
  await kitchen('PATCH', path, { status: 'Under Process' });
  const loadLine = async () =>
    ((await kitchen('GET', path))['items'] as { pickedQty: number | null; pieces: number | null }[])[0];
  const expectSaved = async (pickedQty: number | null, pieces: number | null) =>
    waitFor(async () => expect(await loadLine()).toMatchObject({ pickedQty, pieces }));

  const address = `/central-kitchen/order-processing-prep?order=${String(order['_id'])}`;
  const { user, unmount } = await renderApp(address, { as: 'kitchen' });
  // The cells are re-rendered when the stock on hand is loaded, so wait for it.
  const pieces = await screen.findByRole('textbox', { name: 'Bread flour (pieces)' });
  const weight = screen.getByRole('textbox', { name: 'Bread flour, picked quantity (kg)' });
  expect(screen.getAllByRole('textbox', { name: /pieces/ })).toEqual([pieces]);
  await user.type(weight, '14.35{Enter}');
  await user.type(pieces, '6{Enter}');
  await expectSaved(14.35, 6);
  await user.clear(weight);
  await user.type(weight, '12{Enter}');
  await expectSaved(12, null);
  expect(pieces).toHaveValue('');
  await user.type(pieces, '5{Enter}');
  await expectSaved(12, 5);
  unmount();

  await kitchen('PATCH', path, {
    items: [
      { lineId: String(((order['items'] as { lineId: string }[])[0] ?? {}).lineId), reason: 'out_of_stock' },
    ],
  });
  await kitchen('PATCH', path, { status: 'Shipped' });
  await renderApp(`/branch-order/order-history?order=${String(order['_id'])}`, { as: 'branch' });
  expect((await screen.findAllByText('(5 pieces)')).length).toBeGreaterThan(0);
});
