import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { reloadSession } from '#platform/web/session/session.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const address = '/branch-order/order-submission';

describe('order submission', () => {
  it('requires a reason if the approved quantity is reduced, then sends the order to the kitchen', async () => {
    const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
    const { user } = await renderApp(address, { as: 'branch' });
    await user.click(await screen.findByRole('link', { name: orderNo }));
    const panel = await screen.findByRole('dialog', { name: orderNo });
    const approved = await within(panel).findByRole('textbox', { name: /^Bread flour, Approved/ });
    await user.clear(approved);
    await user.type(approved, '1{Enter}');

    const send = () => within(panel).getByRole('button', { name: 'Send to central kitchen' });
    expect(send()).toHaveAttribute('aria-disabled', 'true');
    await within(panel).findByRole('option', { name: 'Enough in stock' });
    await user.selectOptions(within(panel).getByLabelText('Reason: Bread flour'), 'Enough in stock');
    await user.click(send());
    expect(await within(panel).findByText(/^Next: the kitchen accepts the order/)).toBeInTheDocument();
    expect(within(panel).getByText('Enough in stock')).toBeInTheDocument();
  });

  it('shows the message of SPEC if an order can’t be changed', async () => {
    const { id, orderNo } = await createOrderInStatus(mock.api, 'Draft');
    const { user } = await renderApp(`${address}?order=${id}`, { as: 'branch' });
    const panel = within(await screen.findByRole('dialog', { name: orderNo }));
    const submit = await panel.findByRole('button', { name: 'Submit order' });
    mock.api.fail({ fault: 'response', match: '/orders/', method: 'PATCH', status: 400, body: {} });
    await user.click(submit);
    expect(await panel.findByRole('alert')).toHaveTextContent('Failed to update order');
  });

  it('shows the message of SPEC if an order can’t be deleted', async () => {
    const { id, orderNo } = await createOrderInStatus(mock.api, 'Draft');
    const { user } = await renderApp(`${address}?order=${id}`, { as: 'branch' });
    const panel = await screen.findByRole('dialog', { name: orderNo });
    await user.click(await within(panel).findByRole('button', { name: 'Delete draft' }));
    mock.api.fail({ fault: 'response', match: '/orders/', method: 'DELETE', status: 400, body: {} });
    const confirmation = within(await screen.findByRole('dialog', { name: /^Delete / }));
    await user.click(confirmation.getByRole('button', { name: 'Delete draft' }));
    expect(await within(panel).findByText('Failed to delete order')).toBeInTheDocument();
  });

  it('shows a server error in the line it applies to and keeps the entries', async () => {
    const { id, orderNo } = await createOrderInStatus(mock.api, 'Under Review');
    const branch = await apiAs(mock.api, 'branch');
    const order = (await branch('GET', `/orders/${id}`)) as unknown as { items: { lineId: string }[] };
    const { user } = await renderApp(address, { as: 'branch' });
    await user.click(await screen.findByRole('link', { name: orderNo }));
    const panel = await screen.findByRole('dialog', { name: orderNo });
    const approved = await within(panel).findByRole('textbox', { name: /^Bread flour, Approved/ });
    await user.clear(approved);
    await user.type(approved, '3{Enter}');
    await within(panel).findByRole('option', { name: 'Enough in stock' });
    await user.selectOptions(within(panel).getByLabelText('Reason: Bread flour'), 'Enough in stock');
    const fields = { [`items.${order.items[0]?.lineId}.approvedQty`]: 'Nobody needs so much.' };
    const body = { error: 'Not like this.', code: 'VALIDATION', fields };
    mock.api.fail({
      fault: 'response',
      match: `/orders/${id}`,
      method: 'PATCH',
      times: 1,
      status: 422,
      body,
    });
    await user.click(within(panel).getByRole('button', { name: 'Send to central kitchen' }));
    const row = within(panel).getByRole('row', { name: /Bread flour/ });
    expect(await within(row).findByText('Nobody needs so much.')).toBeInTheDocument();
    expect(within(row).getByRole('textbox', { name: /^Bread flour, Approved/ })).toHaveValue('3');
  });

  it('hides the send button from users who can’t send orders', async () => {
    const { orderNo, id } = await createOrderInStatus(mock.api, 'Under Review');
    await renderApp(`${address}?order=${id}`, { as: 'branch.staff' });
    const panel = await screen.findByRole('dialog', { name: orderNo });
    expect(await within(panel).findByRole('button', { name: 'Back to draft' })).toBeInTheDocument();
    expect(within(panel).queryByRole('button', { name: 'Send to central kitchen' })).toBeNull();
  });
});

