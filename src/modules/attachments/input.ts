import { z } from 'zod';
import { id } from '#platform/shapes/common.ts';
import { pictureSizes } from '#modules/pictures/input.ts';

/** The line that an upload belongs to; omit it for the whole document. */
export const attachQueryParams = z.object({ lineId: id.optional() });

export const attachmentFileQueryParams = z.object({
  size: z.enum(pictureSizes, 'Choose one of: thumb, full').default('full'),
});
