import { maxAttachments } from '#modules/documents/attachable.ts';
import { deleteStoredPhotos } from '#platform/web/stored-photos.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { AddPhotos } from './add-photos.tsx';
import { attachmentMessages } from './messages.ts';
import { StoredPhotoThumb } from './photo-thumbs.tsx';

interface EntryPhotosProps {
  /** Subject of the photos: the name of the document kind. */
  subject: string;
  /** Ids of photos stored on this device. */
  photos: readonly string[];
  disabled: boolean;
  onChange(photos: readonly string[]): void;
}

/** Photos of a new document, stored on this device until it is sent. */
export function EntryPhotos({ subject, photos, disabled, onChange }: EntryPhotosProps) {
  const t = useMessages(attachmentMessages);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {photos.map((photo) => (
        <StoredPhotoThumb
          key={photo}
          photo={photo}
          name={t.waiting(subject, t.states.savedOnDevice)}
          onRemove={
            disabled
              ? undefined
              : () => {
                  onChange(photos.filter((other) => other !== photo));
                  void deleteStoredPhotos([photo]);
                }
          }
        />
      ))}
      <AddPhotos
        remaining={maxAttachments - photos.length}
        maxCount={maxAttachments}
        disabled={disabled}
        onStored={(added) => onChange([...photos, ...added])}
      />
    </div>
  );
}
