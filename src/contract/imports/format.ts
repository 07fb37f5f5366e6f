import { z } from 'zod';

export const decimalMarks = ['point', 'comma'] as const;
/** `yymd` is the year in two digits first, which nothing but a person's choice or an impossible day or month says. */
export const dateOrders = ['ymd', 'dmy', 'mdy', 'yymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** How numbers and dates are written in the file. */
export const importFormat = z.strictObject({
  decimal: z.enum(decimalMarks).default('point'),
  dates: z.enum(dateOrders).default('ymd'),
});
export type ImportFormat = z.output<typeof importFormat>;

/** What programs write. */
export const machineFormat: ImportFormat = { decimal: 'point', dates: 'ymd' };
