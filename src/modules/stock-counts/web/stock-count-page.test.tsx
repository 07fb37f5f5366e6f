import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { scan } from '#app/web/testing/scan.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const { flour, milk } = ids.items;

/** Creates an open count of some items at the branch. */
async function openCount(values: object = {}): Promise<string> {
  const call = await apiAs(mock.api, 'branch');
  const created = await call('POST', '/stock-counts', {
    branch: ids.branch1,
    type: 'spot',
    itemIds: [flour, milk],
    ...values,
  });
  await call('PATCH', `/stock-counts/${String(created['_id'])}`, { status: 'Counting' });
  return String(created['_id']);
}

const findLine = (name: RegExp | string) => screen.findByRole('listitem', { name });

it('starts a count once and opens its sheet', async () => {
  const app = await renderApp('/branch-order/stock-count', { as: 'branch' });
  expect(await screen.findByText('No counts in progress')).toBeInTheDocument();
  await app.user.click(await screen.findByRole('button', { name: 'New count' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New stock count' }));
  await app.user.dblClick(dialog.getByRole('button', { name: 'Start counting' }));
  expect(await screen.findByRole('heading', { name: /^CNT-/ })).toBeInTheDocument();
  expect(await screen.findByText('Counting')).toBeInTheDocument();
  const created = await mock.api.db.writer.selectFrom('stockCounts').select('number').execute();
  expect(created).toHaveLength(1);
});

it('enters counts by keyboard only, in cases and loose units, and accepts 0 (C2)', async () => {
  const id = await openCount();
  const app = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  const line = await findLine('Bread flour');
  const [cases, loose] = within(line).getAllByRole('textbox');
  await app.user.type(cases as HTMLElement, '1+1');
  expect(line.querySelector('[data-total]')).toHaveTextContent('= 20 kg');
  await app.user.type(cases as HTMLElement, '{Enter}');
  expect(loose).toHaveFocus();
  await app.user.keyboard('3');
  expect(line.querySelector('[data-total]')).toHaveTextContent('= 23 kg');
  expect(await loadCounted(id)).toEqual([null, null]);
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(within(line).getByText(/^you,/)).toBeInTheDocument());
  expect(screen.getAllByText('1 of 2 counted').length).toBeGreaterThan(0);
  await app.user.keyboard('0{Enter}{Enter}');
  await waitFor(() => expect(screen.getAllByText('2 of 2 counted').length).toBeGreaterThan(0));
  await waitFor(async () => expect(await loadCounted(id)).toEqual([23, 0]));
  await app.user.click(within(line).getByRole('button', { name: /^Clear count/ }));
  await waitFor(async () => expect(await loadCounted(id)).toEqual([null, 0]));
  await waitFor(() => expect(screen.getAllByText('1 of 2 counted').length).toBeGreaterThan(0));
});

it('hides book quantities in a blind count and shows them otherwise (C11)', async () => {
  const blindCount = await openCount({ blind: true, itemIds: [flour] });
  const app = await renderApp(`/branch-order/stock-count?row=${blindCount}`, { as: 'branch.staff' });
  await findLine('Bread flour');
  expect(screen.getByText('Blind')).toBeInTheDocument();
  expect(screen.queryByText(/In system:/)).toBeNull();
  app.unmount();
  const openCountId = await openCount({ itemIds: [milk] });
  await renderApp(`/branch-order/stock-count?row=${openCountId}`, { as: 'branch.staff' });
  expect(await findLine('Whole milk')).toHaveTextContent('In system: 0 l');
});

it('multiplies a scan by the entered number, adds up scans of different barcodes, and asks what to do if the line has already been counted (C10)', async () => {
  await mock.api.db.writer
    .updateTable('items')
    .set({ barcodes: '["40000001","40000002"]' })
    .where('_id', '=', flour)
    .execute();
  const id = await openCount();
  const app = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  await findLine('Bread flour');
  const searchBox = screen.getByRole('searchbox');
  expect(searchBox).toHaveFocus();
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  // Set directly, because fast typing would be taken for a scan.
  fireEvent.change(searchBox, { target: { value: '5' } });
  scan('40000001');
  await waitFor(async () => expect(await loadCounted(id)).toEqual([5, null]));
  await waitFor(() => expect(searchBox).toHaveValue(''));
  scan('40000002');
  await waitFor(async () => expect(await loadCounted(id)).toEqual([6, null]));
  expect(await screen.findByText('Bread flour: 6 kg')).toBeInTheDocument();
  app.unmount();

  const reopened = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  await findLine('Bread flour');
  await waitFor(() => expect(reopened.queryClient.isFetching()).toBe(0));
  scan('40000001');
  const dialog = await screen.findByRole('dialog', { name: 'Bread flour has already been counted' });
  await reopened.user.click(within(dialog).getByRole('button', { name: 'Set to 1 kg' }));
  await waitFor(async () => expect(await loadCounted(id)).toEqual([1, null]));
  scan('99999999');
  expect(await screen.findByText('No item with code 99999999.')).toBeInTheDocument();
});

it("counts a pack's contents by its barcode (C10)", async () => {
  const master = await apiAs(mock.api, 'master');
  const pack = { itemId: flour, name: 'Sack', unit: ids.units.kg, contentsQty: 25, barcode: '5901234123457' };
  await master('POST', '/packagings', pack);
  const id = await openCount();
  const app = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  await findLine('Bread flour');
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '2' } });
  scan('5901234123457');
  await waitFor(async () => expect(await loadCounted(id)).toEqual([50, null]));
  expect(await screen.findByText(/^Bread flour: .*50 kg|^Bread flour: 5 cases/)).toBeInTheDocument();
});

