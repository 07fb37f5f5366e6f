import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/** Receives a lot of milk at the first branch; returns the API client of a head office user. */
async function receiveMilk() {
  await mock.api.db.writer
    .updateTable('items')
    .set({ trackExpiry: 1, shelfLifeDays: 9 })
    .where('_id', '=', ids.items.milk)
    .execute();
  const call = await apiAs(mock.api, 'admin');
  await call('POST', '/stock/openings', {
    place: ids.branch1,
    items: [{ itemId: ids.items.milk, qty: 24, unitCost: 0, expiry: '2026-11-27' }],
  });
  return call;
}

async function openCard() {
  const app = await renderApp(`/inventory?item=${ids.items.milk}&at=${ids.branch1}`, { as: 'admin' });
  return { app, card: await screen.findByRole('dialog', { name: 'Whole milk' }) };
}

it('shows the lots at a location, puts one on hold with a reason, and releases it', async () => {
  await receiveMilk();
  const { app, card } = await openCard();
  const lot = (await within(card).findByText('IT-002-20261118-1')).closest('li') as HTMLElement;
  expect(lot).toHaveTextContent('24');
  expect(lot).toHaveTextContent('Use by');

  await app.user.click(within(lot).getByRole('button', { name: 'Put lot IT-002-20261118-1 on hold' }));
  const dialog = await screen.findByRole('dialog', { name: 'Put lot IT-002-20261118-1 on hold' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Hold' }));
  expect(await within(dialog).findByText('Choose a reason.')).toBeInTheDocument();
  await app.user.selectOptions(within(dialog).getByLabelText('Reason'), 'Recall');
  await app.user.type(within(dialog).getByLabelText('Note'), 'glass');
  await app.user.click(within(dialog).getByRole('button', { name: 'Hold' }));
  expect(await within(lot).findByText('On hold')).toBeInTheDocument();
  expect(within(card).getByText(/Recall · Test admin/)).toHaveTextContent('“glass”');

  await app.user.click(within(card).getByRole('button', { name: 'Release lot IT-002-20261118-1' }));
  const release = await screen.findByRole('dialog', { name: 'Release lot IT-002-20261118-1' });
  await app.user.selectOptions(within(release).getByLabelText('Reason'), 'Checked and fit for use');
  await app.user.click(within(release).getByRole('button', { name: 'Release' }));
  expect(
    await within(card).findByRole('button', { name: 'Put lot IT-002-20261118-1 on hold' }),
  ).toBeInTheDocument();
});

it('keeps the dialog open when the last of the lot is used concurrently', async () => {
  const call = await receiveMilk();
  const lot = 'IT-002-20261118-1';
  const { app, card } = await openCard();
  await app.user.click(await within(card).findByRole('button', { name: `Put lot ${lot} on hold` }));
  const dialog = await screen.findByRole('dialog', { name: `Put lot ${lot} on hold` });
  await app.user.selectOptions(within(dialog).getByLabelText('Reason'), 'Recall');
  await call('POST', '/wastage', {
    item: ids.items.milk,
    lot,
    branch: ids.branch1,
    qty: 24,
    reason: 'spoiled',
  });
  await app.queryClient.invalidateQueries({ queryKey: ['stock_data'] });
  await waitFor(() => expect(within(card).queryByText('Use by', { exact: false })).toBeNull());
  expect(screen.getByRole('dialog', { name: `Put lot ${lot} on hold` })).toBe(dialog);
  await app.user.click(within(dialog).getByRole('button', { name: 'Hold' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const { hold } =
    ((await call('GET', `/lots/known?lot=${lot}`)) as unknown as { hold: object | null }[])[0] ?? {};
  expect(hold).not.toBeNull();
});
