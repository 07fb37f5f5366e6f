import { type RawBuilder, sql } from 'kysely';
import { divideHalfEven } from '#core/quantity.ts';
import { isTimeDimension, getTimeKey } from '../report-shapes.ts';
import type { ReportDimension } from '#platform/reports/shape-types.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { toPercentCell } from './cells.ts';
import { resolveForTime, type FigureDefinition, type GroupedReport, type ReportRequest } from './define.ts';
import { noReason, buildReportRows } from './report-rows.ts';

/** Totals of a row by figure: counts unscaled, money in ten-thousandths, quantities in millionths. */
export type GroupTotals = Map<string, bigint>;

/** A row during aggregation; document rows also have number, day and branch. */
export interface ReportGroup {
  key: string;
  sums: GroupTotals;
  document?: { number: string; day: string; branch: string };
}

const billion = 1_000_000_000n;
/** A hundredth of a unit, in millionths. */
const hundredth = 10_000n;

/**
 * Aggregates a report by a dimension, or in total without one. Sums are read from the database in two halves
 * to stay exact; weeks and days of the week are derived from days here, so that both engines agree.
 *
 * @param canAddQuantities whether each group has a single item, so that quantities can be added
 */
export async function aggregateGroups(
  db: Queryable,
  report: GroupedReport,
  request: ReportRequest,
  dimension: ReportDimension | null,
  canAddQuantities: boolean,
): Promise<ReportGroup[]> {
  const rows = buildReportRows(db.dialect, report, request);
  const key = dimension === null ? sql.lit('') : sql.ref(getDimensionColumn(report, dimension));
  const group = dimension === null ? [] : [key];
  const columns = (measure: Measure) => buildMeasureColumns(measure, request.now);
  const groups = new Map<string, ReportGroup>();
  const getSums = (raw: string | null): GroupTotals | null => {
    // Rows without an item, such as orders without lines, are left out when grouped by item.
    const value = raw ?? (dimension === 'reason' ? noReason : null);
    if (value === null) return null;
    const groupKey =
      dimension !== null && isTimeDimension(dimension) ? getTimeKey(value, dimension as 'day') : value;
    const keyGroup = groups.get(groupKey) ?? { key: groupKey, sums: new Map() };
    groups.set(groupKey, keyGroup);
    return keyGroup.sums;
  };

  const types = new Map(report.shape.columns.map(({ key: name, type }) => [name, type]));
  const measures = Object.entries(report.figures).map(([name, figure]) => ({
    name,
    type: types.get(name) ?? 'count',
    figure,
  }));
  const plainMeasures = measures.filter(
    ({ type, figure }) => type !== 'quantity' && !('units' in figure) && !('of' in figure),
  );
  const documentColumns =
    dimension === 'document'
      ? [
          sql`min(${sql.ref(report.columns.number)}) as number`,
          sql`min(${sql.ref(report.columns.day)}) as day`,
          sql`min(${sql.ref(report.columns.branch)}) as branch`,
        ]
      : [];
  for await (const row of withEventLoopYields(
    await runAggregate(
      db,
      [sql`${key} as key`, ...documentColumns, ...plainMeasures.flatMap(columns)],
      rows,
      group,
    ),
  )) {
    const sums = getSums(row['key'] as string | null);
    if (!sums) continue;
    for (const { name } of plainMeasures) add(sums, name, readSum(row, name));
    const documentGroup = dimension === 'document' ? groups.get(String(row['key'])) : undefined;
    if (documentGroup)
      documentGroup.document = {
        number: String(row['number']),
        day: String(row['day']),
        branch: String(row['branch']),
      };
  }

  const quantities = measures.filter(
    ({ type, figure }) => 'units' in figure || (canAddQuantities && type === 'quantity' && 'sum' in figure),
  );
  if (quantities.length > 0) {
    const [num, den] = report.ratio ? report.ratio.map((column) => sql.ref(column)) : [sql`1`, sql`1`];
    const keys = [sql`${key} as key`, sql`${num} as num`, sql`${den} as den`];
    const result = await runAggregate(db, [...keys, ...quantities.flatMap(columns)], rows, [
      ...group,
      ...(report.ratio ? [num as RawBuilder<unknown>, den as RawBuilder<unknown>] : []),
    ]);
    for await (const row of withEventLoopYields(result)) {
      const sums = getSums(row['key'] as string | null);
      if (!sums || row['num'] === null) continue;
      for (const { name } of quantities)
        add(
          sums,
          name,
          divideHalfEven(readSum(row, name) * BigInt(row['num'] as number), BigInt(row['den'] as number)),
        );
    }
  }
  for (const { sums } of groups.values()) computeRatios(report, sums);
  return [...groups.values()];
}

