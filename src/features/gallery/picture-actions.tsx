import { useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Download, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { gallery } from '#contract/gallery.ts';
import {
  type Picture,
  renewGallery,
  replacePictureFile,
  setPictureActive,
} from '#src/collections/items/gallery.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { messageOf } from '#src/lib/api/api-error.ts';
import { readPictureFile } from '#src/lib/api/read-picture.ts';
import { download as saveAs } from '#src/lib/format/csv.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { renewPicture } from '#src/lib/pictures.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { UploadButton } from '#src/entities/picture/upload-button.tsx';
import { useRights } from '#src/lib/session/use-rights.ts';
import { galleryPageMessages } from './messages.ts';

/** On a phone five buttons have room for their icons; the one people came for keeps its word. */
const short = 'max-sm:sr-only';

interface PictureActionsProps {
  picture: Picture;
  onEdit(): void;
  onDelete(): void;
}

/** What can be done with a picture; what the person may not do is not there. */
export function PictureActions({ picture, onEdit, onDelete }: PictureActionsProps) {
  const t = useMessages(galleryPageMessages);
  const rights = useRights(gallery);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { _id, name, isActive } = picture;

  async function change(work: () => Promise<Picture>, done: string): Promise<void> {
    setBusy(true);
    try {
      renewGallery(queryClient, await work());
      toast(done);
    } catch (error) {
      toastError(messageOf(error, t.changeFailed));
    } finally {
      setBusy(false);
    }
  }

  async function replace([file]: File[]): Promise<void> {
    if (!file) return;
    await change(async () => {
      const replaced = await replacePictureFile(picture, file);
      renewPicture(_id);
      return replaced;
    }, t.replaced(name));
  }

  async function download(): Promise<void> {
    try {
      const path = `gallery/${encodeURIComponent(_id)}/file`;
      const file = await readPictureFile(path, { size: 'full' }, AbortSignal.timeout(60_000));
      saveAs(`${name}.${file.type.replace('image/', '')}`, file);
    } catch (error) {
      toastError(messageOf(error, t.downloadFailed));
    }
  }

  return (
    <>
      <Button className="max-sm:px-3" onClick={() => void download()}>
        <Download aria-hidden="true" />
        <span className={short}>{t.download}</span>
      </Button>
      {rights.canDelete ? (
        <GuardedButton
          className="max-sm:px-3"
          blocked={(picture.uses ?? 0) > 0 ? t.inUse : null}
          disabled={isBusy}
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" />
          <span className={short}>{t.delete}</span>
        </GuardedButton>
      ) : null}
      {rights.canEdit ? (
        <>
          <Button
            className="max-sm:px-3"
            disabled={isBusy}
            onClick={() =>
              void change(
                () => setPictureActive(picture, !isActive),
                isActive ? t.wasArchived(name) : t.wasRestored(name),
              )
            }
          >
            {isActive ? <Archive aria-hidden="true" /> : <ArchiveRestore aria-hidden="true" />}
            <span className={short}>{isActive ? t.archive : t.restore}</span>
          </Button>
          <UploadButton
            label={t.replace}
            isShort
            disabled={isBusy}
            icon={<RefreshCw aria-hidden="true" />}
            onFiles={(files) => void replace(files)}
          />
          <Button variant="primary" onClick={onEdit}>
            <Pencil aria-hidden="true" />
            {t.edit}
          </Button>
        </>
      ) : null}
    </>
  );
}
