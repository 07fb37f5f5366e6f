import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { otherFileKind, pictureKind } from '#modules/pictures/picture-rules.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { Images, PictureFile } from '#platform/server/http/services.ts';

/** A validated picture, ready to be stored. */
export interface PreparedPicture {
  full: PictureFile;
  thumb: PictureFile;
  /** SHA-256 of the full file (hex). */
  hash: string;
}

/** Problem 422 on the field `file`. */
export const unfitFile = (reason: Refusal) => problem('VALIDATION', reason, { fields: { file: reason } });

/**
 * Resizes an uploaded picture for storage.
 *
 * @throws ApiProblem 422 if the content isn't a supported picture
 */
export async function preparePicture(
  images: Images,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<PreparedPicture> {
  if (bytes.length === 0) throw unfitFile(refusal('file-empty'));
  if (pictureKind(bytes) === null) {
    const other = otherFileKind(bytes);
    // The prebuilt sharp lacks HEVC (patents). The file picker of phones converts to JPEG.
    if (other === 'HEIC') throw unfitFile(refusal('picture-heic'));
    throw unfitFile(other ? refusal('file-of-kind', { kind: other }) : refusal('no-picture'));
  }
  const { full, thumb } = await images.prepare(bytes);
  return { full, thumb, hash: await hexHash(full.bytes) };
}

async function hexHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
