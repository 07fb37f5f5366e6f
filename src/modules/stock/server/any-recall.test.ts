import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lotTrace, type LotTrace, type TracedLot } from '#modules/lots/shapes.ts';
import { lotOutcomes, lotSources } from '#modules/lots/lot-dispositions.ts';
import type { Posting } from '../postings.ts';
import { ApiProblem } from '#platform/server/http/problems.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';
import { postReceipt } from '#app/server/testing/receiving.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { postStockChange } from './ledger.ts';

const { tomato } = ids.items;
const places = [ids.kitchen, ids.branch1, ids.branch2];
const viewers = { admin: null, kitchen: ids.kitchen, branch: ids.branch1, branch2: ids.branch2 } as const;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  const tracking = { trackLots: 1, trackExpiry: 1 } as const;
  await t.db.writer.updateTable('items').set(tracking).where('_id', '=', tomato).execute();
  supplier = (await t.as('admin').post('/suppliers', { code: 'MILL', name: 'Mill' })).body._id;
  for (const placeId of places) await receiveLot('FIRST', placeId, 30);
});
afterAll(() => t.close());

/** Quantities entered and issued by the test, in base units. */
const entered = new Map<string, number>();
const issued = { used: 0, sold: 0, wasted: 0, returned: 0 };
const outcomeCounts = new Map<string, number>();
const countOutcome = (action: string) => outcomeCounts.set(action, (outcomeCounts.get(action) ?? 0) + 1);

/** Receives goods of a lot; a code identifies the same lot at every location. */
async function receiveLot(lot: string, placeId: string, qty: number): Promise<void> {
  const items = [{ itemId: tomato, qty, price: 2, lot, expiry: '2026-05-01' }];
  await postReceipt(t, { supplier, place: placeId, items }, t.as('admin'));
  entered.set(lot, (entered.get(lot) ?? 0) + qty);
}

const getClient = (placeId: string) =>
  t.as(placeId === ids.kitchen ? 'kitchen' : placeId === ids.branch1 ? 'branch' : 'branch2');

let supplier = '';
let lines = 0;
async function tryPosting(posting: Pick<Posting, 'fromPlace' | 'toPlace' | 'kind' | 'docType'>, qty: number) {
  const docLineId = `any-${++lines}`;
  const details = {
    ...posting,
    // Count postings specify their lot.
    lot: posting.docType === 'stock_count' ? 'FIRST' : '',
    ...(posting.kind === 'count_gain' && { unitCostE4: 20_000 }),
  };
  const completePosting: Posting = {
    itemId: tomato,
    docId: docLineId,
    docLineId,
    qtyMicro: qty * 1e6,
    ...details,
  };
  const context = { userId: ids.users.admin, now: t.clock.now().toISOString() };
  return t.db
    .write((tx) => postStockChange(tx, { postings: [completePosting] }, context))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiProblem && error.code === 'INSUFFICIENT_STOCK') return false;
        throw error;
      },
    );
}

/** Sends a request that a rule may reject; any other failure fails the test. */
async function send(
  action: string,
  request: Promise<{ status: number; text: string; body: { _id: string } }>,
): Promise<boolean> {
  const { status, text } = await request;
  expect([action, status < 500, text]).toEqual([action, true, text]);
  if (status < 300) countOutcome(action);
  return status < 300;
}

