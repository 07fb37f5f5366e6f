import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountLine, StockCount } from '../shapes.ts';
import { createCatchWeightItem } from '#app/server/testing/catch-weight.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

const { flour, milk } = ids.items;
const countedItems = [flour, milk];
const secondMs = 1000;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  for (const item of countedItems) await receiveStock(t, ids.branch1, item, 500, 1.7);
});
afterAll(() => t.close());

/**
 * Events during a count: goods are received and issued, and two users enter quantities, sometimes much later.
 */
const item = fc.constantFrom(...countedItems);
const stockEvent = fc.oneof(
  fc.record({ kind: fc.constant('received' as const), item, qty: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('issued' as const), item, qty: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constant('entry' as const),
    item,
    user: fc.constantFrom('branch' as const, 'staff' as const),
    mode: fc.constantFrom('set' as const, 'add' as const),
    qty: fc.option(fc.integer({ min: 0, max: 80 }), { nil: null, freq: 8 }),
    /** Number of events since the device last synced. */
    eventsSinceSync: fc.nat({ max: 3 }),
    hasSeen: fc.boolean(),
    /** Number of times that the response is lost and the entry is sent again. */
    repeats: fc.nat({ max: 1 }),
  }),
);

test('C1 C2 C6 C8: after any entries and movements, a count posts the counted quantity minus the book quantity at the time of entry, exactly once', async () => {
  let [seq, approved] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(stockEvent, { minLength: 1, maxLength: 10 }),
      fc.array(stockEvent, { maxLength: 4 }),
      async (during, later) => {
        const branch = t.as('branch');
        const created = (await branch.post('/stock-counts', { type: 'spot', itemIds: countedItems }))
          .body as StockCount;
        const path = `/stock-counts/${created._id}`;
        const changeStatus = async (status: string) => {
          const response = await branch.patch(path, { status });
          expect([status, response.status, response.text]).toEqual([status, 200, response.text]);
        };
        const loadLines = async () => ((await branch.get(path)).body as { items: CountLine[] }).items;
        const loadLine = async (itemId: string) =>
          (await loadLines()).find((line) => line.itemId === itemId) as CountLine;
        await changeStatus('Counting');

        /** Ledger position and time after each event, as a device would have received them on sync. */
        const syncStates: { bookSeq: number; countedAt: string }[] = [];
        const recordSync = async () => {
          const { bookSeq } = (await branch.get(`${path}/progress`)).body;
          syncStates.push({ bookSeq, countedAt: t.clock.now().toISOString() });
        };
        const perform = async (event: (typeof during)[number]) => {
          t.clock.advance(secondMs);
          if (event.kind === 'received') await receiveStock(t, ids.branch1, event.item, event.qty, 1.7);
          else if (event.kind === 'issued') {
            // Stock can't go negative here.
            const qty = Math.min(event.qty, (await getStock(t, ids.branch1, event.item)).onHand);
            if (qty === 0) return;
            const body = { branch: ids.branch1, item: event.item, qty, reason: 'spoiled' };
            expect((await branch.post('/wastage', body)).status).toBe(201);
          } else {
            const { lineId, lastEntrySeq } = await loadLine(event.item);
            seq += 1;
            const entry = {
              device: event.user,
              seq,
              lineId,
              mode: event.mode,
              ...(event.mode === 'set' || event.qty !== null ? { qty: event.qty } : { qty: 1 }),
              lastSeenSeq: event.hasSeen ? lastEntrySeq : 0,
              ...syncStates.at(-1 - event.eventsSinceSync),
            };
            for (let sentCount = 0; sentCount <= event.repeats; sentCount += 1) {
              const response = await t.as(event.user).post(`${path}/events`, { events: [entry] });
              expect([response.status, response.text]).toEqual([200, response.text]);
            }
          }
          await recordSync();
        };
        await recordSync();
        for (const event of during) await perform(event);
        // Conflicting counts are resolved by a user.
        for (const { lineId, lastEntrySeq, countedQty, questions } of await loadLines()) {
          if (!questions.some(({ question }) => question === 'twice')) continue;
          seq += 1;
          const event = {
            device: 'branch',
            seq,
            lineId,
            mode: 'set',
            qty: countedQty,
            lastSeenSeq: lastEntrySeq,
          };
          expect((await branch.post(`${path}/events`, { events: [event] })).status).toBe(200);
        }
        const countedLines = (await loadLines()).filter(({ countedQty }) => countedQty !== null);
        if (countedLines.length === 0) return;
        await changeStatus('Submitted');
        for (const event of later) if (event.kind !== 'entry') await perform(event);
        // Movements between two people's counts of one line are treated as included in the count.
        const undecidedLines = (await loadLines()).filter(({ questions }) =>
          questions.some(({ question }) => question === 'moves'),
        );
        if (undecidedLines.length > 0) {
          const items = undecidedLines.map(({ lineId }) => ({ lineId, lateMovementAnswer: 'before' }));
          const response = await branch.patch(path, { items });
          expect([response.status, response.text]).toEqual([200, response.text]);
        }
        const before = new Map<string, number>();
        for (const itemId of countedItems)
          before.set(itemId, (await getStock(t, ids.branch1, itemId)).onHand);
        const approvals = await Promise.all([1, 2].map(() => branch.patch(path, { status: 'Approved' })));
        // If more has been issued since than was counted, the line is rejected and nothing is posted.
        const isApproved = approvals[0]?.status === 200;
        const status = isApproved ? 200 : 422;
        expect(approvals.map((response) => [response.status, response.text])).toEqual(
          approvals.map(({ text }) => [status, text]),
        );

        const moves = await t.db.read
          .selectFrom('stockMoves')
          .select(['seq', 'itemId', 'qtyMicro', 'fromPlace', 'toPlace', 'docId'])
          .where(({ eb, or }) => or([eb('fromPlace', '=', ids.branch1), eb('toPlace', '=', ids.branch1)]))
          .execute();
        const sumQuantities = (placeMoves: typeof moves) =>
          placeMoves.reduce(
            (sum, { qtyMicro, toPlace }) => sum + (toPlace === ids.branch1 ? qtyMicro : -qtyMicro),
            0,
          ) / 1e6;
        for (const id of countedItems) {
          const itemMoves = moves.filter(({ itemId }) => itemId === id);
          const line = countedLines.find(({ itemId }) => itemId === id);
          const bookQty = sumQuantities(itemMoves.filter((move) => move.seq <= (line?.bookSeq ?? 0)));
          const difference = line && isApproved ? (line.countedQty ?? 0) - bookQty : 0;
          expect(sumQuantities(itemMoves.filter(({ docId }) => docId === created._id))).toBe(difference);
          expect((await getStock(t, ids.branch1, id)).onHand).toBe((before.get(id) ?? 0) + difference);
        }
        if (isApproved) approved += 1;
        else await changeStatus('Cancelled');
      },
    ),
    { numRuns: 40 },
  );
  expect(approved).toBeGreaterThan(10);
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});

