import { isForBranch } from '#modules/items/is-for-branch.ts';
import { z } from 'zod';
import { getBusinessDay } from '#core/business-day.ts';
import type { ClosedDays } from '#core/closed-days.ts';
import { yieldToEventLoop } from '#platform/server/db/many-rows.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { sha256 } from '#platform/server/http/tokens.ts';
import { defineJob } from '#platform/server/jobs/define-job.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { scheduleJob } from '#platform/server/jobs/schedules.ts';
import { loadUnits, type UnitCatalogue } from '#modules/units/server/units.ts';
import { type BranchOutlook, type ItemOutlook, computeBranchOutlook } from './branch-outlook.ts';
import { loadCategoryShapes } from './outlook.ts';
import type { DemandItem, DemandLocation } from './series.ts';

/** An orderable item of a category that contains a produced item. */
export interface ProducedItem extends DemandItem {
  /** Branches that may order it; empty means all. */
  branches: readonly string[];
  isMade: boolean;
}

/** Inputs of outlooks that are the same for all branches. */
export interface OutlookInputs {
  items: readonly ProducedItem[];
  shapes: ReadonlyMap<string, readonly number[]>;
  /** Hash of items, shapes and method version; outlooks with a different hash are recomputed. */
  stamp: string;
}

/**
 * Loads the orderable items that are produced by a recipe, with all other items of their categories, which
 * share a pattern.
 */
export async function loadOutlookInputs(db: Queryable): Promise<OutlookInputs> {
  const rows = await db
    .selectFrom('items')
    .select(['_id', 'category', 'baseUnit', 'branches'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('recipes')
            .select('recipes._id')
            .whereRef('recipes.outputItem', '=', 'items._id')
            .where('recipes.isActive', '=', 1),
        )
        .as('isMade'),
    )
    .where('isActive', '=', 1)
    .where('isOrderable', '=', 1)
    .orderBy('_id')
    .execute();
  const allItems = rows.map(({ isMade, branches, ...item }) => ({
    ...item,
    branches: JSON.parse(branches) as string[],
    isMade: Boolean(isMade),
  }));
  const categories = new Set(allItems.flatMap(({ isMade, category }) => (isMade ? [category] : [])));
  const items = allItems.filter(({ category }) => categories.has(category));
  const shapes = await loadCategoryShapes(db);
  const sortedShapes = [...shapes].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { items, shapes, stamp: await sha256(JSON.stringify([methodVersion, items, sortedShapes])) };
}

/** Increment whenever the computation changes, so that outlooks of older servers become invalid. */
const methodVersion = 2;

/** A cached outlook is valid for the same inputs, time zone, ends of the business day and closed days. */
const buildBranchStamp = (
  { closedDays, timezone, dayEnds }: DemandLocation,
  { stamp }: OutlookInputs,
): string => `${stamp} ${timezone} ${JSON.stringify([dayEnds, closedDays])}`;

/**
 * Returns the expected demand for produced items by branch and item, cached when valid and recomputed
 * otherwise. `onlyItemId` restricts it to one item.
 */
export async function getOutlooks(
  db: Queryable,
  places: readonly DemandLocation[],
  inputs: OutlookInputs,
  { now, onlyItemId }: { now: Date; onlyItemId?: string | undefined },
): Promise<Map<string, BranchOutlook>> {
  const outlooks = new Map<string, BranchOutlook>();
  const current = await loadCurrentOutlooks(db, places, inputs, now);
  const category = inputs.items.find(({ _id }) => _id === onlyItemId)?.category;
  const items = inputs.items.filter((item) => onlyItemId === undefined || item.category === category);
  const units = current.size < places.length ? await loadUnits(db) : null;
  for (const place of places) {
    const stored = current.get(place._id);
    if (stored !== undefined) outlooks.set(place._id, decodeOutlook(stored, onlyItemId));
    else if (units)
      outlooks.set(place._id, await computeOutlook(db, place, { ...inputs, items, units }, now));
  }
  return outlooks;
}

async function computeOutlook(
  db: Queryable,
  place: DemandLocation,
  { items, shapes, units }: Pick<OutlookInputs, 'items' | 'shapes'> & { units: UnitCatalogue },
  now: Date,
): Promise<BranchOutlook> {
  const orderable = items.filter(({ branches }) => isForBranch(branches, place._id));
  const producedIds = new Set(orderable.flatMap(({ _id, isMade }) => (isMade ? _id : [])));
  return computeBranchOutlook(db, place, { items: orderable, requestedIds: producedIds, units, shapes, now });
}

/** Loads the valid cached outlooks, still encoded. */
async function loadCurrentOutlooks(
  db: Queryable,
  places: readonly DemandLocation[],
  inputs: OutlookInputs,
  now: Date,
): Promise<Map<string, string>> {
  if (places.length === 0) return new Map();
  const rows = await db
    .selectFrom('branchOutlooks')
    .select(['branchId', 'day', 'stamp', 'outlooks'])
    .where(
      'branchId',
      'in',
      places.map(({ _id }) => _id),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('demandChanges')
            .select('demandChanges._id')
            .whereRef('demandChanges.placeId', '=', 'branchOutlooks.branchId'),
        ),
      ),
    )
    .execute();
  const placesById = new Map(places.map((place) => [place._id, place]));
  return new Map(
    rows.flatMap(({ branchId, day, stamp, outlooks }): [string, string][] => {
      const place = placesById.get(branchId);
      const isValid =
        place && day === getBusinessDay(now, place) && stamp === buildBranchStamp(place, inputs);
      return isValid ? [[branchId, outlooks]] : [];
    }),
  );
}

