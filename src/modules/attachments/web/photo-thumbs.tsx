import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { loadStoredPhoto } from '#platform/web/stored-photos.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { usePicture } from '#platform/web/pictures.ts';
import { useUser } from '#platform/web/session/session.ts';
import { attachmentMessages } from './messages.ts';

const boxClass = 'relative size-16 overflow-hidden rounded-md border bg-muted touch:size-20';

interface SentPhotoProps {
  path: string;
  name: string;
  /** Omitted if the user may not remove the photo. */
  onRemove?: (() => void) | undefined;
}

/** Thumbnail that opens the photo full size. */
export function SentPhoto({ path, name, onRemove }: SentPhotoProps) {
  const t = useMessages(attachmentMessages);
  const [isOpen, setOpen] = useState(false);
  const thumb = usePicture(path, 'thumb');
  return (
    <>
      <button type="button" aria-label={name} className={boxClass} onClick={() => setOpen(true)}>
        {thumb.url ? (
          <img src={thumb.url} alt="" className="absolute inset-0 size-full object-cover" />
        ) : null}
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent
          title={name}
          className="sm:max-w-3xl"
          footer={
            <>
              {onRemove ? (
                <Button
                  variant="destructive"
                  onClick={() => {
                    setOpen(false);
                    onRemove();
                  }}
                >
                  {t.remove}
                </Button>
              ) : null}
              <Button onClick={() => setOpen(false)}>{t.close}</Button>
            </>
          }
        >
          <LargePhoto path={path} name={name} />
        </DialogContent>
      </Dialog>
    </>
  );
}

function LargePhoto({ path, name }: { path: string; name: string }) {
  const { url } = usePicture(path, 'full');
  return (
    <div className="grid min-h-64 place-items-center bg-muted">
      {url ? <img src={url} alt={name} className="max-h-[70dvh] max-w-full object-contain" /> : null}
    </div>
  );
}

interface StoredPhotoThumbProps {
  photo: string;
  /** Accessible name with subject and position. */
  name: string;
  /** Overlay with the upload progress. */
  children?: ReactNode;
  onRemove?: (() => void) | undefined;
}

/** A photo that is stored on this device and not sent yet. */
export function StoredPhotoThumb({ photo, name, children, onRemove }: StoredPhotoThumbProps) {
  const t = useMessages(attachmentMessages);
  const url = useStoredPhotoUrl(photo);
  return (
    <div className={boxClass}>
      {url ? (
        <img src={url} alt={name} className="absolute inset-0 size-full object-cover opacity-70" />
      ) : (
        <span className="sr-only">{name}</span>
      )}
      {children ? (
        <span
          className="absolute inset-x-0 bottom-0 bg-background/85 px-1 text-center text-xs"
          aria-hidden="true"
        >
          {children}
        </span>
      ) : null}
      {onRemove ? (
        <button
          type="button"
          aria-label={`${t.remove}: ${name}`}
          onClick={onRemove}
          className="absolute end-0 top-0 grid size-7 place-items-center rounded-es-md bg-background/85 touch:size-9"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}

function useStoredPhotoUrl(photo: string): string | null {
  const { _id } = useUser();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let objectUrl: string | null = null;
    let isUnmounted = false;
    void loadStoredPhoto(photo, _id).then((blob) => {
      if (blob === null || isUnmounted) return;
      objectUrl = URL.createObjectURL(blob);
      setUrl(objectUrl);
    });
    return () => {
      isUnmounted = true;
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
  }, [photo, _id]);
  return url;
}
