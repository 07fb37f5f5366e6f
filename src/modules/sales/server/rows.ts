import { sql } from 'kysely';
import type { TillItemKind, TillItemsQueryParams, SalesQueryParams } from '../input.ts';
import type { SaleSource } from '../shapes.ts';
import type { TillItem, SaleDay, SaleGap } from '../shapes.ts';
import { saleLayout } from '../input.ts';
import { fromE4 } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { SaleDayRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { IngredientChange } from './modifiers.ts';
import { loadNames } from './names.ts';

const ref = (name: string) => sql.ref(name);

/** SQL condition: sales days in the actor's scope. */
export const salesScope = (actor: Actor) => scopeCondition(actor, { branch: 'd.branchId' });

/** SQL condition: a row without a recipe and without a mapping. */
const isUnmapped = sql<boolean>`(r.${ref('recipeId')} is null and a.${ref('_id')} is null)`;

/** SQL condition: the mapping `alias` of a sold till item or modifier `row` on the day `d`. */
export const isMappingOf = (alias: string, row: string, kind: TillItemKind = 'menu-item') =>
  sql<boolean>`${ref(`${alias}.sourceId`)} = d.${ref('sourceId')} and ${ref(`${alias}.code`)} = ${ref(`${row}.code`)}
    and ${ref(`${alias}.isModifier`)} = ${sql.lit(kind === 'modifier' ? 1 : 0)}`;

function selectSalesDays(db: Queryable) {
  return db
    .selectFrom('saleDays as d')
    .innerJoin('saleSources as s', 's._id', 'd.sourceId')
    .innerJoin('branches as b', 'b._id', 'd.branchId');
}

/** Lists sales days in scope, latest first, with the total count. */
export async function listDays(
  db: Queryable,
  actor: Actor,
  query: SalesQueryParams & { id?: string },
): Promise<{ rows: SaleDay[]; total: number }> {
  const filtered = selectSalesDays(db)
    .where(salesScope(actor))
    .$if(query.id !== undefined, (rows) => rows.where('d._id', '=', query.id ?? ''))
    .$if(query.branch !== undefined, (rows) => rows.where('d.branchId', '=', query.branch ?? ''))
    .$if(query.source !== undefined, (rows) => rows.where('s.name', '=', query.source ?? ''))
    .$if(query.from !== undefined, (rows) => rows.where('d.day', '>=', query.from ?? ''))
    .$if(query.to !== undefined, (rows) => rows.where('d.day', '<=', query.to ?? ''));
  const { count } = await filtered
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const days = await filtered
    .selectAll('d')
    .select(['s.name as source', 'b.name as branchName', 'b.nameAlt as branchNameAlt'])
    .orderBy('d.day', 'desc')
    .orderBy('b.name')
    .orderBy('d._id')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const sums = await loadRowTotals(
    db,
    days.map(({ _id }) => _id),
  );
  return { rows: days.map((day) => presentDay(day, sums.get(day._id))), total: Number(count) };
}

interface RowSums {
  rows: number;
  unmappedRows: number;
  unmappedE4: number;
}

/** Totals the rows of days; an unmapped modifier of a mapped menu item counts as a row with its own net sales. */
async function loadRowTotals(db: Queryable, ids: readonly string[]): Promise<Map<string, RowSums>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ dayId: string; rows: number; unmappedRows: number; unmapped: number }>`
    select r.${ref('dayId')}, count(*) as rows,
      cast(coalesce(sum(case when ${isUnmapped} then 1 else 0 end), 0) as bigint) as ${ref('unmappedRows')},
      cast(coalesce(sum(case when ${isUnmapped} then r.${ref('netE4')} else 0 end), 0) as bigint) as unmapped
    from ${sql.table('saleRows')} as r
    join ${sql.table('saleDays')} as d on d.${ref('_id')} = r.${ref('dayId')}
    left join ${sql.table('tillItems')} as a on ${isMappingOf('a', 'r')}
    where r.${ref('dayId')} in (${sql.join(ids)}) group by r.${ref('dayId')}`.execute(db);
  const { rows: modifiers } = await sql<{ dayId: string; unmappedRows: number; unmapped: number }>`
    select r.${ref('dayId')}, count(*) as ${ref('unmappedRows')}, cast(sum(m.${ref('netE4')}) as bigint) as unmapped
    from ${sql.table('saleModifiers')} as m
    join ${sql.table('saleRows')} as r on r.${ref('dayId')} = m.${ref('dayId')} and r.${ref('rowNo')} = m.${ref('rowNo')}
    join ${sql.table('saleDays')} as d on d.${ref('_id')} = r.${ref('dayId')}
    left join ${sql.table('tillItems')} as a on ${isMappingOf('a', 'r')}
    left join ${sql.table('tillItems')} as n on ${isMappingOf('n', 'm', 'modifier')}
    where r.${ref('dayId')} in (${sql.join(ids)}) and n.${ref('_id')} is null and not ${isUnmapped}
      and (r.${ref('recipeId')} is not null or a.${ref('isNonFood')} = 0)
    group by r.${ref('dayId')}`.execute(db);
  const unmappedModifiers = new Map(modifiers.map((row) => [row.dayId, row]));
  return new Map(
    rows.map((row) => {
      const unmapped = unmappedModifiers.get(row.dayId);
      return [
        row.dayId,
        {
          rows: Number(row.rows),
          unmappedRows: Number(row.unmappedRows) + Number(unmapped?.unmappedRows ?? 0),
          unmappedE4: Number(row.unmapped) + Number(unmapped?.unmapped ?? 0),
        },
      ];
    }),
  );
}

