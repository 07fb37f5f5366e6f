import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Dialect } from '#platform/server/db/types.ts';
import { resolveForTime, reportDays, type GroupedReport, type ReportRequest } from './define.ts';

/** Key of rows without a reason. */
export const noReason = '-';

/** SQL `from` and `where` clauses for the rows of a query, in the actor's scope. */
export function buildReportRows(
  dialect: Dialect,
  { from, conditions, columns, scope }: Pick<GroupedReport, 'from' | 'conditions' | 'columns' | 'scope'>,
  request: ReportRequest,
): RawBuilder<unknown> {
  const { actor, query } = request;
  const { from: first, to: last } = reportDays(request);
  const day = sql.ref(columns.day);
  const whereEqual = (column: string | undefined, value: string | undefined) =>
    value === undefined || column === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`];
  const allConditions = [
    scopeCondition(actor, scope),
    ...conditions.map((condition) => resolveForTime(condition, request.now)),
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
  return sql`${from} where ${sql.join(allConditions, sql` and `)}`;
}

/** SQL for the day of the week; 1 is Monday. */
function weekday(dialect: Dialect, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`((cast(strftime('%w', ${day}) as integer) + 6) % 7 + 1)`
    : sql`cast(extract(isodow from cast(${day} as date)) as integer)`;
}
