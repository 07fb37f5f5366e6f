import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { baseAddress } from '#platform/web/api/base-address.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

type Row = Record<string, unknown>;

/**
 * Receives two orders with one damaged case of flour each and one with a shortage of milk; returns the open
 * discrepancies.
 */
async function receiveOrders() {
  const branch = await apiAs(mock.api, 'branch');
  for (const line of [
    [0, { damagedQty: 1 }],
    [0, { damagedQty: 1 }],
    [1, { receivedQty: 0 }],
  ] as const) {
    const { id } = await createOrderInStatus(mock.api, 'Shipped');
    const { items } = (await branch('GET', `/orders/${id}`)) as { items: Row[] };
    const lineId = items[line[0]]?.['lineId'];
    await branch('PATCH', `/orders/${id}`, { items: [{ lineId, ...line[1] }] });
    await branch('PATCH', `/orders/${id}`, { status: 'Received' });
  }
  const rows = await branch('GET', '/discrepancies?status=Open&sort=createdAt');
  return rows as unknown as [Row, Row, Row];
}

let rows: [Row, Row, Row];
beforeEach(async () => {
  rows = await receiveOrders();
});

const getOrderNo = (row: Row) => String(row['orderNo']);
const getName = (row: Row) => `${String(row['itemName'])}, ${getOrderNo(row)}`;

async function openList(search = '', as: 'kitchen' | 'admin' = 'kitchen') {
  const app = await renderApp(`/central-kitchen/dashboard?stage=reconcile${search}`, { as });
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  return app;
}

it('shows the effect of each decision on stock and value before it is made, and links to the order', async () => {
  const { user } = await openList(`&discrepancy=${String(rows[0]['_id'])}`, 'admin');
  const dialog = within(await screen.findByRole('dialog', { name: /^Damaged/ }));
  const decisions = within(dialog.getByRole('region', { name: 'Resolution' }));
  expect(decisions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Writes off 1 case on hold at the branch as waste. Loss: £12.00. You choose who bears the cost.Write off',
    'Moves 1 case on hold at the branch back to stock at the kitchen. The stock value at the kitchen increases by £12.00.Return from branch to kitchen',
    'Writes off 1 case on hold at the branch as waste. Loss: £12.00. Creates a new order to send the goods again. You choose who bears the cost.Resend',
  ]);
  await user.click(dialog.getByRole('link', { name: `Open order ${getOrderNo(rows[0])}` }));
  const panel = await screen.findByRole('dialog', { name: getOrderNo(rows[0]) });
  expect(await within(panel).findByText('Bread flour')).toBeInTheDocument();
});