describe('an order that has not reached the server', () => {
  it('is listed above the table with its state, shows its queued actions, and disappears once it reaches the server', async () => {
    mock.api.fail({ fault: 'offline', match: '/orders', method: 'POST' });
    const { user } = await renderApp('/branch-order/create-order', { as: 'branch' });
    await user.type(await screen.findByRole('textbox', { name: /^Bread flour/ }), '2{Enter}');
    await user.click(screen.getByRole('button', { name: 'Submit order' }));
    await screen.findByText('Queued');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('link', { name: 'Order Submission' }));
    const queued = await screen.findByRole('region', { name: 'Not sent yet' });
    const order = within(queued).getByRole('listitem');
    expect(order).toHaveTextContent(/1 line.*Under review.*(Queued|Sending)/i);
    await user.click(within(order).getByRole('button', { name: /^New order for/ }));
    const panel = await screen.findByRole('dialog', { name: /^New order for/ });
    const [created, moved] = within(panel).getAllByRole('listitem');
    expect(created).toHaveTextContent(/^New order for/);
    expect(moved).toHaveTextContent(/^New order: move to review/);
    mock.api.recover();
    await user.click(within(panel).getAllByRole('button', { name: /^(Retry|Try again)/ })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Not sent yet' })).toBeNull());
    expect(await screen.findByRole('link', { name: /^ORD-/ })).toBeInTheDocument();
  });
});