function presentDay(
  row: SaleDayRow & { source: string; branchName: string; branchNameAlt: string | null },
  sums: RowSums = { rows: 0, unmappedRows: 0, unmappedE4: 0 },
): SaleDay {
  const { _id, branchId, branchName, branchNameAlt, source, day, updatedAt, userName } = row;
  return {
    _id,
    branch: branchId,
    branchName,
    branchNameAlt,
    source,
    day,
    qty: fromMicro(Number(row.qtyMicro)),
    net: fromE4(Number(row.netE4)),
    rows: sums.rows,
    unmappedNet: fromE4(sums.unmappedE4),
    unmappedRows: sums.unmappedRows,
    depletesStock: Number(row.depletesStock) === 1,
    gaps: JSON.parse(row.gaps) as SaleGap[],
    updatedAt,
    userName,
    version: Number(row.version),
  };
}

const getTable = (kind: TillItemKind) => sql.table(kind === 'modifier' ? 'saleModifiers' : 'saleRows');

/**
 * Selects the codes that aren't mapped for at least one till, with a skip scan of the code index. There are
 * usually few or none; sales of mapped codes aren't scanned.
 */
const selectUnmappedCodes = (kind: TillItemKind) => sql`with recursive sold(code) as (
    select min(code) from ${getTable(kind)} where code > ''
    union all
    select (select min(next.code) from ${getTable(kind)} as next where next.code > sold.code) from sold where sold.code is not null)
  select sold.code from sold cross join ${sql.table('saleSources')} as till
  where sold.code is not null and not exists (select 1 from ${sql.table('tillItems')} as known
    where known.${ref('sourceId')} = till.${ref('_id')} and known.code = sold.code
      and known.${ref('isModifier')} = ${sql.lit(kind === 'modifier' ? 1 : 0)})`;

/**
 * Lists tills' menu items or modifiers with their sales in scope, largest values first, with the total count.
 */
