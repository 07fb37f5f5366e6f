import type { ReportColumn } from '../shapes.ts';
import { listReportColumns } from '../columns.ts';
import type { ReportColumnShape, RowsShape } from '#platform/reports/shape-types.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import {
  toWireCell,
  toWireFigure,
  isNumericCell,
  toPercentCell,
  toPercentWithin,
  type ReportRow,
  getEmptyTotal,
} from './cells.ts';
import type { RawRow, ReportRequest, RowsReport } from './define.ts';
import { loadItemName } from './names.ts';
import { createSortableRows, type ReportResult, toReportColumn } from './report-result.ts';

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
  const item = getSingleItem(shape, request);
  const [shownShapes, columns] = listVisibleColumns(shape, request, canSee);
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
    order: getDefaultOrder(shape, columns),
    totals: presentTotals(columns, sums),
    total: 'rows' in source ? source.rows.length : source.count,
    rows:
      'rows' in source
        ? createSortableRows(
            source.rows,
            (row, key) => toWireCell(typeByKey.get(key) ?? 'text', row[key]),
            toRow,
          )
        : async function* () {
            for await (const chunk of source.stream()) yield chunk.map(toRow);
          },
  };
}

/**
 * Loads row count and totals, without rows where possible. If `requestedKey` is given, other totals and the
 * count may be missing.
 */
export async function loadRowsTotals(
  db: Queryable,
  report: RowsReport,
  request: ReportRequest,
  canSee: (column: ReportColumnShape) => boolean,
  requestedKey?: string,
): Promise<{ total: number | null; totals: ReportResult['totals'] }> {
  if (requestedKey === 'rows' && report.count) return { total: await report.count(db, request), totals: {} };
  const singleTotal =
    requestedKey === undefined ? null : await computeSingleTotal(db, report, request, requestedKey);
  if (singleTotal) {
    const [, columns] = listVisibleColumns(report.shape, request, canSee);
    return {
      total: null,
      totals: presentTotals(
        columns.filter(({ key }) => key === requestedKey),
        singleTotal,
      ),
    };
  }
  if (!report.computeTotals) return runRowsReport(db, report, request, canSee);
  const { shape } = report;
  const { count, sums } = await report.computeTotals(db, request);
  const [, columns] = listVisibleColumns(shape, request, canSee);
  return { total: count, totals: presentTotals(columns, sums) };
}

/** Computes a single total without rows; null if that isn't possible. */
async function computeSingleTotal(
  db: Queryable,
  { shape, figures, shares }: RowsReport,
  request: ReportRequest,
  requestedKey: string,
): Promise<ReadonlyMap<string, bigint> | null> {
  const share = await shares?.[requestedKey]?.(db, request);
  const shareColumn = shape.columns.find(({ key }) => key === requestedKey)?.share;
  const sum = share ? toShareCell(shareColumn, share) : await figures?.[requestedKey]?.(db, request);
  if (sum !== null && sum !== undefined) return new Map([[requestedKey, sum]]);
  return share ? new Map() : null;
}

/** Computes the total of a percentage column. */
const toShareCell = (
  shareColumn: ReportColumnShape['share'],
  { part, whole }: { part: bigint; whole: bigint },
): bigint | null => (shareColumn?.isWithin ? toPercentWithin : toPercentCell)(part, whole);

/** Returns the requested item, whose quantities have a total. */
const getSingleItem = ({ params }: RowsShape, { query }: ReportRequest): string | undefined =>
  params.includes('item') ? query.item : undefined;

/** Returns the columns that the actor may see, as shapes and in the wire format. */
function listVisibleColumns(
  shape: RowsShape,
  request: ReportRequest,
  canSee: (column: ReportColumnShape) => boolean,
): [ReportColumnShape[], ReportColumn[]] {
  const isOfOneItem = getSingleItem(shape, request) !== undefined;
  const shownShapes = listReportColumns(shape, { by: 'document', isOfOneItem, canSee });
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
        ? [[key, toWireFigure(type as ReportColumnShape['type'], sums.get(key) ?? getEmptyTotal(column))]]
        : [];
    }),
  );

/** Returns the default order, or the first column if the actor may not see the sort column. */
function getDefaultOrder({ order }: RowsShape, columns: readonly ReportColumn[]): string {
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
    const percent = toShareCell(share, share);
    if (percent !== null) sums.set(share.key, percent);
  }
  return sums;
}
