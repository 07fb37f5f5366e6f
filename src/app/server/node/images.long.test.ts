import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { detectPictureKind } from '#modules/pictures/picture-rules.ts';
import type { ApiProblem } from '#platform/server/http/problems.ts';
import type { Images } from '#platform/server/http/services.ts';
import { createJpeg, createPlainPicture, createPng } from '#app/server/testing/pictures.ts';
import { createImages } from './images.ts';

let images: Images;
beforeAll(async () => {
  images = await createImages({ warn() {} });
});

const toBytes = (buffer: Buffer) => new Uint8Array(buffer);
const getError = (bytes: Uint8Array<ArrayBuffer>) =>
  images.prepare(bytes).then(
    () => null,
    (error: ApiProblem) => error,
  );

describe('a picture', () => {
  it.each([
    ['png', (picture: ReturnType<typeof createPlainPicture>) => picture.png()],
    ['jpeg', (picture: ReturnType<typeof createPlainPicture>) => picture.jpeg()],
    ['webp', (picture: ReturnType<typeof createPlainPicture>) => picture.webp()],
    ['avif', (picture: ReturnType<typeof createPlainPicture>) => picture.avif()],
    ['gif', (picture: ReturnType<typeof createPlainPicture>) => picture.gif()],
  ])('is read from %s and stored as WebP, with a thumbnail', async (_, encode) => {
    const source = await encode(createPlainPicture({ width: 900, height: 600 })).toBuffer();
    const { full, thumb } = await images.prepare(toBytes(source));
    expect([full.type, full.width, full.height]).toEqual(['image/webp', 900, 600]);
    expect([thumb.type, thumb.width, thumb.height]).toEqual(['image/webp', 360, 240]);
    expect((await sharp(full.bytes).metadata()).format).toBe('webp');
  });

  it('is stored no larger than any screen needs', async () => {
    const { full } = await images.prepare(await createJpeg({ width: 4000, height: 1000 }));
    expect([full.width, full.height]).toEqual([2048, 512]);
  });

  it('is stored upright and without location metadata', async () => {
    const photo = await createPlainPicture({ width: 80, height: 40 })
      .jpeg()
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Camera');
    const { full } = await images.prepare(toBytes(photo));
    expect([full.width, full.height]).toEqual([40, 80]);
    const metadata = await sharp(full.bytes).metadata();
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(Buffer.from(full.bytes).toString('latin1')).not.toContain('Camera');
  });

  it('keeps transparency', async () => {
    const clear = await sharp({
      create: { width: 10, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { full } = await images.prepare(toBytes(clear));
    expect((await sharp(full.bytes).metadata()).hasAlpha).toBe(true);
  });

  it('drops data after the end of the file', async () => {
    const hidden = Buffer.from('<script>alert(1)</script>PK\u0003\u0004');
    const { full } = await images.prepare(toBytes(Buffer.concat([await createPng(), hidden])));
    expect(Buffer.from(full.bytes).toString('latin1')).not.toContain('script');
  });

  it('loses its animation', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((color) => createPlainPicture({ width: 40, height: 30, color }).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { full } = await images.prepare(toBytes(moving));
    expect([full.width, full.height]).toEqual([40, 30]);
    expect((await sharp(full.bytes).metadata()).pages).toBeUndefined();
    expect((await sharp(full.bytes).stats()).dominant).toMatchObject({ b: 8 });
  });

  it.each([
    ['a script in the comment of a GIF', async () => createGifWithScript()],
    [
      'a page after the end of a JPEG',
      async () => appendText(await createJpeg(), '<html><script>alert(1)</script>'),
    ],
    ['an archive after the end of a PNG', async () => appendText(await createPng(), 'PK\u0003\u0004script')],
    ['a script in the text of a PNG', async () => createPngWithText('script')],
  ])('that is also valid in another format is stored as an image only: %s', async (_, createFile) => {
    const source = await createFile();
    expect(Buffer.from(source).toString('latin1')).toContain('script');
    const { full, thumb } = await images.prepare(source);
    for (const { bytes } of [full, thumb]) {
      const stored = Buffer.from(bytes).toString('latin1');
      for (const hidden of ['script', 'PK\u0003\u0004']) expect(stored).not.toContain(hidden);
      expect(detectPictureKind(bytes)).toBe('webp');
    }
  });

  it('gives the same result for the same file', async () => {
    const source = await createJpeg({ width: 500, height: 300 });
    const [first, second] = await Promise.all([images.prepare(source), images.prepare(source)]);
    expect(second.full.bytes).toEqual(first.full.bytes);
  });
});

const appendText = (bytes: Uint8Array, text: string) =>
  toBytes(Buffer.concat([bytes, Buffer.from(text, 'latin1')]));

/** A GIF whose comment a content-sniffing browser would execute. */
async function createGifWithScript() {
  const gif = await createPlainPicture({ width: 8, height: 8 }).gif().toBuffer();
  const text = '=1;/*script*/';
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, text.length]),
    Buffer.from(text, 'latin1'),
    Buffer.from([0]),
  ]);
  // Before the end marker.
  return toBytes(Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]));
}

