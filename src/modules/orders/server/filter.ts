import { type SelectQueryBuilder, sql } from 'kysely';
import type { OrderQueryParams } from '../input.ts';
import type { Actor } from '#core/permissions.ts';
import type { orderListSpec } from '../list.ts';
import { orderStatuses } from '../status.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import {
  findIdsByNumber,
  numberStartsWith,
  findLocationsByName,
} from '#platform/documents/server/numbers.ts';
import { orderDocument } from './definition.ts';
import { problem } from '#platform/server/http/problems.ts';
import { isOrderVisibleTo } from './scope.ts';

export type OrdersQuery = SelectQueryBuilder<Database, 'orders', object>;

type SortField = (typeof orderListSpec.sorts)[number];

/** Results of the lookups that precede the list query. */
export interface OrderLookups {
  /** Branches and orders that match the search text. With too many orders, a number prefix replaces their ids. */
  search?: { orderIds: string[]; numberPrefix: string | null; branches: string[] };
  /** The row that the page starts after. */
  after?: { _id: string; value: string | number };
}

export async function loadLookups(
  db: Queryable,
  actor: Actor,
  query: OrderQueryParams,
): Promise<OrderLookups> {
  return {
    ...(query.q && { search: await loadSearchMatches(db, query.q) }),
    ...(query.after !== undefined && { after: await loadCursor(db, actor, query) }),
  };
}

export function parseStatuses(query: OrderQueryParams): string[] {
  const statuses = query.status?.split(',').map((status) => status.trim());
  return statuses?.filter((status) => status !== '') ?? [];
}

/** Selects orders that match the query and that the actor can see. */
export function filterOrders(
  db: Queryable,
  actor: Actor,
  query: OrderQueryParams,
  { search }: OrderLookups,
): OrdersQuery {
  const statuses = parseStatuses(query);
  let orders: OrdersQuery = db.selectFrom('orders').where(isOrderVisibleTo(actor));
  if (statuses.length === 1) orders = orders.where('orders.status', '=', statuses[0] ?? '');
  else if (statuses.length > 1) orders = orders.where('orders.status', 'in', statuses);
  if (query.branch) orders = orders.where('orders.branch', '=', query.branch);
  if (query.kitchen) orders = orders.where('orders.kitchen', '=', query.kitchen);
  if (query.deliveryDate) orders = orders.where('orders.deliveryDate', '=', query.deliveryDate);
  if (query.from) orders = orders.where('orders.deliveryDate', '>=', query.from);
  if (query.to) orders = orders.where('orders.deliveryDate', '<=', query.to);
  if (query.sentToKitchen) orders = orders.where('orders.sentAt', 'is not', null);
  if (query.orderType) orders = orders.where('orders.orderType', '=', query.orderType);
  if (query.isLate !== undefined) orders = orders.where('orders.isLate', '=', query.isLate ? 1 : 0);
  if (query.shippedBefore)
    orders = orders.where('orders.shippedAt', '<', new Date(query.shippedBefore).toISOString());
  if (!search) return orders;
  const { orderIds, numberPrefix, branches } = search;
  return orders.where((eb) =>
    eb.or([
      ...(orderIds.length > 0 ? [eb('orders._id', 'in', orderIds)] : []),
      ...(branches.length > 0 ? [eb('orders.branch', 'in', branches)] : []),
      ...(numberPrefix === null ? [] : [numberStartsWith(orderDocument, numberPrefix)]),
    ]),
  );
}

/**
 * Selects one page, sorted; `after` continues after a row. With several statuses, each contributes its first
 * rows from an index; sorting all matches would read the whole history. Sorting by status, which no index
 * supports, sorts ids only and reads just the page's rows.
 */
