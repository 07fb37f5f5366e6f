import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { switchToArabic } from '#app/web/testing/switch-to-arabic.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const path = '/central-kitchen/fair-share';

/** Two branches order 160 kg of an item with 80 kg available. */
async function createShortage() {
  const admin = await apiAs(mock.api, 'admin');
  const placeOrder = async (branch: string, orderQty: number) => {
    const order = await admin('POST', '/orders', {
      branch,
      deliveryDate: '2026-11-23',
      items: [{ itemId: ids.items.tomato, orderQty }],
    });
    for (const status of ['Under Review', 'Sent to Central Kitchen'])
      await admin('PATCH', `/orders/${String(order['_id'])}`, { status });
    return String(order['_id']);
  };
  const orders = [await placeOrder(ids.branch1, 60), await placeOrder(ids.branch2, 100)];
  const loadApprovedQtys = async () =>
    Promise.all(
      orders.map(async (id) => {
        const { items } = (await admin('GET', `/orders/${id}`)) as { items: { approvedQty: number }[] };
        return items[0]?.approvedQty;
      }),
    );
  return { admin, orders, placeOrder, loadApprovedQtys };
}

const findTable = () => screen.findByRole('table', { name: 'Shares for Tomato' });
const getCell = (branch: string) =>
  screen.getByRole('textbox', { name: new RegExp(`^Tomato for ${branch}, .*, share`) });
const getApproveButton = () => screen.getByRole('button', { name: 'Approve shares' });

it('shows ordered and proposed quantities, percentages and the rule, and approves edited shares', async () => {
  const { loadApprovedQtys } = await createShortage();
  const app = await renderApp(path, { as: 'kitchen' });
  const rows = within(await findTable());
  expect(rows.getByRole('row', { name: /Riverside/ })).toHaveTextContent(/60 kg.*50\s?%.*30/);
  expect(screen.getByText(/Each branch gets 50\s?% of its order\./)).toBeVisible();
  expect(screen.getByText('80 kg available, 160 kg ordered')).toBeVisible();
  expect(getCell('Riverside')).toHaveValue('30');

  // A total above the supply can't be approved; a share above the ordered quantity requires a reason.
  await app.user.clear(getCell('Riverside'));
  await app.user.type(getCell('Riverside'), '61{Enter}');
  expect(screen.getByText('31 kg over')).toBeVisible();
  expect(getApproveButton()).toHaveAttribute('aria-disabled', 'true');
  await app.user.clear(getCell('Station'));
  await app.user.type(getCell('Station'), '19{Enter}');
  expect(screen.getByText('Nothing left')).toBeVisible();
  expect(getApproveButton()).toHaveAttribute('aria-disabled', 'true');
  const reason = screen.getByRole('combobox', { name: 'Reason for more Tomato than ordered for Riverside' });
  await waitFor(() => expect(within(reason).getByRole('option', { name: 'Promotion' })).toBeTruthy());
  await app.user.selectOptions(reason, 'Promotion');
  await waitFor(() => expect(getApproveButton()).not.toHaveAttribute('aria-disabled'));
  await app.user.dblClick(getApproveButton());
  await expect.poll(loadApprovedQtys).toEqual([61, 19]);
  await waitFor(() => expect(getCell('Riverside')).toHaveValue('30'));
});

it('recalculates immediately when the basis or the held-back quantity changes', async () => {
  await createShortage();
  const app = await renderApp(`${path}?item=${ids.items.tomato}`, { as: 'kitchen' });
  await findTable();
  await app.user.selectOptions(screen.getByLabelText('Allocate by'), 'Equal days of cover');
  expect(screen.getByText(/No usage data yet, so ordered quantities are used/)).toBeVisible();
  const heldBackInput = screen.getByRole('textbox', { name: /^Tomato, held back/ });
  await app.user.clear(heldBackInput);
  await app.user.type(heldBackInput, '16{Enter}');
  expect(screen.getByText('64 kg available, 160 kg ordered')).toBeVisible();
  expect(getCell('Station')).toHaveValue('40');
  expect(screen.getByText(/16 kg held back\./)).toBeVisible();
});

it('reports concurrent changes, blocks approval until shares are recalculated, and keeps edits to unchanged lines', async () => {
  const { placeOrder, loadApprovedQtys } = await createShortage();
  const app = await renderApp(path, { as: 'kitchen' });
  await findTable();
  await app.user.clear(getCell('Riverside'));
  await app.user.type(getCell('Riverside'), '20{Enter}');
  await placeOrder(ids.branch2, 40);
  await app.user.click(getApproveButton());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/Changed since you started.*ORD-.* \(Station\) now includes Tomato/);
  expect(await loadApprovedQtys()).toEqual([60, 100]);
  expect(getApproveButton()).toHaveAttribute('aria-disabled', 'true');
  await app.user.click(within(alert).getByRole('button', { name: 'Recalculate with current data' }));
  await waitFor(() => expect(screen.getAllByRole('textbox', { name: /for Station/ })).toHaveLength(2));
  expect(getCell('Riverside')).toHaveValue('20');
  await app.user.click(getApproveButton());
  await expect.poll(async () => (await loadApprovedQtys())[0]).toBe(20);
});

it('is available to head office', async () => {
  await createShortage();
  await renderApp(`${path}?kitchen=${ids.kitchen}`, { as: 'master' });
  await findTable();
  expect(getCell('Riverside')).toBeEnabled();
});

it('explains to branch users that only kitchens allocate shortages', async () => {
  await mock.api.db.writer
    .updateTable('users')
    .set({ allowedPages: '["branch-order","central-kitchen/fair-share"]' })
    .where('_id', '=', ids.users.branch)
    .execute();
  await renderApp(path, { as: 'branch' });
  expect(await screen.findByText('Only kitchens allocate shortages')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Central Kitchen' })).not.toBeInTheDocument();
});

it('is available in Arabic', async () => {
  await createShortage();
  switchToArabic();
  await renderApp(path, { as: 'kitchen' });
  expect(await screen.findByText(/يحصل كل فرع على/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'اعتماد الحصص' })).toBeVisible();
});
