import { z } from 'zod';

export const decimalMarks = ['point', 'comma'] as const;
/** `yymd` has a two-digit year first; it is used only if chosen, or if no other order gives valid dates. */
export const dateOrders = ['ymd', 'dmy', 'mdy', 'yymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Number and date format of the file. */
export const importFormat = z.strictObject({
  decimal: z.enum(decimalMarks).default('point'),
  dates: z.enum(dateOrders).default('ymd'),
});
export type ImportFormat = z.output<typeof importFormat>;

/** Format of files written by programs. */
export const machineFormat: ImportFormat = { decimal: 'point', dates: 'ymd' };
