import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { ButtonLook } from '#src/components/ui/button-variants.ts';
import { Button } from '#src/components/ui/button.tsx';

interface UploadButtonProps {
  label: string;
  variant?: ButtonLook['variant'];
  isMany?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  /** On a phone the icon alone stands for it. */
  isShort?: boolean;
  onFiles(files: File[]): void;
}

/** What the browser offers first; what the file really is, its content says. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Opens the device's own choice of files. */
export function UploadButton(props: UploadButtonProps) {
  const { label, variant = 'secondary', isMany = false, disabled, icon, isShort, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={variant}
        className={isShort ? 'max-sm:px-3' : undefined}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {icon ?? <Upload aria-hidden="true" />}
        <span className={isShort ? 'max-sm:sr-only' : undefined}>{label}</span>
      </Button>
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple={isMany}
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
    </>
  );
}
