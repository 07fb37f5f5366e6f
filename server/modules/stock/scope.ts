import type { ExpressionBuilder } from 'kysely';
import { type Actor, scopeOf } from '#domain/permissions.ts';
import type { Database } from '../../db/tables.ts';

/**
 * Which places an actor sees, as a condition on `places`: branch users what belongs to their branches; kitchen
 * users what belongs to their kitchens, and what is on the way from there; others all.
 */
export function placesOf(actor: Actor) {
  return (eb: ExpressionBuilder<Database, 'places'>) => {
    const scope = scopeOf(actor);
    switch (scope.kind) {
      case 'all':
        return eb.and([]);
      case 'branches':
        return eb.and([eb('places.branchId', 'in', scope.branches)]);
      case 'kitchens':
        return eb.or([
          eb('places.branchId', 'in', scope.kitchens),
          eb.and([
            eb('places.type', '=', 'transit'),
            eb('places.branchId', 'in', suppliedBy(eb, scope.kitchens)),
          ]),
        ]);
      case 'none':
        return eb.and([eb('places.placeId', '=', '')]);
    }
  };
}

function suppliedBy(eb: ExpressionBuilder<Database, 'places'>, kitchens: string[]) {
  return eb
    .selectFrom('branches')
    .select('branches._id')
    .where('branches.supplyingKitchenId', 'in', kitchens);
}
