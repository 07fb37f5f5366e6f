import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const page = '/procurements/creation/review';
const flour = `/items/${ids.items.flour}`;

async function proposePrice(unitPrice: number): Promise<void> {
  const branch = await apiAs(mock.api, 'branch');
  await branch('PUT', flour, { unitPrice });
}

it('shows the proposed changes and approves them', async () => {
  await proposePrice(3.5);
  const app = await renderApp(page, { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'Proposals' });
  expect(table).toHaveTextContent(/Bread flour.*Price change.*Price.*Test branch/);
  await app.user.click(within(table).getByRole('link', { name: 'Bread flour' }));
  const panel = await screen.findByRole('dialog', { name: 'Bread flour' });
  const changes = await within(panel).findByRole('table', { name: 'Proposed changes' });
  expect(changes).toHaveTextContent(/Price.*1\.20.*3\.50/);
  await app.user.click(within(panel).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Bread flour approved.')).toBeInTheDocument();
  expect(await screen.findByText('Nothing to review')).toBeInTheDocument();
  const admin = await apiAs(mock.api, 'admin');
  expect((await admin('GET', flour))['unitPrice']).toBe(3.5);
});

it('returns a proposal with a reason, which its author edits and resubmits', async () => {
  await proposePrice(30);
  const app = await renderApp(page, { as: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: 'Bread flour' }));
  const panel = await screen.findByRole('dialog', { name: 'Bread flour' });
  await app.user.click(await within(panel).findByRole('button', { name: 'Return…' }));
  const question = await screen.findByRole('dialog', { name: 'Return Bread flour' });
  await app.user.click(within(question).getByRole('button', { name: 'Return proposal' }));
  expect(await within(question).findByText('Enter what needs to change')).toBeInTheDocument();
  await app.user.type(within(question).getByRole('textbox'), 'Is this per case?');
  await app.user.click(within(question).getByRole('button', { name: 'Return proposal' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  app.unmount();

  const proposer = await renderApp('/branch-settings/create-item', { as: 'branch' });
  expect(await screen.findByText('Reason: Is this per case?')).toBeInTheDocument();
  await proposer.user.click(screen.getByRole('button', { name: 'Bread flour' }));
  const ownPanel = await screen.findByRole('dialog', { name: 'Bread flour' });
  await proposer.user.click(await within(ownPanel).findByRole('button', { name: 'Edit and resubmit' }));
  const price = await screen.findByRole('textbox', { name: 'Price' });
  expect(price).toHaveValue('30');
  await proposer.user.clear(price);
  await proposer.user.type(price, '3');
  await proposer.user.click(screen.getByRole('button', { name: 'Send for review' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('1 pending')).toBeInTheDocument();
  const admin = await apiAs(mock.api, 'admin');
  const [review] = (await admin('GET', '/reviews')) as unknown as { change: unknown; status: string }[];
  expect(review).toMatchObject({ status: 'Pending', change: { unitPrice: 3 } });
});

it('shows a pending proposal on the item page', async () => {
  await proposePrice(4);
  const app = await renderApp(`${flour}/edit`, { as: 'admin' });
  expect(
    await screen.findByText(/Test branch proposed a change .* It’s awaiting review/),
  ).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'View proposal' }));
  const panel = await screen.findByRole('dialog', { name: 'Bread flour' });
  expect(await within(panel).findByRole('button', { name: 'Approve' })).toBeInTheDocument();
});

it('gives an auditor read access without actions', async () => {
  await proposePrice(5);
  const app = await renderApp(page, { as: 'viewer' });
  await app.user.click(await screen.findByRole('link', { name: 'Bread flour' }));
  const panel = await screen.findByRole('dialog', { name: 'Bread flour' });
  await within(panel).findByRole('table', { name: 'Proposed changes' });
  expect(within(panel).queryByRole('button', { name: 'Approve' })).toBeNull();
});

it('shows both versions of a row that changed concurrently and asks for another approval', async () => {
  await proposePrice(3.5);
  // Without events, the page isn't notified of the change when the proposal is approved.
  mock.api.fail({ fault: 'response', match: '/events', status: 404, body: {} });
  const app = await renderApp(page, { as: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: 'Bread flour' }));
  const panel = await screen.findByRole('dialog', { name: 'Bread flour' });
  const approve = await within(panel).findByRole('button', { name: 'Approve' });
  const master = await apiAs(mock.api, 'master');
  await master('PUT', flour, { unitPrice: 2.5 });
  await app.user.click(approve);
  expect(await within(panel).findByRole('alert')).toHaveTextContent('Compare both before you approve');
  const approveAnyway = await within(panel).findByRole('button', { name: 'Approve anyway' });
  const changes = within(panel).getByRole('table', { name: 'Proposed changes' });
  expect(changes).toHaveTextContent(/Original.*Current.*Proposed.*1\.20.*2\.50.*3\.50/);
  expect((await master('GET', flour))['unitPrice']).toBe(2.5);
  await app.user.click(approveAnyway);
  expect(await screen.findByText('Bread flour approved.')).toBeInTheDocument();
  expect((await master('GET', flour))['unitPrice']).toBe(3.5);
});

it('shows a concurrent decision by another user, and no more actions', async () => {
  await proposePrice(3.5);
  const app = await renderApp(page, { as: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: 'Bread flour' }));
  const panel = await screen.findByRole('dialog', { name: 'Bread flour' });
  await within(panel).findByRole('button', { name: 'Approve' });
  // The first orders load once the event stream is connected; from then on the page receives events.
  await waitFor(() => expect(app.queryClient.getQueryData(ordersQuery().queryKey)).toBeDefined());
  const master = await apiAs(mock.api, 'master');
  const [review] = (await master('GET', '/reviews')) as unknown as { _id: string }[];
  await master('PATCH', `/reviews/${review?._id}`, { status: 'Returned', reason: 'Per case?' });
  expect(await within(panel).findByText('Reason: Per case?')).toBeInTheDocument();
  expect(within(panel).queryByRole('button', { name: 'Approve' })).toBeNull();
});

