import type { OrderActions } from '#src/collections/orders/actions.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { processMessages } from './process-messages.ts';
import type { ProcessDraft } from './use-process-draft.ts';

/** Whether what is typed has reached the server; said aloud, because nobody presses "save". */
export function SaveState({ draft, actions }: { draft: ProcessDraft; actions: OrderActions }) {
  const t = useMessages(processMessages).actions;
  const { isAlive } = useConnection();
  const word = draft.isHeld
    ? t.held
    : actions.isPending || draft.hasUnsent
      ? isAlive
        ? t.saving
        : t.queued
      : t.saved;
  return (
    <div className="flex min-h-5 items-center gap-2 text-muted-foreground text-xs">
      <span role="status">{word}</span>
      {draft.isHeld && draft.hasUnsent ? (
        <Button variant="link" size="sm" className="h-5 px-0" onClick={() => void draft.save()}>
          {t.saveAgain}
        </Button>
      ) : null}
    </div>
  );
}
