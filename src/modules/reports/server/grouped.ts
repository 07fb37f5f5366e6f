import { listReportColumns, isQuantityColumn } from '../columns.ts';
import { isTimeDimension } from '../report-shapes.ts';
import type { GroupedShape, ReportColumnShape, ReportDimension } from '#platform/reports/shape-types.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { mergeTotals, aggregateGroups, type ReportGroup, type GroupTotals } from './aggregate.ts';
import { toWireFigure, type ReportRow } from './cells.ts';
import type { ReportDays, GroupedReport, ReportRequest } from './define.ts';
import { loadReportNames, type ReportNames } from './names.ts';
import { buildNotOneOfProblem, type ReportResult, toReportColumn, createWireRows } from './report-result.ts';

/**
 * Loads the rows of a grouped report by dimension.
 *
 * @throws ApiProblem 400 for an invalid dimension
 */
export async function loadGroupedRows(
  db: Queryable,
  definition: GroupedReport,
  request: ReportRequest,
  canSee: (column: ReportColumnShape) => boolean,
): Promise<ReportResult> {
  const { shape } = definition;
  const { by: requestedDimension = shape.dimensions[0], item } = request.query;
  const by = shape.dimensions.find((dimension) => dimension === requestedDimension);
  if (by === undefined) throw buildNotOneOfProblem('by', shape.dimensions);
  const isOfOneItem = item !== undefined;
  const visibleColumns = listReportColumns(shape, { by, isOfOneItem, canSee });
  const columns = visibleColumns.map((column) => toReportColumn(column, isOfOneItem));
  const measures = visibleColumns.filter(({ total }) => total);
  const needsLines = by === 'item' || by === 'reason';
  const report = needsLines
    ? definition
    : preferDocumentFigures(
        definition,
        request,
        measures.map(({ key }) => key),
      );
  const hasQuantities = measures.some(({ type }) => type === 'quantity');
  const groups = await aggregateGroups(db, report, request, by, hasQuantities);
  const [overall] = await aggregateGroups(db, report, request, null, hasQuantities && isOfOneItem);
  const names = await loadReportNames(db, by, groups, item, request.prefersAltName);
  const rows = groups.map((group) => toReportRow(group, by, report, measures, names));
  const total = (key: string) => {
    const measure = measures.find((candidate) => candidate.key === key);
    return measure ? toWireValue(report, measure, overall?.sums) : null;
  };
  return {
    by,
    columns,
    itemName: names.item,
    order: isTimeDimension(by) ? 'key' : by === 'document' ? '-day' : `-${chooseChartColumn(shape, columns)}`,
    totals: Object.fromEntries(columns.flatMap(({ key, hasTotal }) => (hasTotal ? [[key, total(key)]] : []))),
    total: rows.length,
    rows: createWireRows(rows),
  };
}

/** Loads the totals of a grouped report without its rows. */
export async function loadGroupedTotals(
  db: Queryable,
  report: GroupedReport,
  request: ReportRequest,
  canSee: (column: ReportColumnShape) => boolean,
): Promise<ReportResult['totals']> {
  const [overall] = await aggregateGroups(db, report, request, null, false);
  return Object.fromEntries(
    listVisibleMeasures(report, canSee).map((measure) => [
      measure.key,
      toWireValue(report, measure, overall?.sums),
    ]),
  );
}

/** Daily totals of a report: all totals of a range of days, or one total by day. */
export interface DayTotals {
  sumOver(days: ReportDays): ReportResult['totals'];
  byDay(key: string): Map<string, number | null>;
}

/**
 * Loads all daily totals at once, for any ranges within the period. Every row belongs to one day, so daily
 * totals add up. Totals other than `requestedKey` may be missing.
 */
export async function loadTotalsByDay(
  db: Queryable,
  definition: GroupedReport,
  request: ReportRequest,
  canSee: (column: ReportColumnShape) => boolean,
  requestedKey: string,
): Promise<DayTotals> {
  const report = preferDocumentFigures(definition, request, [requestedKey]);
  const measures = listVisibleMeasures(report, canSee);
  const days = await aggregateGroups(db, report, request, 'day', false);
  return {
    sumOver({ from, to }) {
      const sums = mergeTotals(
        report,
        days.flatMap((day) => (day.key >= from && day.key <= to ? [day.sums] : [])),
      );
      return Object.fromEntries(measures.map((measure) => [measure.key, toWireValue(report, measure, sums)]));
    },
    byDay(key) {
      const measure = measures.find((candidate) => candidate.key === key);
      return new Map(measure && days.map((day) => [day.key, toWireValue(report, measure, day.sums)]));
    },
  };
}

/** Returns the columns with totals that the actor may see. */
const listVisibleMeasures = (
  { shape, figures }: GroupedReport,
  canSee: (column: ReportColumnShape) => boolean,
) =>
  shape.columns.filter((measure) => measure.key in figures && !isQuantityColumn(measure) && canSee(measure));

/** Converts a total to the response format: zero without rows, null for a ratio whose denominator is zero. */
function toWireValue(
  { figures }: GroupedReport,
  { key, type }: ReportColumnShape,
  sums: GroupTotals | undefined,
) {
  const figure = figures[key];
  return toWireFigure(type, sums?.get(key) ?? (figure && 'of' in figure ? null : 0n));
}

/** Reads figures from documents instead of lines, if they store them and no filter needs lines. */
function preferDocumentFigures(
  report: GroupedReport,
  { query }: ReportRequest,
  requested: readonly string[],
): GroupedReport {
  const { documentFigures } = report;
  const { item, category, reason, supplier } = query;
  const needsLines = [item, category, reason, supplier].some((value) => value !== undefined);
  return documentFigures && requested.every((figure) => figure in documentFigures.figures) && !needsLines
    ? { ...report, ...documentFigures }
    : report;
}

/**
 * Returns the chart column, or the first visible column with a total if the actor may not see the chart
 * column.
 */
const chooseChartColumn = ({ chart }: GroupedShape, columns: ReportResult['columns']): string =>
  columns.some(({ key }) => key === chart)
    ? chart
    : (columns.find(({ hasTotal }) => hasTotal)?.key ?? 'label');

function toReportRow(
  { key, sums, document }: ReportGroup,
  by: ReportDimension,
  report: GroupedReport,
  measures: readonly ReportColumnShape[],
  names: ReportNames,
): ReportRow {
  return {
    key,
    ...names.getLabels(key, document),
    ...(document && {
      docType: report.shape.document,
      docId: key,
      docNo: document.number,
      day: document.day,
      place: names.getPlaceName(document.branch),
    }),
    ...(by === 'item' ? {} : names.unit !== null && { unit: names.unit }),
    ...Object.fromEntries(measures.map((measure) => [measure.key, toWireValue(report, measure, sums)])),
  };
}