/**
 * Fish counted in pieces is received and issued by the box and the fillet; each entry has a number of pieces,
 * and often the book weight.
 */
const fishEvent = fc.oneof(
  fc.record({ kind: fc.constant('received' as const), qty: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('issued' as const), qty: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constant('entry' as const),
    /** Null: the book quantity. */
    qty: fc.option(fc.integer({ min: 0, max: 80 }), { nil: null, freq: 1 }),
    pieces: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null, freq: 6 }),
  }),
);

test.each([false, true])(
  'after any entries and movements, pieces equal those counted plus later movement (tracked by lot: %s)',
  async (trackLots) => {
    const itemId = await createCatchWeightItem(t, `FISH-${trackLots}`, { trackLots });
    await receiveStock(t, ids.branch1, itemId, 100, 20, { ...(trackLots && { lot: 'L1' }) });
    const branch = t.as('branch');
    const loadBalance = async () => {
      const { onHandMicro, pieces, valueE4 } = await t.db.read
        .selectFrom('balances')
        .selectAll()
        .where('placeId', '=', ids.branch1)
        .where('itemId', '=', itemId)
        .executeTakeFirstOrThrow();
      return { onHandMicro: Number(onHandMicro), pieces: Number(pieces), valueE4: Number(valueE4) };
    };
    let [seq, pieceOnlyMoves] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fishEvent, { minLength: 1, maxLength: 8 }),
        fc.array(fishEvent, { maxLength: 3 }),
        async (during, later) => {
          // There is only one lot, so its line covers the whole item; without stock, the line would have no
          // lot.
          if (trackLots && (await loadBalance()).onHandMicro === 0)
            await receiveStock(t, ids.branch1, itemId, 100, 20, { lot: 'L1' });
          const { body: created } = await branch.post('/stock-counts', { type: 'spot', itemIds: [itemId] });
          const path = `/stock-counts/${created._id}`;
          const { body: started } = await branch.patch(path, { status: 'Counting' });
          const [line, ...others] = started.items as CountLine[];
          if (!line) throw new Error('The count has no line');
          expect([line.lot, others]).toEqual([trackLots ? 'L1' : null, []]);
          const entered: {
            qty: number;
            pieces: number | null;
            balance: Awaited<ReturnType<typeof loadBalance>>;
          }[] = [];
          const perform = async (event: (typeof during)[number]) => {
            t.clock.advance(secondMs);
            const balance = await loadBalance();
            const lot = line.lot === null ? {} : { lot: line.lot };
            if (event.kind === 'received') await receiveStock(t, ids.branch1, itemId, event.qty, 20, lot);
            else if (event.kind === 'issued') {
              const qty = Math.min(event.qty, balance.onHandMicro / 1e6);
              if (qty === 0) return;
              const body = { branch: ids.branch1, item: itemId, qty, reason: 'spoiled', ...lot };
              expect((await branch.post('/wastage', body)).status).toBe(201);
            } else {
              const qty = event.qty ?? balance.onHandMicro / 1e6;
              const { pieces } = event;
              const entry = {
                device: 'd',
                seq: ++seq,
                lineId: line.lineId,
                mode: 'set',
                qty,
                ...(pieces !== null && { pieces }),
              };
              const response = await branch.post(`${path}/events`, { events: [entry] });
              expect([response.status, response.text]).toEqual([200, response.text]);
              entered.push({ qty, pieces, balance });
            }
          };
          for (const event of during) await perform(event);
          const lastEntry = entered.at(-1);
          if (!lastEntry) return;
          expect((await branch.patch(path, { status: 'Submitted' })).status).toBe(200);
          for (const event of later) if (event.kind !== 'entry') await perform(event);
          const before = await loadBalance();
          const approved = await branch.patch(path, { status: 'Approved' });
          // More has been issued since than was counted.
          if (approved.status !== 200) {
            await branch.patch(path, { status: 'Cancelled' });
            return;
          }
          const after = await loadBalance();
          expect(after.onHandMicro).toBe(
            before.onHandMicro + Math.round(lastEntry.qty * 1e6) - lastEntry.balance.onHandMicro,
          );
          if (after.onHandMicro === 0) expect(after.pieces).toBe(0);
          else if (lastEntry.pieces !== null) {
            // Zero quantity has no pieces; a positive weight has at least one.
            const pieces = lastEntry.qty === 0 ? 0 : lastEntry.pieces;
            const minPieces = Math.min(1, lastEntry.pieces);
            expect(after.pieces).toBe(Math.max(minPieces, before.pieces + pieces - lastEntry.balance.pieces));
          }
          const moves = await t.db.read
            .selectFrom('stockMoves')
            .select(['kind', 'valueE4'])
            .where('docId', '=', created._id)
            .where('qtyMicro', '=', 0)
            .execute();
          pieceOnlyMoves += moves.length;
          if (moves.length > 0) expect(after.valueE4).toBe(before.valueE4);
        },
      ),
      { numRuns: 40 },
    );
    expect(pieceOnlyMoves).toBeGreaterThan(3);
    expect(await reconcile(t.db.read)).toEqual([]);
    expect(t.errors).toEqual([]);
  },
);
