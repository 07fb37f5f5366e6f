import { type Actor, getScope } from '#core/permissions.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import { orderDocument } from './definition.ts';
import type { CountFilter } from './order-counters.ts';

/**
 * SQL condition for the orders that the actor can see: those of their branches, and those that have been
 * sent to their kitchens.
 */
export const isOrderVisibleTo = (actor: Actor) => scopeCondition(actor, orderDocument.scope);

/** Returns the actor's scope as a counter filter; null for an actor who can't see any orders. */
export function buildCounterFilter(actor: Actor): CountFilter | null {
  const scope = getScope(actor);
  if (scope.kind === 'none') return null;
  return scope.kind === 'all' ? {} : { visibleTo: { branches: scope.branches, kitchens: scope.kitchens } };
}
