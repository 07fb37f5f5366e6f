import { cleanup, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { dayMs, toUtcDay } from '#core/day.ts';

const mock = useMockApi();

const daysAgo = (days: number) => toUtcDay(Date.now() - days * dayMs);

it('shows the same daily usage on the stock card and in the order guide, each in its unit', async () => {
  const position = { placeId: ids.branch1, itemId: ids.items.flour };
  await mock.api.db.writer
    .insertInto('balances')
    .values({ ...position, onHandMicro: 100e6, reservedMicro: 0, valueE4: 1_200_000, lastCostE4: 12_000 })
    .execute();
  await mock.api.db.writer
    .insertInto('stockDaily')
    .values([
      { ...position, kind: 'receive', businessDay: daysAgo(40), qtyMicro: 380e6, valueE4: 0 },
      { ...position, kind: 'consumption', businessDay: daysAgo(10), qtyMicro: -280e6, valueE4: 0 },
    ])
    .execute();
  await renderApp(`/inventory?item=${position.itemId}&at=${position.placeId}`, { as: 'admin' });
  const card = await screen.findByRole('dialog', { name: 'Bread flour' });
  expect(await within(card).findByText('10 days')).toBeVisible();
  expect(within(card).getByText('Based on average usage of 10 kg a day in the last 28 days')).toBeVisible();
  cleanup();

  await renderApp('/branch-order/create-order', { as: 'branch' });
  // A case holds ten kilograms.
  expect(await screen.findByText(/uses 1 case a day$/)).toBeVisible();
});
