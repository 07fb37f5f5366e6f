import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { localDate } from '#core/cutoff.ts';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { addDays } from '#core/day.ts';

const mock = useMockApi();
const { kg } = ids.units;
/** A day on which the recipe is effective: tomorrow by the server's clock. */
let day = '';

type Row = Record<string, unknown>;
let pie = '';
let recipeId = '';

/** Pies made from flour; branch 1 has ordered ten, and two are on hand. */
beforeEach(async () => {
  const admin = await apiAs(mock.api, 'admin');
  const pieItem = await admin('POST', '/items', {
    name: 'Apple pie',
    itemCode: 'PIE',
    kind: 'finished',
    category: ids.category,
    baseUnit: kg,
    orderUnit: kg,
    trackLots: true,
    trackExpiry: true,
    shelfLifeDays: 3,
  });
  pie = String(pieItem['_id']);
  await admin('PUT', `/items/${ids.items.flour}`, { allergens: { gluten: 'contains' } });
  const recipe = await admin('POST', '/recipes', {
    name: 'Apple pie',
    kind: 'dish',
    outputItem: pie,
    yieldQty: 4,
    yieldUnit: kg,
    components: [{ itemId: ids.items.flour, qty: 2, unit: kg }],
    steps: ['Mix', 'Bake'],
  });
  recipeId = String(recipe['_id']);
  day = addDays(String(recipe['createdAt']).slice(0, 10), 1);
  const branch = await apiAs(mock.api, 'branch');
  const order = await branch('POST', '/orders', {
    deliveryDate: day,
    items: [{ itemId: pie, orderQty: 10 }],
  });
  for (const status of ['Under Review', 'Sent to Central Kitchen'])
    await branch('PATCH', `/orders/${String(order['_id'])}`, { status });
});

const loadBatches = async (): Promise<Row[]> =>
  (await (
    await apiAs(mock.api, 'kitchen')
  )('GET', '/production-batches')) as unknown as Row[];

it('M6: shows how a plan was calculated, and creates only one batch on a double click', async () => {
  const { user } = await renderApp(`/production?day=${day}`, { as: 'kitchen' });
  const qty = await screen.findByRole('textbox', { name: 'Apple pie, quantity to make (kg)' });
  await user.click(screen.getByText('Apple pie'));
  const figures = screen.getByRole('group', { name: 'Calculation for Apple pie' });
  expect(figures).toHaveTextContent(/Needed 10.*Shortfall10.*Needed forORD-/);
  // Ten are needed, in batches of four: twelve are planned.
  expect(qty).toHaveValue('12');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Apple pie, shift' }), 'night');
  await user.dblClick(screen.getByRole('button', { name: 'Create 1 batch' }));
  expect(await screen.findByText('1 batch planned.')).toBeInTheDocument();
  expect(await loadBatches()).toMatchObject([
    { itemId: pie, plannedQty: 12, shift: 'night', status: 'Planned' },
  ]);
  // A covered item needs no action, so it is listed separately; opening it shows its figures.
  expect(await screen.findByText(/^Nothing to make/)).toBeInTheDocument();
  const covered = screen.getByText(/^Covered: 10 kg needed, 1\d kg available$/);
  expect(covered).not.toBeVisible();
  await user.click(screen.getByText('1 item covered'));
  expect(covered).toBeVisible();
});

