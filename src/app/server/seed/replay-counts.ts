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

/** Entries per call. */
const entriesAtOnce = 500;

/** Replays a count: entries, submission with causes, and approval by head office. */
export function countSteps(context: SeedContext, event: StockCountEvent): SeedStep[] {
  const { at, submittedAt, approvedAt } = event;
  let count: LoadedCount | undefined;
  const createdCount = () => {
    if (!count) throw new Error('A step of a count came before the count.');
    return count;
  };
  return [
    { at, run: async () => void (count = await begin(context, event)) },
    ...(submittedAt === null
      ? []
      : [{ at: submittedAt, run: () => handIn(context, event, createdCount(), submittedAt) }]),
    ...(approvedAt === null
      ? []
      : [{ at: approvedAt, run: () => bring(context, event, createdCount(), approvedAt) }]),
  ];
}

function begin(context: SeedContext, event: StockCountEvent): Promise<LoadedCount> {
  const { tx, ids } = context;
  return runReplay(tx, resolveActor(context, event.by, event.at), async (ctx) => {
    const count = await createCount(ctx, {
      branch: ids.existing('branch', event.place),
      type: event.type,
      sections: event.sections.map((section) => ids.existing('section', section)),
      ...(event.type === 'spot' && { items: event.lines.map(({ item }) => ids.existing('item', item)) }),
    });
    await transitionCount(ctx, count, 'Counting');
    // An unfinished count has only the first entries.
    if (event.submittedAt === null) await enter(context, event, count, event.at, 0.4);
    return count;
  });
}

async function handIn(
  context: SeedContext,
  event: StockCountEvent,
  count: LoadedCount,
  at: number,
): Promise<void> {
  await enter(context, event, count, at, 1);
  const lineOf = await linesByItem(context, count);
  const causes = event.lines.flatMap(({ item, cause }) => {
    const found = lineOf.get(context.ids.existing('item', item)) ?? [];
    return cause === undefined ? [] : found.map(({ lineId }) => ({ lineId, causeCode: cause }));
  });
  await runReplay(context.tx, resolveActor(context, event.by, at), (ctx) =>
    transitionCount(ctx, count, 'Submitted'),
  );
  if (causes.length === 0) return;
  await runReplay(context.tx, resolveActor(context, 'admin', at), (ctx) =>
    decideCountLines(ctx, count, causes, skipCheck),
  );
}

const bring = (context: SeedContext, _event: StockCountEvent, count: LoadedCount, at: number) =>
  runReplay(context.tx, resolveActor(context, 'admin', at), (ctx) => transitionCount(ctx, count, 'Approved'));

/**
 * Enters a share of the lines in walking order: book quantities except for differences; an opening enters full
 * quantities.
 */
async function enter(
  context: SeedContext,
  event: StockCountEvent,
  count: LoadedCount,
  at: number,
  share: number,
): Promise<void> {
  const found =
    event.type === 'opening' ? await opened(context, event, count) : await compared(context, event, count);
  const some = found.slice(0, Math.ceil(found.length * share));
  for (let from = 0; from < some.length; from += entriesAtOnce)
    await runReplay(context.tx, resolveActor(context, event.by, at), (ctx) =>
      enterCounts(
        ctx,
        count.head._id,
        some.slice(from, from + entriesAtOnce).map((one, nth) => ({
          device: 'tablet',
          seq: from + nth,
          mode: 'set' as const,
          ...one,
        })),
      ),
    );
}

async function opened({ ids }: SeedContext, event: StockCountEvent, count: LoadedCount) {
  return event.lines.map((line) => {
    const lot = lotFound(line, event, count.head.businessDay);
    return { itemId: ids.existing('item', line.item), qty: fromMicro(line.qtyMicro), ...lot };
  });
}

/** Lot of opening stock, which has no supplier's code. */
function lotFound({ item, lot }: CountedLine, { place }: StockCountEvent, day: string) {
  if (lot) return { lot: lot.code, expiry: lot.expiry };
  const tracked = trackedItems.get(item);
  return tracked
    ? { lot: `${place}-${day.slice(2).replaceAll('-', '')}`, expiry: addDays(day, tracked.lifeDays) }
    : {};
}

async function compared(context: SeedContext, event: StockCountEvent, count: LoadedCount) {
  const differs = new Map(
    event.lines.map(({ item, qtyMicro }) => [context.ids.existing('item', item), qtyMicro]),
  );
  const book = await bookOf(context, count);
  const lineOf = await linesByItem(context, count);
  return [...lineOf].flatMap(([itemId, lines]) => {
    let leftMicro = differs.get(itemId) ?? 0;
    return lines.map((line) => {
      // With several lots, the first is short before the next.
      const bookMicro = book(line);
      const changeMicro = Math.max(leftMicro, -bookMicro);
      leftMicro -= changeMicro;
      return { lineId: line.lineId, qty: fromMicro(bookMicro + changeMicro) };
    });
  });
}

/** Returns the count's lines in walking order by item, oldest lot first. */
async function linesByItem({ tx }: SeedContext, count: LoadedCount): Promise<Map<string, StoredCountLine[]>> {
  const lines = await loadCountLines(tx, count.head._id);
  return Map.groupBy(
    lines.toSorted((a, b) => Number(a.lot.endsWith('-ASIDE')) - Number(b.lot.endsWith('-ASIDE'))),
    ({ itemId }) => itemId,
  );
}

/** Returns a function for the current book quantity of a line. */
async function bookOf(
  { tx }: SeedContext,
  { head }: LoadedCount,
): Promise<(line: StoredCountLine) => number> {
  const balances = await tx
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro'])
    .where('placeId', '=', head.branch)
    .execute();
  const lots = await tx
    .selectFrom('lotBalances')
    .innerJoin('lots', 'lots._id', 'lotBalances.lotId')
    .select(['lots.itemId', 'lots.code', 'lotBalances.onHandMicro'])
    .where('lotBalances.placeId', '=', head.branch)
    .execute();
  const onHand = new Map(balances.map((row) => [row.itemId, row.onHandMicro]));
  const ofLot = new Map(lots.map(({ itemId, code, onHandMicro }) => [`${itemId} ${code}`, onHandMicro]));
  return ({ itemId, lot, byLots }) =>
    Number((byLots === 1 ? ofLot.get(`${itemId} ${lot || unnamedLot}`) : onHand.get(itemId)) ?? 0);
}
