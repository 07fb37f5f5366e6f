import type { ReportColumn } from '../shapes.ts';
import { columnsOf } from '../columns.ts';
import type { ReportColumnShape, RowsShape } from '#platform/reports/shape-types.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import {
  toWireCell,
  toWireFigure,
  isNumericCell,
  percentCell,
  percentWithin,
  type ReportRow,
  emptyTotal,
} from './cells.ts';
import type { RawRow, ReportRequest, RowsReport } from './define.ts';
import { loadItemName } from './names.ts';
import { sortableRows, type ReportResult, toReportColumn } from './report-result.ts';

/** Reference fields of a row, where present. */
const referenceFields = ['key', 'itemId', 'branchId', 'docType', 'docId', 'docNo'] as const;

/** Runs a report of rows, with totals over all of them. */
export async function runRowsReport(
  db: Queryable,
  report: RowsReport,
  request: ReportRequest,
  canSee: (column: ReportColumnShape) => boolean,
): Promise<ReportResult> {
  const { shape } = report;
  const item = singleItem(shape, request);
  const [shownShapes, columns] = visibleColumns(shape, request, canSee);
  const source = await report.read(db, request);
  const toRow = (row: RawRow): ReportRow => {
    const cells: ReportRow = {};
    for (const name of referenceFields)
      if (row[name] !== undefined) cells[name] = toWireCell('text', row[name]);
    for (const { key, type } of shownShapes) cells[key] = toWireCell(type, row[key]);
    return cells;
  };
  const typeByKey = new Map<string, ReportColumnShape['type']>(
    shownShapes.map(({ key, type }) => [key, type]),
  );
  const sums = 'rows' in source ? await computeColumnSums(source.rows, shownShapes) : source.sums;
  return {
    by: '',
    columns,
    itemName: item === undefined ? null : await loadItemName(db, item, request.prefersAltName),
    order: defaultOrder(shape, columns),
    totals: presentTotals(columns, sums),
    total: 'rows' in source ? source.rows.length : source.count,
    rows:
      'rows' in source
        ? sortableRows(source.rows, (row, key) => toWireCell(typeByKey.get(key) ?? 'text', row[key]), toRow)
        : async function* () {
            for await (const chunk of source.stream()) yield chunk.map(toRow);
          },
  };
}

/**
 * Loads row count and totals, without rows where possible. With `only`, other totals and the count may be
 * missing.
 */
export async function loadRowsTotals(
  db: Queryable,
  report: RowsReport,
  request: ReportRequest,
  canSee: (column: ReportColumnShape) => boolean,
  only?: string,
): Promise<{ total: number | null; totals: ReportResult['totals'] }> {
  if (only === 'rows' && report.count) return { total: await report.count(db, request), totals: {} };
  const singleTotal = only === undefined ? null : await computeSingleTotal(db, report, request, only);
  if (singleTotal) {
    const [, columns] = visibleColumns(report.shape, request, canSee);
    return {
      total: null,
      totals: presentTotals(
        columns.filter(({ key }) => key === only),
        singleTotal,
      ),
    };
  }
  if (!report.computeTotals) return runRowsReport(db, report, request, canSee);
  const { shape } = report;
  const { count, sums } = await report.computeTotals(db, request);
  const [, columns] = visibleColumns(shape, request, canSee);
  return { total: count, totals: presentTotals(columns, sums) };
}

/** A single total that doesn't need rows; null when it does. */
async function computeSingleTotal(
  db: Queryable,
  { shape, figures, shares }: RowsReport,
  request: ReportRequest,
  only: string,
): Promise<ReadonlyMap<string, bigint> | null> {
  const share = await shares?.[only]?.(db, request);
  const shareColumn = shape.columns.find(({ key }) => key === only)?.share;
  const sum = share ? shareCell(shareColumn, share) : await figures?.[only]?.(db, request);
  if (sum !== null && sum !== undefined) return new Map([[only, sum]]);
  return share ? new Map() : null;
}

/** Total of a percentage. */
const shareCell = (
  shareColumn: ReportColumnShape['share'],
  { part, whole }: { part: bigint; whole: bigint },
): bigint | null => (shareColumn?.isWithin ? percentWithin : percentCell)(part, whole);

/** The requested item, whose quantities have a total. */
const singleItem = ({ params }: RowsShape, { query }: ReportRequest): string | undefined =>
  params.includes('item') ? query.item : undefined;

/** Columns that the actor may see, as shapes and on the wire. */
function visibleColumns(
  shape: RowsShape,
  request: ReportRequest,
  canSee: (column: ReportColumnShape) => boolean,
): [ReportColumnShape[], ReportColumn[]] {
  const isOfOneItem = singleItem(shape, request) !== undefined;
  const shownShapes = columnsOf(shape, { by: 'document', isOfOneItem, canSee });
  return [shownShapes, shownShapes.map((column) => toReportColumn(column, isOfOneItem))];
}

const presentTotals = (
  columns: readonly ReportColumn[],
  sums: ReadonlyMap<string, bigint>,
): ReportResult['totals'] =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const { key, hasTotal, type } = column;
      return hasTotal
        ? [[key, toWireFigure(type as ReportColumnShape['type'], sums.get(key) ?? emptyTotal(column))]]
        : [];
    }),
  );

/** Default order; the first column when the actor may not see the sort column. */
function defaultOrder({ order }: RowsShape, columns: readonly ReportColumn[]): string {
  const hasSortColumn = columns.some(({ key }) => key === order.replace(/^-/, ''));
  return hasSortColumn ? order : (columns[0]?.key ?? 'key');
}

async function computeColumnSums(
  rows: readonly RawRow[],
  columns: readonly ReportColumnShape[],
): Promise<Map<string, bigint>> {
  const summedColumns = columns.filter(({ total, type }) => total && isNumericCell(type));
  const shares = columns.flatMap(({ key, share }) => (share ? [{ key, ...share, part: 0n, whole: 0n }] : []));
  const sums = new Map<string, bigint>();
  for await (const row of withEventLoopYields(rows)) {
    for (const { key } of summedColumns) sums.set(key, (sums.get(key) ?? 0n) + BigInt(row[key] ?? 0));
    for (const share of shares) {
      const [part, whole] = [row[share.of] ?? null, row[share.per] ?? null];
      if (part === null || whole === null) continue;
      share.part += BigInt(part);
      share.whole += BigInt(whole);
    }
  }
  for (const share of shares) {
    const percent = shareCell(share, share);
    if (percent !== null) sums.set(share.key, percent);
  }
  return sums;
}
