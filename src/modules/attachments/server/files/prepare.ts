import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { detectOtherFileKind, detectPictureKind } from '#modules/pictures/picture-rules.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { Images, PictureFile } from '#platform/server/http/services.ts';

/** A validated picture, ready to be stored. */
export interface PreparedPicture {
  full: PictureFile;
  thumb: PictureFile;
  /** SHA-256 of the full file (hex). */
  hash: string;
}

/** Builds a 422 problem for the field `file`. */
export const createFileProblem = (reason: Refusal) =>
  problem('VALIDATION', reason, { fields: { file: reason } });

/**
 * Validates an uploaded picture and resizes it for storage.
 *
 * @throws ApiProblem 422 if the content isn't a supported picture
 */
export async function preparePicture(
  images: Images,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<PreparedPicture> {
  if (bytes.length === 0) throw createFileProblem(refusal('file-empty'));
  if (detectPictureKind(bytes) === null) {
    const otherKind = detectOtherFileKind(bytes);
    // The prebuilt sharp has no HEVC support (patents); phones convert to JPEG in their file pickers.
    if (otherKind === 'HEIC') throw createFileProblem(refusal('picture-heic'));
    throw createFileProblem(otherKind ? refusal('file-of-kind', { kind: otherKind }) : refusal('no-picture'));
  }
  const { full, thumb } = await images.prepare(bytes);
  return { full, thumb, hash: await computeHexHash(full.bytes) };
}

async function computeHexHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
