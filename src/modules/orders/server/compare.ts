import { type SelectQueryBuilder, sql } from 'kysely';
import type { CompareOrdersQueryParams } from '#modules/reports/figures-input.ts';
import type { ComparedOrders } from '#modules/reports/figures-shapes.ts';
import { fromE4 } from '#core/money.ts';
import { countedStatuses } from '../status.ts';
import { type Actor, canRead } from '#core/permissions.ts';
import { convertMicro, toExactOrNull, fromMicro, type Ratio } from '#core/quantity.ts';
import { compareCodes, foldText } from '#core/text.ts';
import { exactSum, sumHighLow } from '#platform/server/db/exact-sums.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { ReadContext } from '#platform/server/http/route.ts';
import { isOrderVisibleTo } from './scope.ts';

type Dimension = ComparedOrders['columnType'];
type Column = ComparedOrders['columns'][number];
type Row = ComparedOrders['rows'][number];

const keyColumns = { orders: 'orders._id', branches: 'orders.branch', days: 'orders.deliveryDate' } as const;
const quantities = ['ordered', 'shipped', 'received'] as const;

/**
 * Compares orders, branches or days by item, in base units, with two SQL statements. Orders are compared
 * whatever their status; branches and days include only submitted orders, like all other reports.
 */
export async function compareOrders(
  { db, prefersAltName }: Pick<ReadContext, 'db' | 'prefersAltName'>,
  actor: Actor,
  query: CompareOrdersQueryParams,
): Promise<ComparedOrders> {
  const columnType: Dimension = query.orders ? 'orders' : query.branches ? 'branches' : 'days';
  const keys = query[columnType] ?? [];
  if (keys.length === 0) return { columnType, columns: [], rows: [] };
  const selection = () => selectOrders(db, actor, query, columnType, keys);
  const columns = await loadColumns(db, selection(), { by: columnType, keys, actor, prefersAltName });
  const rows = await loadItemRows(
    db,
    selection(),
    columnType,
    columns.map(({ key }) => key),
    prefersAltName,
  );
  return { columnType, columns, rows };
}

type OrderSelection = SelectQueryBuilder<Database, 'orders', object>;

function selectOrders(
  db: Queryable,
  actor: Actor,
  { branch, from, to }: CompareOrdersQueryParams,
  by: Dimension,
  keys: readonly string[],
): OrderSelection {
  const orders: OrderSelection = db
    .selectFrom('orders')
    .where(isOrderVisibleTo(actor))
    .where(sql.ref<string>(keyColumns[by]), 'in', keys);
  if (by === 'orders') return orders;
  const counted = orders.where('orders.status', 'in', [...countedStatuses]);
  if (by === 'days') return branch ? counted.where('orders.branch', '=', branch) : counted;
  return counted.where('orders.deliveryDate', '>=', from ?? '').where('orders.deliveryDate', '<=', to ?? '');
}

interface ColumnQuery {
  by: Dimension;
  keys: readonly string[];
  actor: Actor;
  prefersAltName: boolean;
}

/**
 * Loads the compared columns in the requested order. Orders that the user can't see are omitted; branches and
 * days without orders are not.
 */
async function loadColumns(
  db: Queryable,
  orders: OrderSelection,
  { by, keys, actor, prefersAltName }: ColumnQuery,
): Promise<Column[]> {
  const value = sumHighLow(sql.ref('orders.valueE4'));
  const groups = await orders
    .leftJoin('branches', 'branches._id', 'orders.branch')
    .select((eb) => [
      sql.ref<string>(keyColumns[by]).as('key'),
      eb.fn.countAll<number>().as('orders'),
      sql<number>`sum(${sql.ref('orders.lineCount')})`.as('lines'),
      value.high.as('high'),
      value.low.as('low'),
      eb.fn.min('orders.orderNo').as('orderNo'),
      eb.fn.min('orders.status').as('status'),
      eb.fn.min('orders.deliveryDate').as('deliveryDate'),
      eb.fn.min('branches.name').as('name'),
      eb.fn.min('branches.nameAlt').as('nameAlt'),
    ])
    .groupBy(sql.ref(keyColumns[by]))
    .execute();
  const byKey = new Map(groups.map((group) => [group.key, group]));
  // A branch without orders in the period is still shown, with its name.
  const names =
    by === 'branches' ? await loadBranchNames(db, keys, prefersAltName) : new Map<string, string>();
  const localName = (row: { name: string | null; nameAlt: string | null } | undefined) =>
    (prefersAltName ? row?.nameAlt : null) || row?.name || null;
  return keys.flatMap((key): Column[] => {
    const row = byKey.get(key);
    const isOrder = by === 'orders';
    if ((isOrder && !row) || (by === 'branches' && !names.has(key))) return [];
    const valueE4 = exactSum(row?.high, row?.low);
    return [
      {
        key,
        label: (isOrder ? row?.orderNo : names.get(key)) ?? key,
        branchName: isOrder ? localName(row) : null,
        deliveryDate: isOrder ? (row?.deliveryDate ?? null) : null,
        status: isOrder ? (row?.status ?? null) : null,
        orders: Number(row?.orders ?? 0),
        lines: Number(row?.lines ?? 0),
        value: canRead(actor, 'costs') && valueE4 !== null ? fromE4(valueE4) : null,
      },
    ];
  });
}

