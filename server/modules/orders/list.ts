import { type SelectQueryBuilder, sql } from 'kysely';
import type { OrderQuery } from '#contract/orders.ts';
import type { Actor } from '#domain/permissions.ts';
import { foldText } from '#domain/text.ts';
import { joinJson } from '../../db/json-sql.ts';
import type { Database } from '../../db/tables.ts';
import type { Dialect, Queryable } from '../../db/types.ts';
import type { Answer } from '../../http/route.ts';
import { countOrders } from './counts.ts';
import { countedFor, visibleTo } from './scope.ts';
import { simpleJson, summaryJson } from './sql.ts';

/** Above this, a total that no counter knows is only "at least". */
const mostCounted = 10_000;

export type OrderView = 'summary' | 'full' | 'simple';

type OrdersQuery = SelectQueryBuilder<Database, 'orders', object>;

/** A page of the orders that the actor sees, as JSON that the database builds. */
export async function listOrders(
  db: Queryable,
  dialect: Dialect,
  actor: Actor,
  query: OrderQuery,
  view: OrderView,
): Promise<Answer> {
  const filtered = await filterOrders(db, actor, query);
  const json = view === 'simple' ? simpleJson(dialect) : summaryJson(dialect, view === 'full');
  const rows = await (await pageOf(db, filtered, query)).select(json.as('json')).execute();
  const { total, capped } = await totalOf(db, actor, query, filtered);
  const end = `,"total":${total}${capped ? ',"totalCapped":true' : ''},"page":${query.page},"limit":${query.limit}}`;
  return {
    status: 200,
    raw: true,
    body: `{"orders":${joinJson(rows)}${end}`,
    headers: { 'x-total-count': String(total) },
  };
}

function statusesOf(query: OrderQuery): string[] {
  const named = query.status?.split(',').map((status) => status.trim());
  return named?.filter((status) => status !== '') ?? [];
}

async function filterOrders(db: Queryable, actor: Actor, query: OrderQuery): Promise<OrdersQuery> {
  const statuses = statusesOf(query);
  let orders: OrdersQuery = db.selectFrom('orders').where(visibleTo(actor));
  if (statuses.length === 1) orders = orders.where('orders.status', '=', statuses[0] as string);
  else if (statuses.length > 1) orders = orders.where('orders.status', 'in', statuses);
  if (query.branch) orders = orders.where('orders.branch', '=', query.branch);
  if (query.kitchen) orders = orders.where('orders.kitchen', '=', query.kitchen);
  if (query.deliveryDate) orders = orders.where('orders.deliveryDate', '=', query.deliveryDate);
  if (query.from) orders = orders.where('orders.deliveryDate', '>=', query.from);
  if (query.to) orders = orders.where('orders.deliveryDate', '<=', query.to);
  return query.q ? search(db, orders, query.q) : orders;
}

/** Finds by the beginning of the number, by its last digits, or by the name of the branch. */
async function search(db: Queryable, orders: OrdersQuery, text: string): Promise<OrdersQuery> {
  const number = text.toUpperCase();
  const branches = await db
    .selectFrom('branches')
    .select('_id')
    .where('search', 'like', `%${foldText(text).replaceAll(/[%_]/g, '')}%`)
    .execute();
  const series = /^\d{1,9}$/.test(text) ? await db.selectFrom('sequences').select('name').execute() : [];
  const numbers = series.map(({ name }) => `${name}-${text.padStart(6, '0')}`);
  return orders.where((eb) =>
    eb.or([
      eb.and([eb('orders.orderNo', '>=', number), eb('orders.orderNo', '<', `${number}\u{ffff}`)]),
      ...(numbers.length > 0 ? [eb('orders.orderNo', 'in', numbers)] : []),
      ...(branches.length > 0
        ? [
            eb(
              'orders.branch',
              'in',
              branches.map((branch) => branch._id),
            ),
          ]
        : []),
    ]),
  );
}

/** Sorts and cuts out one page; `after` goes on behind a row that the client has. */
async function pageOf(db: Queryable, orders: OrdersQuery, query: OrderQuery): Promise<OrdersQuery> {
  const direction = query.sort.startsWith('-') ? ('desc' as const) : ('asc' as const);
  const field = query.sort.replace('-', '') as 'createdAt' | 'deliveryDate' | 'orderNo' | 'branchName';
  const page = orders
    .orderBy(`orders.${field}`, direction)
    .orderBy('orders._id', direction)
    .limit(query.limit);
  if (query.after === undefined) return query.page > 1 ? page.offset((query.page - 1) * query.limit) : page;
  const last = await db
    .selectFrom('orders')
    .select(['_id', field])
    .where('_id', '=', query.after)
    .executeTakeFirst();
  if (!last) return page.where('orders._id', '=', '');
  const isBeyond = sql<boolean>`(${sql.ref(`orders.${field}`)}, ${sql.ref('orders._id')}) ${sql.raw(
    direction === 'desc' ? '<' : '>',
  )} (${last[field]}, ${last._id})`;
  return page.where(isBeyond);
}

/** From the counters where they know it, else counted up to 10,000. */
async function totalOf(
  db: Queryable,
  actor: Actor,
  query: OrderQuery,
  filtered: OrdersQuery,
): Promise<{ total: number; capped: boolean }> {
  if (!query.deliveryDate && !query.from && !query.to && !query.q) {
    const scope = countedFor(actor);
    if (scope === null) return { total: 0, capped: false };
    const total = await countOrders(db, {
      ...scope,
      statuses: statusesOf(query),
      ...narrowed('branches', scope.branches, query.branch),
      ...narrowed('kitchens', scope.kitchens, query.kitchen),
    });
    return { total, capped: false };
  }
  const counted = await db
    .selectFrom(
      filtered
        .select(sql.lit(1).as('one'))
        .limit(mostCounted + 1)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  return { total: Math.min(total, mostCounted), capped: total > mostCounted };
}

/** A filter inside the scope narrows it; one outside of it matches nothing. */
function narrowed(key: 'branches' | 'kitchens', scope: string[] | undefined, wanted: string | undefined) {
  if (!wanted) return {};
  return { [key]: scope && !scope.includes(wanted) ? [''] : [wanted] };
}
