import { z } from 'zod';
import { calendarDate, cappedLimit } from '#platform/shapes/numbers.ts';

/** `on`: as of that day, ignoring later prices; defaults to today. */
export const packPricesQueryParams = z.object({
  on: calendarDate.optional(),
  limit: cappedLimit(500).default(50),
});
