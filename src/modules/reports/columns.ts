import type {
  GroupedShape,
  ReportCell,
  ReportColumnShape,
  ReportDimension,
  ReportShape,
} from '#platform/reports/shape-types.ts';

/** The parameters that decide which columns a report has. */
export interface ColumnRequest {
  /** Row dimension of a grouped report. */
  by: ReportDimension;
  /** Whether all rows belong to one item; only then do quantities have a total. */
  isOfOneItem: boolean;
  /** Whether the user may see a column. */
  canSee(column: ReportColumnShape): boolean;
}

/** Returns the columns of a report for a request, in order. */
export function listReportColumns(shape: ReportShape, request: ColumnRequest): ReportColumnShape[] {
  const columns = shape.kind === 'rows' ? shape.columns : listGroupedColumns(shape, request);
  return columns.filter(request.canSee);
}

/** Returns every possible column of a report, by item. */
export const listAllColumns = (shape: ReportShape): ReportColumnShape[] =>
  listReportColumns(shape, { by: 'item', isOfOneItem: true, canSee: () => true });

/**
 * Returns whether a column has a total; quantities of several items have none, because their units differ.
 */
export const hasTotal = (column: ReportColumnShape, isOfOneItem: boolean): boolean =>
  column.share !== undefined || (column.total === true && (!isQuantityColumn(column) || isOfOneItem));

/** Returns whether a column is a quantity, or a share of quantities. */
export const isQuantityColumn = ({ type, isOfOneItem }: ReportColumnShape): boolean =>
  type === 'quantity' || isOfOneItem === true;

/**
 * Returns the sort key, or null if the user may not see that column or it doesn't exist. A leading `-` sorts
 * descending.
 */
export function validateSort(sort: string | undefined, columns: readonly Pick<ReportColumnShape, 'key'>[]) {
  const hasSortColumn = columns.some(({ key }) => key === sort?.replace(/^-/, ''));
  return sort !== undefined && hasSortColumn ? sort : null;
}

const labelTypes: Partial<Readonly<Record<ReportDimension, ReportCell>>> = {
  day: 'day',
  week: 'week',
  weekday: 'weekday',
};

/**
 * Lists the columns of a grouped report: the dimension, the values and their unit. All values have totals.
 */
function listGroupedColumns(
  { columns }: GroupedShape,
  { by, isOfOneItem, canSee }: ColumnRequest,
): ReportColumnShape[] {
  const valueColumns = columns
    .filter((column) => (by === 'item' || isOfOneItem || !isQuantityColumn(column)) && canSee(column))
    .map((column) => ({ ...column, total: true as const }));
  return [
    { key: 'label', type: labelTypes[by] ?? 'text' },
    ...(by === 'item' ? [{ key: 'code', type: 'text' as const }] : []),
    ...(by === 'document'
      ? [
          { key: 'day', type: 'day' as const },
          { key: 'place', type: 'text' as const },
        ]
      : []),
    ...valueColumns,
    ...(valueColumns.some(({ type }) => type === 'quantity') ? [{ key: 'unit', type: 'unit' as const }] : []),
  ];
}