/** A PNG with a text chunk after its header. */
async function createPngWithText(text: string) {
  return createPngWithChunk('tEXt', Buffer.from(`Comment\0<${text}>`, 'latin1'));
}

async function createPngWithChunk(type: string, data: Buffer) {
  const png = Buffer.from(await createPng());
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return toBytes(Buffer.concat([png.subarray(0, 33), length, named, check, png.subarray(33)]));
}

describe('an image is rejected', () => {
  it('when it is truncated', async () => {
    const noise = sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    });
    const complete = toBytes(await noise.jpeg().toBuffer());
    expect(await getError(complete.slice(0, complete.length / 2))).toMatchObject({
      status: 422,
      code: 'VALIDATION',
    });
    expect(await getError(complete.slice(0, 40))).toMatchObject({ status: 422 });
  });

  it('when a few kilobytes decompress to hundreds of megapixels', async () => {
    const bomb = await createPlainPicture({ width: 10_000, height: 5000 })
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(200_000);
    const problem = await getError(toBytes(bomb));
    expect(problem).toMatchObject({ status: 422 });
    expect(problem?.message).toContain('50 megapixels (10000 x 5000)');
  });

  it('when a few kilobytes of text decompress to a quarter of a gigabyte, unless they are processed within 100 MB', async () => {
    const packed = deflateSync(Buffer.alloc(256 * 1024 * 1024));
    const bomb = await createPngWithChunk(
      'zTXt',
      Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed]),
    );
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage().rss;
    await images.prepare(bomb).catch((error: ApiProblem) => expect(error.status).toBe(422));
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it.each([
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ],
    ['text', 'text'],
  ])('when it is %s, even without the size check', async (_, text) => {
    expect(await getError(new TextEncoder().encode(text))).toMatchObject({ status: 422 });
  });
});

it('processes a limited number concurrently, and rejects the others as busy', async () => {
  const source = await createJpeg({ width: 600, height: 400 });
  const results = await Promise.allSettled(
    // The error may be thrown synchronously.
    Array.from({ length: 80 }, async () => images.prepare(source)),
  );
  const rejected = results.filter(({ status }) => status === 'rejected');
  expect(rejected.length).toBeGreaterThan(0);
  expect(results.length - rejected.length).toBeGreaterThanOrEqual(32);
  for (const result of rejected)
    expect((result as PromiseRejectedResult).reason).toMatchObject({ status: 503, code: 'BUSY' });
});

it('logs once that images cannot be processed, and continues without them', async () => {
  const warn = vi.fn();
  const withoutSharp = await createImages({ warn }, () =>
    Promise.reject(new Error('Could not load the "sharp" module')),
  );
  expect(warn).toHaveBeenCalledOnce();
  await expect(withoutSharp.prepare(await createPng())).rejects.toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
  });
});
