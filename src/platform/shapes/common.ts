import { z } from 'zod';
import { pageQuery } from './numbers.ts';

/** An id on the wire: normally a UUIDv7, but any short text without spaces is accepted and looked up. */
export const id = z.string().regex(/^[\w.:-]{1,64}$/, 'This isn’t a valid ID');

/** A display name: 1 to 120 characters, trimmed. */
export const name = z.string().trim().min(1, 'Enter a name').max(120, 'At most 120 characters');

/** `true` or `false` in a query string. */
export const queryFlag = z
  .enum(['true', 'false'], 'Must be true or false')
  .transform((value) => value === 'true');

/** Parameters of every list: page, limit (default 100, at most 500), q, sort and active. */
export const listQuery = { ...pageQuery(100), active: queryFlag.optional() };

/** Fields common to all rows of master data. */
export const commonFields = {
  _id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  isActive: z.boolean(),
};
