import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { tellOrder } from '#src/testing/order-story.ts';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';

const mock = useMockApi();

it('receives a delivery with one damaged: all as shipped, the exception, a look, posted', async () => {
  const { orderNo } = await tellOrder(mock.api, 'Shipped');
  const { person } = await renderApp('/branch-order/receiving-order', { as: 'branch' });
  await person.click(await screen.findByRole('link', { name: orderNo }));
  const panel = await screen.findByRole('dialog', { name: orderNo });
  expect(await within(panel).findByText('0 of 3 lines checked')).toBeInTheDocument();

  await person.click(within(panel).getByRole('button', { name: 'All as shipped' }));
  await person.click(within(panel).getByRole('button', { name: 'Something is wrong with Bread flour' }));
  await person.type(within(panel).getByRole('textbox', { name: /^Bread flour, damaged/ }), '1{Enter}');
  const post = within(panel).getByRole('button', { name: 'Check and post' });
  expect(post).toHaveAttribute('aria-disabled', 'true');
  await person.type(within(panel).getByRole('combobox', { name: 'Reason: Bread flour' }), 'Wet');
  expect(within(panel).getAllByText(/^Ordered /)).toHaveLength(3);
  await person.click(post);
  expect(
    await within(panel).findByText('2 lines as shipped: on the shelf of Riverside.'),
  ).toBeInTheDocument();
  expect(within(panel).getByText('1 case Bread flour damaged: goes to hold.')).toBeInTheDocument();

  await person.click(within(panel).getByRole('button', { name: 'Post receipt' }));
  expect(await screen.findByText(/1 discrepancy was opened and the kitchen told/)).toBeInTheDocument();
});

it('says what is expected here while nothing is', async () => {
  await renderApp('/branch-order/receiving-order', { as: 'branch' });
  expect(await screen.findByText('No delivery is expected')).toBeInTheDocument();
});