it('edits a returned item with its unit conversions and first pack', async () => {
  const branch = await apiAs(mock.api, 'branch');
  const { review } = (await branch('POST', '/items', {
    itemCode: 'OIL',
    name: 'Rapeseed oil',
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.l,
    orderUnit: ids.units.case,
    branches: [ids.branch1],
    conversions: [{ fromUnit: ids.units.case, toUnit: ids.units.l, num: 9, den: 1 }],
    packs: [{ name: 'Case', unit: ids.units.l, contentsQty: 9, price: 20 }],
  })) as unknown as { review: { _id: string } };
  const admin = await apiAs(mock.api, 'admin');
  await admin('PATCH', `/reviews/${review._id}`, { status: 'Returned', reason: 'It is 12 bottles.' });

  const app = await renderApp('/branch-settings/create-item', { as: 'branch' });
  await app.user.click(await screen.findByRole('button', { name: 'Rapeseed oil' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Rapeseed oil' }));
  await app.user.click(await panel.findByRole('button', { name: 'Edit and resubmit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit proposal for Rapeseed oil' }));
  const size = await form.findByRole('textbox', { name: 'Line 1: quantity' });
  expect(size).toHaveValue('9');
  await app.user.clear(size);
  await app.user.type(size, '12 x 0.5');
  const contents = form.getByRole('textbox', { name: 'Contents' });
  expect(contents).toHaveValue('9');
  await app.user.clear(contents);
  await app.user.type(contents, '12');
  await app.user.click(form.getByRole('button', { name: 'Send for review' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await admin('GET', `/reviews/${review._id}`))['change']).toMatchObject({
    name: 'Rapeseed oil',
    conversions: [{ fromUnit: ids.units.case, toUnit: ids.units.l, num: 6, den: 1 }],
    packs: [{ name: 'Case', contentsQty: 12, price: 20 }],
  });
});
