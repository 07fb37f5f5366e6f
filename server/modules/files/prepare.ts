import { otherKind, pictureKind } from '#domain/pictures.ts';
import { problem } from '../../http/problems.ts';
import type { Images, PictureFile } from '../../http/services.ts';

/** A picture ready to be kept. */
export interface Prepared {
  full: PictureFile;
  thumb: PictureFile;
  /** SHA-256 of the full file, in hex. */
  hash: string;
}

const refuse = (sentence: string) => problem('VALIDATION', sentence, { fields: { file: sentence } });

/** The prebuilt sharp has no HEVC, whose use is patented. A phone's own file choice hands over JPEG by itself. */
const heic =
  'This is a HEIC picture of an iPhone, which cannot be read here: share or save it as JPEG and upload that, or choose Most Compatible in Settings, Camera, Formats.';

/** Makes of an uploaded file what is kept. Throws 422 for what is no picture, whatever it is called. */
export async function preparePicture(images: Images, bytes: Uint8Array<ArrayBuffer>): Promise<Prepared> {
  if (bytes.length === 0) throw refuse('The file is empty.');
  if (pictureKind(bytes) === null) {
    const other = otherKind(bytes);
    if (other === 'HEIC') throw refuse(heic);
    throw refuse(
      `${other ? `This is a file of another kind (${other})` : 'This is not a picture'}: JPEG, PNG, WebP, AVIF and GIF are taken.`,
    );
  }
  const { full, thumb } = await images.prepare(bytes);
  return { full, thumb, hash: await hexHash(full.bytes) };
}

async function hexHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
