import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { produceLot } from '#app/server/testing/lot-batch.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

beforeEach(async () => {
  const tracking = { trackLots: 1, trackExpiry: 1 } as const;
  await mock.api.db.writer.updateTable('items').set(tracking).where('_id', '=', ids.items.milk).execute();
  const testApp = { db: mock.api.db, clock: { now: () => new Date() } };
  const lot = { lot: 'BAD', expiry: '2026-12-01' };
  await receiveStock(testApp, ids.kitchen, ids.items.milk, 20, 1, lot);
  await receiveStock(testApp, ids.branch1, ids.items.milk, 8, 1, lot);
});

const startRealRecall = async (): Promise<{ _id: string; number: string }> => {
  const admin = await apiAs(mock.api, 'admin');
  const recall = await admin('POST', '/recalls', { itemId: ids.items.milk, lot: 'BAD', isPractice: false });
  return { _id: String(recall['_id']), number: String(recall['number']) };
};

it('describes each kind of recall, and starts a real one that holds the lot', async () => {
  const { user } = await renderApp(`/inventory/lots?item=${ids.items.milk}&lot=BAD`, { as: 'admin' });
  await user.click((await screen.findAllByRole('button', { name: 'Start recall' }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Start recall of lot BAD' }));
  expect(dialog.getByText(/Nothing is put on hold and no location is notified/)).toBeInTheDocument();
  await user.selectOptions(dialog.getByLabelText('Type'), 'Real recall');
  expect(dialog.getByText(/everything made from it go on hold at every location/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Start real recall' }));
  expect(await screen.findByRole('heading', { name: 'Awaiting response from 2 locations' })).toBeVisible();
  const lots = within(screen.getByRole('table', { name: 'Lots in scope' }));
  const row = lots.getByRole('row', { name: /BAD/ });
  expect(row).toHaveTextContent(/Recalled lot.*Central Kitchen: 20.*Riverside: 8.*On hold/);

  // The lot is released on this page, with a reason; the lot page only links here.
  await user.click(within(row).getByRole('button', { name: 'Release lot BAD' }));
  const release = within(await screen.findByRole('dialog', { name: 'Release lot BAD' }));
  await user.selectOptions(release.getByLabelText('Reason'), 'Checked and fit for use');
  await user.click(release.getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(row).toHaveTextContent(/Not on hold.*Released by Test admin/));
});

it('states that a mock recall holds nothing', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const recall = await admin('POST', '/recalls', { itemId: ids.items.milk, lot: 'BAD', isPractice: true });
  await renderApp(`/inventory/lots?recall=${String(recall['_id'])}`, { as: 'admin' });
  expect(
    await screen.findByText('This is a mock recall: no lots are on hold and no location was notified.'),
  ).toBeVisible();
  const lots = within(screen.getByRole('table', { name: 'Lots in scope' }));
  expect(lots.getByRole('row', { name: /BAD/ })).toHaveTextContent('Not on hold');
});

it('notifies a branch on every page and in notifications until it has answered with an action', async () => {
  const { number } = await startRealRecall();
  const { user } = await renderApp('/branch-order/branch', { as: 'branch' });
  const banner = await screen.findByRole('region', { name: 'Recalls awaiting response' });
  expect(banner).toHaveTextContent(
    `Recall ${number}: Whole milk, lot BADDon’t use, sell or move this lot. Awaiting response from Riverside.`,
  );
  await user.click(await screen.findByRole('button', { name: /New orders|recall awaiting response/ }));
  const notifications = within(await screen.findByRole('dialog'));
  expect(
    notifications.getByRole('link', { name: new RegExp(`${number}.*Awaiting response from 1 location`) }),
  ).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(within(banner).getByRole('link', { name: 'Respond to recall' }));
  const responses = within(await screen.findByRole('table', { name: 'Responses by location' }));
  await user.type(responses.getByRole('textbox', { name: 'Riverside, lot BAD, found (l)' }), '7{Enter}');
  await user.selectOptions(
    await responses.findByRole('combobox', { name: 'Riverside, lot BAD, action taken' }),
    'Disposed of',
  );
  expect(await screen.findByText('All locations have responded.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Recalls awaiting response' })).toBeNull());
  const loadLatest = () =>
    mock.api.db.read
      .selectFrom('recallFindings')
      .select(['qtyMicro', 'outcome', 'userName'])
      .orderBy('_id', 'desc')
      .executeTakeFirst();
  await expect
    .poll(loadLatest)
    .toEqual({ qtyMicro: 7_000_000, outcome: 'disposed', userName: 'Test branch' });
});

it("shows the banner to the kitchen, and a count on head office's dashboard", async () => {
  await startRealRecall();
  const kitchen = await renderApp('/central-kitchen/dashboard', { as: 'kitchen' });
  expect(await screen.findByRole('region', { name: 'Recalls awaiting response' })).toHaveTextContent(
    'Awaiting response from Central Kitchen.',
  );
  kitchen.unmount();
  await renderApp('/dashboard', { as: 'admin' });
  expect(
    await screen.findByRole('link', {
      name: /Recalls awaiting response.*1.*Awaiting response from 2 locations/,
    }),
  ).toBeVisible();
});

it('shows how much was made from a lot, in the unit of the input', async () => {
  await mock.api.db.writer
    .updateTable('items')
    .set({ trackLots: 1 })
    .where('_id', '=', ids.items.flour)
    .execute();
  await produceLot(
    { db: mock.api.db, clock: { now: () => new Date() } },
    'batch-1',
    { itemId: ids.items.milk, lot: 'BAD', qty: 3 },
    { itemId: ids.items.flour, lot: 'MADE', qty: 5 },
  );
  await renderApp(`/inventory/lots?item=${ids.items.milk}&lot=BAD`, { as: 'admin' });
  const products = within(await screen.findByRole('list', { name: 'Lots made from this lot' }));
  expect(products.getByText('Made from 3 l of BAD')).toBeInTheDocument();
});
