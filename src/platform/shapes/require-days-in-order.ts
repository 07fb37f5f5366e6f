import type { z } from 'zod';

/** Requires that the last day of a range is not before the first. */
export const requireDaysInOrder = <S extends z.ZodType<{ from: string; to: string }>>(schema: S) =>
  schema.refine(({ from, to }) => from <= to, { error: 'The last day is before the first.', path: ['to'] });
