import type { DayRange } from '#core/periods.ts';
import type { Actor } from '#core/permissions.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/**
 * Query for the visible branches included in food cost: active ones, and inactive ones that have sales in the
 * period.
 */
export const selectFoodCostBranches = (db: Queryable, actor: Actor, { from, to }: DayRange) =>
  db
    .selectFrom('branches')
    .select(['_id', 'name', 'nameAlt'])
    .where('type', '=', 'branch')
    .where((eb) =>
      eb.or([
        eb('isActive', '=', 1),
        eb.exists(
          eb
            .selectFrom('saleDays')
            .select('saleDays._id')
            .whereRef('saleDays.branchId', '=', 'branches._id')
            .where('saleDays.day', '>=', from)
            .where('saleDays.day', '<=', to),
        ),
      ]),
    )
    .where(scopeCondition(actor, { branch: 'branches._id' }));