it('M6: shows the forecast separately from orders, and explains it by branch', async () => {
  const requestedDays: (string | null)[] = [];
  const item = { itemId: pie, itemCode: 'PIE', itemName: 'Apple pie', unitSymbol: 'kg', recipeId };
  const quantities = {
    needed: 13.5,
    expected: 3.5,
    onHand: 1,
    claimed: 0,
    planned: 0,
    incoming: 0,
    missing: 12.5,
  };
  // Response of a server with half a year of history.
  mock.api.server.use(
    http.get('*/api/production/plan', ({ request }) => {
      requestedDays.push(new URL(request.url).searchParams.get('demand'));
      const sources = [
        { kind: 'order', id: 'o1', name: 'ORD-1', branchName: 'Riverside', qty: 10 },
        { kind: 'forecast', id: pie, name: '1', qty: 3.5 },
      ];
      const row = { ...item, ...quantities, toMake: 16, batches: 4, sources, plannedBy: [] };
      return HttpResponse.json({
        kitchen: ids.kitchen,
        day,
        demand: 'expected',
        stamp: 'stamp',
        rows: [row],
        withoutForecast: [{ branch: ids.branch2, branchName: 'Corner', branchNameAlt: null }],
      });
    }),
    http.get('*/api/production/plan/expected', () => {
      const calculation = { source: 'sold', weekday: 5, average: 3.2, lastFour: 3.6, isShared: false };
      const row = { branch: ids.branch2, branchName: 'Station', qty: 3.5, unitSymbol: 'kg' };
      return HttpResponse.json([{ ...row, calculation: { ...calculation, coveredDays: ['2026-11-20'] } }]);
    }),
  );
  const { user } = await renderApp(`/production?day=${day}`, { as: 'kitchen' });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Demand' }), 'Orders and forecast');
  expect(
    screen.getByText(/^Uses the forecast for items that branches haven’t ordered yet/),
  ).toBeInTheDocument();
  await waitFor(() => expect(requestedDays).toEqual(['orders', 'expected']));
  expect(await screen.findByText(/^No forecast for Corner: less than two weeks/)).toBeInTheDocument();
  await user.click(await screen.findByText('Apple pie'));
  const figures = screen.getByRole('group', { name: 'Calculation for Apple pie' });
  expect(figures).toHaveTextContent(/Needed 10.*Forecast beyond orders\+ 3\.5.*On hand− 1.*Shortfall12\.5/);
  await user.click(within(figures).getByText('Forecast for 1 branch'));
  expect(
    await within(figures).findByText(
      'Average sold on Fridays: 3.2 (last four: 3.6). The delivery covers Friday.',
    ),
  ).toBeInTheDocument();
  expect(figures).toHaveTextContent(/Station 3\.5/);
});

it("asks for a part's quantity, and previews the posting with lot and expiry", async () => {
  const kitchen = await apiAs(mock.api, 'kitchen');
  const batch = await kitchen('POST', '/production-batches', { recipeId, plannedQty: 4, plannedFor: day });
  await kitchen('PATCH', `/production-batches/${String(batch['_id'])}`, { status: 'In Progress' });
  const loadBatch = () => kitchen('GET', `/production-batches/${String(batch['_id'])}`);
  const { user } = await renderApp(`/production?view=batches&row=${String(batch['_id'])}`, {
    as: 'kitchen',
  });
  const panel = within(await screen.findByRole('dialog', { name: String(batch['number']) }));
  // The field proposes the expiry from the shelf life before anything is posted.
  expect(await panel.findByText('Use by (proposed)')).toBeInTheDocument();
  const proposed = addDays(localDate(new Date(), 'UTC'), 3);
  expect(panel.getByLabelText('Apple pie, Use by')).toHaveValue(proposed);
  await user.click(panel.getByRole('button', { name: 'Record part of batch' }));
  const question = within(await screen.findByRole('dialog', { name: /^Record part of/ }));
  await user.click(question.getByRole('button', { name: 'Record part of batch' }));
  expect(question.getByText('Enter the quantity made.')).toBeInTheDocument();
  expect(await loadBatch()).toMatchObject({ parts: 0 });
  await user.type(question.getByRole('textbox', { name: 'Apple pie made in this part (kg)' }), '1');
  const posting = question.getByRole('region', { name: 'Will be posted' });
  expect(posting).toHaveTextContent(/To stock: 1 kg Apple pie.*lot numbered automatically · Use by/);
  expect(posting).toHaveTextContent('From stock: 0.5 kg Bread flour');
  await user.click(question.getByRole('button', { name: 'Record part of batch' }));
  await waitFor(async () => expect(await loadBatch()).toMatchObject({ parts: 1, goodQty: 1 }));
  expect((await loadBatch())['finished']).toMatchObject([{ made: [{ expiry: proposed }] }]);
});

