import { type SqlBool, sql } from 'kysely';
import type { Actor } from '#core/permissions.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';

/**
 * Returns an SQL condition for the `places` that the actor can see: branch users see the places of their
 * branches, kitchen users those of their kitchens and transit from them, and other users all places.
 */
export const isPlaceVisibleTo = (actor: Actor) =>
  scopeCondition(actor, {
    branch: 'places.branchId',
    additional: (
      kitchens,
    ) => sql<SqlBool>`(${sql.ref('places.type')} = 'transit' and ${sql.ref('places.branchId')} in (
      select ${sql.ref('_id')} from branches where ${sql.ref('supplyingKitchenId')} in (${kitchens})))`,
  });
