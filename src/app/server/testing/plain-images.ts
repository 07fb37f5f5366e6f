import type { Images } from '#platform/server/http/services.ts';

/** Accepts every image unchanged, for tests and the mocked API. */
export const plainImages: Images = {
  async prepare(bytes) {
    const file = { bytes, type: 'image/webp', width: 640, height: 480 };
    return { full: file, thumb: file };
  },
};