it('M1, M2, M12: starts, records and finishes a batch, and prints labels with lot, day and allergens', async () => {
  const kitchen = await apiAs(mock.api, 'kitchen');
  const batch = await kitchen('POST', '/production-batches', { recipeId, plannedQty: 4, plannedFor: day });
  const { user } = await renderApp(`/production?view=batches&row=${String(batch['_id'])}`, {
    as: 'kitchen',
  });
  const panel = within(await screen.findByRole('dialog', { name: String(batch['number']) }));
  await user.click(await panel.findByRole('button', { name: 'Start' }));
  const used = await panel.findByRole('textbox', { name: 'Bread flour, used (kg)' });
  expect(used).toHaveValue('2');
  await user.clear(used);
  await user.type(used, '2.5{Enter}');
  const good = panel.getByRole('textbox', { name: 'Apple pie, produced (kg)' });
  await user.clear(good);
  await user.type(good, '3{Enter}');
  await waitFor(async () => {
    const current = await kitchen('GET', `/production-batches/${String(batch['_id'])}`);
    expect((current['items'] as Row[]).map(({ enteredQty }) => enteredQty)).toEqual([3, 2.5]);
  });
  // The batch cannot be finished while an entry is still being sent.
  await waitFor(() =>
    expect(panel.getByRole('button', { name: 'Finish' })).not.toHaveAttribute('aria-disabled', 'true'),
  );
  await user.click(panel.getByRole('button', { name: 'Finish' }));
  const question = within(await screen.findByRole('dialog', { name: /^Finish/ }));
  await user.dblClick(question.getByRole('button', { name: 'Finish' }));
  expect(await panel.findByRole('region', { name: 'Recorded parts' })).toHaveTextContent('Apple pie');
  const [finishedBatch] = await loadBatches();
  expect(finishedBatch).toMatchObject({ status: 'Completed', goodQty: 3, parts: 1 });

  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await user.click(panel.getByRole('button', { name: 'Labels' }));
  const labels = within(await screen.findByRole('dialog', { name: 'Labels' }));
  const count = labels.getByRole('textbox', { name: 'Copies per label' });
  await user.clear(count);
  await user.type(count, '3');
  await user.click(labels.getByRole('button', { name: 'Print labels' }));
  await waitFor(() => expect(print).toHaveBeenCalled());
  const paper = [...document.querySelectorAll('[data-paper] article')];
  expect(paper).toHaveLength(3);
  expect(paper[0]).toHaveTextContent(
    /Apple pie.*Use by.*Lot PIE-.*Contains gluten · Allergen data incomplete/,
  );
  const printed = await panel.findByRole('region', { name: 'Labels printed' });
  expect(printed).toHaveTextContent(/3 labels.*PIE-.*Produced/);

  // A thawed product doesn't keep as long; its label shows the earlier use-by date and the reason.
  window.dispatchEvent(new Event('afterprint'));
  await user.click(panel.getByRole('button', { name: 'Labels' }));
  const reopened = within(await screen.findByRole('dialog', { name: 'Labels' }));
  await user.selectOptions(reopened.getByRole('combobox', { name: 'Label type' }), 'Thawed');
  await user.click(reopened.getByRole('button', { name: 'Print labels' }));
  expect(reopened.getByText(/Enter a new use-by date/)).toBeInTheDocument();
  fireEvent.change(reopened.getByLabelText('New use-by date'), { target: { value: day } });
  await user.click(reopened.getByRole('button', { name: 'Print labels' }));
  await waitFor(() =>
    expect(document.querySelector('[data-paper] article')).toHaveTextContent(/Apple pie.*Thawed · Use by/),
  );
  await waitFor(() => expect(printed).toHaveTextContent(/3 labels.*Produced.*3 labels.*Thawed/));
});

it("M1, M13: adds ingredients and outputs that aren't in the recipe, with a cost share or a fixed value", async () => {
  const kitchen = await apiAs(mock.api, 'kitchen');
  const batch = await kitchen('POST', '/production-batches', { recipeId, plannedQty: 4, plannedFor: day });
  const path = `/production-batches/${String(batch['_id'])}`;
  await kitchen('PATCH', path, { status: 'In Progress' });
  const { user } = await renderApp(`/production?view=batches&row=${String(batch['_id'])}`, {
    as: 'kitchen',
  });
  const panel = within(await screen.findByRole('dialog', { name: String(batch['number']) }));
  const loadLines = async () =>
    ((await kitchen('GET', path))['items'] as Row[]).map(
      ({ itemName, side, enteredQty, costShare, fixedValue }) => [
        itemName,
        side,
        enteredQty,
        costShare,
        fixedValue,
      ],
    );
  await user.click(await panel.findByRole('button', { name: 'Add ingredient' }));
  await user.type(panel.getByRole('combobox', { name: 'Add ingredient' }), 'milk');
  await user.click(await panel.findByRole('option', { name: /Whole milk/ }));
  const used = await panel.findByRole('textbox', { name: /^Whole milk, used/ });
  await user.clear(used);
  await user.type(used, '1{Enter}');
  await user.click(panel.getByRole('button', { name: 'Add output' }));
  await user.type(panel.getByRole('combobox', { name: 'Add output' }), 'tomato');
  await user.click(await panel.findByRole('option', { name: /Tomato/ }));
  const share = await panel.findByRole('textbox', { name: /share of cost/ });
  await user.clear(share);
  await user.type(share, '30{Enter}');
  await waitFor(async () =>
    expect(await loadLines()).toEqual([
      ['Apple pie', 'out', null, 70, null],
      ['Bread flour', 'in', null, null, null],
      ['Whole milk', 'in', 1, null, null],
      ['Tomato', 'out', 0, 30, null],
    ]),
  );
  const value = panel.getByRole('textbox', { name: /fixed unit value/ });
  await user.type(value, '2{Enter}');
  await waitFor(async () =>
    expect((await loadLines()).filter(([, side]) => side === 'out')).toEqual([
      ['Apple pie', 'out', null, null, null],
      ['Tomato', 'out', 0, null, 2],
    ]),
  );
});

