import sharp from 'sharp';

interface PictureOptions {
  width?: number;
  height?: number;
  color?: string;
}

/** Creates an image of one colour. */
export const createPlainPicture = ({ width = 60, height = 40, color = '#3a7' }: PictureOptions = {}) =>
  sharp({ create: { width, height, channels: 3, background: color } });

export const createPng = async (options?: PictureOptions) =>
  new Uint8Array(await createPlainPicture(options).png().toBuffer());
export const createJpeg = async (options?: PictureOptions) =>
  new Uint8Array(await createPlainPicture(options).jpeg().toBuffer());
