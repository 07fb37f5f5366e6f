import sharp from 'sharp';

interface Look {
  width?: number;
  height?: number;
  color?: string;
}

/** An image of one colour. */
export const plainPicture = ({ width = 60, height = 40, color = '#3a7' }: Look = {}) =>
  sharp({ create: { width, height, channels: 3, background: color } });

export const pngOf = async (look?: Look) => new Uint8Array(await plainPicture(look).png().toBuffer());
export const jpegOf = async (look?: Look) => new Uint8Array(await plainPicture(look).jpeg().toBuffer());
