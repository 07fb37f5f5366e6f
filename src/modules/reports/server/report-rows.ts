import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Dialect } from '#platform/server/db/types.ts';
import { resolveAt, reportDays, type GroupedReport, type ReportRequest } from './define.ts';

/** Key of rows without a reason. */
export const noReason = '-';

/** SQL `from` and `where` of the counted rows of a query, in the actor's scope. */
export function reportRows(
  dialect: Dialect,
  { from, counts, columns, scope }: Pick<GroupedReport, 'from' | 'counts' | 'columns' | 'scope'>,
  request: ReportRequest,
): RawBuilder<unknown> {
  const { actor, query } = request;
  const { from: first, to: last } = reportDays(request);
  const day = sql.ref(columns.day);
  const whereEqual = (column: string | undefined, value: string | undefined) =>
    value === undefined || column === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`];
  const conditions = [
    scopeCondition(actor, scope),
    ...counts.map((condition) => resolveAt(condition, request.now)),
    sql<SqlBool>`${day} >= ${first}`,
    sql<SqlBool>`${day} <= ${last}`,
    ...whereEqual(columns.branch, query.branch),
    ...whereEqual(columns.item, query.item),
    ...(query.category === undefined || columns.item === undefined
      ? []
      : [
          sql<SqlBool>`${sql.ref(columns.item)} in (select ${sql.ref('_id')} from items where category = ${query.category})`,
        ]),
    ...whereEqual(columns.supplier, query.supplier),
    ...(query.reason === noReason && columns.reason !== undefined
      ? [sql<SqlBool>`${sql.ref(columns.reason)} is null`]
      : whereEqual(columns.reason, query.reason)),
    ...(query.weekday === undefined
      ? []
      : [sql<SqlBool>`${weekday(dialect, day)} = ${sql.lit(Number(query.weekday))}`]),
  ];
  return sql`${from} where ${sql.join(conditions, sql` and `)}`;
}

/** SQL day of the week; 1 is Monday. */
function weekday(dialect: Dialect, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`((cast(strftime('%w', ${day}) as integer) + 6) % 7 + 1)`
    : sql`cast(extract(isodow from cast(${day} as date)) as integer)`;
}
