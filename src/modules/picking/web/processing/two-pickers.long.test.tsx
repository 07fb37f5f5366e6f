import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/** Opens an order in process for one picker; a second picker uses the API, as if on a different tablet. */
async function openPicking() {
  const { id } = await createOrderInStatus(mock.api, 'Under Process');
  const callAsAdmin = await apiAs(mock.api, 'admin');
  const lines = (await callAsAdmin('GET', `/orders/${id}`))['items'] as { lineId: string }[];
  const address = `/central-kitchen/order-processing-prep?order=${id}`;
  const app = await renderApp(address, { as: 'kitchen' });
  await screen.findAllByText('50');
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  const pick = async (item: string, qty: string) =>
    app.user.type(
      await screen.findByRole('textbox', { name: new RegExp(`^${item}, picked quantity`) }),
      `${qty}{Enter}`,
    );
  const save = (index: number, pickedQty: number) =>
    callAsAdmin('PATCH', `/orders/${id}`, { items: [{ lineId: lines[index]?.lineId, pickedQty }] });
  const loadPicked = async () =>
    ((await callAsAdmin('GET', `/orders/${id}`))['items'] as { pickedQty: number | null }[]).map(
      ({ pickedQty }) => pickedQty,
    );
  return { app, pick, save, loadPicked, address };
}

describe('two pickers of one order', () => {
  it('choose a value if both picked the same line', async () => {
    // Without the event stream the screen isn't notified of the change.
    mock.api.fail({ fault: 'response', match: '/events', status: 404, body: {} });
    const { app, pick, save, loadPicked } = await openPicking();
    await save(0, 1);
    await pick('Bread flour', '2');
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByRole('row', { name: /^Bread flour, Picked 1 \S+ ?2/ })).toBeInTheDocument();
    expect(await loadPicked()).toEqual([1, null, null]);
    await app.user.click(within(notice).getByRole('button', { name: 'Keep mine' }));
    await expect.poll(loadPicked).toEqual([2, null, null]);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('still see the conflict after a reload', async () => {
    mock.api.fail({ fault: 'response', match: '/events', status: 404, body: {} });
    const { app, pick, save, loadPicked, address } = await openPicking();
    await save(0, 1);
    await pick('Bread flour', '2');
    await screen.findByRole('alert');
    app.unmount();
    const reopened = await renderApp(address, { as: 'kitchen' });
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByRole('row', { name: /^Bread flour, Picked 1 \S+ ?2/ })).toBeInTheDocument();
    expect(await loadPicked()).toEqual([1, null, null]);
    await reopened.user.click(within(notice).getByRole('button', { name: 'Keep mine' }));
    await expect.poll(loadPicked).toEqual([2, null, null]);
    await waitFor(() => expect(Object.keys(localStorage).join()).not.toContain('commissary.processing.'));
  });

  it('both save if they picked different lines', async () => {
    const { pick, save, loadPicked } = await openPicking();
    await save(1, 1);
    await pick('Bread flour', '2');
    await expect.poll(loadPicked).toEqual([2, 1, null]);
  });
});

describe('autosaving picked quantities', () => {
  it('sends only the changed lines and gets a small response', async () => {
    const { pick, loadPicked } = await openPicking();
    await pick('Bread flour', '2');
    await expect.poll(loadPicked).toEqual([2, null, null]);
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

it('an order can be shipped while picked quantities are being saved', async () => {
  const { app, loadPicked } = await openPicking();
  await app.user.click(screen.getByRole('button', { name: 'Pick all as approved' }));
  const ship = screen.getByRole('button', { name: 'Ship order' });
  const observed: (string | null)[] = [];
  const observer = new MutationObserver(() => observed.push(ship.getAttribute('aria-disabled')));
  observer.observe(ship, { attributes: true, attributeFilter: ['aria-disabled'] });
  await expect.poll(loadPicked).not.toContain(null);
  await screen.findByText('All saved');
  observer.disconnect();
  expect(ship).not.toHaveAttribute('aria-disabled');
  expect(observed).toEqual([]);
});