it('lists items received since the start, and adds them with one click (C4)', async () => {
  await mock.api.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', milk).execute();
  const id = await openCount();
  const place = { db: mock.api.db, clock: { now: () => new Date() } };
  await receiveStock(place, ids.branch1, milk, 5, 1, { lot: 'L-7' });
  const app = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  expect(await screen.findByText('Whole milk, lot L-7')).toBeInTheDocument();
  await app.user.dblClick(screen.getByRole('button', { name: 'Add to count' }));
  await waitFor(() => expect(screen.queryByText('Whole milk, lot L-7')).toBeNull());
  await waitFor(() => expect(screen.getAllByRole('listitem', { name: 'Whole milk' })).toHaveLength(2));
  expect(screen.getAllByText('0 of 3 counted').length).toBeGreaterThan(0);
});

it('shows a rejected entry at its line without affecting other entries (C9)', async () => {
  const id = await openCount();
  const app = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  const line = within(await findLine('Bread flour'));
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  // The line's count unit is removed during counting.
  await mock.api.db.writer.deleteFrom('itemConversions').where('itemId', '=', flour).execute();
  await app.user.type(line.getAllByRole('textbox')[0] as HTMLElement, '1{Enter}{Enter}');
  const milkLine = within(await findLine('Whole milk'));
  await app.user.type(milkLine.getAllByRole('textbox').at(-1) as HTMLElement, '3{Enter}');
  expect(await line.findByText('rejected')).toBeInTheDocument();
  expect(await screen.findByText('1 entry was rejected by the server.')).toBeInTheDocument();
  await waitFor(async () => expect(await loadCounted(id)).toEqual([null, 3]));
});

it('offers both counts if a different user has counted the line (C8)', async () => {
  const id = await openCount();
  const staff = await apiAs(mock.api, 'branch.staff');
  const app = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  const line = await findLine('Bread flour');
  const events = [{ device: 'tablet', seq: 1, lineId: await findLineId(id, flour), mode: 'set', qty: 4 }];
  await staff('POST', `/stock-counts/${id}/events`, { events });
  await app.queryClient.invalidateQueries({ queryKey: ['stock-counts_data'] });
  await waitFor(() => expect(within(line).queryByText(/^you,/)).toBeNull());
  await waitFor(() => expect(within(line).getAllByRole('textbox')[1]).toHaveValue('4'));
  const [cases] = within(line).getAllByRole('textbox');
  await app.user.type(cases as HTMLElement, '1{Enter}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Bread flour has already been counted' });
  expect(dialog).toHaveTextContent('You counted 1 case + 4 kg');
  await app.user.click(within(dialog).getByRole('button', { name: /^Add/ }));
  await waitFor(async () => expect(await loadCounted(id)).toEqual([18, null]));
});

it('shows conflicting counts of two users at the line (C8)', async () => {
  const id = await openCount();
  const flourLine = await findLineId(id, flour);
  for (const [user, qty] of [
    ['branch.staff', 4],
    ['branch', 7],
  ] as const) {
    const call = await apiAs(mock.api, user);
    const events = [{ device: user, seq: 1, lineId: flourLine, mode: 'set', qty }];
    await call('POST', `/stock-counts/${id}/events`, { events });
  }
  const app = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  const line = await findLine('Bread flour');
  const question = within(
    await within(line).findByRole('group', { name: 'Bread flour has already been counted' }),
  );
  await app.user.click(question.getByRole('button', { name: /^Use .*’s count: 4 kg/ }));
  await waitFor(async () => expect(await loadCounted(id)).toEqual([4, null]));
  await waitFor(() => expect(within(line).queryByRole('group')).toBeNull());
});

