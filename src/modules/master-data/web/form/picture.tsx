import { useId, useState } from 'react';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { GalleryPicker } from '#modules/pictures/web/gallery-picker.tsx';
import { galleryMessages } from '#modules/pictures/web/messages.ts';
import { PictureThumb } from '#modules/pictures/web/picture-thumb.tsx';
import type { FieldEditorProps } from './collection-form.ts';

/** Editor for a gallery picture, which can be selected, uploaded or removed. */
export function PictureEditor({
  label,
  hint,
  error,
  lockedReason,
  value,
  onChange,
  onBlur,
  name,
}: FieldEditorProps) {
  const t = useMessages(galleryMessages);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const pictureId = typeof value === 'string' && value !== '' ? value : null;
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-1.5">
      <p id={`${id}-label`} className="font-medium text-sm">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <PictureThumb
          value={pictureId}
          alt={pictureId ? label : ''}
          className="size-20 shrink-0 rounded-md border"
        />
        <div className="flex flex-wrap gap-2">
          <Button
            name={name}
            aria-invalid={Boolean(error)}
            disabled={Boolean(lockedReason)}
            aria-describedby={error ? `${id}-error` : undefined}
            onClick={() => setOpen(true)}
          >
            {pictureId ? t.chooseAnother : t.choose}
          </Button>
          {pictureId && !lockedReason ? (
            <Button variant="ghost" onClick={() => onChange(null)}>
              {t.remove}
            </Button>
          ) : null}
        </div>
      </div>
      <FieldNotes id={id} error={error} note={lockedReason ?? hint} />
      {isOpen ? (
        <GalleryPicker
          currentId={pictureId ?? undefined}
          onChoose={(picture) => {
            onChange(picture._id);
            setOpen(false);
          }}
          onClose={() => {
            setOpen(false);
            onBlur?.();
          }}
        />
      ) : null}
    </div>
  );
}
