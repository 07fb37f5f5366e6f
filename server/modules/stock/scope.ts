import { type SqlBool, sql } from 'kysely';
import type { Actor } from '#domain/permissions.ts';
import { scopeCondition } from '../../db/scope.ts';

/**
 * Which places an actor sees, as a condition on `places`: branch users what belongs to their branches; kitchen
 * users what belongs to their kitchens, and what is on the way from there; others all.
 */
export const isPlaceVisibleTo = (actor: Actor) =>
  scopeCondition(actor, {
    branch: 'places.branchId',
    additional: (
      kitchens,
    ) => sql<SqlBool>`(${sql.ref('places.type')} = 'transit' and ${sql.ref('places.branchId')} in (
      select ${sql.ref('_id')} from branches where ${sql.ref('supplyingKitchenId')} in (${kitchens})))`,
  });