/** Merges groups without common rows; undefined if there are no groups. */
export function mergeTotals(report: GroupedReport, groups: readonly GroupTotals[]): GroupTotals | undefined {
  if (groups.length === 0) return undefined;
  const totals: GroupTotals = new Map();
  for (const sums of groups)
    for (const [name, value] of sums) if (!('of' in (report.figures[name] ?? {}))) add(totals, name, value);
  computeRatios(report, totals);
  return totals;
}

/** Adds the ratios whose denominator is greater than zero. */
function computeRatios({ shape, figures }: GroupedReport, sums: GroupTotals): void {
  for (const [name, figure] of Object.entries(figures)) {
    if (!('of' in figure)) continue;
    const [numerator, denominator] = [sums.get(figure.of), sums.get(figure.per) ?? 0n];
    if (numerator === undefined || denominator <= 0n) continue;
    const isPercent = shape.columns.some(({ key, type }) => key === name && type === 'percent');
    // Averages are rounded to the hundredth.
    const result = isPercent
      ? toPercentCell(numerator, denominator)
      : divideHalfEven(numerator, denominator * hundredth) * hundredth;
    if (result !== null) sums.set(name, result);
  }
}

/** Returns the column of a dimension. */
function getDimensionColumn({ columns }: GroupedReport, dimension: ReportDimension): string {
  return isTimeDimension(dimension)
    ? columns.day
    : (columns[dimension as keyof typeof columns] ?? columns.document);
}

type Row = Readonly<Record<string, unknown>>;

async function runAggregate(
  db: Queryable,
  columns: readonly RawBuilder<unknown>[],
  rows: RawBuilder<unknown>,
  group: readonly RawBuilder<unknown>[],
): Promise<Row[]> {
  const groupBy = group.length > 0 ? sql`group by ${sql.join(group)}` : sql``;
  const result = await sql<Row>`select ${sql.join(columns)} from ${rows} ${groupBy}`.execute(db);
  return result.rows;
}

interface Measure {
  name: string;
  figure: FigureDefinition;
}

/** Builds the SQL columns of a figure: one for a count, two halves for a sum. */
function buildMeasureColumns({ name, figure }: Measure, now: Date): RawBuilder<unknown>[] {
  if ('count' in figure) return [sql`${resolveForTime(figure.count, now)} as ${sql.ref(`${name}Low`)}`];
  const summed = 'sum' in figure ? figure.sum : 'units' in figure ? figure.units : null;
  if (summed === null) return [];
  const { high, low } = sumHighLow(summed);
  return [sql`${high} as ${sql.ref(`${name}High`)}`, sql`${low} as ${sql.ref(`${name}Low`)}`];
}

/** Joins the two halves of a database sum; 0 for no rows. */
export const sumFromHalves = (row: { high?: unknown; low?: unknown } | undefined): bigint =>
  toBigInt(row?.high) * billion + toBigInt(row?.low);

const readSum = (row: Row, name: string): bigint =>
  sumFromHalves({ high: row[`${name}High`], low: row[`${name}Low`] });

const toBigInt = (value: unknown): bigint => BigInt((value ?? 0) as number | string);

const add = (sums: GroupTotals, name: string, value: bigint) =>
  void sums.set(name, (sums.get(name) ?? 0n) + value);
