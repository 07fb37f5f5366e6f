import type { TolerantList } from '#contract/tolerant.ts';
import { type Actor, scopeOf } from '#domain/permissions.ts';
import type { OrderRow } from './read-order.ts';

/**
 * The rows of a list that a branch user may be shown, from a call whose server may not keep to that by itself.
 * Nothing is dropped where the user or the row does not say which branch it belongs to.
 */
export function ownOrders(list: TolerantList<OrderRow>, user: Actor | null): TolerantList<OrderRow> {
  const scope = user ? scopeOf(user) : null;
  if (scope?.kind !== 'branches') return list;
  const rows = list.rows.filter(
    ({ branch, branchName }) =>
      branch === '' || scope.branches.includes(branch) || scope.branches.includes(branchName),
  );
  return rows.length === list.rows.length ? list : { ...list, rows, total: null };
}
