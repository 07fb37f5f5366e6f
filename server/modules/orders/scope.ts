import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { type Actor, scopeOf } from '#domain/permissions.ts';
import type { Database } from '../../db/tables.ts';
import type { CountFilter } from './counts.ts';

/** Which orders an actor sees, as a condition on `orders`: own branches; for kitchens what ever reached them. */
export function visibleTo(actor: Actor) {
  return (eb: ExpressionBuilder<Database, 'orders'>): ExpressionWrapper<Database, 'orders', SqlBool> => {
    const scope = scopeOf(actor);
    switch (scope.kind) {
      case 'all':
        return eb.and([]);
      case 'branches':
        return eb.and([eb('orders.branch', 'in', scope.branches)]);
      case 'kitchens':
        return eb.and([eb('orders.kitchen', 'in', scope.kitchens), eb('orders.sentAt', 'is not', null)]);
      case 'none':
        return eb.and([eb('orders._id', '=', '')]);
    }
  };
}

/** The same for one order that is at hand. */
export function isVisible(
  actor: Actor,
  order: { branch: string; kitchen: string; sentAt: string | null },
): boolean {
  const scope = scopeOf(actor);
  switch (scope.kind) {
    case 'all':
      return true;
    case 'branches':
      return scope.branches.includes(order.branch);
    case 'kitchens':
      return scope.kitchens.includes(order.kitchen) && order.sentAt !== null;
    case 'none':
      return false;
  }
}

/** The same scope over the counters; null sees nothing. */
export function countedFor(actor: Actor): CountFilter | null {
  const scope = scopeOf(actor);
  switch (scope.kind) {
    case 'all':
      return {};
    case 'branches':
      return { branches: scope.branches };
    case 'kitchens':
      return { kitchens: scope.kitchens, reached: true };
    case 'none':
      return null;
  }
}