it("shows counted quantities in the book's unit during review, largest difference first", async () => {
  const id = await openCount();
  const branch = await apiAs(mock.api, 'branch');
  const events = [
    { lineId: await findLineId(id, milk), qty: 400 },
    { lineId: await findLineId(id, flour), qty: 23 },
  ];
  await branch('POST', `/stock-counts/${id}/events`, {
    events: events.map((event, seq) => ({ device: 'tablet', seq: seq + 1, mode: 'set', ...event })),
  });
  await branch('PATCH', `/stock-counts/${id}`, { status: 'Submitted' });
  const app = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  await app.user.click(await screen.findByRole('button', { name: /^Variances/ }));
  const line = await findLine('Bread flour');
  expect(within(line).getByText('Counted').parentElement).toHaveTextContent('23 kg2 cases + 3 kg');
  const milkLine = await findLine('Whole milk');
  expect(milkLine.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('applies the cause of one line to all others with a difference', async () => {
  const id = await openCount();
  const branch = await apiAs(mock.api, 'branch');
  const events = [
    { lineId: await findLineId(id, milk), qty: 400 },
    { lineId: await findLineId(id, flour), qty: 23 },
  ];
  await branch('POST', `/stock-counts/${id}/events`, {
    events: events.map((event, seq) => ({ device: 'tablet', seq: seq + 1, mode: 'set', ...event })),
  });
  await branch('PATCH', `/stock-counts/${id}`, { status: 'Submitted' });
  const app = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  await app.user.click(await screen.findByRole('button', { name: /^Variances/ }));
  const line = within(await findLine('Bread flour'));
  await app.user.selectOptions(line.getByRole('combobox', { name: 'Bread flour, cause' }), 'Missing');
  await app.user.click(
    await screen.findByRole('button', { name: 'Use “Missing” for the other line without a cause' }),
  );
  await waitFor(async () => {
    const { items } = await branch('GET', `/stock-counts/${id}`);
    expect((items as { causeCode: string | null }[]).map(({ causeCode }) => causeCode)).toEqual([
      'missing',
      'missing',
    ]);
  });
});

it('resolves questions, requests recounts, and approves once (C6, C12)', async () => {
  // Rows are re-rendered whenever the count changes, so elements must be queried again each time.
  const id = await openCount();
  const branch = await apiAs(mock.api, 'branch');
  const flourLine = await findLineId(id, flour);
  await branch('POST', `/stock-counts/${id}/events`, {
    events: [{ device: 'tablet', seq: 1, lineId: flourLine, mode: 'set', qty: 3 }],
  });
  const app = await renderApp(`/branch-order/stock-count?row=${id}`, { as: 'branch' });
  await app.user.click(await screen.findByRole('button', { name: 'Submit' }));
  const submit = await screen.findByRole('dialog', { name: /^Submit CNT-/ });
  expect(submit).toHaveTextContent('1 item not counted: its stock stays unchanged.');
  await app.user.click(within(submit).getByRole('button', { name: 'Submit' }));
  await screen.findByRole('button', { name: /^To resolve/ });
  const line = within(await findLine('Bread flour'));
  await app.user.selectOptions(line.getByRole('combobox', { name: 'Bread flour, cause' }), 'Missing');
  await app.user.click(line.getByRole('button', { name: 'Recount' }));
  const footer = within(document.querySelector<HTMLElement>('[data-foot-bar]') ?? document.body);
  await app.user.click(await footer.findByRole('button', { name: 'Recount' }));
  await screen.findByText('Recounting');
  // The user who counted first can't do the recount.
  await screen.findByText('Another person must recount this item.');

  const staff = await apiAs(mock.api, 'branch.staff');
  await staff('POST', `/stock-counts/${id}/events`, {
    events: [{ device: 'phone', seq: 1, lineId: flourLine, mode: 'set', qty: 4 }],
  });
  await app.queryClient.invalidateQueries({ queryKey: ['stock-counts_data'] });
  await app.user.click(await footer.findByRole('button', { name: 'Submit' }));
  const submitDialog = await screen.findByRole('dialog', { name: /^Submit CNT-/ });
  await app.user.click(within(submitDialog).getByRole('button', { name: 'Submit' }));
  await screen.findByText(/^First count: 3 kg by /);
  await app.user.click(await footer.findByRole('button', { name: 'Approve' }));
  const question = await screen.findByRole('dialog', { name: /^Approve CNT-/ });
  await app.user.dblClick(within(question).getByRole('button', { name: 'Approve' }));
  await screen.findByText('Approved');
  const moves = await mock.api.db.writer
    .selectFrom('stockMoves')
    .select('qtyMicro')
    .where('docId', '=', id)
    .execute();
  expect(moves).toEqual([{ qtyMicro: 4_000_000 }]);
});

async function loadItems(id: string) {
  const call = await apiAs(mock.api, 'admin');
  const { items } = await call('GET', `/stock-counts/${id}`);
  return items as { lineId: string; itemId: string; countedQty: number | null }[];
}

/** Returns the counted quantities of flour and milk; null if uncounted. */
const loadCounted = async (id: string) => {
  const items = await loadItems(id);
  return [flour, milk].map((item) => items.find(({ itemId }) => itemId === item)?.countedQty ?? null);
};

const findLineId = async (id: string, item: string) =>
  (await loadItems(id)).find(({ itemId }) => itemId === item)?.lineId;
