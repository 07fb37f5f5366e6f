import type { ComparedOrders } from '#modules/reports/figures-shapes.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import type { CsvCell } from '#core/csv.ts';

/** Search parameters of the comparison. */
export interface CompareSearch {
  /** `orders`, `branches` or `days`. */
  compare?: string | undefined;
  /** Comma-separated IDs or days. */
  ids?: string | undefined;
  branch?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export type CompareKind = ComparedOrders['columnType'];

export const compareMeasures = ['ordered', 'shipped', 'received'] as const;
export type CompareMeasure = (typeof compareMeasures)[number];

export const compareSorts = ['item', 'difference', 'total'] as const;
export type CompareSort = (typeof compareSorts)[number];

/**
 * Comparison of an item by one measure: quantity by column, difference from the first column, range and
 * total.
 */
export interface OrderComparisonLine {
  itemId: string;
  itemCode: string;
  itemName: string;
  unit: string;
  /** Null if the column doesn't contain the item. */
  quantities: (number | null)[];
  /** Difference from the first column; missing quantities count as 0. */
  differences: number[];
  /** Largest less smallest quantity. */
  gap: number;
  total: number;
}

/** Compares items by one measure with exact decimals, omitting items without quantities. */
export function compareByMeasure(
  { rows }: ComparedOrders,
  measure: CompareMeasure,
  { sort, onlyDiffering }: { sort: CompareSort; onlyDiffering: boolean },
): OrderComparisonLine[] {
  const lines = rows.flatMap(({ cells, ...item }): OrderComparisonLine[] => {
    const quantities = cells.map((cell) => cell[measure]);
    if (quantities.every((quantity) => quantity === null)) return [];
    const micros = quantities.map((quantity) => toMicro(quantity ?? 0));
    const [first = 0] = micros;
    return [
      {
        ...item,
        quantities,
        differences: micros.map((micro) => fromMicro(micro - first)),
        gap: fromMicro(Math.max(...micros) - Math.min(...micros)),
        total: fromMicro(micros.reduce((sum, micro) => sum + micro, 0)),
      },
    ];
  });
  const filtered = onlyDiffering ? lines.filter(({ gap }) => gap !== 0) : lines;
  if (sort === 'difference') return filtered.toSorted((a, b) => b.gap - a.gap);
  return sort === 'total' ? filtered.toSorted((a, b) => b.total - a.total) : filtered;
}

interface ComparisonLabels {
  code: string;
  item: string;
  unit: string;
  difference(column: string): string;
  total: string;
}

/**
 * Returns a header and all rows for a file; each column after the first is followed by its difference from
 * the first.
 */
export function buildComparisonTable(
  { columns }: ComparedOrders,
  lines: readonly OrderComparisonLine[],
  labels: ComparisonLabels,
  getColumnName: (column: ComparedOrders['columns'][number]) => string,
): CsvCell[][] {
  const headings = columns.flatMap((column, index) =>
    index === 0 ? [getColumnName(column)] : [getColumnName(column), labels.difference(getColumnName(column))],
  );
  return [
    [labels.code, labels.item, labels.unit, ...headings, labels.total],
    ...lines.map(({ itemCode, itemName, unit, quantities, differences, total }): CsvCell[] => [
      itemCode,
      itemName,
      unit,
      ...quantities.flatMap((quantity, index) =>
        index === 0 ? [quantity] : [quantity, differences[index] ?? null],
      ),
      total,
    ]),
  ];
}
