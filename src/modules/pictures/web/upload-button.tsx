import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { ButtonStyle } from '#platform/web/ui/button-variants.ts';
import { PictureInput } from '#platform/web/form/picture-input.tsx';
import { Button } from '#platform/web/ui/button.tsx';

interface UploadButtonProps {
  label: string;
  variant?: ButtonStyle['variant'];
  isMultiple?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  /** Whether to show only the icon on a phone. */
  isShort?: boolean;
  onFiles(files: File[]): void;
}

/** Button that opens the device's file dialog. */
export function UploadButton(props: UploadButtonProps) {
  const { label, variant = 'secondary', isMultiple = false, disabled, icon, isShort, onFiles } = props;
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
      <PictureInput ref={input} label={label} isMultiple={isMultiple} onFiles={onFiles} />
    </>
  );
}
