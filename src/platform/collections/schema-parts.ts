import { z } from 'zod';
import { id, name } from '#platform/shapes/common.ts';
import { calendarDate, positiveQuantity, quantity, temperature } from '#platform/shapes/numbers.ts';

/**
 * Parts of the validation library for field schemas, imported one by one because the whole library includes
 * messages in fifty languages.
 */
export const schemaParts = {
  z: {
    array: z.array,
    boolean: z.boolean,
    discriminatedUnion: z.discriminatedUnion,
    email: z.email,
    enum: z.enum,
    int: z.int,
    literal: z.literal,
    number: z.number,
    partialRecord: z.partialRecord,
    preprocess: z.preprocess,
    strictObject: z.strictObject,
    string: z.string,
  },
  id,
  name,
  calendarDate,
  quantity,
  positiveQuantity,
  temperature,
};

/**
 * Passed to definitions as an argument, so that loading them for lists doesn't load the validation library.
 */
export type SchemaParts = typeof schemaParts;