export function selectOrderPage(
  db: Queryable,
  actor: Actor,
  query: OrderQueryParams,
  lookups: OrderLookups,
): OrdersQuery {
  const statuses = parseStatuses(query);
  const skipped = lookups.after === undefined ? (query.page - 1) * query.limit : 0;
  const selectFirstRows = (status: string | undefined, limit: number) =>
    sortOrders(
      startAfterCursor(filterOrders(db, actor, { ...query, status }, lookups), query, lookups),
      query,
    ).limit(limit);
  const page =
    statuses.length > 1 || getSortField(query) === 'status'
      ? sortOrders(db.selectFrom('orders'), query)
          .where(
            'orders._id',
            'in',
            unionIds(
              db,
              (statuses.length > 0 ? statuses : [query.status]).map((status) =>
                selectFirstRows(status, skipped + query.limit),
              ),
            ),
          )
          .limit(query.limit)
      : selectFirstRows(query.status, query.limit);
  return skipped > 0 ? page.offset(skipped) : page;
}

function sortOrders(orders: OrdersQuery, query: OrderQueryParams): OrdersQuery {
  const direction = query.sort.startsWith('-') ? ('desc' as const) : ('asc' as const);
  return orders.orderBy(buildSortExpression(query), direction).orderBy('orders._id', direction);
}

function startAfterCursor(
  orders: OrdersQuery,
  query: OrderQueryParams,
  { after }: OrderLookups,
): OrdersQuery {
  if (after === undefined) return orders;
  const columns = sql`(${buildSortExpression(query)}, ${sql.ref('orders._id')})`;
  const comparison = query.sort.startsWith('-') ? sql.raw('<') : sql.raw('>');
  return orders.where(sql<boolean>`${columns} ${comparison} (${after.value}, ${after._id})`);
}

/** Combines the ids of several lists. */
function unionIds(db: Queryable, lists: OrdersQuery[]) {
  const [first, ...others] = lists.map((list) =>
    db.selectFrom(list.select('orders._id').as('part')).select('part._id'),
  );
  if (!first) throw new RangeError('Expected at least one list');
  return others.reduce((all, other) => all.unionAll(other), first);
}

const getSortField = (query: OrderQueryParams) => query.sort.replace('-', '') as SortField;

/** The sort expression: branches by folded name; statuses in lifecycle order. */
function buildSortExpression(query: OrderQueryParams) {
  const field = getSortField(query);
  if (field === 'branchName')
    return sql<string>`(select b.search from branches as b where b.${sql.ref('_id')} = ${sql.ref('orders.branch')})`;
  if (field === 'status') return statusRank;
  return sql<string | number>`${sql.ref(`orders.${field === 'value' ? 'valueE4' : field}`)}`;
}

const statusRank = sql<number>`case ${sql.ref('orders.status')} ${sql.join(
  orderStatuses.map((status, rank) => sql`when ${sql.lit(status)} then ${sql.lit(rank)}`),
  sql` `,
)} else ${sql.lit(orderStatuses.length)} end`;

/**
 * Searches order and delivery note numbers, by prefix or by their last digits across all number series, and
 * branch names.
 */
async function loadSearchMatches(db: Queryable, text: string): Promise<NonNullable<OrderLookups['search']>> {
  const { ids, numberPrefix } = await findIdsByNumber(db, orderDocument, text);
  return { orderIds: ids, numberPrefix, branches: await findLocationsByName(db, text) };
}

/**
 * Loads the row that a page starts after. A deleted row is an error, because an empty page would look like
 * the end of the list; a row the actor can't see is treated as missing.
 *
 * @throws ApiProblem 400 if there is no such row
 */
async function loadCursor(
  db: Queryable,
  actor: Actor,
  query: OrderQueryParams,
): Promise<{ _id: string; value: string | number }> {
  const row = await db
    .selectFrom('orders')
    .select(['_id', buildSortExpression(query).as('value')])
    .where('_id', '=', query.after ?? '')
    .where(isOrderVisibleTo(actor))
    .executeTakeFirst();
  if (row) return row;
  const reason = refusal('related-record-changed');
  throw problem('MALFORMED', reason, { messagePrefix: 'after', fields: { after: reason } });
}
