import { type Actor, type Audience, isInScope, scopeOf } from '#domain/permissions.ts';
import { scopeCondition } from '../../db/scope.ts';
import type { CountFilter } from './counts.ts';

/** Which orders an actor sees, as a condition on `orders`: own branches; for kitchens what ever reached them. */
export const visibleTo = (actor: Actor) =>
  scopeCondition(actor, { branch: 'orders.branch', kitchen: 'orders.kitchen', reached: 'orders.sentAt' });

/** Whose an order is: its branch's, and its kitchen's once it ever reached it. */
export const audienceOf = (order: { branch: string; kitchen: string; sentAt: string | null }): Audience => ({
  branches: [order.branch],
  kitchens: order.sentAt === null ? [] : [order.kitchen],
});

/** The same for one order that is at hand. */
export const isVisible = (actor: Actor, order: Parameters<typeof audienceOf>[0]): boolean =>
  isInScope(actor, audienceOf(order));

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
