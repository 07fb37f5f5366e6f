import fc from 'fast-check';
import { expect } from 'vitest';
import type { MoveKind } from '#core/move-kinds.ts';
import type { Posting } from '#modules/stock/postings.ts';
import { closeWeeks } from '#modules/stock/server/closings.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { ids } from './ids.ts';
import { createTestRunner, enqueueJob } from './jobs.ts';

// A business with late entries and distant time zones, for tests of closed-day aggregates.

export const pastLocations = [ids.kitchen, ids.branch1, ids.branch2];
const hour = 3_600_000;

/** Opens a business whose locations have distant time zones and allow negative stock. */
export async function openPastBusiness(): Promise<TestApp> {
  const t = await createTestApp();
  await t.db.writer.updateTable('branches').set({ negativeStock: 'warn' }).execute();
  for (const [branch, timezone] of [
    [ids.kitchen, 'Pacific/Auckland'],
    [ids.branch1, 'America/Los_Angeles'],
  ] as const)
    await t.db.writer.updateTable('branches').set({ timezone }).where('_id', '=', branch).execute();
  return t;
}

let lines = 0;

interface PastMove {
  from: string;
  to: string;
  item: string;
  qtyMicro: number;
  hoursAgo: number;
  /** Kind of a move between two locations; defaults to a shipment. */
  kindBetweenLocations?: MoveKind;
}

/** Posts a move that happened some hours before it is entered. */
export async function postPastMove(
  t: TestApp,
  { from, to, item, qtyMicro, hoursAgo, kindBetweenLocations = 'ship' }: PastMove,
): Promise<void> {
  const now = t.clock.now();
  const docLineId = `past-${++lines}`;
  const posting: Posting = {
    itemId: item,
    fromPlace: from,
    toPlace: to,
    qtyMicro,
    unitCostE4: 12_345,
    kind: from === 'supplier' ? 'receipt' : to === 'consumption' ? 'consumption' : kindBetweenLocations,
    docType: 'sales',
    docId: docLineId,
    docLineId,
    lot: '',
    effectiveAt: new Date(now.getTime() - hoursAgo * hour).toISOString(),
  };
  const context = { userId: ids.users.admin, now: now.toISOString() };
  await t.db.write((tx) => postStockChange(tx, { postings: [posting] }, context));
}

/**
 * Opens a business with four weeks of movements, some entered late, after the nightly closing; the first two
 * items move on alternate days.
 */
export async function openFourWeekBusiness(items: readonly string[]): Promise<TestApp> {
  const t = await openPastBusiness();
  for (let day = 0; day < 28; day++) {
    for (const [index, place] of pastLocations.entries()) {
      const item = items[day % 2] ?? '';
      await postPastMove(t, { from: 'supplier', to: place, item, qtyMicro: 7_000_000 + index, hoursAgo: 0 });
      await postPastMove(t, { from: place, to: 'consumption', item, qtyMicro: 2_000_001, hoursAgo: 30 });
    }
    t.clock.advance(24 * hour);
  }
  await runNightlyClosing(t);
  return t;
}

/** Runs the nightly job that aggregates closed days. */
export async function runNightlyClosing(t: TestApp): Promise<void> {
  const runner = createTestRunner({ db: t.db, clock: t.clock, jobs: [closeWeeks] });
  await enqueueJob(t, closeWeeks, {});
  await runner.runDue();
  expect(runner.logEntries).toEqual([]);
}

/** Generates actions: an entry, passing time, or an interrupted job run. */
export const generatePastActions = (items: readonly string[], places: readonly string[] = pastLocations) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        action: fc.constant('enter' as const),
        from: fc.constantFrom('supplier', ...places),
        to: fc.constantFrom('consumption', ...places),
        item: fc.constantFrom(...items),
        qtyMicro: fc.integer({ min: 1, max: 900_000_000 }),
        hoursAgo: fc.oneof(
          fc.constant(0),
          fc.integer({ min: 1, max: 60 }),
          fc.integer({ min: 1, max: 1000 }),
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ action: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 300 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        action: fc.constant('close' as const),
        steps: fc.integer({ min: 1, max: 40 }),
        atOnce: fc.integer({ min: 1, max: 4 }),
      }),
    },
  );
