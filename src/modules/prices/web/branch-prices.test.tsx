import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

const openPrices = (user: 'admin' | 'viewer') => renderApp('/branches?tab=prices', { as: user });
const findRule = async (name: string) => within(await screen.findByRole('group', { name }));

it('T6: charges a branch cost plus a percentage, shows the resulting price, and saves it once', async () => {
  const app = await openPrices('admin');
  expect(await screen.findByText('All branches are charged at cost.')).toBeVisible();
  await app.user.selectOptions(screen.getByLabelText('Add a branch or category'), 'Station');
  const rule = await findRule('Station');
  const percent = rule.getByRole('textbox', { name: /Percentage on top of cost/ });
  const save = screen.getByRole('button', { name: 'Save' });
  await app.user.click(save);
  expect(percent).toHaveAccessibleDescription('Enter a percentage from 0 to 1000, with up to 6 decimals.');
  await app.user.type(percent, '12.5');
  expect(percent).toHaveAccessibleDescription(/Cost .*10\.00.*, charged .*11\.25/);
  await app.user.dblClick(save);
  expect(await screen.findByText('Prices saved. They apply to goods sent from now on.')).toBeVisible();
  const admin = await apiAs(mock.api, 'admin');
  expect(await admin('GET', '/transfers/prices')).toEqual([
    { _id: ids.branch2, rule: 'cost_plus', percent: 12.5, isFranchise: false },
  ]);
});

it('T7: rejects charging a franchise at cost, with an error on the field', async () => {
  const app = await openPrices('admin');
  await app.user.selectOptions(await screen.findByLabelText('Add a branch or category'), 'Riverside');
  const rule = await findRule('Riverside');
  await app.user.selectOptions(rule.getByLabelText('Price rule'), 'At cost');
  await app.user.click(rule.getByRole('checkbox', { name: 'Franchise' }));
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(rule.getByLabelText('Price rule')).toHaveAccessibleDescription(
    /would reveal your costs to a franchise/,
  );
  await app.user.selectOptions(rule.getByLabelText('Price rule'), 'Fixed price per item');
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Prices saved\./)).toBeVisible();
});

it('keeps unsaved input if someone else saves, reports it, and saves on the second attempt', async () => {
  const app = await openPrices('admin');
  await app.user.selectOptions(await screen.findByLabelText('Add a branch or category'), 'Station');
  await app.user.type((await findRule('Station')).getByRole('textbox'), '8');
  const admin = await apiAs(mock.api, 'admin');
  const otherPrice = { _id: ids.branch1, rule: 'fixed', percent: null, isFranchise: true };
  await admin('PUT', '/transfers/prices', { prices: [otherPrice] });
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Someone else changed these prices/);
  expect((await findRule('Station')).getByRole('textbox')).toHaveValue('8');
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Prices saved\./)).toBeVisible();
});

it('shows the prices read-only to auditors', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const price = { _id: ids.branch2, rule: 'fixed', percent: null, isFranchise: true };
  await admin('PUT', '/transfers/prices', { prices: [price] });
  await openPrices('viewer');
  expect((await findRule('Station')).getByLabelText('Price rule')).toBeDisabled();
  expect(screen.queryByLabelText('Add a branch or category')).toBeNull();
});

describe("items' fixed prices", () => {
  const openFixedPrices = async () => {
    const admin = await apiAs(mock.api, 'admin');
    const price = { _id: ids.branch2, rule: 'fixed', percent: null, isFranchise: true };
    await admin('PUT', '/transfers/prices', { prices: [price] });
    const app = await renderApp('/branches?tab=prices', { as: 'admin' });
    const cell = await screen.findByRole('textbox', { name: /^Bread flour, transfer price per kg/ });
    const loadFlour = () => admin('GET', `/items/${ids.items.flour}`);
    return { ...app, admin, cell, loadFlour };
  };

  it('T6: are stored on the item, saved on blur, and can be cleared', async () => {
    const { user, cell, loadFlour } = await openFixedPrices();
    await user.type(cell, '2.125{Enter}');
    await waitFor(async () =>
      expect(await loadFlour()).toMatchObject({ transferPrice: { mode: 'fixed', price: 2.125 } }),
    );
    // Two saves in quick succession: the second is based on the result of the first.
    await user.clear(cell);
    await user.type(cell, '3{Enter}');
    await user.clear(cell);
    await user.type(cell, '4{Enter}');
    await waitFor(async () =>
      expect(await loadFlour()).toMatchObject({ transferPrice: { mode: 'fixed', price: 4 } }),
    );
    expect(cell).toHaveAccessibleDescription('');
    await user.clear(cell);
    await user.tab();
    await waitFor(async () => expect(await loadFlour()).toMatchObject({ transferPrice: null }));
  });

  it('stores six decimals and reports that someone else changed the price', async () => {
    const { user, admin, cell, loadFlour } = await openFixedPrices();
    await user.type(cell, '1.2345678{Enter}');
    expect(cell).toHaveValue('1.234568');
    await waitFor(async () =>
      expect(await loadFlour()).toMatchObject({ transferPrice: { mode: 'fixed', price: 1.234568 } }),
    );
    await admin('PUT', `/items/${ids.items.flour}`, { transferPrice: { mode: 'fixed', price: 9 } });
    await user.clear(cell);
    await user.type(cell, '5{Enter}');
    await waitFor(() => expect(cell).toHaveAccessibleDescription(/Someone else changed the price/));
    expect(await loadFlour()).toMatchObject({ transferPrice: { mode: 'fixed', price: 9 } });
    expect(cell).toHaveValue('9');
    await user.clear(cell);
    await user.type(cell, '5{Enter}');
    await waitFor(async () =>
      expect(await loadFlour()).toMatchObject({ transferPrice: { mode: 'fixed', price: 5 } }),
    );
  });
});