/** Compact encoding: a large business stores half a million outlooks. */
type StoredOutlook = [
  itemId: string,
  source: ItemOutlook['source'],
  week: number[],
  special: number[],
  average: (number | null)[],
  lastFour: (number | null)[],
  shared: boolean[],
];

const encodeOutlook = (outlook: BranchOutlook): string =>
  JSON.stringify(
    [...outlook].map(
      ([itemId, { source, week, special, average, lastFour, shared }]): StoredOutlook => [
        itemId,
        source,
        week,
        special,
        average,
        lastFour,
        shared,
      ],
    ),
  );

const decodeOutlook = (stored: string, onlyItemId: string | undefined): BranchOutlook =>
  new Map(
    (JSON.parse(stored) as StoredOutlook[]).flatMap(
      ([itemId, source, week, special, average, lastFour, shared]): [string, ItemOutlook][] =>
        onlyItemId === undefined || onlyItemId === itemId
          ? [[itemId, { source, week, special, average, lastFour, shared }]]
          : [],
    ),
  );

/**
 * Refreshes the outlooks of all supplied branches in sequence. Skips valid ones, so that a restarted run
 * continues where the previous one stopped.
 */
export const refreshOutlooks = defineJob({
  kind: 'demand-outlooks',
  ifLost: { scheduledKind: 'demand-outlooks' },
  payload: z.strictObject({}),
  async run({ db, now, signal }) {
    const places = await loadSuppliedBranches(db.read);
    const inputs = await loadOutlookInputs(db.read);
    const units = await loadUnits(db.read);
    for (const place of places) {
      signal.throwIfAborted();
      if ((await loadCurrentOutlooks(db.read, [place], inputs, now())).size > 0) continue;
      const before = await db.read
        .selectFrom('branchOutlooks')
        .select('updatedAt')
        .where('branchId', '=', place._id)
        .executeTakeFirst();
      const changes = await db.read
        .selectFrom('demandChanges')
        .select('_id')
        .where('placeId', '=', place._id)
        .orderBy('_id')
        .limit(maxChanges)
        .execute();
      const startedAt = now();
      const row = {
        day: getBusinessDay(startedAt, place),
        stamp: buildBranchStamp(place, inputs),
        outlooks: encodeOutlook(await computeOutlook(db.read, place, { ...inputs, units }, startedAt)),
        updatedAt: startedAt.toISOString(),
      };
      await db.write(async (tx) => {
        // Skips the write if a newer outlook was stored, because a concurrent run may have read, and deleted,
        // a later change.
        const written = await tx
          .insertInto('branchOutlooks')
          .values({ branchId: place._id, ...row })
          .onConflict((conflict) =>
            conflict
              .column('branchId')
              .doUpdateSet(row)
              .where('branchOutlooks.updatedAt', '=', before?.updatedAt ?? ''),
          )
          .returning('branchId')
          .execute();
        if (written.length > 0 && changes.length > 0)
          await tx
            .deleteFrom('demandChanges')
            .where(
              '_id',
              'in',
              changes.map(({ _id }) => _id),
            )
            .execute();
      });
      // On SQLite a step never waits for I/O, so it yields to other requests explicitly.
      await yieldToEventLoop();
    }
    await deleteUnsuppliedOutlooks(db, places);
  },
});

/** Maximum number of changes deleted per branch; the rest cause another refresh. */
const maxChanges = 5000;

/** Deletes outlooks and recorded changes of branches that no kitchen supplies. */
async function deleteUnsuppliedOutlooks(
  db: { write<T>(work: (tx: Tx) => Promise<T>): Promise<T> },
  places: readonly DemandLocation[],
): Promise<void> {
  const ids = ['', ...places.map(({ _id }) => _id)];
  await db.write(async (tx) => {
    await tx.deleteFrom('branchOutlooks').where('branchId', 'not in', ids).execute();
    await tx.deleteFrom('demandChanges').where('placeId', 'not in', ids).execute();
  });
}

async function loadSuppliedBranches(db: Queryable): Promise<DemandLocation[]> {
  const rows = await db
    .selectFrom('branches')
    .select(['_id', 'timezone', 'dayEnds', 'closedDays'])
    .where('isActive', '=', 1)
    .where('type', '!=', 'central_kitchen')
    .where('supplyingKitchenId', 'is not', null)
    .orderBy('_id')
    .execute();
  return rows.map((row) => ({ ...row, closedDays: JSON.parse(row.closedDays) as ClosedDays[] }));
}

/** Hourly, because a new day begins at a different hour in each time zone. */
export const hourlyOutlooks = scheduleJob({
  name: 'demand outlooks',
  schedule: { every: 'hour', minute: 2, timezone: 'UTC' },
  job: refreshOutlooks,
  payload: () => ({}),
});

/** Debounces till imports: all files that arrive before the next full minute are processed in one run. */
export async function enqueueOutlookRefresh(tx: Tx, events: readonly AppEvent[], now: Date): Promise<void> {
  if (!events.some(({ collection }) => collection === 'sales')) return;
  const minute = Math.floor(now.getTime() / 60_000) + 1;
  await enqueue(
    tx,
    refreshOutlooks,
    {},
    { now, runAt: new Date(minute * 60_000), key: `${refreshOutlooks.kind} ${minute}` },
  );
}