export async function listTillItems(
  db: Queryable,
  actor: Actor,
  query: TillItemsQueryParams,
): Promise<{ rows: TillItem[]; total: number }> {
  const { kind } = query;
  const isModifier = kind === 'modifier';
  const stateCondition =
    query.state === 'unmapped'
      ? sql`a.${ref('_id')} is null and r.code in (${selectUnmappedCodes(kind)})`
      : sql`1 = 1`;
  const branchCondition =
    query.branch === undefined ? sql`1 = 1` : sql`d.${ref('branchId')} = ${query.branch}`;
  const soldRow = isModifier
    ? sql`join ${sql.table('saleRows')} as sold on sold.${ref('dayId')} = r.${ref('dayId')} and sold.${ref('rowNo')} = r.${ref('rowNo')}`
    : sql``;
  const from = sql`from ${getTable(kind)} as r ${soldRow}
    join ${sql.table('saleDays')} as d on d.${ref('_id')} = r.${ref('dayId')}
    join ${sql.table('saleSources')} as s on s.${ref('_id')} = d.${ref('sourceId')}
    left join ${sql.table('tillItems')} as a on ${isMappingOf('a', 'r', kind)}
    left join recipes as dish on dish.${ref('_id')} = a.${ref('recipeId')}
    left join items as good on good.${ref('_id')} = a.${ref('itemId')}
    where r.code <> '' and ${isModifier ? sql`1 = 1` : sql`r.${ref('recipeId')} is null`} and ${salesScope(actor)} and ${branchCondition} and ${stateCondition}`;
  const grouped = sql`group by s.name, r.code, a.${ref('recipeId')}, a.${ref('itemId')}, a.${ref('isNonFood')}, a.${ref('qtyMicro')},
    a.${ref('scaleMicro')}, a.changes`;
  const netOfItems = sql`sum(${isModifier ? ref('sold.netE4') : ref('r.netE4')})`;
  const countResult = await sql<{ count: number }>`select count(*) as count from (
    select 1 as one ${from} ${grouped}) as "tillItems"`.execute(db);
  const { rows } = await sql<TillItemRow>`
    select s.name as source, r.code, max(r.name) as name, cast(sum(r.${ref('qtyMicro')}) as bigint) as qty,
      cast(sum(r.${ref('netE4')}) as bigint) as net, max(d.day) as ${ref('lastDay')}, a.${ref('recipeId')}, a.${ref('itemId')},
      a.${ref('isNonFood')}, a.${ref('qtyMicro')} as portions, a.${ref('scaleMicro')}, a.changes,
      cast(${netOfItems} as bigint) as ${ref('netOfItems')},
      max(coalesce(dish.name, good.name)) as ${ref('targetName')}
    ${from} ${grouped}
    order by abs(${netOfItems}) desc, s.name, r.code
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  const changes = rows.flatMap((row) => parseChanges(row.changes));
  const names = await loadNames(
    db,
    'items',
    changes.flatMap(({ itemId, replacementItemId }) =>
      replacementItemId === null ? [itemId] : [itemId, replacementItemId],
    ),
  );
  return {
    rows: rows.map((row) => toTillItem(row, kind, names)),
    total: Number(countResult.rows[0]?.count ?? 0),
  };
}

const parseChanges = (text: string | null) => JSON.parse(text ?? '[]') as IngredientChange[];

interface TillItemRow {
  source: string;
  code: string;
  name: string | null;
  qty: number;
  net: number;
  lastDay: string;
  recipeId: string | null;
  itemId: string | null;
  isNonFood: number | null;
  targetName: string | null;
  portions: number | null;
  scaleMicro: number | null;
  changes: string | null;
  netOfItems: number;
}

const toTillItem = (
  { scaleMicro, ...row }: TillItemRow,
  kind: TillItemKind,
  names: ReadonlyMap<string, string>,
): TillItem => ({
  ...row,
  qty: fromMicro(Number(row.qty)),
  net: fromE4(Number(row.net)),
  isNonFood: Number(row.isNonFood ?? 0) === 1,
  portions: row.portions === null ? null : fromMicro(Number(row.portions)),
  isModifier: kind === 'modifier',
  netOfItems: fromE4(Number(row.netOfItems)),
  scale: fromMicro(Number(scaleMicro ?? 1_000_000)),
  changes: parseChanges(row.changes).map((change) => ({
    ...change,
    itemName: names.get(change.itemId) ?? '',
    replacementItemName:
      change.replacementItemId === null ? null : (names.get(change.replacementItemId) ?? ''),
  })),
});

/** Lists the tills with their mapped modifiers and the columns of their files. */
export async function listSources(db: Queryable): Promise<SaleSource[]> {
  const rows = await db.selectFrom('saleSources').select(['_id', 'name', 'layout']).orderBy('name').execute();
  const modifiers = await db
    .selectFrom('tillItems')
    .select(['sourceId', 'code'])
    .where('isModifier', '=', 1)
    .orderBy('code')
    .execute();
  return rows.map(({ _id, name, layout }) => {
    const stored = saleLayout.safeParse(JSON.parse(layout));
    return {
      name,
      modifiers: modifiers.flatMap(({ sourceId, code }) => (sourceId === _id ? [code] : [])),
      layout: stored.success ? stored.data : null,
    };
  });
}
