import { z } from 'zod';

export const decimalMarks = ['point', 'comma'] as const;
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const;

/** How numbers and dates are written in the file. */
export const importFormat = z.strictObject({
  decimal: z.enum(decimalMarks).default('point'),
  dates: z.enum(dateOrders).default('ymd'),
});
export type ImportFormat = z.output<typeof importFormat>;
