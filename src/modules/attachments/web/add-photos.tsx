import { Camera, ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { maxPictureBytes, detectPictureKind, signatureBytes } from '#modules/pictures/picture-rules.ts';
import { PictureInput } from '#platform/web/form/picture-input.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { storePhoto } from '#platform/web/stored-photos.ts';
import { reducePicture } from '#platform/web/reduce-picture.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { attachmentMessages } from './messages.ts';

interface AddPhotosProps {
  /** Subject of the photos, needed if a screen has several photo inputs. */
  subject?: string | undefined;
  /** Remaining number of photos allowed. */
  remaining: number;
  maxCount: number;
  disabled?: boolean;
  /** Called with the ids of photos stored on this device. */
  onStored(photos: readonly string[]): void;
}

/**
 * Adds photos by camera on phones and by file on desktops; they are first resized and stored on this device.
 */
export function AddPhotos({ subject, remaining, maxCount, disabled = false, onStored }: AddPhotosProps) {
  const t = useMessages(attachmentMessages);
  const user = useUser();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const disabledReason = remaining > 0 ? null : t.full(String(maxCount));

  async function storeFiles(selectedFiles: readonly File[]): Promise<void> {
    setBusy(true);
    if (selectedFiles.length > remaining) toastError(t.full(String(maxCount)));
    const photos: string[] = [];
    for (const file of selectedFiles.slice(0, remaining)) {
      const outcome = await preparePhoto(file, user._id);
      if ('photo' in outcome) photos.push(outcome.photo);
      else toastError(outcome.refusal);
    }
    setBusy(false);
    if (photos.length > 0) onStored(photos);
  }

  return (
    <div className="flex flex-wrap gap-2">
      <GuardedButton
        size="sm"
        className="hidden touch:inline-flex"
        disabledReason={disabledReason}
        disabled={disabled || isBusy}
        {...(subject !== undefined && { 'aria-label': t.takeOf(subject) })}
        onClick={() => camera.current?.click()}
      >
        <Camera aria-hidden="true" />
        {t.take}
      </GuardedButton>
      <GuardedButton
        size="sm"
        disabledReason={disabledReason}
        disabled={disabled || isBusy}
        {...(subject !== undefined && { 'aria-label': t.addOf(subject) })}
        onClick={() => files.current?.click()}
      >
        <ImagePlus aria-hidden="true" />
        {t.add}
      </GuardedButton>
      <PictureInput
        ref={camera}
        label={subject === undefined ? t.take : t.takeOf(subject)}
        opensCamera
        onFiles={(selectedFiles) => void storeFiles(selectedFiles)}
      />
      <PictureInput
        ref={files}
        label={subject === undefined ? t.add : t.addOf(subject)}
        isMultiple
        onFiles={(selectedFiles) => void storeFiles(selectedFiles)}
      />
    </div>
  );
}

/** Resizes and stores a selected file. Rejects files that the server would reject. */
async function preparePhoto(file: File, userId: string): Promise<{ photo: string } | { refusal: string }> {
  const t = getMessages(attachmentMessages);
  const reduced = (await reducePicture(file)) ?? file;
  const bytes = await reduced.arrayBuffer();
  if (detectPictureKind(new Uint8Array(bytes.slice(0, signatureBytes))) === null)
    return { refusal: t.notRead };
  if (bytes.byteLength > maxPictureBytes) return { refusal: t.tooLarge };
  const id = newUuid();
  try {
    await storePhoto({ id, userId, type: reduced.type, bytes, at: Date.now() });
  } catch {
    return { refusal: t.outOfSpace };
  }
  return { photo: id };
}
