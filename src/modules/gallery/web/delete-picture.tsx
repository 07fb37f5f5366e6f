import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deletePicture, removeCachedPicture, type Picture } from './queries.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { galleryPageMessages } from './messages.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

interface DeletePictureProps {
  picture: Picture;
  onDeleted(): void;
  onClose(): void;
}

/** Confirms deletion of a picture; a picture in use can't be deleted. */
export function DeletePicture({ picture, onDeleted, onClose }: DeletePictureProps) {
  const t = useMessages(galleryPageMessages);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const isUsed = (picture.uses ?? 0) > 0;

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await deletePicture(picture);
      onDeleted();
      removeCachedPicture(queryClient, picture._id);
      toast(t.deleted(picture.name));
    } catch (error) {
      toastError(getErrorMessage(error, t.changeFailed));
      onClose();
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.deleteTitle(picture.name)}
        description={isUsed ? t.inUse : t.deleteText}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <GuardedButton
              variant="destructive"
              disabledReason={isUsed ? t.inUse : null}
              disabled={isBusy}
              onClick={() => void remove()}
            >
              {t.delete}
            </GuardedButton>
          </>
        }
      />
    </Dialog>
  );
}
