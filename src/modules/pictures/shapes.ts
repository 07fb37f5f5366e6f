import type { Shape } from '#platform/shapes/shape.ts';

/** Picture data that can't be edited. `size` is in bytes; `hash` is the file's SHA-256 in hex. */
export const pictureMetadata = {
  type: 'text',
  size: 'integer',
  width: 'integer',
  height: 'integer',
  hash: 'text',
  createdBy: 'id?',
  createdByName: 'text?',
  /** Number of rows that use the picture. */
  uses: 'integer',
} as const satisfies Shape;

/** A changed picture with the tags that were actually added and removed. */
export const taggedPicture = {
  _id: 'key',
  added: 'texts',
  removed: 'texts',
} as const satisfies Shape;

export const tagCount = { tag: 'required text', count: 'integer' } as const satisfies Shape;