it("changes a planned batch's quantity and day, and warns about unusual quantities", async () => {
  const kitchen = await apiAs(mock.api, 'kitchen');
  const batch = await kitchen('POST', '/production-batches', { recipeId, plannedQty: 4, plannedFor: day });
  const path = `/production-batches/${String(batch['_id'])}`;
  const { user } = await renderApp(`/production?view=batches&row=${String(batch['_id'])}`, {
    as: 'kitchen',
  });
  const panel = within(await screen.findByRole('dialog', { name: String(batch['number']) }));
  const changeQuantity = async (qty: string) => {
    await user.click(await panel.findByRole('button', { name: 'Change plan' }));
    const cell = panel.getByRole('textbox', { name: /^Quantity/ });
    await user.clear(cell);
    await user.type(cell, `${qty}{Enter}`);
    return cell;
  };
  await changeQuantity('40');
  expect(await panel.findByText('40 kg: usually 4 kg')).toBeInTheDocument();
  const next = addDays(day, 1);
  fireEvent.change(panel.getByLabelText('Date'), { target: { value: next } });
  await user.click(panel.getByRole('button', { name: 'Save plan' }));
  await panel.findByRole('button', { name: 'Change plan' });
  expect(await kitchen('GET', path)).toMatchObject({ plannedQty: 40, plannedFor: next });

  // If someone else starts the batch concurrently, the edit is kept and the rejection is explained.
  const cell = await changeQuantity('44');
  await kitchen('PATCH', path, { status: 'In Progress' });
  await user.click(panel.getByRole('button', { name: 'Save plan' }));
  expect(await panel.findByText(/This batch is no longer planned/)).toBeInTheDocument();
  expect(await panel.findByRole('alert')).toBeInTheDocument();
  expect(cell).toHaveValue('44');
  expect(await kitchen('GET', path)).toMatchObject({ plannedQty: 40, status: 'In Progress' });
  await user.click(panel.getByRole('button', { name: 'Discard' }));
  expect(panel.queryByText(/This batch is no longer planned/)).toBeNull();
  const good = panel.getByRole('textbox', { name: /^Apple pie, produced/ });
  await user.clear(good);
  await user.type(good, '400{Enter}');
  expect(await panel.findByText('400 kg: usually 40 kg')).toBeInTheDocument();
});

it('R13: lists batches with outdated labels above the table, and flags the labels in the panel', async () => {
  const kitchen = await apiAs(mock.api, 'kitchen');
  const batch = await kitchen('POST', '/production-batches', { recipeId, plannedQty: 4, plannedFor: day });
  const path = `/production-batches/${String(batch['_id'])}`;
  for (const status of ['In Progress', 'Completed']) await kitchen('PATCH', path, { status });
  const [part] = (await kitchen('GET', path))['finished'] as { made: { lot: string }[] }[];
  const lot = part?.made[0]?.lot;
  await kitchen('POST', `${path}/labels`, { labels: [{ itemId: pie, lot, copies: 2 }] });
  const admin = await apiAs(mock.api, 'admin');
  await admin('PUT', `/items/${ids.items.flour}`, { allergens: { gluten: 'contains', nuts: 'may_contain' } });
  const { user } = await renderApp('/production', { as: 'kitchen' });
  const notice = await screen.findByRole('region', { name: 'Labels for 1 batch are outdated' });
  expect(notice).toHaveTextContent(/Apple pie.*PIE-.*allergens/);
  await user.click(within(notice).getByRole('link', { name: `Open ${String(batch['number'])}` }));
  const printed = await screen.findByRole('region', { name: 'Labels printed' });
  expect(printed).toHaveTextContent(/2 labels.*Allergens changed: reprint/);
  // Unknown allergens are mentioned on the page and on the label; without a mention, they would seem to be
  // absent.
  const allergens = 'Contains gluten · May contain nuts · Allergen data incomplete';
  expect(screen.getByText(allergens)).toBeInTheDocument();
});
