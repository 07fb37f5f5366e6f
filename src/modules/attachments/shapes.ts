import { type Shape, type Wire } from '#platform/shapes/shape.ts';

/** A photo of a document. `size` is in bytes, width and height in pixels. */
export const attachment = {
  _id: 'key',
  /** The line that the photo belongs to; null for the whole document. */
  lineId: 'id?',
  createdAt: 'moment',
  createdBy: 'id?',
  createdByName: 'text',
  size: 'integer',
  width: 'integer',
  height: 'integer',
  /** Whether the caller may delete it now. */
  canRemove: 'flag',
} as const satisfies Shape;
export type Attachment = Wire<typeof attachment>;