const step = fc.record({
  action: fc.constantFrom(
    'enter',
    'order',
    'transfer',
    'return',
    'supplier-return',
    'waste',
    'settle',
    'use',
    'sell',
    'gain',
    'loss',
  ),
  place: fc.constantFrom(...places),
  otherPlace: fc.constantFrom(...places),
  lot: fc.constantFrom('A', 'B', 'C'),
  qty: fc.integer({ min: 1, max: 9 }),
  /**
   * Outcome of a shipment: it stays in transit, is reversed, or is received (in tenths), partly as a
   * different lot.
   */
  arrival: fc.constantFrom('none', 'back', 'all', 'part', 'part', 'other-lot'),
  tenths: fc.integer({ min: 0, max: 10 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Enters and posts the receipt of a shipped line. */
async function receiveShipment(path: string, placeId: string, { arrival, tenths, lot }: Step): Promise<void> {
  const client = getClient(placeId);
  const order = (await t.as('admin').get(path)).body;
  const [line] = order.items;
  const shipped: { lot: string | null; qty: number }[] = line.lots ?? [];
  const receivedShare = (qty: number) => Math.floor((qty * tenths) / 10);
  if (arrival === 'part') {
    const sent = shipped.reduce((sum, { qty }) => sum + qty, 0);
    const receivedQty = receivedShare(sent);
    const damagedQty = Math.min(1, Math.floor(sent - receivedQty));
    const receivedLine = { lineId: line.lineId, receivedQty, damagedQty };
    await send('partial', client.patch(path, { items: [receivedLine] }));
  }
  const [first] = shipped;
  if (arrival === 'other-lot' && first && first.lot !== lot) {
    const receivedLots = [
      { lot: first.lot, receivedQty: 0 },
      { lot, expiry: '2026-05-01', receivedQty: Math.floor(first.qty) },
    ];
    await send('another lot', client.patch(path, { items: [{ lineId: line.lineId, receivedLots }] }));
  }
  await send('received', client.patch(path, { status: 'Received' }));
}

async function runStep(step: Step): Promise<void> {
  const { place, otherPlace, qty } = step;
  switch (step.action) {
    case 'enter':
      return receiveLot(step.lot, place, qty);
    case 'order': {
      const branch = place === ids.kitchen ? ids.branch1 : place;
      const items = [{ itemId: tomato, orderQty: qty, unit: 'kg' }];
      const { header } = await createOrderInStatus(t, 'Under Process', { branch, items });
      const path = `/orders/${header._id}`;
      if (!(await send('shipped', t.as('admin').patch(path, { status: 'Shipped' })))) return;
      if (step.arrival === 'back') {
        await t.as('admin').patch(path, { transitionReason: 'wrong van' });
        await send('unshipped', t.as('admin').patch(path, { status: 'Under Process' }));
      } else if (step.arrival !== 'none') await receiveShipment(path, branch, step);
      return;
    }
    case 'transfer':
    case 'return':
    case 'supplier-return': {
      const kind = step.action;
      const to = kind === 'return' ? ids.kitchen : kind === 'transfer' ? otherPlace : supplier;
      const reasonCode = kind === 'transfer' ? {} : { reasonCode: qty % 2 ? 'overstock' : 'damaged' };
      const items = [{ itemId: tomato, qty, ...reasonCode }];
      const created = await getClient(place).post('/transfers', { kind, from: place, to, items });
      if (!(await send(`${kind} draft`, Promise.resolve(created)))) return;
      const path = `/transfers/${created.body._id}`;
      if (!(await send(`${kind} sent`, getClient(place).patch(path, { status: 'Sent' })))) return;
      if (kind === 'supplier-return') issued.returned += qty;
      if (step.arrival === 'back') {
        await getClient(place).patch(path, { transitionReason: 'wrong van' });
        if (await send(`${kind} back`, t.as('admin').patch(path, { status: 'Draft' })))
          if (kind === 'supplier-return') issued.returned -= qty;
      } else if (step.arrival !== 'none' && to !== supplier) await receiveShipment(path, to, step);
      return;
    }
    case 'waste': {
      const created = await getClient(place).post('/wastage', {
        item: tomato,
        branch: place,
        qty,
        reason: 'dropped',
      });
      if (!(await send('wasted', Promise.resolve(created)))) return;
      issued.wasted += qty;
      if (
        step.arrival === 'back' &&
        (await send('unwasted', t.as('admin').delete(`/wastage/${created.body._id}`)))
      )
        issued.wasted -= qty;
      return;
    }
    case 'settle': {
      const [open] = (await t.as('admin').get('/discrepancies?status=Open&limit=1')).body;
      if (!open) return;
      const actions = [
        'found_at_kitchen',
        'written_off',
        'found_at_branch',
        'resend',
        'returned',
        'confirmed',
      ];
      for (const action of actions.slice(qty % actions.length).concat(actions)) {
        const charged = open.type === 'damaged' ? { chargedTo: 'carrier' } : {};
        if (await send(action, t.as('admin').patch(`/discrepancies/${open._id}`, { action, ...charged })))
          return;
      }
      return;
    }
    case 'use':
    case 'sell':
    case 'loss': {
      const kind = step.action === 'loss' ? 'count_loss' : 'consumption';
      const docType =
        step.action === 'use' ? 'production_batch' : step.action === 'sell' ? 'sales' : 'stock_count';
      const toPlace = kind === 'count_loss' ? 'adjustment' : 'consumption';
      if (!(await tryPosting({ fromPlace: place, toPlace, kind, docType }, qty))) return;
      countOutcome(step.action);
      if (step.action === 'use') issued.used += qty;
      if (step.action === 'sell') issued.sold += qty;
      return;
    }
    case 'gain':
      await tryPosting(
        { fromPlace: 'adjustment', toPlace: place, kind: 'count_gain', docType: 'stock_count' },
        qty,
      );
      countOutcome('gain');
  }
}

const micro = (value: number) => Math.round(value * 1e6);
const sumTotals = (totals: TracedLot['totals'], names: readonly (keyof TracedLot['totals'])[]) =>
  names.reduce((sum, name) => sum + micro(totals[name]), 0);

/** Loads every lot of the item that the user sees, with its tree. */
async function loadTraces(
  user: keyof typeof viewers,
  direction: 'forward' | 'backward',
): Promise<LotTrace[]> {
  const lots = await t.db.read
    .selectFrom('lots')
    .select('_id')
    .where('itemId', '=', tomato)
    .orderBy('_id')
    .execute();
  const responses = await Promise.all(
    lots.map(({ _id }) => t.as(user).get(`/lots/${_id}/trace?direction=${direction}`)),
  );
  return responses.flatMap(({ status, body, text }) => {
    expect([status, text]).toEqual([status === 404 ? 404 : 200, text]);
    return status === 404 ? [] : [buildResponseSchema(lotTrace).parse(body)];
  });
}

async function assertTracesAddUp(): Promise<void> {
  for (const [user, ownPlaceId] of Object.entries(viewers) as [keyof typeof viewers, string | null][]) {
    const traces = await loadTraces(user, 'forward');
    for (const { totals, places: traceLocations, origin, exits, shipments, tree, lot } of traces) {
      for (const part of [{ lot, totals }, ...tree])
        expect([user, part.lot.lot, sumTotals(part.totals, lotSources)]).toEqual([
          user,
          part.lot.lot,
          sumTotals(part.totals, lotOutcomes),
        ]);
      const qty = (rows: readonly { qty: number }[]) => rows.reduce((sum, row) => sum + micro(row.qty), 0);
      if (lot.lot !== null) expect(qty(origin)).toBe(sumTotals(totals, lotSources));
      expect(qty(exits)).toBe(sumTotals(totals, ['used', 'sold', 'wasted', 'lost', 'returned']));
      expect(traceLocations.reduce((sum, { onHand }) => sum + micro(onHand), 0)).toBe(
        sumTotals(totals, ['onHand', 'inTransit', 'onHold']),
      );
      for (const { shipped, received, damaged } of shipments)
        expect(Math.min(shipped, received, damaged)).toBeGreaterThanOrEqual(0);
      // Stock at locations outside the user's scope stays hidden.
      if (ownPlaceId !== null && user !== 'kitchen')
        for (const move of [...traceLocations, ...origin, ...exits])
          expect(move.placeId.split(':')[0]).toBe(ownPlaceId);
    }
  }
  const [all, back] = [await loadTraces('admin', 'forward'), await loadTraces('admin', 'backward')];
  const traceTotal = (name: keyof TracedLot['totals']) => sumTraces(all, name);
  for (const { lot, totals } of all) {
    expect(totals.sent).toBe(0);
    if (lot.lot !== null && entered.has(lot.lot))
      expect([lot.lot, totals.received]).toEqual([lot.lot, entered.get(lot.lot)]);
  }
  expect(traceTotal('fromOtherLot')).toBe(traceTotal('toOtherLot'));
  for (const name of ['used', 'sold', 'returned'] as const)
    expect([name, traceTotal(name)]).toEqual([name, micro(issued[name])]);
  expect(traceTotal('wasted')).toBeGreaterThanOrEqual(micro(issued.wasted));
  // A link that is found forward is found backward too.
  const listLinks = (traces: LotTrace[], isBack: boolean) =>
    traces
      .flatMap(({ lot, tree }) => tree.map((part) => [lot._id, part.lot._id]))
      .map((pair) => (isBack ? pair.toReversed() : pair).join(' '))
      .toSorted();
  expect(listLinks(back, true)).toEqual(listLinks(all, false));
}

const sumTraces = (traces: readonly LotTrace[], name: keyof TracedLot['totals']) =>
  traces.reduce((sum, { totals }) => sum + micro(totals[name]), 0);

const baseStep: Step = {
  action: 'enter',
  place: ids.kitchen,
  otherPlace: ids.branch2,
  lot: 'A',
  qty: 5,
  arrival: 'all',
  tenths: 5,
};
const allSteps: readonly Partial<Step>[] = [
  { qty: 9 },
  { action: 'order', place: ids.branch1, qty: 8 },
  { action: 'return', place: ids.branch1, qty: 2 },
  { action: 'return', place: ids.branch1, qty: 3 },
  { action: 'order', place: ids.branch1, arrival: 'back' },
  { action: 'order', place: ids.branch1, arrival: 'part', qty: 9 },
  { action: 'settle', qty: 1 },
  { action: 'settle', qty: 1 },
  { action: 'order', place: ids.branch2, arrival: 'other-lot', lot: 'B' },
  { action: 'order', place: ids.branch2, arrival: 'none' },
  { action: 'transfer', place: ids.branch1, arrival: 'part' },
  { action: 'transfer', place: ids.branch2, otherPlace: ids.branch1, arrival: 'other-lot', lot: 'C' },
  { action: 'transfer', place: ids.branch1, arrival: 'back' },
  { action: 'supplier-return', place: ids.kitchen, qty: 3 },
  { action: 'supplier-return', place: ids.kitchen, qty: 1, arrival: 'back' },
  { action: 'waste', place: ids.branch1, qty: 1 },
  { action: 'waste', place: ids.branch1, qty: 2, arrival: 'back' },
  { action: 'use', place: ids.kitchen },
  { action: 'sell', place: ids.branch2, qty: 2 },
  { action: 'gain', place: ids.branch2 },
  { action: 'loss', place: ids.branch2, qty: 2 },
];

test('M9: quantities add up after a lot is shipped, unshipped, partly received as a different lot, transferred, returned, wasted, used, sold and counted', async () => {
  for (const step of allSteps) await runStep({ ...baseStep, ...step });
  await assertTracesAddUp();
  const outcomes = [...outcomeCounts.keys()];
  expect(outcomes.toSorted()).toEqual([
    'another lot',
    'gain',
    'loss',
    'partial',
    'received',
    'return draft',
    'return sent',
    'sell',
    'shipped',
    'supplier-return back',
    'supplier-return draft',
    'supplier-return sent',
    'transfer back',
    'transfer draft',
    'transfer sent',
    'unshipped',
    'unwasted',
    'use',
    'wasted',
    'written_off',
  ]);
});

test('M9: after any history, the received quantity of a lot equals its stock plus issues, for every user', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      for (const step of steps) await runStep(step);
      await assertTracesAddUp();
    }),
    { numRuns: getCaseCount(8, { atLeast: 4 }), endOnFailure: true },
  );
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});
