import { z } from 'zod';
import { id, name } from '../common.ts';
import { calendarDate, positiveQuantity, quantity } from '../numbers.ts';

/** What the schemas of fields are made of. One by one: the library as a whole brings its words in fifty languages. */
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
};

/**
 * Handed to definitions, so that lists, which only read what a definition says, never load the library that checks
 * what is sent.
 */
export type SchemaParts = typeof schemaParts;
