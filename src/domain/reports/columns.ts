import type {
  GroupedShape,
  ReportCell,
  ReportColumnShape,
  ReportDimension,
  ReportShape,
} from './shape-types.ts';

/** What decides which columns a report has. */
export interface ColumnRequest {
  /** What a row is, of figures over days. */
  by: ReportDimension;
  /** Whether all of it is of one item: only then do quantities have a sum. */
  isOfOneItem: boolean;
  /** Whether a column is for the eyes of who asks. */
  maySee(column: ReportColumnShape): boolean;
}

/** All columns of a report, in their order, as they are asked for. */
export function columnsOf(shape: ReportShape, asked: ColumnRequest): ReportColumnShape[] {
  const columns = shape.kind === 'rows' ? shape.columns : groupedColumns(shape, asked);
  return columns.filter(asked.maySee);
}

/** Every column that a report can have, by items. */
export const allColumns = (shape: ReportShape): ReportColumnShape[] =>
  columnsOf(shape, { by: 'item', isOfOneItem: true, maySee: () => true });

/** Whether a column has a total: quantities of several items are in several units, and have no sum. */
export const hasTotal = (column: ReportColumnShape, isOfOneItem: boolean): boolean =>
  column.share !== undefined || (column.total === true && (!isQuantityColumn(column) || isOfOneItem));

/** A quantity, or a share of some. */
export const isQuantityColumn = ({ type, isOfOneItem }: ReportColumnShape): boolean =>
  type === 'quantity' || isOfOneItem === true;

/** What is sorted by, where somebody may not see that, or it is not there: null. `-` before it is for the largest first. */
export function validSort(sort: string | undefined, columns: readonly Pick<ReportColumnShape, 'key'>[]) {
  const isThere = columns.some(({ key }) => key === sort?.replace(/^-/, ''));
  return sort !== undefined && isThere ? sort : null;
}

const labelTypes: Partial<Readonly<Record<ReportDimension, ReportCell>>> = {
  day: 'day',
  week: 'week',
  weekday: 'weekday',
};

/** Of figures over days: what a row is, its figures, and the unit of those that have one. All figures are added up. */
function groupedColumns(
  { columns }: GroupedShape,
  { by, isOfOneItem, maySee }: ColumnRequest,
): ReportColumnShape[] {
  const figures = columns
    .filter((column) => (by === 'item' || isOfOneItem || !isQuantityColumn(column)) && maySee(column))
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
    ...figures,
    ...(figures.some(({ type }) => type === 'quantity') ? [{ key: 'unit', type: 'unit' as const }] : []),
  ];
}
