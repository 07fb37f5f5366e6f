import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { usageMoveKinds } from '#modules/food-cost/food-cost-rules.ts';
import { openFourWeekBusiness, postPastMove, runNightlyClosing } from '#app/server/testing/past-moves.ts';
import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { dailyUsageKinds, loadBranchUsage } from './daily-usage.ts';
import { rebuildAggregates } from './aggregates.ts';

const items = [ids.items.flour, ids.items.milk];
const branches = [ids.branch1, ids.branch2];

test('row 25: usage kinds keep their positions, and every kind that uses stock is covered', () => {
  // Stored rows refer to kinds by position: read the comment in daily-usage.ts before changing this.
  expect(dailyUsageKinds.join(' ')).toBe(
    'consumption consumption_reversal waste waste_reversal return_wasted written_off resend transfer_difference return_difference count_gain count_loss revaluation reversal_difference',
  );
  expect(dailyUsageKinds.toSorted()).toEqual(usageMoveKinds.toSorted());
});

const loadStored = async (t: TestApp) =>
  (
    await t.db.read
      .selectFrom('stockDayUse')
      .selectAll()
      .where('placeId', 'in', branches)
      .orderBy('placeId')
      .orderBy('day')
      .execute()
  ).map(({ placeId, day, packed }) => ({ placeId, day, packed: [...packed] }));

/** Usage at a branch on a day; null if it must be read from the daily totals. */
async function usedOn(t: TestApp, branch: string, day: string) {
  const use: Record<'itemId' | 'qtyMicro' | 'valueE4', string | number>[] = [];
  const tellOf = await loadBranchUsage(t.db.read, branches, [day], (itemId) => itemId);
  const isComplete = tellOf(branch).visit((itemId, qtyMicro, valueE4) =>
    use.push({ itemId, qtyMicro, valueE4 }),
  );
  return isComplete ? use : null;
}

const milkUsed = async (t: TestApp, day: string) =>
  (await usedOn(t, ids.branch2, day))?.find(({ itemId }) => itemId === ids.items.milk);

const days = 24;
const milk = { from: ids.branch2, to: 'consumption', item: ids.items.milk, qtyMicro: 1_000_000 };

test('row 25: late entries count at once, and the nightly job rewrites the usage of their day', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const before = await loadStored(t);
    expect(before.filter(({ packed }) => packed.length > 0).length).toBeGreaterThan(40);
    const day = '2026-03-20';
    expect(await milkUsed(t, day)).toMatchObject({ qtyMicro: -2_000_001 });
    await postPastMove(t, { ...milk, hoursAgo: days * 12 });
    const late = await t.db.read.selectFrom('stockLateSides').select('day').execute();
    expect(late.map((side) => side.day)).toEqual([day]);
    expect(await loadStored(t)).toEqual(before);
    const usage = { itemId: ids.items.milk, qtyMicro: -3_000_001 };
    expect(await milkUsed(t, day)).toMatchObject(usage);
    expect(await reconcile(t.db.read)).toEqual([]);
    await runNightlyClosing(t);
    expect(await milkUsed(t, day)).toMatchObject(usage);
    expect(await loadStored(t)).not.toEqual(before);
    expect(await reconcile(t.db.read)).toEqual([]);
  } finally {
    await t.close();
  }
});

test('row 25: an older version that adds late entries to the aggregates leaves no stale usage rows', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    await postPastMove(t, { ...milk, hoursAgo: days * 12 });
    await t.db.writer.deleteFrom('stockLateSides').execute();
    expect(
      (await loadStored(t)).filter(({ placeId, day }) => placeId === ids.branch2 && day === '2026-03-20'),
    ).toEqual([]);
    expect(await milkUsed(t, '2026-03-20')).toMatchObject({ qtyMicro: -3_000_001 });
  } finally {
    await t.close();
  }
});

test('row 25: reconcile checks daily usage, and rebuilds it from the daily totals', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const before = await loadStored(t);
    const full = before.findLast(({ packed }) => packed.length > 0);
    const position = { placeId: full?.placeId ?? '', day: full?.day ?? '' };
    const figures = new Float64Array(Uint8Array.from(full?.packed ?? []).buffer);
    figures[1] = (figures[1] ?? 0) + 1;
    await t.db.writer
      .updateTable('stockDayUse')
      .set({ packed: new Uint8Array(figures.buffer) })
      .where('placeId', '=', position.placeId)
      .where('day', '=', position.day)
      .execute();
    const found = await reconcile(t.db.read);
    expect(found.map(({ invariant }) => invariant)).toEqual(['I12', 'I12']);
    const at = `used at ${position.placeId} on ${position.day}: consumption of item`;
    for (const { message } of found) expect(message.slice(0, at.length)).toBe(at);
    await t.db.write((tx) => rebuildAggregates(tx, t.clock.now()));
    expect(await loadStored(t)).toEqual(before);
    expect(await reconcile(t.db.read)).toEqual([]);
  } finally {
    await t.close();
  }
});

test('row 25: figures beyond exact numbers are left to the daily totals, without affecting other branches', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const day = '2026-03-20';
    await t.db.writer
      .updateTable('stockDaily')
      .set({ valueE4: sql`-9100000000000000000` })
      .where('placeId', '=', ids.branch1)
      .where('businessDay', '=', day)
      .where('kind', '=', 'consumption')
      .execute();
    await t.db.write((tx) => rebuildAggregates(tx, t.clock.now()));
    const storedPlaces = (await loadStored(t)).filter((row) => row.day === day).map(({ placeId }) => placeId);
    expect(storedPlaces).toEqual([ids.branch2]);
    expect(await usedOn(t, ids.branch1, day)).toBe(null);
    expect(await usedOn(t, ids.branch2, day)).toHaveLength(1);
  } finally {
    await t.close();
  }
});
