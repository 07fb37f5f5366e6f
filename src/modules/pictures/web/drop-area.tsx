import { ImageUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { galleryMessages } from './messages.ts';

interface DropAreaProps {
  /** Null if the user may not upload; only the children are rendered then. */
  onFiles: ((files: File[]) => void) | null;
  children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Accepts dropped files, and pasted ones while mounted. */
export function DropArea({ onFiles, children }: DropAreaProps) {
  const t = useMessages(galleryMessages);
  /**
   * Number of nested elements that the dragged file is over: entering a child also triggers a leave event of
   * its parent.
   */
  const [depth, setDepth] = useState(0);

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = Array.from(event.clipboardData?.files ?? []);
    if (files.length === 0 || !onFiles) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  if (!onFiles) return children;
  return (
    <div
      className="relative flex min-h-60 flex-1 flex-col"
      onDragEnter={(event) => (hasFiles(event) ? setDepth(depth + 1) : undefined)}
      onDragLeave={(event) => (hasFiles(event) ? setDepth(Math.max(0, depth - 1)) : undefined)}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDepth(0);
        onFiles(Array.from(event.dataTransfer.files));
      }}
    >
      {children}
      {depth > 0 ? (
        <div className="pointer-events-none absolute -inset-2 z-20 grid place-items-center rounded-lg border-2 border-primary border-dashed bg-background/85">
          <p className="flex items-center gap-2 font-medium">
            <ImageUp className="size-5" aria-hidden="true" />
            {t.dropHere}
          </p>
        </div>
      ) : null}
    </div>
  );
}
