import type { Images } from '../http/services.ts';

/** Takes every picture as it is, for tests and the mocked API: nothing is made anew, and its size is not looked at. */
export const plainImages: Images = {
  async prepare(bytes) {
    const file = { bytes, type: 'image/webp', width: 640, height: 480 };
    return { full: file, thumb: file };
  },
};
