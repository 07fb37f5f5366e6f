import { formatQuantity } from '#platform/web/format/format.ts';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { formatDaysOfCover, type SortField, type StockLine } from './stock-rows.ts';

export type StockColumns = readonly [SortField, string][];

/**
 * Columns with their widths by available space: wide desktop, laptop, portrait tablet (location below the
 * item), phone.
 */
const currentColumns = {
  full: [
    ['item', ''],
    ['place', 'w-36'],
    ['onHand', 'w-24'],
    ['reserved', 'w-18'],
    ['available', 'w-18'],
    ['inTransit', 'w-18 rtl:w-20'],
    ['par', 'w-28 rtl:w-34'],
    ['expiry', 'w-34 rtl:w-46'],
    ['cover', 'w-16'],
    ['state', 'w-30 rtl:w-34'],
    ['avgCost', 'w-24'],
    ['value', 'w-23'],
  ],
  wide: [
    ['item', ''],
    ['place', 'w-34 rtl:w-32'],
    ['onHand', 'w-24'],
    ['available', 'w-18'],
    ['par', 'w-28 rtl:w-30'],
    ['expiry', 'w-32'],
    ['cover', 'w-16 rtl:w-14'],
    ['state', 'w-30 rtl:w-35'],
    ['avgCost', 'w-24'],
    ['value', 'w-23'],
  ],
  medium: [
    ['item', ''],
    ['onHand', 'w-24'],
    ['available', 'w-22'],
    ['par', 'w-32 rtl:w-34'],
    ['state', 'w-32 rtl:w-38'],
  ],
  narrow: [
    ['item', ''],
    ['onHand', 'w-36'],
  ],
} as const satisfies Record<string, StockColumns>;

const pastColumns: StockColumns = [
  ['item', ''],
  ['place', 'w-40'],
  ['onHand', 'w-32'],
  ['inTransit', 'w-28'],
  ['onHold', 'w-28'],
  ['avgCost', 'w-28'],
  ['value', 'w-32'],
];
const pastColumnsByShape: Readonly<Record<StockTableShape, StockColumns>> = {
  full: pastColumns,
  wide: pastColumns,
  medium: [
    ['item', ''],
    ['onHand', 'w-28'],
    ['value', 'w-28'],
  ],
  narrow: [
    ['item', ''],
    ['onHand', 'w-36'],
  ],
};

export type StockTableShape = keyof typeof currentColumns;

/** Selects the columns that fit; on a tablet, long numbers leave room only for the essential columns. */
export function selectStockColumns(
  shape: StockTableShape,
  isPast: boolean,
  longest: ReturnType<typeof getLongestFigureChars>,
): StockColumns {
  const columns = (isPast ? pastColumnsByShape : currentColumns)[shape];
  const isCrowded = shape === 'medium' && (longest.onHand ?? 0) > typicalChars + unitChars;
  return isCrowded ? columns.filter(([field]) => essentialFields.has(field)) : columns;
}
const essentialFields: ReadonlySet<SortField> = new Set(['item', 'onHand', 'state', 'value']);

/** Length of the longest figure for which every column fits at its default width. */
export const typicalChars = 7;

/** Characters reserved for the unit. */
const unitChars = 5;

/**
 * Returns the number of characters of each column's longest figure, because a truncated figure would be
 * misread.
 */
export function getLongestFigureChars(
  lines: readonly StockLine[],
  money: MoneyFormat,
): Partial<Record<SortField, number>> {
  const longest = (
    getValue: (line: StockLine) => number,
    format: (value: number) => string = formatQuantity,
  ) => {
    let [low, high] = [0, 0];
    for (const line of lines) {
      const value = getValue(line);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return Math.max(format(low).length, format(high).length);
  };
  const onHand = longest((line) => line.onHand);
  return {
    onHand: onHand > typicalChars ? onHand + unitChars : onHand,
    reserved: longest((line) => line.reserved),
    available: longest((line) => line.available),
    inTransit: longest((line) => line.inTransit),
    onHold: longest((line) => line.onHold),
    cover: longest((line) => line.cover ?? 0, formatDaysOfCover),
    avgCost: longest((line) => line.avgCost ?? 0, money.unitCost),
    value: longest((line) => line.value, money),
  };
}
