import { type Actor, scopeOf } from '#domain/permissions.ts';
import { scopeCondition } from '../../db/scope.ts';
import { orderDocument } from '../../documents/registry.ts';
import type { CountFilter } from './order-counters.ts';

/** Which orders an actor sees, as a condition on `orders`: own branches; for kitchens what ever reached them. */
export const isOrderVisibleTo = (actor: Actor) => scopeCondition(actor, orderDocument.scope);

/** The scope of an actor as a filter of the counters; null for an actor who sees no order. */
export function counterFilterFor(actor: Actor): CountFilter | null {
  const scope = scopeOf(actor);
  if (scope.kind === 'none') return null;
  return scope.kind === 'all' ? {} : { visibleTo: { branches: scope.branches, kitchens: scope.kitchens } };
}
