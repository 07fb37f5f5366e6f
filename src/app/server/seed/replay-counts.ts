import { unnamedLot } from '#modules/lots/lot-rules.ts';
import { fromMicro } from '#core/quantity.ts';
import { addDays } from '#core/day.ts';
import { runReplay } from '#platform/documents/server/replay.ts';
import { createCount } from '#modules/stock-counts/server/create.ts';
import { decideCountLines } from '#modules/stock-counts/server/decide.ts';
import { enterCounts } from '#modules/stock-counts/server/enter.ts';
import { loadCountLines } from '#modules/stock-counts/server/lines.ts';
import { transitionCount } from '#modules/stock-counts/server/transition.ts';
import type { StoredCountLine, LoadedCount } from '#modules/stock-counts/server/rows.ts';
import { trackedItems } from './data/items.ts';
import type { StockCountEvent, CountedLine } from './plan/events.ts';
import { resolveActor, skipCheck, type SeedContext, type SeedStep } from './seed-context.ts';

/** Entries per request. */
const entriesPerCall = 500;

/** Replays a count: entries, submission with causes, and approval by head office. */
export function createCountSteps(context: SeedContext, event: StockCountEvent): SeedStep[] {
  const { at, submittedAt, approvedAt } = event;
  let count: LoadedCount | undefined;
  const getCount = () => {
    if (!count) throw new Error('A step of a count precedes its creation.');
    return count;
  };
  return [
    { at, run: async () => void (count = await startCount(context, event)) },
    ...(submittedAt === null
      ? []
      : [{ at: submittedAt, run: () => submitCount(context, event, getCount(), submittedAt) }]),
    ...(approvedAt === null
      ? []
      : [{ at: approvedAt, run: () => approveCount(context, event, getCount(), approvedAt) }]),
  ];
}

function startCount(context: SeedContext, event: StockCountEvent): Promise<LoadedCount> {
  const { tx, ids } = context;
  return runReplay(tx, resolveActor(context, event.by, event.at), async (ctx) => {
    const count = await createCount(ctx, {
      branch: ids.get('branch', event.place),
      type: event.type,
      sections: event.sections.map((section) => ids.get('section', section)),
      ...(event.type === 'spot' && { itemIds: event.lines.map(({ item }) => ids.get('item', item)) }),
    });
    await transitionCount(ctx, count, 'Counting');
    // An unfinished count has only the first entries.
    if (event.submittedAt === null) await enterQuantities(context, event, count, event.at, 0.4);
    return count;
  });
}

async function submitCount(
  context: SeedContext,
  event: StockCountEvent,
  count: LoadedCount,
  at: number,
): Promise<void> {
  await enterQuantities(context, event, count, at, 1);
  const linesByItem = await loadLinesByItem(context, count);
  const causes = event.lines.flatMap(({ item, cause }) => {
    const lines = linesByItem.get(context.ids.get('item', item)) ?? [];
    return cause === undefined ? [] : lines.map(({ lineId }) => ({ lineId, causeCode: cause }));
  });
  await runReplay(context.tx, resolveActor(context, event.by, at), (ctx) =>
    transitionCount(ctx, count, 'Submitted'),
  );
  if (causes.length === 0) return;
  await runReplay(context.tx, resolveActor(context, 'admin', at), (ctx) =>
    decideCountLines(ctx, count, causes, skipCheck),
  );
}

const approveCount = (context: SeedContext, _event: StockCountEvent, count: LoadedCount, at: number) =>
  runReplay(context.tx, resolveActor(context, 'admin', at), (ctx) => transitionCount(ctx, count, 'Approved'));

/**
 * Enters a fraction of the lines in walking order: book quantities adjusted by the differences, or full
 * quantities for an opening count.
 */
