import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { nextKeyTime } from '#app/web/testing/key-times.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

async function openNewPack(itemId: string) {
  const app = await renderApp(`/procurements/creation/packaging?row=new&itemId=${itemId}`, { as: 'admin' });
  const dialog = await screen.findByRole('dialog');
  const contents = await within(dialog).findByRole('textbox', { name: /Contents/ });
  const unit = within(dialog).getByRole('combobox', { name: /Contents unit/ });
  return { ...app, dialog, contents, unit };
}

/** Selects a unit with the pointer, because rapid keys and Enter count as a scan. */
async function choose(
  user: Awaited<ReturnType<typeof openNewPack>>['user'],
  unit: HTMLElement,
  symbol: string,
) {
  await user.type(unit, symbol);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.click(screen.getByRole('option'));
}

it('shows the contents while typing, the pack hierarchy, and the price per base unit', async () => {
  const { user, dialog, contents, unit } = await openNewPack(ids.items.flour);
  await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Pallet');
  await choose(user, unit, 'case');
  await user.type(contents, '4');
  expect(await within(dialog).findByText('1 pack = 4 cases = 40 kg')).toBeInTheDocument();
  expect(within(dialog).getByText('2 packs = 8 cases = 80 kg')).toBeInTheDocument();
  await user.type(contents, '0');
  const hierarchy = within(dialog).getByRole('list', { name: 'Packs and units for Bread flour' });
  await waitFor(() =>
    expect(
      within(hierarchy)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pallet= 40 cases = 400 kg', '1 case= 10 kg', '1 kgBase unit']),
  );
  await user.type(within(dialog).getByRole('textbox', { name: /Price/ }), '480');
  expect(await within(dialog).findByText('£1.20 per kg')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('dialog', { name: 'Pallet' })).toBeInTheDocument();
  const admin = await apiAs(mock.api, 'admin');
  const packs = (await admin('GET', `/packagings?itemId=${ids.items.flour}`)) as unknown as object[];
  expect(packs).toMatchObject([{ name: 'Pallet', contentsQty: 40, price: 480 }]);
});

it('reports a missing conversion from the unit to the base unit, with a link to add it', async () => {
  const { user, dialog, contents, unit } = await openNewPack(ids.items.tomato);
  await choose(user, unit, 'piece');
  await user.type(contents, '12');
  expect(await within(dialog).findByText(/There’s no conversion from piece to kg/)).toBeInTheDocument();
  expect(within(dialog).getByRole('link', { name: 'Add conversion to item' })).toHaveAttribute(
    'href',
    `/items/${ids.items.tomato}/edit?tab=units`,
  );
  await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Tray');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(unit).toHaveAccessibleDescription(/There is no conversion from .* to kg for Tomato/),
  );
});

it('fills the barcode from a scan regardless of the focus', async () => {
  const { dialog, contents } = await openNewPack(ids.items.flour);
  vi.spyOn(KeyboardEvent.prototype, 'timeStamp', 'get').mockImplementation(() => nextKeyTime(1));
  const scanner = userEvent.setup({ delay: null });
  await scanner.click(contents);
  await scanner.keyboard('5012345678900{Enter}');
  expect(within(dialog).getByRole('textbox', { name: /Barcode/ })).toHaveValue('5012345678900');
  expect(contents).toHaveValue('');
});

it('warns about a price that differs a lot from the previous one', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const pack = (await admin('POST', '/packagings', {
    itemId: ids.items.flour,
    name: 'Sack',
    unit: ids.units.kg,
    contentsQty: 25,
    price: 20,
  })) as { _id: string };
  const { user } = await renderApp(`/procurements/creation/packaging?row=${pack._id}&edit=true`, {
    as: 'admin',
  });
  const dialog = within(await screen.findByRole('dialog'));
  const price = await dialog.findByRole('textbox', { name: /Price/ });
  await user.clear(price);
  await user.type(price, '20000');
  await waitFor(() => expect(price).toHaveAccessibleDescription(/£20,000.00: previously £20.00/));
  await user.clear(price);
  await user.type(price, '21');
  await waitFor(() => expect(price).not.toHaveAccessibleDescription(/previously/));
});

it('locks the contents of a purchased pack and explains why', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const supplier = (await admin('POST', '/suppliers', { code: 'MILL', name: 'Mill' })) as { _id: string };
  const pack = (await admin('POST', '/packagings', {
    itemId: ids.items.flour,
    supplierId: supplier._id,
    name: 'Sack',
    unit: ids.units.kg,
    contentsQty: 25,
    price: 20,
  })) as { _id: string };
  await admin('POST', '/purchase-orders', {
    supplier: supplier._id,
    place: ids.branch1,
    items: [{ itemId: ids.items.flour, packagingId: pack._id, qty: 1 }],
  });
  await renderApp(`/procurements/creation/packaging?row=${pack._id}&edit=true`, { as: 'admin' });
  const dialog = await screen.findByRole('dialog');
  const contents = await within(dialog).findByRole('textbox', { name: /Contents/ });
  await waitFor(() => expect(contents).toHaveAttribute('readonly'));
  expect(contents).toHaveAccessibleDescription(/Create a new pack/);
  expect(within(dialog).getByRole('textbox', { name: /Price/ })).not.toHaveAttribute('readonly');
});
