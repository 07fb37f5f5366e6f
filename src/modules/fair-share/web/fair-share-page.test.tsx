import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { switchToArabic } from '#app/web/testing/switch-to-arabic.ts';
import { callsAs } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const path = '/central-kitchen/fair-share';

/** Two branches order 160 kg of an item with 80 kg available. */
async function shortage() {
  const admin = await callsAs(mock.api, 'admin');
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
  const approved = async () =>
    Promise.all(
      orders.map(async (id) => {
        const { items } = (await admin('GET', `/orders/${id}`)) as { items: { approvedQty: number }[] };
        return items[0]?.approvedQty;
      }),
    );
  return { admin, orders, placeOrder, approved };
}

const table = () => screen.findByRole('table', { name: 'Shares for Tomato' });
const cell = (branch: string) =>
  screen.getByRole('textbox', { name: new RegExp(`^Tomato for ${branch}, .*, share`) });
const approve = () => screen.getByRole('button', { name: 'Approve shares' });

it('shows ordered and proposed quantities, percentages and the rule; edited shares are totalled and approved', async () => {
  const { approved } = await shortage();
  const app = await renderApp(path, { as: 'kitchen' });
  const rows = within(await table());
  expect(rows.getByRole('row', { name: /Riverside/ })).toHaveTextContent(/60 kg.*50\s?%.*30/);
  expect(screen.getByText(/Each branch gets 50\s?% of its order\./)).toBeVisible();
  expect(screen.getByText('80 kg to allocate of 160 kg ordered')).toBeVisible();
  expect(cell('Riverside')).toHaveValue('30');

  // Shares above the supply can't be approved; a share above the ordered quantity needs a reason.
  await app.person.clear(cell('Riverside'));
  await app.person.type(cell('Riverside'), '61{Enter}');
  expect(screen.getByText('31 kg over')).toBeVisible();
  expect(approve()).toHaveAttribute('aria-disabled', 'true');
  await app.person.clear(cell('Station'));
  await app.person.type(cell('Station'), '19{Enter}');
  expect(screen.getByText('Nothing left')).toBeVisible();
  expect(approve()).toHaveAttribute('aria-disabled', 'true');
  const reason = screen.getByRole('combobox', { name: 'Reason for more Tomato than ordered for Riverside' });
  await waitFor(() => expect(within(reason).getByRole('option', { name: 'Promotion' })).toBeTruthy());
  await app.person.selectOptions(reason, 'Promotion');
  await waitFor(() => expect(approve()).not.toHaveAttribute('aria-disabled'));
  await app.person.dblClick(approve());
  await expect.poll(approved).toEqual([61, 19]);
  await waitFor(() => expect(cell('Riverside')).toHaveValue('30'));
});

it('recalculates immediately when the basis or the quantity kept back changes', async () => {
  await shortage();
  const app = await renderApp(`${path}?item=${ids.items.tomato}`, { as: 'kitchen' });
  await table();
  await app.person.selectOptions(screen.getByLabelText('Allocate by'), 'Equal days of cover');
  expect(screen.getByText(/No usage data yet, so ordered quantities are used/)).toBeVisible();
  const keptBackInput = screen.getByRole('textbox', { name: /^Tomato, held back/ });
  await app.person.clear(keptBackInput);
  await app.person.type(keptBackInput, '16{Enter}');
  expect(screen.getByText('64 kg to allocate of 160 kg ordered')).toBeVisible();
  expect(cell('Station')).toHaveValue('40');
  expect(screen.getByText(/16 kg held back\./)).toBeVisible();
});

it('reports concurrent changes, blocks approval until the shares are recalculated, and keeps edits of unchanged lines', async () => {
  const { placeOrder, approved } = await shortage();
  const app = await renderApp(path, { as: 'kitchen' });
  await table();
  await app.person.clear(cell('Riverside'));
  await app.person.type(cell('Riverside'), '20{Enter}');
  await placeOrder(ids.branch2, 40);
  await app.person.click(approve());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/Changed since you started.*ORD-.* \(Station\) now includes Tomato/);
  expect(await approved()).toEqual([60, 100]);
  expect(approve()).toHaveAttribute('aria-disabled', 'true');
  await app.person.click(within(alert).getByRole('button', { name: 'Recalculate with current data' }));
  await waitFor(() => expect(screen.getAllByRole('textbox', { name: /for Station/ })).toHaveLength(2));
  expect(cell('Riverside')).toHaveValue('20');
  await app.person.click(approve());
  await expect.poll(async () => (await approved())[0]).toBe(20);
});

it('is available to head office', async () => {
  await shortage();
  await renderApp(`${path}?kitchen=${ids.kitchen}`, { as: 'master' });
  await table();
  expect(cell('Riverside')).toBeEnabled();
});

it('offers no kitchen to branch users and explains why', async () => {
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
  await shortage();
  switchToArabic();
  await renderApp(path, { as: 'kitchen' });
  expect(await screen.findByText(/يحصل كل فرع على/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'اعتماد الحصص' })).toBeVisible();
});
