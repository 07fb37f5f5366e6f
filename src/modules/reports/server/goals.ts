import { type TileGoals, tileGoalsInput } from '../goals-input.ts';
import { tileGoals } from '../goals-shapes.ts';
import { type Actor, isOwnLocation, getOwnLocations } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { GoalPlace } from '../goal-rules.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid, stale } from '#platform/server/http/problems.ts';
import { readRoute, type Route, writeRoute } from '#platform/server/http/route.ts';

/** Settings key of tile goals. */
const goalsKey = 'tile-goals';

const emptyGoals: TileGoals = { business: {}, branches: {}, version: 0 };

export async function loadTileGoals(db: Queryable): Promise<TileGoals> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', goalsKey).executeTakeFirst();
  return row ? { ...emptyGoals, ...(JSON.parse(row.value) as Partial<TileGoals>) } : emptyGoals;
}

/**
 * Returns the location whose goals apply to the tiles of a request; goals of other locations aren't revealed.
 */
export function resolveGoalLocation(actor: Actor, branch: string | undefined): GoalPlace {
  if (branch !== undefined)
    return isOwnLocation(actor, branch) ? { kind: 'one', place: branch } : { kind: 'some' };
  const ownLocationIds = getOwnLocations(actor);
  if (ownLocationIds === null) return { kind: 'all' };
  const [place] = ownLocationIds;
  return ownLocationIds.length === 1 && place !== undefined ? { kind: 'one', place } : { kind: 'some' };
}

export const goalRoutes: readonly Route[] = [
  readRoute({
    path: '/reports/goals',
    access: { kind: 'collection', collection: 'settings', flag: 'canView', needsAllLocations: true },
    summary: 'Tile goals of the business and its locations. Requires access to the whole business.',
    response: tileGoals,
    async run({ db }) {
      const body = await loadTileGoals(db);
      return { status: 200, body, version: body.version };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/reports/goals',
    access: { kind: 'collection', collection: 'settings', flag: 'canEdit' },
    summary: 'Sets all tile goals of the business or of one location; omitted goals are removed.',
    body: tileGoalsInput,
    response: tileGoals,
    async run({ db, body: { branch, goals }, ifMatch, audit, emit }) {
      if (branch !== null) {
        const branchQuery = db.selectFrom('branches').select('_id').where('_id', '=', branch);
        if (!(await branchQuery.executeTakeFirst())) throw invalid({ branch: refusal('no-such-branch') });
      }
      // The insert makes concurrent first saves wait for each other.
      await db
        .insertInto('settings')
        .values({ key: goalsKey, value: '{}' })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: goalsKey }))
        .execute();
      const before = await loadTileGoals(db);
      if (ifMatch !== null && ifMatch !== before.version) throw stale(before);
      const goalValues = Object.fromEntries(
        Object.entries(goals).flatMap(([key, goal]) => (typeof goal === 'number' ? [[key, goal]] : [])),
      );
      const { [branch ?? '']: _, ...others } = before.branches;
      const branches =
        branch === null || Object.keys(goalValues).length === 0
          ? others
          : { ...others, [branch]: goalValues };
      const after: TileGoals = {
        business: branch === null ? goalValues : before.business,
        branches,
        version: before.version + 1,
      };
      await db
        .updateTable('settings')
        .set({ value: JSON.stringify(after) })
        .where('key', '=', goalsKey)
        .execute();
      await audit({ action: 'edit', entity: 'settings', id: goalsKey, before, after });
      // Visible to all users of the tile.
      emit({ collection: 'reports', id: goalsKey, change: 'changed', branches: [], kitchens: [] });
      return { status: 200, body: after, version: after.version };
    },
  }),
];
