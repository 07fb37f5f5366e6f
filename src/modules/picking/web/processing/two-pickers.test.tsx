import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { callsAs, createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/** Opens an order in process for one picker; a second picker uses the API, as from another tablet. */
async function openPicking() {
  const { id } = await createOrderInStatus(mock.api, 'Under Process');
  const other = await callsAs(mock.api, 'admin');
  const lines = (await other('GET', `/orders/${id}`))['items'] as { lineId: string }[];
  const address = `/central-kitchen/order-processing-prep?order=${id}`;
  const app = await renderApp(address, { as: 'kitchen' });
  await screen.findAllByText('50');
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  const pick = async (item: string, qty: string) =>
    app.person.type(
      await screen.findByRole('textbox', { name: new RegExp(`^${item}, picked quantity`) }),
      `${qty}{Enter}`,
    );
  const save = (at: number, pickedQty: number) =>
    other('PATCH', `/orders/${id}`, { items: [{ lineId: lines[at]?.lineId, pickedQty }] });
  const picked = async () =>
    ((await other('GET', `/orders/${id}`))['items'] as { pickedQty: number | null }[]).map(
      ({ pickedQty }) => pickedQty,
    );
  return { app, pick, save, picked, address };
}

describe('two pickers of one order', () => {
  it('choose between values if both picked the same line', async () => {
    // Without the event stream the screen isn't notified of the change.
    mock.api.fail({ fault: 'answer', match: '/events', status: 404, body: {} });
    const { app, pick, save, picked } = await openPicking();
    await save(0, 1);
    await pick('Bread flour', '2');
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByRole('row', { name: /^Bread flour, Picked 1 \S+ ?2/ })).toBeInTheDocument();
    expect(await picked()).toEqual([1, null, null]);
    await app.person.click(within(notice).getByRole('button', { name: 'Keep mine' }));
    await expect.poll(picked).toEqual([2, null, null]);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('see the conflict again after a reload', async () => {
    mock.api.fail({ fault: 'answer', match: '/events', status: 404, body: {} });
    const { app, pick, save, picked, address } = await openPicking();
    await save(0, 1);
    await pick('Bread flour', '2');
    await screen.findByRole('alert');
    app.unmount();
    const reopened = await renderApp(address, { as: 'kitchen' });
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByRole('row', { name: /^Bread flour, Picked 1 \S+ ?2/ })).toBeInTheDocument();
    expect(await picked()).toEqual([1, null, null]);
    await reopened.person.click(within(notice).getByRole('button', { name: 'Keep mine' }));
    await expect.poll(picked).toEqual([2, null, null]);
    await waitFor(() => expect(Object.keys(localStorage).join()).not.toContain('commissary.processing.'));
  });

  it('continue if they picked different lines', async () => {
    const { pick, save, picked } = await openPicking();
    await save(1, 1);
    await pick('Bread flour', '2');
    await expect.poll(picked).toEqual([2, 1, null]);
  });
});

describe('picked quantities are saved automatically', () => {
  it('with only the changed lines and a small response', async () => {
    const { pick, picked } = await openPicking();
    await pick('Bread flour', '2');
    await expect.poll(picked).toEqual([2, null, null]);
    const edits = await mock.api.db.read
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'edit')
      .where('entity', '=', 'orders')
      .execute();
    expect(edits.map(({ after }) => JSON.parse(after ?? ''))).toEqual([
      { items: [{ lineId: expect.any(String), pickedQty: 2 }] },
    ]);
    const responses = await mock.api.db.read.selectFrom('idempotencyKeys').select('body').execute();
    const saved = responses.filter(({ body }) => body.includes('savedLines'));
    expect(saved).toHaveLength(1);
    expect(saved[0]?.body.length).toBeLessThan(600);
    expect(await screen.findByRole('textbox', { name: /^Bread flour, picked quantity/ })).toHaveValue('2');
  });
});

it('picked quantities remain editable and shippable while they are saved', async () => {
  const { app, picked } = await openPicking();
  await app.person.click(screen.getByRole('button', { name: 'Pick all as approved' }));
  const ship = screen.getByRole('button', { name: 'Ship order' });
  const observed: (string | null)[] = [];
  const watch = new MutationObserver(() => observed.push(ship.getAttribute('aria-disabled')));
  watch.observe(ship, { attributes: true, attributeFilter: ['aria-disabled'] });
  await expect.poll(picked).not.toContain(null);
  await screen.findByText('All saved');
  watch.disconnect();
  expect(ship).not.toHaveAttribute('aria-disabled');
  expect(observed).toEqual([]);
});
