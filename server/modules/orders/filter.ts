import { type SelectQueryBuilder, sql } from 'kysely';
import type { OrderQuery } from '#contract/orders.ts';
import type { Actor } from '#domain/permissions.ts';
import { foldText } from '#domain/text.ts';
import type { Database } from '../../db/tables.ts';
import type { Queryable } from '../../db/types.ts';
import { visibleTo } from './scope.ts';

export type OrdersQuery = SelectQueryBuilder<Database, 'orders', object>;

type SortField = 'createdAt' | 'deliveryDate' | 'orderNo' | 'branchName';

/** What has to be looked up before a list can be asked for. */
export interface Facts {
  /** Numbers and branches that the search text stands for. */
  search?: { from: string; numbers: string[]; branches: string[] };
  /** The row to go on behind; null when it is gone. */
  after?: { _id: string; value: string } | null;
}

export async function readFacts(db: Queryable, query: OrderQuery): Promise<Facts> {
  return {
    ...(query.q && { search: await readSearch(db, query.q) }),
    ...(query.after !== undefined && { after: await readAfter(db, query) }),
  };
}

export function statusesOf(query: OrderQuery): string[] {
  const named = query.status?.split(',').map((status) => status.trim());
  return named?.filter((status) => status !== '') ?? [];
}

/** The orders that the actor sees, and the query asks for. */
export function filterOrders(db: Queryable, actor: Actor, query: OrderQuery, { search }: Facts): OrdersQuery {
  const statuses = statusesOf(query);
  let orders: OrdersQuery = db.selectFrom('orders').where(visibleTo(actor));
  if (statuses.length === 1) orders = orders.where('orders.status', '=', statuses[0] ?? '');
  else if (statuses.length > 1) orders = orders.where('orders.status', 'in', statuses);
  if (query.branch) orders = orders.where('orders.branch', '=', query.branch);
  if (query.kitchen) orders = orders.where('orders.kitchen', '=', query.kitchen);
  if (query.deliveryDate) orders = orders.where('orders.deliveryDate', '=', query.deliveryDate);
  if (query.from) orders = orders.where('orders.deliveryDate', '>=', query.from);
  if (query.to) orders = orders.where('orders.deliveryDate', '<=', query.to);
  if (!search) return orders;
  const { from, numbers, branches } = search;
  return orders.where((eb) =>
    eb.or([
      eb.and([eb('orders.orderNo', '>=', from), eb('orders.orderNo', '<', `${from}\u{ffff}`)]),
      ...(numbers.length > 0 ? [eb('orders.orderNo', 'in', numbers)] : []),
      ...(branches.length > 0 ? [eb('orders.branch', 'in', branches)] : []),
    ]),
  );
}

/** Sorts and cuts out one page; `after` goes on behind a row that the client has. */
export function pageOf(orders: OrdersQuery, query: OrderQuery, { after }: Facts): OrdersQuery {
  const direction = query.sort.startsWith('-') ? ('desc' as const) : ('asc' as const);
  const field = sortField(query);
  const page = orders
    .orderBy(`orders.${field}`, direction)
    .orderBy('orders._id', direction)
    .limit(query.limit);
  if (after === undefined) return query.page > 1 ? page.offset((query.page - 1) * query.limit) : page;
  if (after === null) return page.where('orders._id', '=', '');
  const columns = sql`(${sql.ref(`orders.${field}`)}, ${sql.ref('orders._id')})`;
  const isBeyond = direction === 'desc' ? sql.raw('<') : sql.raw('>');
  return page.where(sql<boolean>`${columns} ${isBeyond} (${after.value}, ${after._id})`);
}

const sortField = (query: OrderQuery) => query.sort.replace('-', '') as SortField;

/** The beginning of the number, its last digits in any series, or the name of a branch. */
async function readSearch(db: Queryable, text: string): Promise<NonNullable<Facts['search']>> {
  const branches = await db
    .selectFrom('branches')
    .select('_id')
    .where('search', 'like', `%${foldText(text).replaceAll(/[%_]/g, '')}%`)
    .execute();
  const series = /^\d{1,9}$/.test(text) ? await db.selectFrom('sequences').select('name').execute() : [];
  return {
    from: text.toUpperCase(),
    numbers: series.map(({ name }) => `${name}-${text.padStart(6, '0')}`),
    branches: branches.map((branch) => branch._id),
  };
}

async function readAfter(db: Queryable, query: OrderQuery): Promise<{ _id: string; value: string } | null> {
  const field = sortField(query);
  const last = await db
    .selectFrom('orders')
    .select(['_id', field])
    .where('_id', '=', query.after ?? '')
    .executeTakeFirst();
  return last ? { _id: last._id, value: last[field] } : null;
}
