import { z } from 'zod';
import type { ClosedDays } from '#domain/planning/closed-days.ts';
import { localDate } from '#domain/planning/cutoff.ts';
import { yieldToEventLoop } from '../../db/many-rows.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import type { AppEvent } from '../../http/services.ts';
import { sha256 } from '../../http/tokens.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { enqueue } from '../../jobs/queue.ts';
import { scheduleJob } from '../../jobs/schedules.ts';
import { loadUnits, type UnitCatalogue } from '../catalogue/units.ts';
import { type BranchOutlook, type ItemOutlook, computeBranchOutlook } from './branch-outlook.ts';
import { loadCategoryShapes } from './outlook.ts';
import type { DemandItem, DemandLocation } from './series.ts';

/** An item that branches order, of a category of which something is made by a recipe. */
export interface ProducedItem extends DemandItem {
  /** The branches that may order it; none: all. */
  branches: readonly string[];
  isMade: boolean;
}

/** What outlooks are of and by, the same for all branches. */
export interface OutlookInputs {
  items: readonly ProducedItem[];
  shapes: ReadonlyMap<string, readonly number[]>;
  /** Names both, and the method: what was kept by others is worked out anew. */
  stamp: string;
}

/** Items that branches order and somebody makes by a recipe, with all others of their categories, which share a week. */
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
  const all = rows.map(({ isMade, branches, ...item }) => ({
    ...item,
    branches: JSON.parse(branches) as string[],
    isMade: Boolean(isMade),
  }));
  const categories = new Set(all.flatMap(({ isMade, category }) => (isMade ? [category] : [])));
  const items = all.filter(({ category }) => categories.has(category));
  const shapes = await loadCategoryShapes(db);
  const ordered = [...shapes].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { items, shapes, stamp: await sha256(JSON.stringify([methodVersion, items, ordered])) };
}

/** Another number for each change of what is worked out of the same days: what an older server kept does not hold. */
const methodVersion = 2;

const canOrder = ({ branches }: ProducedItem, branchId: string): boolean =>
  branches.length === 0 || branches.includes(branchId);

/** What was kept of a branch holds as long as its day, its items and its closed days are these. */
const branchStamp = ({ closedDays, timezone }: DemandLocation, { stamp }: OutlookInputs): string =>
  `${stamp} ${timezone} ${JSON.stringify(closedDays)}`;

/**
 * What branches are expected to want of what is made, by branch and item: as it was kept, and worked out here where nothing was or
 * something has changed since. `only` asks for one item.
 */
export async function getOutlooks(
  db: Queryable,
  places: readonly DemandLocation[],
  book: OutlookInputs,
  { now, only }: { now: Date; only?: string | undefined },
): Promise<Map<string, BranchOutlook>> {
  const outlooks = new Map<string, BranchOutlook>();
  const fresh = await loadCurrentOutlooks(db, places, book, now);
  const category = book.items.find(({ _id }) => _id === only)?.category;
  const items = book.items.filter((item) => only === undefined || item.category === category);
  const units = fresh.size < places.length ? await loadUnits(db) : null;
  for (const place of places) {
    const kept = fresh.get(place._id);
    if (kept !== undefined) outlooks.set(place._id, decodeOutlook(kept, only));
    else if (units) outlooks.set(place._id, await computeOutlook(db, place, { ...book, items, units }, now));
  }
  return outlooks;
}

async function computeOutlook(
  db: Queryable,
  place: DemandLocation,
  { items, shapes, units }: Pick<OutlookInputs, 'items' | 'shapes'> & { units: UnitCatalogue },
  now: Date,
): Promise<BranchOutlook> {
  const own = items.filter((item) => canOrder(item, place._id));
  const wanted = new Set(own.flatMap(({ _id, isMade }) => (isMade ? _id : [])));
  return computeBranchOutlook(db, place, { items: own, wanted, units, shapes, now });
}

/** What is kept of places and still holds, as it is kept. */
async function loadCurrentOutlooks(
  db: Queryable,
  places: readonly DemandLocation[],
  book: OutlookInputs,
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
  const asked = new Map(places.map((place) => [place._id, place]));
  return new Map(
    rows.flatMap(({ branchId, day, stamp, outlooks }): [string, string][] => {
      const place = asked.get(branchId);
      const holds = place && day === localDate(now, place.timezone) && stamp === branchStamp(place, book);
      return holds ? [[branchId, outlooks]] : [];
    }),
  );
}

/** An outlook in as few characters as can be: a large business keeps half a million. */
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

const decodeOutlook = (kept: string, only: string | undefined): BranchOutlook =>
  new Map(
    (JSON.parse(kept) as StoredOutlook[]).flatMap(
      ([itemId, source, week, special, average, lastFour, shared]): [string, ItemOutlook][] =>
        only === undefined || only === itemId
          ? [[itemId, { source, week, special, average, lastFour, shared }]]
          : [],
    ),
  );

/**
 * Works out what every branch is expected to want of what is made, and keeps it: branch by branch, those left out of which it holds what is kept, so
 * that one that is begun again goes on where the last one was cut off.
 */
export const refreshOutlooks = defineJob({
  kind: 'demand-outlooks',
  ifLost: { by: 'demand-outlooks' },
  payload: z.strictObject({}),
  async run({ db, now, signal }) {
    const places = await suppliedBranches(db.read);
    const book = await loadOutlookInputs(db.read);
    const units = await loadUnits(db.read);
    for (const place of places) {
      signal.throwIfAborted();
      if ((await loadCurrentOutlooks(db.read, [place], book, now())).size > 0) continue;
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
      const at = now();
      const row = {
        day: localDate(at, place.timezone),
        stamp: branchStamp(place, book),
        outlooks: encodeOutlook(await computeOutlook(db.read, place, { ...book, units }, at)),
        updatedAt: at.toISOString(),
      };
      await db.write(async (tx) => {
        // Who kept it meanwhile may have read, and taken away, a change that came after this one had read.
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
      // One process answers everybody, and on SQLite a step never waits for anything.
      await yieldToEventLoop();
    }
    await deleteUnsuppliedOutlooks(db, places);
  },
});

/** What is taken away with one branch: the rest makes it be worked out once more. */
const maxChanges = 5000;

/** Places that nobody supplies any more keep nothing, and nothing is noted of them. */
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

async function suppliedBranches(db: Queryable): Promise<DemandLocation[]> {
  const rows = await db
    .selectFrom('branches')
    .select(['_id', 'timezone', 'closedDays'])
    .where('isActive', '=', 1)
    .where('type', '!=', 'central_kitchen')
    .where('supplyingKitchenId', 'is not', null)
    .orderBy('_id')
    .execute();
  return rows.map((row) => ({ ...row, closedDays: JSON.parse(row.closedDays) as ClosedDays[] }));
}

/** Two minutes past every hour: somewhere a day has begun. */
export const hourlyOutlooks = scheduleJob({
  name: 'demand outlooks',
  schedule: { every: 'hour', minute: 2, timezone: 'UTC' },
  job: refreshOutlooks,
  payload: () => ({}),
});

/** Files of tills come late, and many at once: a minute after the first of them all that came are counted. */
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
