import { z } from 'zod';
import { dayMarks } from './marked-days.ts';
import { calendarDate, text } from '#platform/shapes/numbers.ts';

export const itemDemandQueryParams = z.object({ branch: z.string().min(1), itemId: z.string().min(1) });

/**
 * `PUT /demand/days`: marks a day for one item, or for the whole branch if no item is given; a null `kind`
 * removes the mark.
 */
export const markDayInput = z.strictObject({
  branch: z.string().min(1),
  itemId: z.string().min(1).nullable().optional(),
  day: calendarDate,
  kind: z.enum(dayMarks).nullable(),
  note: text(200).nullable().optional(),
});
export type MarkDayInput = z.output<typeof markDayInput>;