it('shows photos of the line and delivery as read-only, and adds photos to the discrepancy', async () => {
  const { token } = await mock.api.signIn('branch');
  for (const line of [`?lineId=${String(rows[0]['orderLine'])}`, '']) {
    const response = await fetch(
      `${baseAddress(window.location)}/orders/${String(rows[0]['orderId'])}/attachments${line}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, line.length % 256]),
      },
    );
    expect(response.status).toBe(201);
  }
  const { user } = await openList(`&discrepancy=${String(rows[0]['_id'])}`);
  const dialog = within(await screen.findByRole('dialog', { name: /^Damaged/ }));
  expect(
    await dialog.findByRole('button', { name: new RegExp(`^Photo of ${getOrderNo(rows[0])}`) }),
  ).toBeInTheDocument();
  await user.click(await dialog.findByRole('button', { name: /^Photo of Bread flour/ }));
  const photoDialog = within(await screen.findByRole('dialog', { name: /^Photo of Bread flour/ }));
  expect(photoDialog.queryByRole('button', { name: 'Remove photo' })).toBeNull();
  // The only button to add photos is that of the discrepancy.
  const addButtons = await dialog.findAllByText('Add photos');
  expect(addButtons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Add photos of Bread flour',
  ]);
});

it('asks who bears the loss before a replacement for damaged goods is sent', async () => {
  const { user } = await openList(`&discrepancy=${String(rows[0]['_id'])}`);
  const dialog = await screen.findByRole('dialog', { name: /^Damaged/ });
  await user.click(within(dialog).getByRole('button', { name: 'Resend' }));
  const question = within(await screen.findByRole('dialog', { name: `Resend ${getName(rows[0])}` }));
  await user.click(question.getByRole('button', { name: 'Resend' }));
  await user.selectOptions(question.getByLabelText(/Who bears the cost/), 'Carrier');
  await user.dblClick(question.getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const kitchen = await apiAs(mock.api, 'kitchen');
  const path = `/discrepancies/${String(rows[0]['_id'])}`;
  expect(await kitchen('GET', path)).toMatchObject({
    action: 'resend',
    chargedTo: 'carrier',
    followUpOrderId: expect.any(String),
  });
  expect(await kitchen('GET', `${path}/history`)).toHaveLength(2);
});

it('links to the follow-up order of a resend', async () => {
  const kitchen = await apiAs(mock.api, 'kitchen');
  const path = `/discrepancies/${String(rows[2]['_id'])}`;
  const resolved = (await kitchen('PATCH', path, { action: 'resend' })) as Row;
  const { user } = await openList(`&discrepancy=${String(rows[2]['_id'])}`);
  await user.click(await screen.findByRole('link', { name: 'Open resend order' }));
  const order = (await kitchen('GET', `/orders/${String(resolved['followUpOrderId'])}`)) as Row;
  expect(await screen.findByRole('dialog', { name: String(order['orderNo']) })).toBeInTheDocument();
});

it('filters open discrepancies by age with counts, and shows resolved ones on request', async () => {
  const { user } = await openList();
  const getList = () => screen.getByRole('table', { name: 'Discrepancies' });
  expect(within(getList()).getAllByRole('row')).toHaveLength(4);
  const youngest = screen.getByRole('button', { name: /^Under 1 day/ });
  expect(youngest).toHaveTextContent('3');
  await user.click(screen.getByRole('button', { name: /^7 days or more/ }));
  expect(await screen.findByText('No matching discrepancies')).toBeInTheDocument();
  await user.click(youngest);
  await waitFor(() => expect(within(getList()).getAllByRole('row')).toHaveLength(4));
  await user.selectOptions(screen.getByLabelText('Type'), 'Short');
  await waitFor(() => expect(within(getList()).getAllByRole('row')).toHaveLength(2));
  await user.selectOptions(screen.getByLabelText('Status'), 'Resolved');
  expect(await screen.findByText('No matching discrepancies')).toBeInTheDocument();
});

it('lets the branch comment (once on a double click) and resolve what it is permitted to', async () => {
  const path = `/branch-order/inventory-control/discrepancies?discrepancy=${String(rows[2]['_id'])}`;
  const { user } = await renderApp(path, { as: 'branch' });
  const dialog = within(await screen.findByRole('dialog', { name: /^Short/ }));
  expect(dialog.queryByRole('button', { name: 'Resend' })).toBeNull();
  await user.type(dialog.getByLabelText('Comment'), 'Not on the van');
  await user.dblClick(dialog.getByRole('button', { name: 'Add comment' }));
  expect(await dialog.findByText('“Not on the van”')).toBeInTheDocument();
  const kitchen = await apiAs(mock.api, 'kitchen');
  expect(await kitchen('GET', `/discrepancies/${String(rows[2]['_id'])}/history`)).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: 'Add to branch stock' }));
  const question = within(await screen.findByRole('dialog', { name: /^Add to branch stock/ }));
  await user.click(question.getByRole('button', { name: 'Add to branch stock' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await kitchen('GET', `/discrepancies/${String(rows[2]['_id'])}`)).toMatchObject({
    action: 'found_at_branch',
  });
});

it('resolves several of the same type together, and reports one that another user resolved first', async () => {
  const { user } = await openList();
  const select = (row: Row) => user.click(screen.getByRole('checkbox', { name: `Select ${getName(row)}` }));
  for (const row of rows) await select(row);
  await user.click(screen.getByRole('button', { name: 'Resolve 3 discrepancies' }));
  expect(
    (await screen.findAllByText('Select discrepancies of the same type to resolve them together.')).length,
  ).toBeGreaterThan(0);
  await select(rows[2]);
  await user.click(screen.getByRole('button', { name: 'Resolve 2 discrepancies' }));
  const dialog = await screen.findByRole('dialog', { name: 'Damaged: 2 discrepancies' });
  const [admin, kitchen] = [await apiAs(mock.api, 'admin'), await apiAs(mock.api, 'kitchen')];
  await admin('PATCH', `/discrepancies/${String(rows[0]['_id'])}`, {
    action: 'written_off',
    chargedTo: 'branch',
    note: 'wet sacks',
  });
  await user.click(within(dialog).getByRole('button', { name: 'Return from branch to kitchen' }));
  const question = within(
    await screen.findByRole('dialog', { name: 'Return from branch to kitchen (2 discrepancies)' }),
  );
  await user.click(question.getByRole('button', { name: 'Return from branch to kitchen' }));
  const outcomes = await within(dialog).findByRole('alert', { name: 'Outcomes' });
  const [first, second] = within(outcomes).getAllByRole('listitem');
  expect(first).toHaveTextContent(getOrderNo(rows[0]));
  expect(first).toHaveTextContent(/resolved this first, .*“Write off”/);
  expect(first).toHaveTextContent('wet sacks');
  expect(first).toHaveTextContent('charged to: Branch');
  expect(second).toHaveTextContent('Resolved.');
  expect(within(dialog).queryByRole('button', { name: 'Return from branch to kitchen' })).toBeNull();
  expect(await kitchen('GET', `/discrepancies/${String(rows[1]['_id'])}`)).toMatchObject({
    status: 'Resolved',
    action: 'returned',
  });
});

it('keeps the panel open when another user resolves the same discrepancy and shows the decision', async () => {
  const { queryClient } = await openList(`&discrepancy=${String(rows[0]['_id'])}`);
  const dialog = await screen.findByRole('dialog', { name: /^Damaged/ });
  await within(dialog).findByRole('button', { name: 'Return from branch to kitchen' });
  const admin = await apiAs(mock.api, 'admin');
  await admin('PATCH', `/discrepancies/${String(rows[0]['_id'])}`, { action: 'returned' });
  await queryClient.invalidateQueries({ queryKey: ['discrepancies_data'] });
  expect(
    await within(dialog).findByText(/resolved this first, .*“Return from branch to kitchen”/),
  ).toBeInTheDocument();
  expect(within(dialog).queryByRole('button', { name: 'Return from branch to kitchen' })).toBeNull();
  const history = within(await within(dialog).findByRole('region', { name: 'History' }));
  await waitFor(() => expect(history.getAllByRole('listitem')).toHaveLength(2));
  const [last, first] = history.getAllByRole('listitem');
  expect(last).toHaveTextContent(/^Resolved: Return from branch to kitchen · .+ · /);
  expect(first).toHaveTextContent(/^Created · .+ · /);
});

it("shows the outcome of a resolved discrepancy, and an error if it doesn't exist", async () => {
  const admin = await apiAs(mock.api, 'admin');
  await admin('PATCH', `/discrepancies/${String(rows[0]['_id'])}`, {
    action: 'returned',
    note: 'On the van',
  });
  const { unmount } = await openList(`&discrepancy=${String(rows[0]['_id'])}`);
  const dialog = within(await screen.findByRole('dialog', { name: /^Damaged/ }));
  expect(dialog.getByText('Decision').nextSibling).toHaveTextContent('Return from branch to kitchen');
  expect(dialog.queryByText(/resolved this first/)).toBeNull();
  expect(await dialog.findByText(/“On the van”/)).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Write off' })).toBeNull();
  unmount();
  await openList('&discrepancy=01900000-0000-7000-8000-00000000dead');
  expect(await screen.findByText('This discrepancy no longer exists.')).toBeInTheDocument();
});
