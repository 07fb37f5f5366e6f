import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { maxPicturePixels } from '#modules/pictures/picture-rules.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { Images, PictureFile } from '#platform/server/http/services.ts';

const maxSides = { full: 2048, thumb: 360 } as const;

const rejectFile = (reason: Refusal) => problem('VALIDATION', reason, { fields: { file: reason } });

const buildSizeRefusal = ({ width, height }: ImageBitmap) =>
  refusal('picture-pixels', {
    size: String(Math.ceil((width * height) / 1_000_000)),
    width: String(width),
    height: String(height),
    n: maxPicturePixels / 1_000_000,
  });

/** Image service on the browser's canvas, for server code in a tab. */
export const canvasImages: Images = {
  async prepare(bytes) {
    const source = await createImageBitmap(new Blob([bytes])).catch(() => {
      throw rejectFile(refusal('picture-damaged'));
    });
    try {
      const pixels = source.width * source.height;
      if (pixels > maxPicturePixels) throw rejectFile(buildSizeRefusal(source));
      return { full: await draw(source, maxSides.full), thumb: await draw(source, maxSides.thumb) };
    } finally {
      source.close();
    }
  },
};

async function draw(source: ImageBitmap, maxSide: number): Promise<PictureFile> {
  const scale = Math.min(1, maxSide / Math.max(source.width, source.height));
  const width = Math.max(1, Math.round(source.width * scale));
  const height = Math.max(1, Math.round(source.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(source, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
  return { bytes: new Uint8Array(await blob.arrayBuffer()), type: blob.type, width, height };
}
