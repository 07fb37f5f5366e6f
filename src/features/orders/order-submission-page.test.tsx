import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { tellOrder } from '#src/testing/order-story.ts';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';

const mock = useMockApi();
const address = '/branch-order/order-submission';

describe('order submission', () => {
  it('asks for a reason where less is approved, then sends the order to the kitchen', async () => {
    const { orderNo } = await tellOrder(mock.api, 'Under Review');
    const { person } = await renderApp(address, { as: 'branch' });
    await person.click(await screen.findByRole('link', { name: orderNo }));
    const panel = await screen.findByRole('dialog', { name: orderNo });
    const approved = await within(panel).findByRole('textbox', { name: /^Bread flour, Approved/ });
    await person.clear(approved);
    await person.type(approved, '1{Enter}');

    const send = () => within(panel).getByRole('button', { name: 'Send to central kitchen' });
    expect(send()).toHaveAttribute('aria-disabled', 'true');
    await person.type(within(panel).getByLabelText('Reason: Bread flour'), 'Enough in stock');
    await person.click(send());
    expect(await within(panel).findByText(/^Next: the kitchen accepts the order/)).toBeInTheDocument();
    expect(within(panel).getByText('Enough in stock')).toBeInTheDocument();
  });

  it('does not offer the kitchen to somebody who may not send', async () => {
    const { orderNo, id } = await tellOrder(mock.api, 'Under Review');
    await renderApp(`${address}?order=${id}`, { as: 'branch.staff' });
    const panel = await screen.findByRole('dialog', { name: orderNo });
    expect(await within(panel).findByRole('button', { name: 'Recall to draft' })).toBeInTheDocument();
    expect(within(panel).queryByRole('button', { name: 'Send to central kitchen' })).toBeNull();
  });
});
