import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Picture, renewGallery } from '#src/collections/items/gallery.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** The uploads of a screen; what is still under way when it goes is cancelled. */
export function useUploads(onDone?: (picture: Picture) => void): Uploads {
  const queryClient = useQueryClient();
  const [uploads] = useState(() =>
    createUploads({
      onDone(picture) {
        renewGallery(queryClient);
        onDone?.(picture);
      },
    }),
  );
  useEffect(() => () => uploads.stop(), [uploads]);
  return uploads;
}
