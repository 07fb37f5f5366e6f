import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const openingPath = `/inventory?opening=true&place=${ids.branch2}`;
const findCell = (name: string) => screen.findByRole('textbox', { name });
const getRow = (item: string) => screen.getByText(item).closest('[role=row]') as HTMLElement;

it('enters stock on hand, keeps it across a reload, posts it once, and reverses it', async () => {
  const first = await renderApp('/inventory', { as: 'admin' });
  await first.user.click(await screen.findByRole('link', { name: 'Enter opening stock' }));
  await first.user.selectOptions(await screen.findByRole('combobox', { name: 'Location' }), ids.branch2);

  await first.user.type(await findCell('Bread flour, quantity'), '3');
  await first.user.selectOptions(screen.getByRole('combobox', { name: 'Bread flour, unit' }), 'case');
  await first.user.type(await findCell('Bread flour, cost per case (per case)'), '11.9{Enter}');
  // The unit allows whole numbers only.
  await first.user.type(await findCell('Brioche bun, quantity'), '0.5{Enter}');
  expect(within(getRow('Brioche bun')).getByText('Whole numbers only.')).toBeInTheDocument();
  expect(screen.getByText(/1 of 5 entered/)).toHaveTextContent('worth £35.70');

  first.unmount();
  const reloaded = await renderApp(openingPath, { as: 'admin' });
  expect(await screen.findByText('Your unsaved entries for 1 item were restored.')).toBeInTheDocument();
  expect(await findCell('Bread flour, quantity')).toHaveValue('3');
  // Invalid text must be corrected; it isn't skipped silently.
  await reloaded.user.click(screen.getByRole('button', { name: 'Save opening stock' }));
  expect(await screen.findByText(/^Brioche bun, quantity: “0.5” isn’t a whole number/)).toBeInTheDocument();
  expect(await findCell('Brioche bun, quantity')).toHaveFocus();
  await reloaded.user.clear(await findCell('Brioche bun, quantity'));
  await reloaded.user.click(screen.getByRole('button', { name: 'Save opening stock' }));
  expect(await screen.findByText('Opening stock for 1 item saved.')).toBeInTheDocument();
  expect(await within(getRow('Bread flour')).findByText('Entered: 30 kg')).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Bread flour, quantity' })).toBeNull();

  await reloaded.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await findCell('Bread flour, quantity')).toHaveValue('');
});

it('proposes the list price as cost, and saves nothing without a cost or an explicit zero', async () => {
  const call = await apiAs(mock.api, 'admin');
  await call('PUT', `/items/${ids.items.flour}`, { standardCost: 1.25 });
  await call('PUT', `/items/${ids.items.tomato}`, { standardCost: null });
  const { user } = await renderApp(openingPath, { as: 'admin' });
  await user.type(await findCell('Bread flour, quantity'), '3{Enter}');
  expect(screen.getByRole('textbox', { name: 'Bread flour, cost per kg (per kg)' })).toHaveValue('1.25');
  expect(within(getRow('Bread flour')).getByText('List price')).toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Bread flour, unit' }), 'case');
  expect(screen.getByRole('textbox', { name: 'Bread flour, cost per case (per case)' })).toHaveValue('12.5');

  await user.type(await findCell('Tomato, quantity'), '4{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save opening stock' }));
  expect(
    await screen.findByText('1 item has no cost. Enter its cost, or choose “No cost”.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Tomato, cost per kg (per kg)' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'No cost: stock value £0.00' }));
  expect(within(getRow('Tomato')).getByText('No cost: stock value £0.00')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save opening stock' }));
  expect(await screen.findByText('Opening stock for 2 items saved.')).toBeInTheDocument();
  const rows = await call('GET', `/stock?placeId=${ids.branch2}`);
  expect(
    Object.fromEntries(
      (rows as unknown as { itemId: string; value: number }[]).map(({ itemId, value }) => [itemId, value]),
    ),
  ).toMatchObject({ [ids.items.flour]: 37.5, [ids.items.tomato]: 0 });
});

it('shows an error in the cell it applies to, and keeps the entries', async () => {
  const { user } = await renderApp(openingPath, { as: 'admin' });
  await user.type(await findCell('Whole milk, quantity'), '2000000{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save opening stock' }));
  expect(await within(getRow('Whole milk')).findByText('At most 1,000,000')).toBeInTheDocument();
  expect(await findCell('Whole milk, quantity')).toHaveValue('2000000');
});

it('asks for lot and expiry in the row of an item tracked by lot, and accepts them', async () => {
  const tracking = { trackLots: 1, trackExpiry: 1 } as const;
  await mock.api.db.writer.updateTable('items').set(tracking).where('_id', '=', ids.items.tomato).execute();
  const { user } = await renderApp(openingPath, { as: 'admin' });
  await user.type(await findCell('Tomato, quantity'), '4{Enter}');
  await user.type(await findCell('Tomato, cost per kg (per kg)'), '2{Enter}');
  expect(screen.queryByLabelText('Tomato, lot')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save opening stock' }));
  const lot = await screen.findByLabelText('Tomato, lot');
  // Lot and expiry are required together.
  expect(within(getRow('Tomato')).getByText(/^Enter the lot number printed on Tomato/)).toBeInTheDocument();
  expect(within(getRow('Tomato')).getByText(/^Enter the use-by date of Tomato/)).toBeInTheDocument();
  await user.type(lot, 'T-7');
  fireEvent.change(screen.getByLabelText('Tomato, use by'), { target: { value: '2026-03-20' } });
  await user.click(screen.getByRole('button', { name: 'Save opening stock' }));
  expect(await screen.findByText('Opening stock for 1 item saved.')).toBeInTheDocument();
});

it('accepts the number of pieces, which the ledger then shows next to the weight', async () => {
  const weighed = { catchWeight: 1, pieceWeightMicro: 200_000 } as const;
  await mock.api.db.writer.updateTable('items').set(weighed).where('_id', '=', ids.items.tomato).execute();
  const { user, unmount } = await renderApp(openingPath, { as: 'admin' });
  await user.type(await findCell('Tomato, quantity'), '4.35{Enter}');
  const pieces = screen.getByRole('textbox', { name: 'Tomato (pieces)' });
  expect(screen.getAllByRole('textbox', { name: /pieces/ })).toEqual([pieces]);
  await user.type(pieces, '2.5{Enter}');
  expect(within(getRow('Tomato')).getByText(/whole numbers only/i)).toBeInTheDocument();
  await user.clear(pieces);
  await user.type(pieces, '19{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save opening stock' }));
  expect(await screen.findByText('Opening stock for 1 item saved.')).toBeInTheDocument();
  unmount();

  await renderApp(`/inventory?item=${ids.items.tomato}&at=${ids.branch2}`, { as: 'admin' });
  const ledger = await screen.findByRole('table', { name: 'Ledger' });
  const [, row] = within(ledger).getAllByRole('row');
  expect(row).toHaveTextContent('+4.35(19 pieces)');
  expect(row).toHaveTextContent('4.35 kg(19 pieces)');
});

it('is not available to users who may not set stock values', async () => {
  await renderApp(openingPath, { as: 'kitchen' });
  expect(await screen.findByRole('heading', { name: 'Inventory' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Enter opening stock' })).toBeNull());
});
