import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { localDate } from '#core/cutoff.ts';
import { ids } from '#app/server/testing/ids.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { scan } from '#app/web/testing/scan.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { typeAhead } from '#app/web/testing/type-ahead.ts';
import { addDays } from '#core/day.ts';

const mock = useMockApi();
const address = '/branch-order/create-order';

async function openGuide(as: 'branch' | 'branch.staff' | 'admin' = 'branch') {
  const app = await renderApp(address, { as });
  await screen.findByRole('heading', { name: /^Dry store/ });
  return app;
}

const quantity = (item: string) =>
  screen.getByRole('textbox', { name: new RegExp(`^${item}, order quantity`) });

describe('the order guide', () => {
  it('fills in an order with the keyboard, submits it and sends it to the kitchen', async () => {
    const { user } = await openGuide();
    await user.click(quantity('Bread flour'));
    await user.keyboard('2{Enter}');
    expect(quantity('Whole milk')).toHaveFocus();
    await user.keyboard('2*3{Enter}');
    expect(quantity('Whole milk')).toHaveValue('6');
    expect(await screen.findByText('2 lines')).toBeInTheDocument();

    await user.keyboard('{Control>}{Enter}{/Control}');
    const panel = await screen.findByRole('dialog', { name: /^ORD-/ });
    expect(await within(panel).findAllByText('Under review')).not.toHaveLength(0);
    const approved = within(panel).getAllByRole('textbox', { name: /, Approved/ });
    expect(approved.map((cell) => (cell as HTMLInputElement).value)).toEqual(['2', '6']);

    // The event for this submission may reach the page before the response; the button is disabled until the
    // response arrives.
    const send = within(panel).getByRole('button', { name: 'Send to central kitchen' });
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'));
    await user.click(send);
    expect(await within(panel).findAllByText('Sent to central kitchen')).not.toHaveLength(0);
    expect(await within(panel).findAllByText('Saved')).not.toHaveLength(0);
    await user.keyboard('{Escape}');
    expect(await screen.findByText('0 lines')).toBeInTheDocument();
    // Closing the dialog restores the focus, even though the keys that submitted the order had moved it out
    // of the cell.
    await waitFor(() => expect(screen.getByRole('main').contains(document.activeElement)).toBe(true));
  });

  it('jumps to the searched item, even if the user types before the rows have loaded', async () => {
    await openGuide();
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    act(() => search.focus());
    typeAhead(search, 'milk');
    await waitFor(() => expect(quantity('Whole milk')).toHaveFocus());
    expect(screen.queryByRole('textbox', { name: /^Bread flour, order quantity/ })).toBeNull();
  });

  it('proposes only open days, and warns about closed delivery days and longer gaps between deliveries', async () => {
    const today = localDate(new Date(), 'Europe/London');
    const [closed, nextOpenDay] = [addDays(today, 5), addDays(today, 6)];
    const admin = await apiAs(mock.api, 'admin');
    await admin('PUT', `/branch/${ids.kitchen}`, {
      closedDays: [{ from: today, until: addDays(today, 3), yearly: false, note: null }],
    });
    await admin('PUT', `/branch/${ids.branch1}`, {
      closedDays: [{ from: closed, until: closed, yearly: false, note: 'Moving' }],
    });
    await openGuide();
    const date = screen.getByLabelText(/^Delivery date/);
    // The cut-off for the day after the closed days was before the closed days began.
    expect(date).toHaveValue(nextOpenDay);
    fireEvent.change(date, { target: { value: addDays(today, 2) } });
    expect(screen.getByText(/^The kitchen is closed on this day, so no delivery is scheduled/)).toBeVisible();
    fireEvent.change(date, { target: { value: closed } });
    expect(screen.getByText(/^The branch is closed on this day \(Moving\)/)).toBeVisible();
    fireEvent.change(date, { target: { value: addDays(today, 4) } });
    expect(
      screen.getByText(
        `Because of closed days, the next delivery after this one is on ${formatDay(nextOpenDay)}.`,
      ),
    ).toBeVisible();
  });

  it("S7: lists the branch's holidays in the explanation of a suggestion, and removes them", async () => {
    const branch = await apiAs(mock.api, 'branch');
    const day = addDays(localDate(new Date(), 'Europe/London'), 20);
    await branch('PUT', '/demand/days', { branch: ids.branch1, itemId: null, day, kind: 'holiday' });
    const { user } = await openGuide();
    await user.click(quantity('Whole milk'));
    await user.keyboard('{Alt>}w{/Alt}');
    const panel = await screen.findByRole('dialog', { name: 'Whole milk' });
    const name = `Remove holiday: ${formatDay(day)}`;
    await user.click(await within(panel).findByRole('button', { name }));
    await waitFor(() => expect(within(panel).queryByRole('button', { name })).toBeNull());
  });

  it('accepts the suggestion with one key, fills to par, and undoes the fill', async () => {
    const { user } = await openGuide();
    await user.click(quantity('Whole milk'));
    await user.keyboard('=');
    const suggested = (quantity('Whole milk') as HTMLInputElement).value;
    expect(Number(suggested)).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Par' }));
    expect(await screen.findByText(/^Filled 4 lines. Kept 1 quantity you entered/)).toBeInTheDocument();
    expect(screen.getByText('5 lines')).toBeInTheDocument();
    // Undo keeps quantities entered after the fill, including those in rows that the fill had set.
    await user.clear(quantity('Bread flour'));
    await user.type(quantity('Bread flour'), '8{Enter}');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 lines')).toBeInTheDocument();
    expect(quantity('Whole milk')).toHaveValue(suggested);
    expect(quantity('Bread flour')).toHaveValue('8');
  });

  it('filters on every keystroke and shows a message when nothing matches', async () => {
    const { user } = await openGuide();
    const search = screen.getByRole('searchbox', { name: /^Search item/ });
    await user.type(search, 'BRIOCHE');
    await waitFor(() => expect(screen.queryByText('Bread flour')).toBeNull());
    // Keys pressed this quickly count as scanner input unless a different key precedes Enter.
    await user.keyboard('{ArrowRight}{Enter}');
    await waitFor(() => expect(quantity('Brioche bun')).toHaveFocus());
    await user.type(search, 'zebra');
    expect(await screen.findByText(/^No items match/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Bread flour')).toBeInTheDocument();
  });

  it('divides if a slash is followed by a number, and searches if it is followed by letters', async () => {
    const { user } = await openGuide();
    await user.type(quantity('Tomato'), '6/4{Enter}');
    expect(quantity('Tomato')).toHaveValue('1.5');
    await user.type(quantity('Tomato'), '2/milk');
    expect(await screen.findByRole('searchbox')).toHaveValue('milk');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Tomato/ })).toBeNull());
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('textbox', { name: /^Tomato/ })).toHaveValue('2');
  });

  it('warns about an unusual quantity but accepts it', async () => {
    const { user } = await openGuide();
    await user.type(quantity('Bread flour'), '200{Enter}');
    expect(await screen.findByText('200 cases: usually 3 cases')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Submit order' })).not.toHaveAttribute('aria-disabled');
  });

  it('pastes a spreadsheet column downwards from the focused row', async () => {
    await openGuide();
    fireEvent.paste(quantity('Bread flour'), { clipboardData: { getData: () => '4\r\n2,5\tkg\r\n' } });
    expect(await screen.findByText('2 lines')).toBeInTheDocument();
    expect(quantity('Bread flour')).toHaveValue('4');
    expect(quantity('Whole milk')).toHaveValue('2.5');
  });

  it('keeps the entered quantities, without suggestions, if the guide for a different date fails to load', async () => {
    const { user } = await openGuide();
    await user.type(quantity('Tomato'), '7');
    mock.api.server.use(http.get('*/api/orders/suggestions', () => HttpResponse.error()));
    const later = addDays(localDate(new Date(), 'Europe/London'), 40);
    fireEvent.change(screen.getByLabelText(/^Delivery date/), { target: { value: later } });
    expect(await screen.findByText(/^Showing data saved/)).toBeInTheDocument();
    expect(screen.getByText(/^No suggestions for .* while you’re offline/)).toBeInTheDocument();
    expect(quantity('Tomato')).toHaveValue('7');
    expect(screen.getByLabelText(/^Delivery date/)).toHaveValue(later);
    expect(screen.queryByRole('button', { name: /: order the suggested/ })).toBeNull();
    expect(screen.getByText('1 line')).toBeInTheDocument();
  });

  it('focuses the item whose code is scanned', async () => {
    await openGuide();
    scan('IT-001');
    await waitFor(() => expect(quantity('Bread flour')).toHaveFocus());
  });

  it('keeps the draft on the device until its user returns', async () => {
    const first = await openGuide();
    await first.user.type(quantity('Tomato'), '7{Enter}');
    expect(await screen.findByText(/^Saved on this device/)).toBeInTheDocument();
    first.unmount();
    await openGuide();
    expect(quantity('Tomato')).toHaveValue('7');
    expect(screen.getByText('1 line')).toBeInTheDocument();
  });

  it('explains why an empty order cannot be submitted', async () => {
    await openGuide();
    const submit = screen.getByRole('button', { name: 'Submit order' });
    expect(submit).toHaveAttribute('aria-disabled', 'true');
    submit.focus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Enter a quantity for at least one item.');
  });

  it('continues a saved draft in the guide and submits that same order', async () => {
    const { user } = await openGuide();
    await user.type(quantity('Bread flour'), '2{Enter}');
    await user.type(quantity('Whole milk'), '3{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    const panel = await screen.findByRole('dialog', { name: /^ORD-/ });
    await user.click(within(panel).getByRole('link', { name: 'Edit in the order guide' }));
    expect(await screen.findByText(/^Editing draft ORD-/)).toBeInTheDocument();
    expect(screen.getByText('2 lines')).toBeInTheDocument();
    expect(quantity('Bread flour')).toHaveValue('2');
    await user.clear(quantity('Bread flour'));
    await user.type(quantity('Whole milk'), '5{Enter}');
    await user.type(quantity('Tomato'), '4{Enter}');
    const submit = screen.getByRole('button', { name: 'Submit order' });
    expect(submit).toHaveAccessibleDescription(/The order goes to review, then to the central kitchen/);
    await user.click(submit);
    const submitted = await screen.findByRole('dialog', { name: /^ORD-/ });
    expect(await within(submitted).findByText(/^Next: check the quantities/)).toBeInTheDocument();
    expect(screen.queryByText(/^Editing draft/)).toBeNull();
    const orders = await mock.api.db.writer.selectFrom('orders').select(['status', '_id']).execute();
    expect(orders.map(({ status }) => status)).toEqual(['Under Review']);
    const lines = await mock.api.db.writer
      .selectFrom('orderLines')
      .select(['itemName', 'orderQtyMicro'])
      .execute();
    expect(
      Object.fromEntries(lines.map(({ itemName, orderQtyMicro }) => [itemName, Number(orderQtyMicro) / 1e6])),
    ).toEqual({
      'Whole milk': 5,
      Tomato: 4,
    });
  });

  it('removes the undo toast of a fill when the order is submitted', async () => {
    const { user } = await openGuide();
    await user.click(screen.getByRole('button', { name: 'Par' }));
    // A hovered toast does not expire.
    await user.hover(await screen.findByText('Undo'));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByText('Undo')).toBeNull());
  });

  it('restores a rejected order and shows the reason next to the item', async () => {
    const { user } = await openGuide();
    await user.type(quantity('Bread flour'), '2{Enter}');
    await mock.api.db.writer
      .updateTable('items')
      .set({ isOrderable: 0 })
      .where('name', '=', 'Bread flour')
      .execute();
    await user.click(screen.getByRole('button', { name: 'Submit order' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(quantity('Bread flour')).toHaveValue('2');
    expect(quantity('Bread flour')).toHaveAccessibleDescription(/order/);
  });

  it('creates only one order on a double click, and queues it while the server is unreachable', async () => {
    const { user } = await openGuide();
    mock.api.fail({ fault: 'offline', match: '/orders', method: 'POST', times: 1 });
    await user.type(quantity('Bread flour'), '2{Enter}');
    await user.dblClick(screen.getByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('Queued')).toBeInTheDocument();
    expect(await screen.findByRole('dialog', { name: /^ORD-/ })).toBeInTheDocument();
    const orders = await mock.api.db.writer.selectFrom('orders').select('status').execute();
    expect(orders).toEqual([{ status: 'Draft' }]);
  });

  it('shows the message of SPEC if the order can’t be created', async () => {
    const { user } = await openGuide();
    await user.type(quantity('Bread flour'), '2{Enter}');
    mock.api.fail({ fault: 'response', match: '/orders', method: 'POST', status: 400, body: {} });
    await user.click(screen.getByRole('button', { name: 'Submit order' }));
    expect(await screen.findByText('Failed to create order')).toBeInTheDocument();
  });

  it('reports that the branch already has an order for the day, with a link to it', async () => {
    const { id, orderNo } = await createOrderInStatus(mock.api, 'Under Review');
    const { user } = await openGuide();
    const date = screen.getByLabelText('Delivery date');
    fireEvent.change(date, { target: { value: '2026-11-23' } });
    const link = await screen.findByRole('link', { name: `${orderNo} (Under review)` });
    expect(link.closest('[role="status"]')).toHaveTextContent(/^You already ordered for this day/);
    expect(link).toHaveAttribute('href', expect.stringContaining(id));
    fireEvent.change(date, { target: { value: '2026-11-25' } });
    await waitFor(() => expect(screen.queryByRole('link', { name: new RegExp(orderNo) })).toBeNull());
    await user.keyboard('{Shift}');
  });

  it('requires a user with access to all branches to choose a branch, and remembers the choice', async () => {
    const first = await openGuide('admin');
    await first.user.selectOptions(screen.getByRole('combobox', { name: 'Order for' }), 'Station');
    expect(await screen.findByText('Station, from Central Kitchen')).toBeInTheDocument();
    first.unmount();
    await openGuide('admin');
    expect(screen.getByText('Station, from Central Kitchen')).toBeInTheDocument();
  });

  it('shows the reason and a next step when the guide fails to load', async () => {
    mock.api.fail({ fault: '500', match: '/orders/suggestions', times: 1 });
    const { user } = await renderApp(address, { as: 'branch' });
    expect(await screen.findByText('Couldn’t load the order guide')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: /^Dry store/ })).toBeInTheDocument();
  });
});
