import { TriangleAlert } from 'lucide-react';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderTexts } from '../messages.ts';
import type { Refusal } from './use-submit-order.ts';

interface DraftNotesProps {
  refusal: Refusal | null;
  /** Entered items that can no longer be ordered. */
  gone: number;
  onForget(): void;
}

/** What has to be said about the draft before it is handed over. */
export function DraftNotes({ refusal, gone, onForget }: DraftNotesProps) {
  const t = useMessages(orderTexts).guide;
  return (
    <>
      {refusal ? (
        <p role="alert" className="pill-status-red mb-3 flex items-start gap-2 rounded-md px-3 py-2 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {refusal.message}
        </p>
      ) : null}
      {gone > 0 ? (
        <div
          role="status"
          className="pill-status-amber mb-3 flex items-center gap-3 rounded-md px-3 py-2 text-sm"
        >
          <p className="flex-1">{t.gone(gone)}</p>
          <Button size="sm" onClick={onForget}>
            {t.forget}
          </Button>
        </div>
      ) : null}
    </>
  );
}
