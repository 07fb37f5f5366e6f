import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const { kg } = ids.units;

it('lists what a branch prepares by section, and posts the quantity made once on a double click', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const sauce = await admin('POST', '/items', {
    name: 'Mint sauce',
    itemCode: 'MINT',
    kind: 'semi_finished',
    category: ids.category,
    section: ids.section,
    baseUnit: kg,
    orderUnit: kg,
    isOrderable: false,
  });
  await admin('POST', '/recipes', {
    name: 'Mint sauce',
    kind: 'sub-recipe',
    outputItem: sauce['_id'],
    yieldQty: 2,
    yieldUnit: kg,
    components: [{ itemId: ids.items.tomato, qty: 1, unit: kg }],
  });
  await admin('POST', '/item-levels', { itemId: sauce['_id'], branchId: ids.branch1, par: 5 });
  const supplier = await admin('POST', '/suppliers', { code: 'FARM', name: 'Farm' });
  await admin('POST', '/goods-receipts', {
    supplier: supplier['_id'],
    place: ids.branch1,
    items: [{ itemId: ids.items.tomato, qty: 20, price: 1 }],
  });
  const { user } = await renderApp('/branch-order/inventory-control/prep', { as: 'branch' });
  const qty = await screen.findByRole('textbox', { name: 'Mint sauce, quantity made (kg)' });
  expect(qty).toHaveValue('6');
  expect(screen.getByText('0 of 1 done')).toBeInTheDocument();
  await user.click(screen.getByText('Mint sauce'));
  const figures = screen.getByRole('group', { name: 'Calculation for Mint sauce' });
  expect(figures).toHaveTextContent('Par level5 kg');
  await user.clear(qty);
  await user.type(qty, '5.5');
  await user.dblClick(screen.getByRole('button', { name: 'Done: Mint sauce' }));
  expect(await screen.findByText('5.5 kg made')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Done: Mint sauce' })).not.toBeInTheDocument();
  const batches = await admin('GET', '/production-batches');
  expect(batches).toMatchObject([{ status: 'Completed', goodQty: 5.5, kitchen: ids.branch1 }]);

  // A planned batch is a line of its own.
  const { recipeId, plannedFor } = (batches as unknown as Record<string, unknown>[])[0] ?? {};
  const plan = { recipeId, plannedFor, kitchen: ids.branch1, plannedQty: 3 };
  const planned = await admin('POST', '/production-batches', plan);
  const done = await screen.findByRole('button', { name: `Done: Mint sauce, ${String(planned['number'])}` });
  await user.click(done);
  expect(await screen.findByText('8.5 kg made')).toBeInTheDocument();
  const section = screen.getByRole('combobox', { name: 'Section' });
  await waitFor(() => expect(within(section).getAllByRole('option')).toHaveLength(2));
});