describe('reviewing an order', () => {
  it('moves the focus to the main action with a shortcut, without pressing it', async () => {
    const { id, orderNo } = await createOrderInStatus(mock.api, 'Under Review');
    const { user } = await renderApp(`${address}?order=${id}`, { as: 'branch' });
    const panel = await screen.findByRole('dialog', { name: orderNo });
    const send = await within(panel).findByRole('button', { name: 'Send to central kitchen' });
    await user.click(await within(panel).findByRole('textbox', { name: /^Bread flour, Approved/ }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(send).toHaveFocus();
    expect(within(panel).queryByText(/^Next: the kitchen accepts the order/)).toBeNull();
    await user.keyboard('{Enter}');
    expect(await within(panel).findByText(/^Next: the kitchen accepts the order/)).toBeInTheDocument();
  });

  it("shows review figures and the guide's warning, and names another order for the same day", async () => {
    const first = await createOrderInStatus(mock.api, 'Shipped');
    const { id, orderNo } = await createOrderInStatus(mock.api, 'Under Review');
    const { user } = await renderApp(`${address}?order=${id}`, { as: 'branch' });
    const panel = await screen.findByRole('dialog', { name: orderNo });
    const approved = await within(panel).findByRole('textbox', { name: /^Bread flour, Approved/ });
    const line = within(approved.closest('tr') as HTMLElement);
    for (const [label, value] of [
      ['On hand', '0'],
      ['On order', '2'],
      ['Par', '3'],
      ['Last order', '2'],
      ['Kitchen stock', '48'],
    ] as const)
      expect((await line.findByText(label)).parentElement).toHaveTextContent(`${label}${value}`);
    expect(within(panel).getByText(/^Another order for this day/)).toHaveTextContent(
      `${first.orderNo} (Shipped)`,
    );
    await user.clear(approved);
    await user.type(approved, '99{Enter}');
    expect(await line.findByText(/^99 cases: usually 3 cases/)).toBeInTheDocument();
  });

  it('warns about unusual quantities in a draft, and sends the suggestion for an added line', async () => {
    const { id, orderNo } = await createOrderInStatus(mock.api, 'Draft');
    const branch = await apiAs(mock.api, 'branch');
    const flour = ((await branch('GET', `/orders/${id}`)) as unknown as { items: { lineId: string }[] })
      .items[0];
    await branch('PATCH', `/orders/${id}`, { items: [{ lineId: flour?.lineId, remove: true }] });
    const { user } = await renderApp(`${address}?order=${id}`, { as: 'branch' });
    const panel = within(await screen.findByRole('dialog', { name: orderNo }));
    const milk = await panel.findByRole('textbox', { name: /^Whole milk, Ordered/ });
    await user.clear(milk);
    await user.type(milk, '99{Enter}');
    expect(await panel.findByText(/^99 cases: usually \d+ cases?/)).toBeInTheDocument();
    await user.clear(milk);
    await user.type(milk, '2{Enter}');
    await user.type(panel.getByRole('combobox', { name: 'Add an item by name or code' }), 'Bread flour');
    await user.click(panel.getByRole('button', { name: 'Add' }));
    const added = await panel.findByRole('textbox', { name: /^Bread flour, Ordered/ });
    expect(added).toHaveValue('3');
    await user.clear(added);
    await user.type(added, '100{Enter}');
    expect(await panel.findByText(/^100 cases: usually 3 cases/)).toBeInTheDocument();
    await user.click(panel.getByRole('button', { name: 'Save changes' }));
    await waitFor(async () =>
      expect(await branch('GET', `/orders/${id}`)).toMatchObject({
        items: [{ orderQty: 2 }, {}, { itemName: 'Bread flour', orderQty: 100, suggestedQty: 3 }],
      }),
    );
  });
});

describe('two reviewers of one order', () => {
  const findApprovedField = (panel: HTMLElement, item: string) =>
    within(panel).findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${item}, Approved`) });

  /** Opens the order as one reviewer; the other reviewer uses the API, like a different browser. */
  async function openReview() {
    const { id, orderNo } = await createOrderInStatus(mock.api, 'Under Review');
    const app = await renderApp(`${address}?order=${id}`, { as: 'branch' });
    const panel = await screen.findByRole('dialog', { name: orderNo });
    const other = await apiAs(mock.api, 'admin');
    const order = await other('GET', `/orders/${id}`);
    const [flour, milk] = (order['items'] as { lineId: string }[]).map(({ lineId }) => lineId);
    const type = async (item: string, qty: string, reason: string) => {
      const cell = await findApprovedField(panel, item);
      await app.user.clear(cell);
      await app.user.type(cell, `${qty}{Enter}`);
      await app.user.selectOptions(within(panel).getByLabelText(`Reason: ${item}`), 'Other…');
      await app.user.keyboard(reason);
    };
    const save = (lineId: string | undefined, approvedQty: number, reason: string) =>
      other('PATCH', `/orders/${id}`, { items: [{ lineId, approvedQty, reason }] });
    const read = async () => (await other('GET', `/orders/${id}`))['items'] as Record<string, unknown>[];
    return { id, app, panel, flour, milk, type, save, read, other };
  }

  it('must choose when both changed the same quantity, whether or not the screen was refreshed', async () => {
    for (const isReloaded of [false, true]) {
      const { app, panel, flour, type, save, read, id } = await openReview();
      await type('Bread flour', '6', 'Feast day');
      await save(flour, 1, 'Enough in stock');
      if (isReloaded) await app.queryClient.invalidateQueries({ queryKey: ['orders_data', 'one', id] });
      else await app.user.click(within(panel).getByRole('button', { name: 'Save changes' }));

      const notice = await within(panel).findByRole('alert');
      expect(
        within(notice).getByRole('row', { name: /^Bread flour, Approved 1 \S+ .*6 \S+/ }),
      ).toBeInTheDocument();
      expect(await findApprovedField(panel, 'Bread flour')).toHaveValue('6');
      expect(within(panel).getByRole('button', { name: 'Send to central kitchen' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      expect((await read())[0]).toMatchObject({ approvedQty: 1, reason: 'Enough in stock' });

      await app.user.click(within(notice).getByRole('button', { name: 'Take theirs: Bread flour, Reason' }));
      await app.user.click(within(notice).getByRole('button', { name: 'Keep mine' }));
      // The rejected action may still be in the queue; saving is disabled until it is gone.
      const saveButton = within(panel).getByRole('button', { name: 'Save changes' });
      await waitFor(() => expect(saveButton).not.toHaveAttribute('aria-disabled'));
      await app.user.click(saveButton);
      await expect
        .poll(async () => (await read())[0])
        .toMatchObject({ approvedQty: 6, reason: 'Enough in stock' });
      app.unmount();
    }
  });

  it('keep their changes if they edited different lines', async () => {
    const { app, panel, milk, type, save, read } = await openReview();
    await type('Bread flour', '6', 'Feast day');
    await save(milk, 4, 'Promotion');
    await app.user.click(within(panel).getByRole('button', { name: 'Save changes' }));
    await expect.poll(async () => (await read())[0]).toMatchObject({ approvedQty: 6, reason: 'Feast day' });
    expect((await read())[1]).toMatchObject({ approvedQty: 4, reason: 'Promotion' });
    expect(await within(panel).findByText('Promotion', { selector: 'p' })).toBeInTheDocument();
    expect(within(panel).queryByRole('alert')).toBeNull();
  });

  it('cannot send a version that they have not seen', async () => {
    // The screen isn't notified of the change.
    mock.api.fail({ fault: 'response', match: '/events', status: 404, body: {} });
    const { app, panel, flour, save, read, other, id } = await openReview();
    const send = await within(panel).findByRole('button', { name: 'Send to central kitchen' });
    await save(flour, 1, 'Enough in stock');
    await app.user.click(send);
    expect(await within(panel).findByText(/^Someone else changed this order/)).toBeInTheDocument();
    expect(await findApprovedField(panel, 'Bread flour')).toHaveValue('1');
    expect((await other('GET', `/orders/${id}`))['status']).toBe('Under Review');
    await app.user.click(within(panel).getByRole('button', { name: 'Send to central kitchen' }));
    expect(await within(panel).findByText(/^Next: the kitchen accepts the order/)).toBeInTheDocument();
    expect((await read())[0]).toMatchObject({ approvedQty: 1 });
  });

  it('still see their edits if someone else sent the order without them', async () => {
    const { app, panel, type, other, id } = await openReview();
    await type('Bread flour', '6', 'Feast day');
    await other('PATCH', `/orders/${id}`, { status: 'Sent to Central Kitchen' });
    await app.queryClient.invalidateQueries({ queryKey: ['orders_data', 'one', id] });
    const notice = await within(panel).findByRole('alert');
    expect(within(notice).getByRole('row', { name: /^Bread flour, Approved 2 \S+ ?6/ })).toBeInTheDocument();
    await app.user.click(within(notice).getByRole('button', { name: 'Discard my changes' }));
    expect(within(panel).queryByRole('alert')).toBeNull();
  });

  it("find their edits after a reload, along with the other reviewer's changes, and a marker in the list", async () => {
    const { app, flour, type, save, read } = await openReview();
    await type('Bread flour', '6', 'Feast day');
    await type('Whole milk', '3', 'Promotion');
    app.unmount();
    reloadSession();
    await save(flour, 1, 'Enough in stock');

    const reopened = await renderApp(`${address}?status=Under+Review`, { as: 'branch' });
    const row = (await screen.findByText('Unsaved changes')).closest('tr') as HTMLElement;
    await reopened.user.click(within(row).getByRole('link'));
    const panel = await screen.findByRole('dialog');
    expect(await within(panel).findByText(/^Unsaved changes from .+ restored\.$/)).toBeInTheDocument();
    expect(await findApprovedField(panel, 'Whole milk')).toHaveValue('3');
    await reopened.user.click(
      within(await within(panel).findByRole('alert')).getByRole('button', { name: 'Take theirs' }),
    );
    expect(await findApprovedField(panel, 'Bread flour')).toHaveValue('1');
    expect(await findApprovedField(panel, 'Whole milk')).toHaveValue('3');
    await reopened.user.click(within(panel).getByRole('button', { name: 'Save changes' }));
    await expect.poll(() => screen.queryByText('Unsaved changes')).toBeNull();
    expect(await read()).toMatchObject([{ approvedQty: 1 }, { approvedQty: 3, reason: 'Promotion' }, {}]);
  });
});
