import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const flour = `/items/${ids.items.flour}`;

/** Opens the bell, which also starts tracking proposals. */
async function openBell(user: Awaited<ReturnType<typeof renderApp>>['user']) {
  await user.click(await screen.findByRole('button', { name: /New orders|propos/ }));
  return within(await screen.findByRole('dialog'));
}

it('shows an approver the proposals awaiting a decision, and opens them', async () => {
  const branch = await apiAs(mock.api, 'branch');
  await branch('PUT', flour, { unitPrice: 3.5 });
  const { user } = await renderApp('/procurements/creation/items-creation', { as: 'admin' });
  expect(await screen.findByRole('link', { name: /1 proposal waiting for you/ })).toHaveAttribute(
    'href',
    '/procurements/creation/review',
  );
  const notificationCentre = await openBell(user);
  const waiting = await notificationCentre.findByRole('button', { name: /Bread flour.*Test branch/ });
  expect(screen.getByRole('dialog', { name: 'What’s new' })).toBeInTheDocument();
  expect(notificationCentre.getByRole('button', { name: 'Mark as seen' })).toBeDisabled();
  expect(screen.getByText('1 proposal to review', { selector: '[role=status]' })).toBeInTheDocument();
  await user.click(waiting);
  const panel = within(await screen.findByRole('dialog', { name: 'Bread flour' }));
  await user.click(await panel.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Bread flour approved.')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'New orders' })).toBeInTheDocument();
});

it('shows the author of proposals the decisions with reasons until they are marked as seen', async () => {
  const branch = await apiAs(mock.api, 'branch');
  const admin = await apiAs(mock.api, 'admin');
  const propose = async (path: string, unitPrice: number) =>
    ((await branch('PUT', path, { unitPrice }))['review'] as { _id: string })._id;
  const priceReview = await propose(flour, 30);
  const otherReview = await propose(`/items/${ids.items.milk}`, 2);
  await admin('PATCH', `/reviews/${priceReview}`, { status: 'Returned', reason: 'Is this per case?' });
  await admin('PATCH', `/reviews/${otherReview}`, { status: 'Approved' });

  const { user } = await renderApp('/branch-order/create-order', { as: 'branch' });
  const notificationCentre = await openBell(user);
  expect(
    await notificationCentre.findByRole('button', { name: /Whole milk.*Approved by Test admin/ }),
  ).toBeInTheDocument();
  const returned = notificationCentre.getByRole('button', {
    name: /Bread flour.*Returned.*Is this per case/,
  });
  await user.click(returned);
  const panel = within(await screen.findByRole('dialog', { name: 'Bread flour' }));
  expect(await panel.findByRole('button', { name: 'Edit and resubmit' })).toBeInTheDocument();
  await user.keyboard('{Escape}');

  // Decisions that were opened are no longer new; the remaining ones are marked as seen with a button.
  await user.click(await screen.findByRole('button', { name: '1 decision on your proposals' }));
  const reopened = within(await screen.findByRole('dialog', { name: 'What’s new' }));
  expect(reopened.queryByRole('button', { name: /Bread flour/ })).toBeNull();
  await user.click(reopened.getByRole('button', { name: 'Mark as seen' }));
  expect(await screen.findByText('No new orders.')).toBeInTheDocument();
  await expect.poll(async () => (await branch('GET', '/reviews/summary'))['ownUnseenDecisions']).toBe(0);
});
