import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Picture, renewGallery, type Tagging, tagPictures } from '#src/collections/items/gallery.ts';
import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { galleryPageMessages } from './messages.ts';

/** Changes the tags of several pictures, with a way to undo just what was changed. */
export function useTagging() {
  const t = useMessages(galleryPageMessages);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function change(pictures: readonly Picture[], asked: readonly Tagging[]): Promise<Tagging[] | null> {
    setBusy(true);
    try {
      return await tagPictures(asked);
    } catch (error) {
      const id = error instanceof ApiError ? error.details['id'] : undefined;
      const at = pictures.find(({ _id }) => _id === id);
      const sentence = messageOf(error, t.changeFailed);
      toastError(at ? `${at.name}: ${sentence}` : sentence);
      return null;
    } finally {
      setBusy(false);
      renewGallery(queryClient);
    }
  }

  return {
    isBusy,
    /** True when it was done; else the person was told why not. */
    async send(pictures: readonly Picture[], asked: readonly Tagging[]): Promise<boolean> {
      const done = await change(pictures, asked);
      if (done === null) return false;
      const undo = done.map(({ _id, add, remove }) => ({ _id, add: remove, remove: add }));
      toast(
        t.tagged(done.length),
        undo.length > 0 ? { undo: { label: t.undo, run: () => void change(pictures, undo) } } : {},
      );
      return true;
    },
  };
}
