export const decimalMarks = ['point', 'comma'] as const;
/**
 * `yymd` has a two-digit year first; it is used only if the user chooses it, or if no other order results in
 * valid dates.
 */
export const dateOrders = ['ymd', 'dmy', 'mdy', 'yymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Number and date format of a file. */
export interface ImportFormat {
  decimal: (typeof decimalMarks)[number];
  dates: DateOrder;
}

/** Format of files written by programs. */
export const machineFormat: ImportFormat = { decimal: 'point', dates: 'ymd' };

/** Returns the number and date format of a column. */
export const getColumnFormat = (
  { format, formats = {} }: { format: ImportFormat; formats?: Readonly<Record<string, ImportFormat>> },
  column: string,
): ImportFormat => formats[column] ?? format;

/** A cell of a file. */
export type Cell = string | number | boolean | null;
