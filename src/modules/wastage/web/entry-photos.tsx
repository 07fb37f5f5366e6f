import { maxAttachments } from '#modules/documents/attachable.ts';
import { deleteStoredPhotos } from '#platform/web/stored-photos.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { AddPhotos } from '#modules/attachments/web/add-photos.tsx';
import { attachmentMessages } from '#modules/attachments/web/messages.ts';
import { StoredPhotoThumb } from '#modules/attachments/web/photo-thumbs.tsx';
import { wasteMessages } from './messages.ts';

interface EntryPhotosProps {
  /** Names of photos stored on this device. */
  photos: readonly string[];
  disabled: boolean;
  onChange(photos: readonly string[]): void;
}

/** Photos of a new record, stored on this device until it is sent. */
export function EntryPhotos({ photos, disabled, onChange }: EntryPhotosProps) {
  const t = useMessages(attachmentMessages);
  const subject = useMessages(wasteMessages).label;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {photos.map((photo) => (
        <StoredPhotoThumb
          key={photo}
          photo={photo}
          name={t.waiting(subject, t.states.kept)}
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