async function loadBranchNames(db: Queryable, ids: readonly string[], prefersAltName: boolean) {
  const rows = await db
    .selectFrom('branches')
    .select(['_id', 'name', 'nameAlt'])
    .where('_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ _id, name, nameAlt }) => [_id, (prefersAltName ? nameAlt : null) || name]));
}

/**
 * Loads the lines by item, sorted by name; quantities are summed per unit and then converted to base units.
 */
async function loadItemRows(
  db: Queryable,
  orders: OrderSelection,
  by: Dimension,
  keys: readonly string[],
  prefersAltName: boolean,
): Promise<Row[]> {
  const shippedAt = sql.ref('orders.shippedAt');
  const sumByQuantity = {
    ordered: sumHighLow(sql.ref('line.orderQtyMicro')),
    // Before shipping, the column contains the planned quantity.
    shipped: sumHighLow(
      sql`(case when ${shippedAt} is not null then ${sql.ref('line.shippedQtyMicro')} end)`,
    ),
    received: sumHighLow(
      sql`(case when ${sql.ref('orders.status')} = 'Received' then ${sql.ref('line.receivedQtyMicro')} end)`,
    ),
  };
  const sums = orders
    .innerJoin('orderLines as line', 'line.orderId', 'orders._id')
    .select([sql.ref<string>(keyColumns[by]).as('key'), 'line.itemId', 'line.unitNum', 'line.unitDen'])
    .select(
      quantities.flatMap((name) => [
        sumByQuantity[name].high.as(`${name}High`),
        sumByQuantity[name].low.as(`${name}Low`),
      ]),
    )
    .groupBy([sql.ref(keyColumns[by]), 'line.itemId', 'line.unitNum', 'line.unitDen']);
  const sumRows = await db
    .selectFrom(sums.as('sums'))
    .innerJoin('items', 'items._id', 'sums.itemId')
    .leftJoin('units', 'units._id', 'items.baseUnit')
    .selectAll('sums')
    .select(['items.itemCode', 'items.name', 'items.nameAlt', 'units.symbol as unit'])
    .execute();
  const indexByKey = new Map(keys.map((key, index) => [key, index]));
  const rows = new Map<string, Row>();
  for await (const sum of withEventLoopYields(sumRows)) {
    const index = indexByKey.get(sum.key);
    if (index === undefined) continue;
    const row = rows.get(sum.itemId) ?? {
      itemId: sum.itemId,
      itemCode: sum.itemCode,
      itemName: (prefersAltName ? sum.nameAlt : null) || sum.name,
      unit: sum.unit ?? '',
      cells: keys.map(() => ({ ordered: null, shipped: null, received: null })),
    };
    rows.set(sum.itemId, row);
    const cell = row.cells[index];
    if (!cell) continue;
    const ratio: Ratio = { num: Number(sum.unitNum), den: Number(sum.unitDen) };
    for (const name of quantities) {
      const [high, low] = [sum[`${name}High`], sum[`${name}Low`]];
      if (high === null && low === null) continue;
      const micro = exactSum(high, low);
      const qty = micro === null ? null : toExactOrNull(() => fromMicro(convertMicro(micro, ratio)));
      cell[name] = qty === null ? cell[name] : Math.round(((cell[name] ?? 0) + qty) * 1e6) / 1e6;
    }
  }
  return [...rows.values()].toSorted(
    (a, b) => compareCodes(foldText(a.itemName), foldText(b.itemName)) || compareCodes(a.itemId, b.itemId),
  );
}
