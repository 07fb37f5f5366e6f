import type { Ref } from 'react';

/** What the browser offers first; what the file really is, its content says. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

interface PictureInputProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  isMany?: boolean;
  /** Opens the camera where there is one. */
  isCamera?: boolean;
  /** Never called with none. */
  onFiles(files: File[]): void;
}

/** The device's own choice of pictures, out of sight: a button beside it opens it. */
export function PictureInput({ ref, label, isMany = false, isCamera = false, onFiles }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accepted}
      multiple={isMany}
      capture={isCamera ? 'environment' : undefined}
      className="hidden"
      aria-label={label}
      tabIndex={-1}
      onChange={({ currentTarget }) => {
        const files = Array.from(currentTarget.files ?? []);
        // The same file may be chosen again.
        currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
