import { useId, useState } from 'react';
import { FieldNotes } from '#src/components/form/field-frame.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Label } from '#src/components/ui/label.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { GalleryPicker } from '../../gallery/gallery-picker.tsx';
import { galleryMessages } from '../../gallery/messages.ts';
import { PictureThumb } from '../../gallery/picture-thumb.tsx';
import type { FieldEditorProps } from '../field-editors.ts';

/** A picture of the gallery: shown, chosen or uploaded, taken out. */
export function PictureEditor({
  label,
  hint,
  error,
  locked,
  value,
  onChange,
  onBlur,
  name,
}: FieldEditorProps) {
  const t = useMessages(galleryMessages);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const chosen = typeof value === 'string' && value !== '' ? value : null;
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <div className="flex flex-wrap items-center gap-3">
        <PictureThumb
          value={chosen}
          alt={chosen ? label : ''}
          className="size-20 shrink-0 rounded-md border"
        />
        <div className="flex flex-wrap gap-2">
          <Button
            id={id}
            name={name}
            disabled={Boolean(locked)}
            aria-describedby={error ? `${id}-error` : undefined}
            onClick={() => setOpen(true)}
          >
            {chosen ? t.chooseAnother : t.choose}
          </Button>
          {chosen && !locked ? (
            <Button variant="ghost" onClick={() => onChange(null)}>
              {t.remove}
            </Button>
          ) : null}
        </div>
      </div>
      <FieldNotes id={id} error={error} note={locked ?? hint} />
      {isOpen ? (
        <GalleryPicker
          currentId={chosen ?? undefined}
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
