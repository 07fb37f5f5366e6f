import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { availableParallelism } from 'node:os';
import type { Sharp, SharpOptions } from 'sharp';
import { maxPicturePixels } from '#modules/pictures/picture-rules.ts';
import { limitConcurrency } from '#platform/server/db/limit-concurrency.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { Images, Log, PictureFile } from '#platform/server/http/services.ts';

/** The longest side of stored images, in pixels. */
const sides = { full: 2048, thumb: 360 } as const;
const quality = 82;
/** Time limit of one step on one image, in seconds. */
const maxSeconds = 20;
/** Number of images that may wait; each takes up to 8 MB of memory. */
const maxQueued = 32;

/** Formats that libvips may read: those of `modules/pictures`, whatever format a file claims to have. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}`);

const loadSharp = async () => (await import('sharp')).default;
type SharpModule = Awaited<ReturnType<typeof loadSharp>>;

const createDamagedImageError = () => rejectImage(refusal('picture-damaged'));
const rejectImage = (reason: Refusal) => problem('VALIDATION', reason, { fields: { file: reason } });

/**
 * Creates the image service on sharp, processing as many images concurrently as there are cores. If sharp has
 * no binary, a warning is logged once and images are rejected; everything else works.
 */
export async function createImages(log: Pick<Log, 'warn'>, load = loadSharp): Promise<Images> {
  let sharp: SharpModule;
  try {
    sharp = await load();
  } catch (error) {
    const message = 'Pictures cannot be uploaded: sharp has no binary for this machine (npm ci installs it).';
    log.warn({ error: error instanceof Error ? error.message : String(error) }, message);
    return { prepare: () => Promise.reject(unavailable()) };
  }
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  sharp.cache(false);
  sharp.concurrency(1);
  const limiter = limitConcurrency(availableParallelism());
  return {
    prepare(bytes) {
      if (limiter.waiting >= maxQueued) throw busy();
      return limiter.run(() => prepare(sharp, bytes));
    },
  };
}

const unavailable = () => problem('UNAVAILABLE', refusal('pictures-unavailable'));
const busy = () =>
  problem('BUSY', refusal('too-many-uploads'), {
    retryAfterS: 5,
  });

async function prepare(sharp: SharpModule, bytes: Uint8Array) {
  await assertNotTooLarge(sharp, bytes);
  const readOptions: SharpOptions = {
    limitInputPixels: maxPicturePixels,
    failOn: 'error',
    sequentialRead: true,
    animated: false,
  };
  try {
    const full = await encode(sharp(bytes, readOptions).autoOrient(), sides.full);
    return { full, thumb: await encode(sharp(full.bytes), sides.thumb) };
  } catch (error) {
    if (/timeout/i.test(String(error))) throw rejectImage(refusal('picture-slow'));
    throw createDamagedImageError();
  }
}

/** Reads only the file's header, because a small file may decompress to any size. */
async function assertNotTooLarge(sharp: SharpModule, bytes: Uint8Array): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw createDamagedImageError();
    });
  if (width * height <= maxPicturePixels) return;
  const megapixels = Math.ceil((width * height) / 1_000_000);
  throw rejectImage(
    refusal('picture-pixels', {
      size: String(megapixels),
      width: String(width),
      height: String(height),
      n: maxPicturePixels / 1_000_000,
    }),
  );
}

/** Writes only the pixels: no location, camera data or embedded thumbnail. */
async function encode(source: Sharp, side: number): Promise<PictureFile> {
  const { data, info } = await source
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: 3 })
    .timeout({ seconds: maxSeconds })
    .toBuffer({ resolveWithObject: true });
  return { bytes: new Uint8Array(data), type: 'image/webp', width: info.width, height: info.height };
}
