import { columnsOf, isQuantityColumn } from '../columns.ts';
import { isTimeDimension } from '../report-shapes.ts';
import type { GroupedShape, ReportColumnShape, ReportDimension } from '#platform/reports/shape-types.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { mergeTotals, aggregateGroups, type ReportGroup, type GroupTotals } from './aggregate.ts';
import { toWireFigure, type ReportRow } from './cells.ts';
import type { ReportDays, GroupedReport, ReportQuestion } from './define.ts';
import { loadReportNames, type ReportNames } from './names.ts';
import { notOneOfProblem, type ReportResult, toReportColumn, wireRows } from './report-result.ts';

/**
 * Loads the rows of a report over days by dimension.
 *
 * @throws ApiProblem 400 for an invalid dimension
 */
export async function groupedRows(
  db: Queryable,
  whole: GroupedReport,
  question: ReportQuestion,
  maySee: (column: ReportColumnShape) => boolean,
): Promise<ReportResult> {
  const { shape } = whole;
  const { by: asked = shape.dimensions[0], item } = question.query;
  const by = shape.dimensions.find((dimension) => dimension === asked);
  if (by === undefined) throw notOneOfProblem('by', shape.dimensions);
  const isOfOneItem = item !== undefined;
  const shown = columnsOf(shape, { by, isOfOneItem, maySee });
  const columns = shown.map((column) => toReportColumn(column, isOfOneItem));
  const measures = shown.filter(({ total }) => total);
  const isOfLines = by === 'item' || by === 'reason';
  const report = isOfLines
    ? whole
    : preferDocumentFigures(
        whole,
        question,
        measures.map(({ key }) => key),
      );
  const hasQuantities = measures.some(({ type }) => type === 'quantity');
  const groups = await aggregateGroups(db, report, question, by, hasQuantities);
  const [all] = await aggregateGroups(db, report, question, null, hasQuantities && isOfOneItem);
  const names = await loadReportNames(db, by, groups, item, question.leadsWithAlt);
  const rows = groups.map((group) => toReportRow(group, by, report, measures, names));
  const total = (key: string) => {
    const measure = measures.find((candidate) => candidate.key === key);
    return measure ? wireFigure(report, measure, all?.sums) : null;
  };
  return {
    by,
    columns,
    itemName: names.item,
    order: isTimeDimension(by) ? 'key' : by === 'document' ? '-day' : `-${visibleChart(shape, columns)}`,
    totals: Object.fromEntries(columns.flatMap(({ key, hasTotal }) => (hasTotal ? [[key, total(key)]] : []))),
    total: rows.length,
    rows: wireRows(rows),
  };
}

/** Loads the totals of a report over days without its rows. */
export async function groupedTotals(
  db: Queryable,
  report: GroupedReport,
  question: ReportQuestion,
  maySee: (column: ReportColumnShape) => boolean,
): Promise<ReportResult['totals']> {
  const [all] = await aggregateGroups(db, report, question, null, false);
  return Object.fromEntries(
    visibleMeasures(report, maySee).map((measure) => [measure.key, wireFigure(report, measure, all?.sums)]),
  );
}

/** Daily totals of a report: merged over a span, or one figure by day. */
export interface DayTotals {
  over(days: ReportDays): ReportResult['totals'];
  of(key: string): Map<string, number | null>;
}

/**
 * Loads the totals by day at once, for any spans within. Every row belongs to one day, so days add up. `only`
 * is the requested figure; others may be missing.
 */
export async function totalsByDay(
  db: Queryable,
  whole: GroupedReport,
  question: ReportQuestion,
  maySee: (column: ReportColumnShape) => boolean,
  only: string,
): Promise<DayTotals> {
  const report = preferDocumentFigures(whole, question, [only]);
  const measures = visibleMeasures(report, maySee);
  const days = await aggregateGroups(db, report, question, 'day', false);
  return {
    over({ from, to }) {
      const sums = mergeTotals(
        report,
        days.flatMap((day) => (day.key >= from && day.key <= to ? [day.sums] : [])),
      );
      return Object.fromEntries(measures.map((measure) => [measure.key, wireFigure(report, measure, sums)]));
    },
    of(key) {
      const measure = measures.find((candidate) => candidate.key === key);
      return new Map(measure && days.map((day) => [day.key, wireFigure(report, measure, day.sums)]));
    },
  };
}

/** Total columns that the actor may see. */
const visibleMeasures = ({ shape, figures }: GroupedReport, maySee: (column: ReportColumnShape) => boolean) =>
  shape.columns.filter((measure) => measure.key in figures && !isQuantityColumn(measure) && maySee(measure));

/** A figure on the wire: zero without rows, null for a ratio with divisor zero. */
function wireFigure(
  { figures }: GroupedReport,
  { key, type }: ReportColumnShape,
  sums: GroupTotals | undefined,
) {
  const figure = figures[key];
  return toWireFigure(type, sums?.get(key) ?? (figure && 'of' in figure ? null : 0n));
}

/** Reads figures from documents instead of lines, when they store them and no filter needs lines. */
function preferDocumentFigures(
  report: GroupedReport,
  { query }: ReportQuestion,
  requested: readonly string[],
): GroupedReport {
  const { ofDocuments: outcome } = report;
  const { item, category, reason, supplier } = query;
  const isOfLines = [item, category, reason, supplier].some((value) => value !== undefined);
  return outcome && requested.every((figure) => figure in outcome.figures) && !isOfLines
    ? { ...report, ...outcome }
    : report;
}

/** Chart column; the first visible figure when the actor may not see it. */
const visibleChart = ({ chart }: GroupedShape, columns: ReportResult['columns']): string =>
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
    ...names.of(key, document),
    ...(document && {
      docType: report.shape.document,
      docId: key,
      docNo: document.number,
      day: document.day,
      place: names.placeOf(document.branch),
    }),
    ...(by === 'item' ? {} : names.unit !== null && { unit: names.unit }),
    ...Object.fromEntries(measures.map((measure) => [measure.key, wireFigure(report, measure, sums)])),
  };
}
