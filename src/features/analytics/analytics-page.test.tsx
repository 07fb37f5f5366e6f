import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { callsAs, tellOrder } from '#src/testing/order-story.ts';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';
import type { Actor } from '#domain/permissions.ts';
import { tabs, tabsFor } from './question.ts';

const mock = useMockApi();
const november = 'from=2026-11-01&to=2026-11-30';

/** An order that came as it was ordered, and one that is on the road. */
async function tellMonth(): Promise<void> {
  const calls = await callsAs(mock.api, 'branch');
  const { id } = await tellOrder(mock.api, 'Shipped');
  await calls('PATCH', `/orders/${id}`, { status: 'Received' });
  await tellOrder(mock.api, 'Shipped');
}

it('tells how branches were served, what is counted, and opens the lines behind a figure', async () => {
  await tellMonth();
  const { person, path } = await renderApp(`/analytics?${november}`, { as: 'admin' });
  const totals = await screen.findByRole('list', { name: 'Everything together' });
  expect(within(totals).getByRole('link', { name: /^Orders shipped\s*2/ })).toHaveAttribute(
    'href',
    expect.stringContaining('/branch-orders?'),
  );
  expect(screen.getByRole('region', { name: 'What is counted' })).toHaveTextContent(
    /Substitutes are nobody’s line/,
  );
  const table = screen.getByRole('table', { name: 'Figures' });
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  await person.click(within(totals).getByRole('link', { name: /^Lines not complete/ }));
  expect(path()).toMatch(/^\/branch-order\/reports\?.*report=missing-items/);
});

it('walks the points of a picture by the arrow keys, and says each', async () => {
  await tellMonth();
  const { person } = await renderApp(`/analytics?${november}&by=week`, { as: 'admin' });
  const picture = await screen.findByRole('group', { name: /^Fill rate, lines by week/ });
  picture.focus();
  await person.keyboard('{ArrowRight}');
  expect(within(picture.closest('figure') as HTMLElement).getByRole('status')).toHaveTextContent(
    /^Week of .*: 100%/,
  );
});

it('lists the orders of an hour', async () => {
  await tellMonth();
  const { person } = await renderApp(`/analytics?${november}&tab=demand`, { as: 'admin' });
  const grid = await screen.findByRole('table', { name: 'Orders by weekday and hour' });
  const [cell] = within(grid).getAllByRole('button', { name: /: 2 orders$/ });
  if (!cell) throw new Error('No hour has both orders');
  await person.click(cell);
  expect(await screen.findAllByRole('link', { name: /^ORD-/ })).toHaveLength(2);
});

it('offers no view of costs to who may not see them', () => {
  const permissions = { canCreate: false, canEdit: false, canDelete: false, canView: true };
  const person = {
    _id: 'p',
    name: 'P',
    email: 'p@x',
    role: 'other',
    isMasterAdmin: false,
    branches: [],
    kitchens: [],
  };
  const user = (allowedPages: string[]): Actor => ({ ...person, permissions, allowedPages });
  expect(tabsFor(user(['analytics']))).toEqual(['service', 'demand']);
  expect(tabsFor(user(['analytics', 'costing', 'inventory']))).toEqual([...tabs]);
});
