import type { Ref } from 'react';

/** Filter of the file dialog; the actual type is checked by content. */
const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

interface PictureInputProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  isMultiple?: boolean;
  /** Opens the camera if available. */
  opensCamera?: boolean;
  /** Never called with an empty list. */
  onFiles(files: File[]): void;
}

/** Hidden file input for pictures; a button next to it opens it. */
export function PictureInput({
  ref,
  label,
  isMultiple = false,
  opensCamera = false,
  onFiles,
}: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={acceptedTypes}
      multiple={isMultiple}
      capture={opensCamera ? 'environment' : undefined}
      className="hidden"
      aria-label={label}
      tabIndex={-1}
      onChange={({ currentTarget }) => {
        const files = Array.from(currentTarget.files ?? []);
        // Allows choosing the same file again.
        currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
