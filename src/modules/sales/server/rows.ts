import { sql } from 'kysely';
import type { ArticlesQueryParams, SalesQueryParams } from '../input.ts';
import type { SaleSource } from '../shapes.ts';
import type { SaleArticle, SaleDay, SaleGap } from '../shapes.ts';
import { saleLayout } from '../input.ts';
import { fromE4 } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { SaleDayRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';

const ref = (name: string) => sql.ref(name);

/** SQL condition: sales days in the actor's scope. */
export const salesScope = (actor: Actor) => scopeCondition(actor, { branch: 'd.branchId' });

/** SQL condition: a row without a recipe and without a mapping. */
const isUnknown = sql<boolean>`(r.${ref('recipeId')} is null and a.${ref('_id')} is null)`;

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
  const sums = await rowTotals(
    db,
    days.map(({ _id }) => _id),
  );
  return { rows: days.map((day) => presentDay(day, sums.get(day._id))), total: Number(count) };
}

interface RowSums {
  rows: number;
  unknownRows: number;
  unknownE4: number;
}

async function rowTotals(db: Queryable, ids: readonly string[]): Promise<Map<string, RowSums>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ dayId: string; rows: number; unknownRows: number; unknown: number }>`
    select r.${ref('dayId')}, count(*) as rows,
      cast(coalesce(sum(case when ${isUnknown} then 1 else 0 end), 0) as bigint) as ${ref('unknownRows')},
      cast(coalesce(sum(case when ${isUnknown} then r.${ref('netE4')} else 0 end), 0) as bigint) as unknown
    from ${sql.table('saleRows')} as r
    join ${sql.table('saleDays')} as d on d.${ref('_id')} = r.${ref('dayId')}
    left join ${sql.table('saleArticles')} as a on a.${ref('sourceId')} = d.${ref('sourceId')} and a.code = r.code
    where r.${ref('dayId')} in (${sql.join(ids)}) group by r.${ref('dayId')}`.execute(db);
  return new Map(
    rows.map((row) => [
      row.dayId,
      { rows: Number(row.rows), unknownRows: Number(row.unknownRows), unknownE4: Number(row.unknown) },
    ]),
  );
}

function presentDay(
  row: SaleDayRow & { source: string; branchName: string; branchNameAlt: string | null },
  sums: RowSums = { rows: 0, unknownRows: 0, unknownE4: 0 },
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
    unknownNet: fromE4(sums.unknownE4),
    unknownRows: sums.unknownRows,
    takesStock: Number(row.takesStock) === 1,
    gaps: JSON.parse(row.gaps) as SaleGap[],
    updatedAt,
    userName,
    version: Number(row.version),
  };
}

/**
 * Codes that some till hasn't mapped, found by a skip scan of the code index. There are usually few or none;
 * mapped codes aren't scanned, however often they were sold.
 */
const codesUnmappedSomewhere = sql`with recursive sold(code) as (
    select min(code) from ${sql.table('saleRows')} where code > ''
    union all
    select (select min(next.code) from ${sql.table('saleRows')} as next where next.code > sold.code) from sold where sold.code is not null)
  select sold.code from sold cross join ${sql.table('saleSources')} as till
  where sold.code is not null and not exists (select 1 from ${sql.table('saleArticles')} as known
    where known.${ref('sourceId')} = till.${ref('_id')} and known.code = sold.code)`;

/** Lists tills' menu items with their sales in scope, largest values first, with the total count. */
export async function listArticles(
  db: Queryable,
  actor: Actor,
  query: ArticlesQueryParams,
): Promise<{ rows: SaleArticle[]; total: number }> {
  const stateCondition =
    query.state === 'unknown'
      ? sql`a.${ref('_id')} is null and r.code in (${codesUnmappedSomewhere})`
      : sql`1 = 1`;
  const branchCondition =
    query.branch === undefined ? sql`1 = 1` : sql`d.${ref('branchId')} = ${query.branch}`;
  const from = sql`from ${sql.table('saleRows')} as r
    join ${sql.table('saleDays')} as d on d.${ref('_id')} = r.${ref('dayId')}
    join ${sql.table('saleSources')} as s on s.${ref('_id')} = d.${ref('sourceId')}
    left join ${sql.table('saleArticles')} as a on a.${ref('sourceId')} = d.${ref('sourceId')} and a.code = r.code
    left join recipes as dish on dish.${ref('_id')} = a.${ref('recipeId')}
    left join items as good on good.${ref('_id')} = a.${ref('itemId')}
    where r.code <> '' and r.${ref('recipeId')} is null and ${salesScope(actor)} and ${branchCondition} and ${stateCondition}`;
  const grouped = sql`group by s.name, r.code, a.${ref('recipeId')}, a.${ref('itemId')}, a.${ref('isNoFood')}, a.${ref('qtyMicro')}`;
  const countResult = await sql<{ count: number }>`select count(*) as count from (
    select 1 as one ${from} ${grouped}) as articles`.execute(db);
  const { rows } = await sql<Article>`
    select s.name as source, r.code, max(r.name) as name, cast(sum(r.${ref('qtyMicro')}) as bigint) as qty,
      cast(sum(r.${ref('netE4')}) as bigint) as net, max(d.day) as ${ref('lastDay')}, a.${ref('recipeId')}, a.${ref('itemId')},
      a.${ref('isNoFood')}, a.${ref('qtyMicro')} as portions,
      max(coalesce(dish.name, good.name)) as ${ref('targetName')}
    ${from} ${grouped}
    order by abs(sum(r.${ref('netE4')})) desc, s.name, r.code
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  return { rows: rows.map(toArticle), total: Number(countResult.rows[0]?.count ?? 0) };
}

interface Article {
  source: string;
  code: string;
  name: string | null;
  qty: number;
  net: number;
  lastDay: string;
  recipeId: string | null;
  itemId: string | null;
  isNoFood: number | null;
  targetName: string | null;
  portions: number | null;
}

const toArticle = (row: Article): SaleArticle => ({
  ...row,
  qty: fromMicro(Number(row.qty)),
  net: fromE4(Number(row.net)),
  isNoFood: Number(row.isNoFood ?? 0) === 1,
  portions: row.portions === null ? null : fromMicro(Number(row.portions)),
});

/** Lists the tills with the columns of their files. */
export async function listSources(db: Queryable): Promise<SaleSource[]> {
  const rows = await db.selectFrom('saleSources').select(['name', 'layout']).orderBy('name').execute();
  return rows.map(({ name, layout }) => {
    const stored = saleLayout.safeParse(JSON.parse(layout));
    return { name, layout: stored.success ? stored.data : null };
  });
}
