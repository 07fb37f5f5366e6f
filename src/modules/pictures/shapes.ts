import type { Shape } from '#platform/shapes/shape.ts';

/**
 * Data of a picture besides its editable fields. `size` is in bytes; `hash` is the SHA-256 of the file in
 * hex.
 */
export const pictureMetadata = {
  type: 'text',
  size: 'integer',
  width: 'integer',
  height: 'integer',
  hash: 'text',
  createdBy: 'id?',
  createdByName: 'text?',
  /** Number of rows that use it. */
  uses: 'integer',
} as const satisfies Shape;

/** A changed picture with the tags that were actually added and removed. */
export const taggedPicture = {
  _id: 'key',
  added: 'texts',
  removed: 'texts',
} as const satisfies Shape;

export const tagCount = { tag: 'required text', count: 'integer' } as const satisfies Shape;
