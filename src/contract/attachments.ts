import { z } from 'zod';
import { id } from './common.ts';
import { pictureSizes } from './gallery-bodies.ts';

/** A photo of a document. `size` is in bytes, width and height in pixels. */
export const attachment = z.object({
  _id: z.string(),
  /** The line it belongs to; null for the whole document. */
  lineId: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  createdByName: z.string(),
  size: z.number(),
  width: z.number(),
  height: z.number(),
  /** Whether the caller may delete it now. */
  canRemove: z.boolean(),
});
export type Attachment = z.output<typeof attachment>;

/** The line that an upload belongs to; omit it for the whole document. */
export const attachQueryParams = z.object({ lineId: id.optional() });

export const attachmentFileQueryParams = z.object({
  size: z.enum(pictureSizes, 'One of thumb, full').default('full'),
});
