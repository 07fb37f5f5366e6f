import type { z } from 'zod';

/** A question about the days from one to another: the last is not before the first, where nothing would be told of nothing. */
export const requireDaysInOrder = <S extends z.ZodType<{ from: string; to: string }>>(schema: S) =>
  schema.refine(({ from, to }) => from <= to, { error: 'The last day is before the first.', path: ['to'] });
