import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderPanelTexts } from './panel-messages.ts';

interface SaveBarProps {
  text: string;
  blocked: string | null;
  onSave(): void;
  onUndo(): void;
}

/** Stands at the top while something is changed and not saved. */
export function SaveBar({ text, blocked, onSave, onUndo }: SaveBarProps) {
  const t = useMessages(orderPanelTexts);
  return (
    <div
      role="status"
      className="sticky -top-4 z-10 -mx-4 -mt-4 flex flex-wrap items-center gap-2 border-b bg-selected px-4 py-2 text-sm"
    >
      <p className="min-w-40 flex-1">{text}</p>
      <Button size="sm" variant="ghost" onClick={onUndo}>
        {t.undo}
      </Button>
      <GuardedButton size="sm" blocked={blocked} onClick={onSave}>
        {t.save}
      </GuardedButton>
    </div>
  );
}
