import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { callsAs, tellOrder } from '#src/testing/order-story.ts';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';

const mock = useMockApi();

/** The pick list with one order in process; another picker works by the API, as on another tablet. */
async function openList() {
  const { id } = await tellOrder(mock.api, 'Under Process');
  const other = await callsAs(mock.api, 'admin');
  const order = () => other('GET', `/orders/${id}`) as Promise<{ items: OrderLine[] }>;
  const { items } = await order();
  const app = await renderApp('/central-kitchen/pick-list', { as: 'kitchen' });
  await screen.findByRole('button', { name: /of Bread flour$/ });
  const item = (name: string) =>
    screen.getByRole('heading', { level: 3, name: new RegExp(`^${name}`) }).closest('li') as HTMLElement;
  const lineOf = (name: string) => items.find(({ itemName }) => itemName === name) as OrderLine;
  return { app, id, other, order, item, lineOf };
}

interface OrderLine {
  lineId: string;
  itemName: string;
  orderQty: number;
  pickedQty: number | null;
  reasonCode: string | null;
  substituteFor: string | null;
}

describe('the pick list', () => {
  it('P9: what is picked once goes to the order’s line, and can be taken back', async () => {
    const { app, order, lineOf } = await openList();
    const flour = lineOf('Bread flour');
    await app.person.dblClick(screen.getByRole('button', { name: /^Pick .* of Bread flour$/ }));
    await expect
      .poll(async () => (await order()).items.find(({ lineId }) => lineId === flour.lineId)?.pickedQty)
      .toBe(flour.orderQty);
    // Said once, with one way back.
    await app.person.click(await screen.findByRole('button', { name: 'Undo' }, { timeout: 3000 }));
    await expect
      .poll(async () => (await order()).items.find(({ lineId }) => lineId === flour.lineId)?.pickedQty)
      .toBeNull();
  });

  it('P5: says by name who has a line, and picks it only once it is taken over', async () => {
    const { app, other, order, item, lineOf } = await openList();
    const flour = lineOf('Bread flour');
    await other('POST', '/pick-list/claims', { lines: [flour.lineId], do: 'take' });
    await app.person.click(screen.getByRole('button', { name: /^Pick .* of Bread flour$/ }));
    expect(await within(item('Bread flour')).findByRole('alert')).toHaveTextContent(/has this line/);
    expect((await order()).items.find(({ lineId }) => lineId === flour.lineId)?.pickedQty).toBeNull();
    await app.person.click(await screen.findByRole('button', { name: /^Take over Bread flour from / }));
    expect(await within(item('Bread flour')).findByText('Yours')).toBeInTheDocument();
    await app.person.click(screen.getByRole('button', { name: /^Pick .* of Bread flour$/ }));
    await expect
      .poll(async () => (await order()).items.find(({ lineId }) => lineId === flour.lineId)?.pickedQty)
      .toBe(flour.orderQty);
  });

  it('P10: short for a reason, in one step', async () => {
    const { app, order, lineOf } = await openList();
    const flour = lineOf('Bread flour');
    await app.person.click(screen.getByRole('button', { name: 'Bread flour is short' }));
    const dialog = await screen.findByRole('dialog', { name: 'Bread flour is short' });
    const found = within(dialog).getByRole('textbox', { name: /^Found/ });
    await app.person.clear(found);
    await app.person.type(found, String(flour.orderQty - 1));
    await app.person.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect
      .poll(async () => (await order()).items.find(({ lineId }) => lineId === flour.lineId))
      .toMatchObject({ pickedQty: flour.orderQty - 1, reasonCode: 'out_of_stock' });
  });

  it('is complete when the last line is, also when somebody else picks it', async () => {
    const { app, id, other, order } = await openList();
    const { items } = await order();
    const [first, ...rest] = items as [OrderLine, ...OrderLine[]];
    const picks = rest.map(({ lineId, orderQty }) => ({
      lineId,
      orderId: id,
      pickedQty: orderQty,
      wasPicked: null,
    }));
    await other('POST', '/pick-list/picks', { picks });
    await app.person.click(
      await screen.findByRole('button', { name: new RegExp(`^Pick .* of ${first.itemName}$`) }),
    );
    expect(
      await screen.findByText('Everything on this list is picked.', {}, { timeout: 10_000 }),
    ).toBeVisible();
  });

  it('finds an item by its code', async () => {
    const { app } = await openList();
    const cell = screen.getByRole('textbox', { name: /^Bread flour, quantity found/ });
    // A scanner types faster than anybody.
    for (const key of ['I', 'T', '-', '0', '0', '1', 'Enter'])
      window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await waitFor(() => expect(cell).toHaveFocus());
    expect(app.container).toBeTruthy();
  });
});
