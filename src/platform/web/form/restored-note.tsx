import { History } from 'lucide-react';
import { Button } from '#platform/web/ui/button.tsx';
import { formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { saveMessages } from './save-messages.ts';

interface RestoredNoteProps {
  /** Time of the draft (epoch ms). */
  at: number;
  /** Defaults to a note with the draft's time. */
  text?: string;
  onDiscard(): void;
}

/** Note that a form contains a restored draft, with a button to discard it. */
export function RestoredNote({ at, text, onDiscard }: RestoredNoteProps) {
  const t = useMessages(saveMessages);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border bg-muted px-3 py-2 text-sm">
      <History className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <p role="status" className="min-w-0 flex-1 basis-56">
        {text ?? t.restored(formatInstant(at))}
      </p>
      <Button size="sm" onClick={onDiscard}>
        {t.discard}
      </Button>
    </div>
  );
}
