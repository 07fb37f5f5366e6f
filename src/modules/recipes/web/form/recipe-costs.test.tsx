import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const { kg } = ids.units;
const { flour, milk } = ids.items;

it('R1, R4, R9: a recipe shows its scaled cost at a location, its alternatives, and a link to fix an unknown cost', async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('PUT', `/items/${flour}`, { standardCost: 1 });
  const recipe = await admin('POST', '/recipes', {
    name: 'Dough',
    yieldQty: 3,
    yieldUnit: kg,
    components: [{ itemId: flour, qty: 1, unit: kg, trimPercent: 70, alternatives: [milk] }],
  });
  const { user } = await renderApp(`/menu?row=${String(recipe['_id'])}`, { as: 'admin' });
  const sheet = within(await screen.findByRole('region', { name: 'Ingredients' }));
  const [line] = await sheet.findAllByText(/or Whole milk/);
  expect(line).toHaveTextContent('after 70% trimming loss · or Whole milk');
  const amount = sheet.getByRole('textbox', { name: 'Amount' });
  await user.clear(amount);
  await user.type(amount, '3000');
  // 3,000 times a third of 10 is exactly 10,000.00.
  expect(await sheet.findByText('For this quantity')).toHaveTextContent('10,000.00');

  await user.click(screen.getByRole('button', { name: 'Cost' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Cost basis' }), 'average');
  const place = await screen.findByRole('combobox', { name: 'Location' });
  await user.selectOptions(place, await within(place).findByRole('option', { name: 'Station' }));
  expect(
    await screen.findByText('Bread flour wasn’t in stock at the selected location.'),
  ).toBeInTheDocument();
  await admin('PUT', `/items/${flour}`, { standardCost: null });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Cost basis' }), 'standard');
  expect(await screen.findByText('Bread flour has no standard cost.')).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'Enter standard cost' })[0]).toHaveAttribute(
    'href',
    `/items/${flour}/edit?tab=general`,
  );
});