async function enterQuantities(
  context: SeedContext,
  event: StockCountEvent,
  count: LoadedCount,
  at: number,
  share: number,
): Promise<void> {
  const entries =
    event.type === 'opening'
      ? await buildOpeningEntries(context, event, count)
      : await buildDifferenceEntries(context, event, count);
  const selected = entries.slice(0, Math.ceil(entries.length * share));
  for (let start = 0; start < selected.length; start += entriesPerCall)
    await runReplay(context.tx, resolveActor(context, event.by, at), (ctx) =>
      enterCounts(
        ctx,
        count.header._id,
        selected.slice(start, start + entriesPerCall).map((entry, index) => ({
          device: 'tablet',
          seq: start + index,
          mode: 'set' as const,
          ...entry,
        })),
      ),
    );
}

async function buildOpeningEntries({ ids }: SeedContext, event: StockCountEvent, count: LoadedCount) {
  return event.lines.map((line) => {
    const lot = buildOpeningLot(line, event, count.header.businessDay);
    return { itemId: ids.get('item', line.item), qty: fromMicro(line.qtyMicro), ...lot };
  });
}

/** Returns the lot of opening stock, which has no supplier's lot code. */
function buildOpeningLot({ item, lot }: CountedLine, { place }: StockCountEvent, day: string) {
  if (lot) return { lot: lot.code, expiry: lot.expiry };
  const tracked = trackedItems.get(item);
  return tracked
    ? { lot: `${place}-${day.slice(2).replaceAll('-', '')}`, expiry: addDays(day, tracked.lifeDays) }
    : {};
}

async function buildDifferenceEntries(context: SeedContext, event: StockCountEvent, count: LoadedCount) {
  const differences = new Map(
    event.lines.map(({ item, qtyMicro }) => [context.ids.get('item', item), qtyMicro]),
  );
  const book = await loadBookQuantities(context, count);
  const linesByItem = await loadLinesByItem(context, count);
  return [...linesByItem].flatMap(([itemId, lines]) => {
    let remainingMicro = differences.get(itemId) ?? 0;
    return lines.map((line) => {
      // If there are several lots, the difference reduces the first one completely before the next.
      const bookMicro = book(line);
      const changeMicro = Math.max(remainingMicro, -bookMicro);
      remainingMicro -= changeMicro;
      return { lineId: line.lineId, qty: fromMicro(bookMicro + changeMicro) };
    });
  });
}

/** Returns the count's lines by item in walking order, set-aside lots last. */
async function loadLinesByItem(
  { tx }: SeedContext,
  count: LoadedCount,
): Promise<Map<string, StoredCountLine[]>> {
  const lines = await loadCountLines(tx, count.header._id);
  return Map.groupBy(
    lines.toSorted((a, b) => Number(a.lot.endsWith('-ASIDE')) - Number(b.lot.endsWith('-ASIDE'))),
    ({ itemId }) => itemId,
  );
}

/** Returns a function that returns the current book quantity of a line. */
async function loadBookQuantities(
  { tx }: SeedContext,
  { header }: LoadedCount,
): Promise<(line: StoredCountLine) => number> {
  const balances = await tx
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro'])
    .where('placeId', '=', header.branch)
    .execute();
  const lots = await tx
    .selectFrom('lotBalances')
    .innerJoin('lots', 'lots._id', 'lotBalances.lotId')
    .select(['lots.itemId', 'lots.code', 'lotBalances.onHandMicro'])
    .where('lotBalances.placeId', '=', header.branch)
    .execute();
  const onHand = new Map(balances.map((row) => [row.itemId, row.onHandMicro]));
  const lotQuantities = new Map(
    lots.map(({ itemId, code, onHandMicro }) => [`${itemId} ${code}`, onHandMicro]),
  );
  return ({ itemId, lot, isTrackedByLot }) =>
    Number(
      (isTrackedByLot === 1 ? lotQuantities.get(`${itemId} ${lot || unnamedLot}`) : onHand.get(itemId)) ?? 0,
    );
}
